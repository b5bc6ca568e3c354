"""Embeddings and choices of the fifteen graphs: what is planned, and ledgers that resume."""

from pathlib import Path

import pytest

from graphdim.errors import SourceError
from minge_paper import embeddings, places
from minge_paper.choices import choices_of
from minge_paper.embeddings import GRAPHS, ROWS, EmbeddingRow


@pytest.fixture
def results_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(places, "EMBEDDINGS", tmp_path / "embeddings")
    monkeypatch.setattr(places, "CHOICES", tmp_path / "choices")
    return tmp_path


@pytest.mark.usefixtures("real_data")
def test_all_fifteen_graphs_are_embedded(real_data: Path) -> None:
    there = {path.stem for path in (real_data / "graphs").glob("*.npz")}
    assert set(GRAPHS) == there | {"cora", "citeseer", "pubmed", "airport"}
    assert len(ROWS) == 15 * (2 * 3 + 1)


@pytest.mark.usefixtures("real_data", "results_folder")
def test_a_row_resumes_and_gives_a_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings, "DIMENSIONS", (4, 8))
    monkeypatch.setattr(embeddings, "SMALLEST", {})
    row = EmbeddingRow("air_europe", "link-prediction", "spectral")
    assert row.curve() is None
    started = row.train()
    first = next(started)
    started.close()
    assert (first.dimension, first.seed) == (4, 0)
    rest = list(row.train())
    assert len(rest) == 3 * 5 - 1  # three dimensions with MinGE's 75, five seeds
    curve = row.curve()
    assert curve is not None
    assert (curve.dimensions, curve.seeds) == ((4, 8, 75), (0, 1, 2, 3, 4))
    assert curve.scores[4][0] == pytest.approx(100 * first.score)
    assert curve.regret(75) > 5
    assert list(row.train()) == []


@pytest.mark.usefixtures("real_data", "results_folder")
def test_a_fitted_decoder_forgives_a_spectral_embedding_too_many_dimensions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings, "DIMENSIONS", (8, 128))
    monkeypatch.setattr(embeddings, "SMALLEST", {})
    monkeypatch.setitem(embeddings.SEEDS, "spectral", 1)
    monkeypatch.setitem(embeddings.SEEDS, "spectral-fitted", 1)
    rows = [EmbeddingRow("air_europe", "link-prediction", model) for model in ("spectral", "spectral-fitted")]
    signed, fitted = ({trial.dimension: trial.score for trial in row.train()} for row in rows)
    assert signed[128] < fitted[128] - 0.1
    assert fitted[128] < fitted[8]


def test_scores_of_two_objectives_are_not_mixed(results_folder: Path) -> None:
    row = EmbeddingRow("cora", "link-prediction", "prone")
    row.path.parent.mkdir(parents=True)
    lines = [f'{{"race": "{race}", "dimension": 4, "seed": 0, "score": 0.5}}' for race in ("one", "other")]
    row.path.write_text("\n".join(lines))
    with pytest.raises(SourceError, match="scores of several objectives"):
        row.curve()
    assert results_folder in row.path.parents


@pytest.mark.usefixtures("results_folder")
def test_without_a_file_there_is_no_choice() -> None:
    assert choices_of("cora") == {}


def test_every_committed_choice_is_a_dimension_or_has_a_reason() -> None:
    for graph in GRAPHS:
        for name, choice in choices_of(graph).items():
            assert (choice.dimension is None) == bool(choice.why), (graph, name)
