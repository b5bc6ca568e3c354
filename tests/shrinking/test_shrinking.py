"""Cutting rows that are trained already: known ranks, every form of the rows, ids, and files that are whole."""

from __future__ import annotations

import json

import gensim
import numpy as np
import pandas as pd
import polars as pl
import pytest
import torch
from click.testing import CliRunner

import graphdim as gd
from graphdim.cli import graphdim
from graphdim.embedding.scoring.guessing import Guessing, guessing_links
from graphdim.embedding.scoring.links import link_parts
from graphdim.errors import GraphDimError, GraphError, NotFoundError, ParameterError
from graphdim.reading.files.array_file import ArrayFile
from graphdim.selectors.cv.scores import SplitScores
from graphdim.shrinking.curves import TaskCurve
from graphdim.shrinking.matching import matched
from graphdim.shrinking.projection import fit
from graphdim.shrinking.result import Shrinkage
from graphdim.shrinking.sources import rows_of
from graphdim.shrinking.wording import word
from toy_graphs import block_model

N_NODES, WIDTH = 200, 24
EDGES = block_model(4, N_NODES, inside=0.4, across=0.02)
LABELS = np.arange(N_NODES) % 4
NAMES = [f"n{number}" for number in range(N_NODES)]


def block_rows(*, noise: float = 0.0) -> np.ndarray:
    """Rows that know the block of each node, turned at random in 24 dimensions, and perhaps some noise."""
    rng = np.random.default_rng(0)
    turned = np.eye(4)[LABELS] @ np.linalg.qr(rng.standard_normal((WIDTH, WIDTH)))[0][:4]
    return (turned + noise * rng.standard_normal(turned.shape)).astype(np.float32)


ROWS = block_rows(noise=0.02)


def test_links_need_as_many_dimensions_as_there_are_blocks():
    result = gd.shrink(ROWS, edges=EDGES, at=[2, 4, 100])
    assert result.dimension == 4
    assert result.as_good == (4, WIDTH)
    assert int(result) == 4
    assert result == 4
    assert result.method == "uncentred SVD"
    assert result.deficit(2).mean > 0.05
    assert abs(result.deficit(4).mean) < 0.01
    assert result.deficit(100) is None
    assert result.bytes_saved == N_NODES * (WIDTH - 4) * 4


def test_labels_need_one_dimension_less_as_pca_takes_off_the_mean():
    result = gd.shrink(ROWS, labels=LABELS)
    assert result.method == "PCA"
    assert result.dimension == 3
    assert result.curve[-1]["dimension"] == WIDTH
    assert json.loads(result.to_json())["curve"] == result.summary()["curve"]


def test_with_edges_and_labels_both_must_be_kept():
    result = gd.shrink(ROWS, edges=EDGES, labels=LABELS)
    assert [task["task"] for task in result.summary()["tasks"]] == ["link-prediction", "node-classification"]
    assert result.dimension == max(task["dimension"] for task in result.summary()["tasks"])


def test_rows_alone_say_what_they_keep_and_that_no_task_was_measured():
    result = gd.shrink(block_rows() + np.random.default_rng(1).standard_normal((N_NODES, 3)) @ np.ones((3, WIDTH)))
    assert result.dimension <= 5
    assert result.summary()["score"] == "neighbours kept"
    assert "no task was measured" in repr(result)


def test_inner_products_that_moved_by_rounding_alone_did_not_move():
    assert "move by 0 % of their size" in repr(gd.shrink(np.ones((30, 4))))


NOISE = np.random.default_rng(3).standard_normal((N_NODES, 4))


def test_rows_that_know_nothing_of_the_edges_have_no_answer():
    result = gd.shrink(NOISE, edges=EDGES, at=[2])
    assert (result.dimension, result.as_good, result.bytes_saved, result.inner_products_moved) == (None,) * 4
    with pytest.raises(GraphError, match="no dimension is better than guessing, so the rows do not tell"):
        int(result)
    panel = repr(result)
    assert panel.startswith("No dimension is better than guessing  (of 4, cut by uncentred SVD; edges told from")
    assert "% ROC-AUC; guessing has 50.0 %, and up to 55.0 % by chance" in panel
    assert "the rows are no better than guessing (edges told from non-edges); are the rows in the order of the" in panel
    assert "\n  2          not known: " in panel
    assert "saved" not in panel
    assert "sufficient" not in panel


def test_without_an_answer_facts_and_chart_have_none():
    result = gd.shrink(NOISE, edges=EDGES, at=[2])
    facts = json.loads(result.to_json())
    assert (facts["dimension"], facts["as_good"], facts["bytes_saved"]) == (None, None, None)
    assert [(task["dimension"], task["guessing"]) for task in facts["tasks"]] == [(None, 0.5)]
    drawn = result.plot().to_dict()
    assert drawn["title"]["text"] == "No dimension is better than guessing"
    marks = [row["dimension"] for layer in drawn["layer"] for row in layer["data"]["values"] if "below" in row]
    assert set(marks) == {2}
    assert "No dimension is better than guessing" in result._repr_html_()


def test_without_an_answer_nothing_is_written(tmp_path):
    result = gd.shrink(NOISE, edges=EDGES, output=tmp_path / "small.npy")
    assert (result.output, list(tmp_path.iterdir())) == (None, [])
    assert f"{tmp_path / 'small.npy'} was not written, as there is no answer" in result.notes


def test_a_task_that_is_guessed_does_not_count():
    result = gd.shrink(ROWS, edges=EDGES, labels=np.random.default_rng(0).integers(0, 4, N_NODES))
    alone = gd.shrink(ROWS, edges=EDGES)
    assert (result.dimension, result.as_good, result.deficit(2)) == (alone.dimension, alone.as_good, alone.deficit(2))
    assert [task["dimension"] for task in result.summary()["tasks"]] == [alone.dimension, None]
    assert "(labels learned from the rows), so this task does not count; are the rows in the order" in repr(result)


def test_rows_that_hardly_beat_guessing_are_said_to():
    scores = SplitScores(np.array([2, 4]), np.array([[0.56, 0.58], [0.55, 0.50], [0.57, 0.62]]))
    curve = TaskCurve("link-prediction", "ROC-AUC", "", scores, guessing=guessing_links(500))
    result = Shrinkage(
        source="", n_rows=9, n_columns=4, n_bytes=144, dtype="float32", method="PCA", margin=0.01, curves=(curve,)
    )
    assert result.dimension == 2
    assert "hardly do better than chance (edges told from non-edges): guessing has 50.0 %, so the answer" in repr(
        result
    )


def test_rows_in_another_order_than_the_labels_have_no_answer():
    rng, labels = np.random.default_rng(0), np.arange(500) % 10
    shuffled = rng.permutation(np.eye(10)[labels] + 0.3 * rng.standard_normal((500, 10)))
    result = gd.shrink(shuffled, labels=labels)
    guess, way = "no better than guessing (labels learned from the rows)", "are the rows in the order of the labels?"
    assert (result.dimension, result.summary()["notes"]) == (None, [f"the rows are {guess}; {way}"])
    assert "guessing" not in repr(gd.shrink(ROWS, labels=LABELS))


def test_a_constant_answer_is_as_good_as_rows_that_know_nothing_of_lopsided_labels():
    rows = np.random.default_rng(1).standard_normal((N_NODES, 4))
    for labels, guessing in ((np.r_[np.zeros(150, int), np.arange(50) % 2 + 1], 75), (np.arange(N_NODES) < 20, 50)):
        result = gd.shrink(rows, labels=labels)
        assert result.dimension is None
        assert f"guessing has {guessing}.0 %" in repr(result)


def test_without_an_answer_the_exit_code_is_1_and_quiet_prints_nothing(tmp_path):
    np.save(tmp_path / "rows.npy", np.random.default_rng(1).standard_normal((N_NODES, 4)))
    np.save(tmp_path / "labels.npy", LABELS)
    given = (tmp_path / "rows.npy", "--labels", tmp_path / "labels.npy")
    said = run(*given, "--quiet", "--output", tmp_path / "small.npy")
    assert (said.exit_code, said.stdout) == (1, "")
    assert "rows.npy: no dimension is better than guessing\n" in said.stderr
    assert "are the rows in the order of the labels?" in said.stderr
    assert not (tmp_path / "small.npy").exists()
    facts = run(*given, "--json")
    assert (facts.exit_code, json.loads(facts.stdout)["dimension"]) == (1, None)
    panel = run(*given)
    assert (panel.exit_code, panel.stdout[:36]) == (1, "No dimension is better than guessing")


@pytest.mark.parametrize(
    ("losses", "word"),
    [
        ([0.1, 0.2, 0.3], "sufficient"),
        ([1.7, 1.8, 1.9], "too small"),
        ([-0.5, 0.8, 2.1], "not shown to be enough"),
        ([-0.9, 0.4, 1.7], "sufficient on average, not surely"),
    ],
)
def test_a_verdict_is_what_the_interval_shows(losses, word):
    scores = np.array([[0.8 - loss / 100, 0.8, 0.8] for loss in losses])
    curve = TaskCurve(
        "node-classification", "accuracy", "", SplitScores(np.array([8, 16, 32]), scores), guessing=Guessing(0.1, 0.0)
    )
    result = Shrinkage(
        source="",
        n_rows=9,
        n_columns=32,
        n_bytes=288,
        dtype="float32",
        method="PCA",
        margin=0.005,
        curves=(curve,),
        at=(8,),
    )
    assert f"\n  8          {word}: {np.mean(losses):.1f} points below the uncut rows [" in repr(result)


def planted(*, n_nodes: int = 500, blocks: int = 5) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Spectral rows of nine tenths of the edges of a block model, those edges, and the held-out ones."""
    edges = block_model(blocks, n_nodes, inside=0.2, across=0.01)
    is_held_out = np.random.default_rng(0).random(len(edges)) < 0.1
    low, high = edges[~is_held_out].T
    adjacency = np.zeros((n_nodes, n_nodes))
    adjacency[low, high] = adjacency[high, low] = 1
    values, vectors = np.linalg.eigh(adjacency)
    return vectors[:, -48:] * np.sqrt(np.maximum(values[-48:], 0)), edges[~is_held_out], edges[is_held_out]


def test_held_out_edges_need_fewer_dimensions_than_those_of_the_training():
    rows, train, held_out = planted()
    remembered = gd.shrink(rows, edges=train)
    assert remembered.dimension > 24
    assert "new edges may need far fewer dimensions: see --known" in repr(remembered)
    predicted = gd.shrink(rows, edges=held_out, known=train)
    assert predicted.dimension <= 6
    assert "trained" not in repr(predicted)


@pytest.mark.parametrize("seed", [2, 5])
def test_few_edges_choose_their_decoder_on_all_splits(seed):
    """By the 31 validation edges of the first split alone, both seeds mix axes that mean something, and answer 48."""
    rows, train, held_out = planted()
    assert gd.shrink(rows, edges=held_out, known=train, seed=seed).dimension in (4, 5, 6)


def curve_of(*scores: list[float]) -> TaskCurve:
    return TaskCurve("link-prediction", "ROC-AUC", "", SplitScores(np.array([2, 4, 8, 16]), np.array(scores)))


def test_a_cut_that_surely_does_better_takes_the_place_of_the_uncut_rows():
    curve = curve_of([0.70, 0.77, 0.773, 0.70], [0.71, 0.78, 0.781, 0.71], [0.70, 0.77, 0.772, 0.71])
    assert curve.reference(0.01) == 8
    assert curve.as_good(0.01) == (4, 8)
    result = Shrinkage(
        source="",
        n_rows=9,
        n_columns=16,
        n_bytes=144,
        dtype="float32",
        method="PCA",
        margin=0.01,
        curves=(curve,),
        at=(2, 16),
    )
    assert (result.dimension, result.as_good) == (4, (4, 8))
    assert "4 to 8: at most 1 point below the best cut (77.5 % at 8; uncut rows 70.7 % ROC-AUC)" in repr(result)
    assert "too small: 7.2 points below the best cut" in repr(result)
    assert "too large: 6.9 points below the best cut" in repr(result)


def test_a_range_of_one_dimension_is_that_dimension():
    curve = curve_of([0.70, 0.78, 0.70, 0.70], [0.71, 0.79, 0.71, 0.71], [0.70, 0.78, 0.70, 0.71])
    result = Shrinkage(
        source="", n_rows=9, n_columns=16, n_bytes=576, dtype="float32", method="PCA", margin=0.01, curves=(curve,)
    )
    assert "\n  as good    4: at most 1 point below the best cut" in repr(result)


def test_a_cut_that_does_better_by_chance_does_not():
    curve = curve_of([0.70, 0.71, 0.80, 0.70], [0.71, 0.71, 0.70, 0.71], [0.70, 0.71, 0.70, 0.71])
    assert curve.reference(0.01) == 16
    assert curve.as_good(0.01) == (2, 16)


@pytest.mark.parametrize("seed", range(20))
def test_what_is_left_possible_agrees_with_the_verdict_on_every_dimension(seed):
    rng = np.random.default_rng(seed)
    curve = curve_of(*(np.array([0.76, 0.79, 0.80, 0.80]) + 0.006 * rng.standard_normal((4, 4))).tolist())
    result = Shrinkage(
        source="", n_rows=9, n_columns=16, n_bytes=144, dtype="float32", method="PCA", margin=0.01, curves=(curve,)
    )
    verdicts = {dimension: word(result, dimension) for dimension in (2, 4, 8, 16)}
    low, high = curve.possible(0.01)
    assert low == next(dimension for dimension, word in verdicts.items() if word != "too small")
    unsure = [dimension for dimension, word in verdicts.items() if word != "sufficient" and dimension < high]
    assert not unsure or max(unsure) == high // 2
    assert low <= result.dimension <= high
    assert verdicts[high] == "sufficient"
    left = "no other" if low == high else f"{low} to {high}"
    assert f"\n  sure       4 splits leave {left} possible (95 %)" in repr(result)
    assert result.summary()["tasks"][0]["possible"] == [low, high]


def test_known_edges_are_neither_scored_nor_non_edges():
    rows, train, held_out = planted()
    both = matched(np.concatenate([held_out, train[:100]]), rows_of(rows), known=train)
    assert both.adjacency.nnz == 2 * len(held_out)
    assert any(f"100 of {len(held_out) + 100:,} edges are known already" in note for note in both.notes)
    parts = link_parts(both.adjacency, 0, both.sides, both.known)
    drawn = np.concatenate([parts.learning[1], parts.validation[1], parts.test[1]])
    used = {frozenset(pair) for pair in np.concatenate([train, held_out]).tolist()}
    assert not used & {frozenset(pair) for pair in both.row_of_node[drawn].tolist()}


def test_a_few_held_out_edges_have_no_sides_by_chance():
    rows, train, _ = planted()
    tree = np.array([(0, node) for node in range(1, 60) if [0, node] not in train.tolist()])
    assert matched(tree, rows_of(rows)).sides is not None
    assert matched(tree, rows_of(rows), known=train).sides is None


def test_a_regression_survives_a_cut_because_the_axes_are_mixed():
    """The mean and the popularity of a node lie on different singular vectors; a link needs their product."""
    rng = np.random.default_rng(0)
    popularity = rng.exponential(1, N_NODES)
    odds = np.minimum(np.add.outer(popularity, popularity) / 8, 1)
    low, high = np.triu_indices(N_NODES, k=1)
    drawn = rng.random(len(low)) < odds[low, high]
    hidden = np.column_stack([np.full(N_NODES, 6.0), popularity - 1, 0.01 * rng.standard_normal((N_NODES, 14))])
    rows = hidden @ np.linalg.qr(rng.standard_normal((16, 16)))[0]
    result = gd.shrink(rows, edges=np.column_stack([low[drawn], high[drawn]]))
    assert "regression" in repr(result)
    assert result.dimension <= 4


def test_axes_that_mean_something_are_not_mixed():
    """Eigenvectors of blocks that are linked to one another alone: edges need the signs of the eigenvalues."""
    rng = np.random.default_rng(0)
    blocks = np.arange(N_NODES) % 8
    low, high = np.triu_indices(N_NODES, k=1)
    drawn = rng.random(len(low)) < np.where(blocks[low] ^ 1 == blocks[high], 0.5, 0.02)
    adjacency = np.zeros((N_NODES, N_NODES))
    adjacency[low[drawn], high[drawn]] = adjacency[high[drawn], low[drawn]] = 1
    values, vectors = np.linalg.eigh(adjacency)
    leading = np.argsort(-np.abs(values))[:32]
    rows = vectors[:, leading] * np.sqrt(np.abs(values[leading]))
    result = gd.shrink(rows, edges=np.column_stack([low[drawn], high[drawn]]), at=16)
    assert "regression on the Hadamard product of two rows, fitted again at every dimension\n" in repr(result)
    by_hand = gd.shrink(rows[:, :16], edges=np.column_stack([low[drawn], high[drawn]]))
    assert result.deficit(16).mean == pytest.approx(result.curve[-1]["score"] - by_hand.curve[-1]["score"], abs=0.002)


def test_it_shows_itself_as_a_chart_and_in_a_notebook():
    result = gd.shrink(ROWS, at=[2, 100])
    drawn = result.plot().to_dict()
    assert drawn["title"]["text"] == f"Dimension {result.dimension}"
    marks = [row["dimension"] for layer in drawn["layer"] for row in layer["data"]["values"] if "below" in row]
    assert {result.dimension, 2} == set(marks)  # 100 is more than there are
    assert "<caption>" in result._repr_html_()


def test_the_axes_are_those_of_numpy():
    rows = np.random.default_rng(0).standard_normal((20_000, 6)).astype(np.float32) @ np.diag([6, 5, 4, 3, 2, 1]) + 1
    projection = fit(rows_of(rows), is_centred=False)
    assert np.sqrt(projection.energies) == pytest.approx(np.linalg.svd(rows, compute_uv=False), rel=1e-4)
    centred = fit(rows_of(rows), is_centred=True)
    assert np.sqrt(centred.energies) == pytest.approx(np.linalg.svd(rows - rows.mean(0), compute_uv=False), rel=1e-4)
    exact = rows[:500].astype(np.float64) @ rows[:500].T
    cut = projection.apply(rows[:500].astype(np.float32), 6)
    assert np.abs(cut @ cut.T - exact).max() < 1e-3 * np.abs(exact).max()


def test_the_error_of_inner_products_is_that_of_all_of_them():
    projection = fit(rows_of(ROWS), is_centred=False)
    cut = projection.apply(ROWS, 3)
    exact = ROWS @ ROWS.T
    assert projection.error(3) == pytest.approx(np.linalg.norm(exact - cut @ cut.T) / np.linalg.norm(exact), rel=1e-3)


def keyed_vectors() -> gensim.models.KeyedVectors:
    vectors = gensim.models.KeyedVectors(WIDTH)
    vectors.add_vectors(NAMES, ROWS)
    return vectors


def as_npy(folder):
    np.save(folder / "rows.npy", ROWS)
    return folder / "rows.npy"


def as_npz(folder):
    np.savez(folder / "rows.npz", rows=ROWS, ids=np.array(NAMES))
    return folder / "rows.npz"


def as_parquet(folder):
    frame = pl.DataFrame({"node": NAMES} | {f"x{place}": ROWS[:, place] for place in range(WIDTH)})
    frame.write_parquet(folder / "rows.parquet")
    return folder / "rows.parquet"


def as_lists(folder):
    pl.DataFrame({"node": NAMES, "embedding": ROWS.tolist()}).write_parquet(folder / "lists.parquet")
    return folder / "lists.parquet"


def as_csv(folder):
    frame = pl.DataFrame({"id": NAMES} | {f"x{place}": ROWS[:, place] for place in range(WIDTH)})
    frame.write_csv(folder / "rows.csv")
    return folder / "rows.csv"


def as_word2vec(folder):
    keyed_vectors().save_word2vec_format(folder / "vectors.txt")
    return folder / "vectors.txt"


FILES = [as_npy, as_npz, as_parquet, as_lists, as_csv, as_word2vec]
OBJECTS = {
    "array": ROWS,
    "list": ROWS.tolist(),
    "tensor": torch.tensor(ROWS, requires_grad=True),
    "torch.nn.Embedding": torch.nn.Embedding.from_pretrained(torch.tensor(ROWS)),
    "gensim": keyed_vectors(),
}


@pytest.mark.parametrize("form", FILES)
def test_every_file_holds_the_same_rows(form, tmp_path):
    rows = rows_of(form(tmp_path))
    assert rows.take(np.arange(N_NODES)) == pytest.approx(ROWS, abs=1e-6)
    assert rows.ids == (None if form is as_npy else tuple(NAMES))


def last(frame: pl.DataFrame) -> pl.DataFrame:
    """The same table with its first column at the end."""
    return frame.select(*frame.columns[1:], frame.columns[0])


@pytest.mark.parametrize("ids", [NAMES, list(range(N_NODES))], ids=["names", "numbers"])
def test_ids_need_not_come_first_in_csv_and_parquet(ids, tmp_path):
    table = last(pl.DataFrame({"id": ids} | {f"x{place}": ROWS[:, place] for place in range(WIDTH)}))
    table.write_csv(tmp_path / "rows.csv")
    table.write_parquet(tmp_path / "rows.parquet")
    for name in ("rows.csv", "rows.parquet"):
        rows = rows_of(tmp_path / name)
        assert rows.ids == tuple(map(str, ids))
        assert rows.take(np.arange(N_NODES)) == pytest.approx(ROWS, abs=1e-6)


def test_fractions_in_the_first_column_are_no_ids_in_csv_and_parquet(tmp_path):
    table = pl.DataFrame({f"x{place}": ROWS[:, place] for place in range(WIDTH)})
    table.write_csv(tmp_path / "rows.csv")
    table.write_parquet(tmp_path / "rows.parquet")
    for name in ("rows.csv", "rows.parquet"):
        assert (rows_of(tmp_path / name).ids, rows_of(tmp_path / name).shape) == (None, ROWS.shape)


def test_ids_of_labels_that_the_rows_lack_are_compared_with_the_rows(tmp_path):
    (tmp_path / "labels.csv").write_text("id,label\n" + "".join(f"m{number},a\n" for number in range(9)))
    with pytest.raises(GraphDimError, match="none of 9 ids found in the rows; .* those of the rows like '0'"):
        gd.shrink(ROWS, labels=tmp_path / "labels.csv")


def test_rows_without_a_label_are_counted():
    labels = [None if number % 7 == 0 else str(label) for number, label in enumerate(LABELS)]
    assert "29 of 200 rows have no label: neither learned from nor scored" in gd.shrink(ROWS, labels=labels).notes


@pytest.mark.parametrize("name", OBJECTS)
def test_every_object_holds_the_same_rows(name):
    assert np.allclose(rows_of(OBJECTS[name]).read(slice(0, N_NODES)), ROWS)


ORDER = np.random.default_rng(0).permutation(N_NODES)
SHUFFLED = [NAMES[place] for place in ORDER]
WITH_IDS = {
    "index": (pd.DataFrame(ROWS[ORDER], index=SHUFFLED), SHUFFLED),
    "shuffled numbers": (pd.DataFrame(ROWS).iloc[ORDER], [str(place) for place in ORDER]),
    "filtered": (pd.DataFrame(ROWS).iloc[5:], [str(place) for place in range(5, N_NODES)]),
    "pandas column": (pd.DataFrame(ROWS).assign(id=NAMES).iloc[ORDER], SHUFFLED),
    "polars column": (pl.DataFrame(ROWS).insert_column(3, pl.Series("node", NAMES)), NAMES),
    "dict": ({NAMES[place]: ROWS[place] for place in ORDER}, SHUFFLED),
    "dict of lists": ({place: ROWS[place].tolist() for place in range(N_NODES)}, list(map(str, range(N_NODES)))),
    "dict of tensors": (dict(zip(NAMES, torch.tensor(ROWS, requires_grad=True), strict=True)), NAMES),
}


@pytest.mark.parametrize("name", WITH_IDS)
def test_frames_and_dicts_bring_their_ids(name):
    source, ids = WITH_IDS[name]
    rows = rows_of(source)
    assert rows.ids == tuple(ids)
    places = [int(node.removeprefix("n")) for node in ids]
    assert np.allclose(rows.read(slice(0, len(ids))), ROWS[places])


@pytest.mark.parametrize(
    "frame", [pd.DataFrame(ROWS), pd.DataFrame(ROWS, index=list(range(N_NODES))), pl.DataFrame(ROWS)]
)
def test_an_index_that_counts_the_rows_is_no_ids(frame):
    assert rows_of(frame).ids is None
    assert np.allclose(rows_of(frame).read(slice(0, N_NODES)), ROWS)


def test_a_shuffled_frame_gets_the_answer_of_its_order():
    frame = pd.DataFrame(ROWS).iloc[ORDER]
    assert gd.shrink(frame, edges=EDGES).dimension == gd.shrink(ROWS, edges=EDGES).dimension
    labels = pd.Series(LABELS, index=NAMES)
    assert gd.shrink(WITH_IDS["index"][0], labels=labels).dimension == gd.shrink(ROWS, labels=LABELS).dimension


ENDS = {"id": ORDER, "label": LABELS[ORDER]}


@pytest.mark.parametrize(
    "labels",
    [
        pd.Series(LABELS),
        pd.Series(LABELS[ORDER], index=[f"{place}" for place in ORDER]),
        pd.Series(LABELS[ORDER], index=ORDER + 1),
        pd.DataFrame({"label": LABELS}),
        pl.DataFrame({"label": LABELS}),
        pd.DataFrame(ENDS),
        pl.DataFrame(ENDS),
        pl.DataFrame(ENDS).to_arrow(),
        pd.DataFrame(ENDS).set_index("id"),
    ],
)
def test_labels_in_a_frame_find_rows_without_ids(labels):
    assert gd.shrink(ROWS, labels=labels).curve == gd.shrink(ROWS, labels=LABELS).curve


def test_an_index_that_orders_the_labels_is_told():
    notes = gd.shrink(ROWS, labels=pd.Series(LABELS[ORDER], index=ORDER.astype(str))).notes
    assert "the rows have no ids: they are 0 to 199 in the index of the labels; if the labels are in" in notes[-1]
    assert gd.shrink(ROWS, labels=pd.Series(LABELS)).notes == ()


def test_labels_of_some_rows_are_found_by_their_index():
    some = pd.Series(LABELS[ORDER], index=ORDER)[:150]
    assert "50 of 200 rows have no label: neither learned from nor scored" in gd.shrink(ROWS, labels=some).notes
    more = pd.concat([pd.Series(LABELS), pd.Series([0, 1], index=[900, 901])])
    assert gd.shrink(ROWS, labels=more).curve == gd.shrink(ROWS, labels=LABELS).curve


@pytest.mark.parametrize(
    ("index", "message"),
    [
        (np.arange(50, N_NODES + 50), "a label for each row, but the index of the labels lacks 50 of the rows, which"),
        (np.arange(N_NODES) + 7000, "labels, index: none of 200 ids found in the rows"),
        (np.zeros(N_NODES, dtype=int), "node '0' has two rows"),
    ],
)
def test_an_index_that_does_not_match_rows_without_ids_is_refused(index, message):
    with pytest.raises(GraphDimError, match=rf"{message}.*; if the labels are in .* give labels\.to_numpy\(\)"):
        gd.shrink(ROWS, labels=pd.Series(LABELS, index=index))


SHUFFLED_LABELS = pd.Series(LABELS[ORDER], index=ORDER)


@pytest.mark.parametrize("options", [{}, {"edges": EDGES}])
@pytest.mark.parametrize("labels", [SHUFFLED_LABELS, SHUFFLED_LABELS.to_frame("label"), SHUFFLED_LABELS.to_frame("y")])
def test_labels_in_two_possible_orders_are_refused_with_both_ways_out(labels, options):
    message = r"holds 0 to 199 in another order; .* give labels\.to_numpy\(\), and labels\.sort_index\(\) if the index"
    with pytest.raises(GraphDimError, match=message):
        gd.shrink(ROWS, labels=labels, **options)
    expected = gd.shrink(ROWS, labels=LABELS).curve
    assert gd.shrink(ROWS, labels=labels.sort_index()).curve == expected
    assert gd.shrink(ROWS, labels=labels.rename_axis("id")).curve == expected
    in_order = gd.shrink(ROWS[ORDER], labels=labels.to_numpy()).curve
    assert in_order == gd.shrink(ROWS[ORDER], labels=LABELS[ORDER]).curve


@pytest.mark.parametrize("options", [{}, {"edges": EDGES}])
@pytest.mark.parametrize("n_labels", [150, 230, 2000])
def test_labels_that_are_only_counted_are_one_for_each_row(n_labels, options):
    labels = pd.Series(np.resize(LABELS, n_labels))
    for given in (
        labels,
        labels.to_frame("label"),
        labels.to_frame("y"),
        pd.Series(labels.to_list(), index=[*labels.index]),
    ):
        with pytest.raises(GraphDimError, match=f"{n_labels:,} labels for 200 nodes; give one for each"):
            gd.shrink(ROWS, labels=given, **options)


@pytest.mark.parametrize("form", ["frame", "rows.parquet", "rows.csv"])
def test_an_index_of_the_rows_finds_labels_whose_index_counts(form, tmp_path):
    frame = pd.DataFrame(ROWS, columns=[f"x{place}" for place in range(ROWS.shape[1])]).iloc[ORDER]
    frame.to_parquet(tmp_path / "rows.parquet")
    frame.to_csv(tmp_path / "rows.csv")
    found = gd.shrink(frame if form == "frame" else tmp_path / form, labels=pd.Series(LABELS))
    assert found.curve == gd.shrink(ROWS[ORDER], labels=LABELS[ORDER]).curve
    assert "the labels were matched by the index of the rows; if the labels are in the order" in found.notes[-1]


def test_an_index_that_counts_stays_beside_rows_with_ids_of_their_own():
    frame = pd.DataFrame(ROWS[ORDER]).assign(id=ORDER)
    for labels in (pd.Series(LABELS[ORDER]), pd.DataFrame({"label": LABELS[ORDER]}), pd.DataFrame(ENDS)):
        assert gd.shrink(frame, labels=labels).curve == gd.shrink(ROWS[ORDER], labels=LABELS[ORDER]).curve


def test_a_large_file_is_read_in_blocks_and_stays_on_disk(tmp_path, monkeypatch):
    monkeypatch.setattr("graphdim.shrinking.rows.BLOCK", 7)
    on_disk = rows_of(as_npy(tmp_path))
    assert isinstance(on_disk.array, ArrayFile)
    assert np.allclose(fit(on_disk, is_centred=True).energies, fit(rows_of(ROWS), is_centred=True).energies, rtol=1e-4)
    places = np.array([3, 199, 3, 0])
    assert np.array_equal(on_disk.take(places), ROWS[places])


def test_the_order_of_numbers_in_a_file_does_not_matter(tmp_path):
    np.save(tmp_path / "fortran.npy", np.asfortranarray(ROWS.astype(">f8")))
    assert np.allclose(rows_of(tmp_path / "fortran.npy").take(np.array([5, 1])), ROWS[[5, 1]])


def test_rows_find_their_nodes_by_their_ids(tmp_path):
    shuffled = np.random.default_rng(0).permutation(N_NODES)
    named = [(f"n{low}", f"n{high}") for low, high in EDGES.tolist()] + [("stranger", "n0")]
    np.savez(tmp_path / "rows.npz", rows=ROWS[shuffled], ids=np.array(NAMES)[shuffled])
    result = gd.shrink(tmp_path / "rows.npz", edges=named, labels={name: name[-1] for name in NAMES[:50]})
    assert result.summary()["tasks"][0]["dimension"] in (3, 4)
    assert any("1 of 201 nodes of the edges have no row, like 'stranger'" in note for note in result.notes)


def test_rows_without_ids_are_those_of_the_numbers():
    extra = np.vstack([ROWS, np.ones((3, WIDTH), dtype=np.float32)])
    result = gd.shrink(extra, edges=EDGES)
    assert result.dimension in (3, 4)
    assert any("3 rows of 203 have no edge" in note for note in result.notes)


def test_the_output_is_the_cut_rows_and_the_projection_that_made_them(tmp_path):
    named = [(f"n{low}", f"n{high}") for low, high in EDGES]
    # The rows have four dimensions; on the splits of other seeds, three of them are as good.
    result = gd.shrink(as_npz(tmp_path), edges=named, seed=3, output=tmp_path / "s.npy")
    cut, made = np.load(tmp_path / "s.npy"), np.load(tmp_path / "s.projection.npz")
    assert cut.shape == (N_NODES, result.dimension)
    assert cut.dtype == np.float32
    assert np.allclose((ROWS - made["mean"]) @ made["axes"], cut, atol=1e-5)
    assert made["ids"].tolist() == NAMES
    assert np.allclose(cut @ cut.T, ROWS @ ROWS.T, atol=0.2)


def test_an_output_replaces_what_was_there(tmp_path):
    (tmp_path / "small.npy").write_bytes(b"old")
    result = gd.shrink(as_npy(tmp_path), labels=LABELS, output=tmp_path / "small.npy")
    assert np.load(tmp_path / "small.npy").shape == (N_NODES, result.dimension)
    assert sorted(item.name for item in tmp_path.iterdir()) == ["rows.npy", "small.npy", "small.projection.npz"]


def test_an_input_is_not_replaced_by_the_output(tmp_path, monkeypatch):
    path = as_npy(tmp_path)
    before = path.read_bytes()
    (tmp_path / "link.npy").symlink_to(path)
    (tmp_path / "twin.npy").hardlink_to(path)
    monkeypatch.chdir(tmp_path)
    for name in ("rows.npy", "link.npy", "twin.npy"):
        for rows in (path, "rows.npy", np.load(path, mmap_mode="r")):
            with pytest.raises(ParameterError, match=f"{name}: the output would replace this input; name another"):
                gd.shrink(rows, output=tmp_path / name)
    np.save("labels.npy", LABELS)
    with pytest.raises(ParameterError, match="the output would replace this input"):
        gd.shrink(path, labels="labels.npy", output="labels.npy")
    np.savez("rows.projection.npz", axes=ROWS)
    with pytest.raises(ParameterError, match=r"rows.projection.npz: the output would replace this input"):
        gd.shrink("rows.projection.npz", output="rows.npy")
    assert path.read_bytes() == before


def test_an_output_that_breaks_off_leaves_what_was_there(tmp_path, monkeypatch):
    def full(function, blocks):
        yield function(next(iter(blocks)))
        raise OSError(28, "No space left on device")

    path = tmp_path / "small.npy"
    path.write_bytes(b"old")
    monkeypatch.setattr("graphdim.shrinking.writing.map_ahead", full)
    with pytest.raises(GraphDimError, match="cannot be written \\(No space left on device\\)"):
        gd.shrink(ROWS, output=path)
    assert path.read_bytes() == b"old"
    assert [item.name for item in tmp_path.iterdir()] == ["small.npy"]


def cut_short(folder):
    (folder / "short.txt").write_text("3 2\na 1 2\nb 3 4\n")
    return folder / "short.txt"


def not_numbers(folder):
    (folder / "words.csv").write_text("a,1,2\nb,3,x\n")
    return folder / "words.csv"


@pytest.mark.parametrize(
    ("rows", "options", "message"),
    [
        ("none.npy", {}, "none.npy: there is no such file"),
        (cut_short, {}, "its first line says 3 rows, and it has 2"),
        (not_numbers, {}, "'x' is none"),
        (np.zeros(5), {}, "5 of type float64; an embedding is a table of numbers"),
        ([[1.0, 2.0], [3.0]], {}, "rows of different lengths"),
        ({"a": [1.0, 2.0], "b": [3.0]}, {}, "rows of different lengths"),
        ({}, {}, "0 of type float64; an embedding is a table of numbers"),
        (pd.DataFrame([[1, 2, 0.5], [3, 4, 1.5]], columns=["id", "id", "x"]), {}, "2 columns are called 'id'"),
        (pd.DataFrame(ROWS[:2], index=["a", "a"]), {}, "the id 'a' has two rows; .* write the kind into the ids"),
        (pd.Series([1.0, 2.0]), {}, "2 of type float64; an embedding is a table of numbers"),
        (np.full((5, 4), np.nan), {}, "NaN, infinite or too large"),
        (np.full((5, 4), np.inf), {}, "NaN, infinite or too large"),
        (ROWS[:, :1], {}, "200 rows of 1 number;"),
        (ROWS, {"margin": -1}, "margin is -1"),
        (ROWS, {"margin": 2}, "margin is 2; scores lie between 0 and 1"),
        (ROWS, {"at": 0}, "at is 0"),
        (ROWS, {"output": "small.csv"}, "the cut rows are written as .npy"),
        (ROWS, {"output": "no/such/small.npy"}, "there is no folder no/such"),
        (ROWS, {"labels": [0, 1]}, "2 labels for 200 nodes"),
        (ROWS, {"edges": [("a", "b"), ("b", "c")]}, "the nodes have names such as 'a'"),
        (ROWS, {"known": EDGES}, "known edges without edges to score"),
        (ROWS, {"edges": EDGES, "known": EDGES}, "every edge to score is among the known ones"),
        (ROWS, {"edges": [(0, 300), (1, 2)]}, "node 300 has no row; .* from 0 to 199"),
        (keyed_vectors(), {"edges": EDGES}, "200 of 200 nodes of the edges have no row, like '0'; .* like 'n0'"),
    ],
)
def test_what_cannot_be_cut_is_refused_in_one_line(rows, options, message, tmp_path):
    given = rows(tmp_path) if callable(rows) and rows in (cut_short, not_numbers) else rows
    with pytest.raises(GraphDimError, match=message):
        gd.shrink(given, **options)


def test_the_home_of_an_unknown_user_is_one_line_too():
    unknown = "~nobody-here/rows.npy"
    with pytest.raises(NotFoundError, match="~nobody-here"):
        gd.shrink(unknown)
    with pytest.raises(NotFoundError, match="~nobody-here"):
        gd.shrink(block_rows(), labels=unknown)
    with pytest.raises(ParameterError, match="there is no folder ~nobody-here"):
        gd.shrink(block_rows(), output=unknown)


def run(*arguments):
    return CliRunner().invoke(graphdim, ["shrink", *map(str, arguments)], catch_exceptions=False)


def test_the_command_prints_the_panel_the_number_or_json(tmp_path):
    path, edges, labels = as_csv(tmp_path), tmp_path / "edges.csv", tmp_path / "labels.csv"
    edges.write_text("".join(f"n{low},n{high}\n" for low, high in EDGES))
    labels.write_text("id,label\n" + "".join(f"n{number},c{label}\n" for number, label in enumerate(LABELS)))
    lines = run(path, "--labels", labels, "--at", "2,8").stdout.splitlines()
    assert lines[0] == "Dimension 3  (of 24, cut by PCA; labels learned from the rows)"
    assert any(line.startswith("  2          too small: ") for line in lines)
    assert any(line.startswith("  8          sufficient: ") for line in lines)
    assert run(path, "--edges", edges, "--quiet").stdout in ("3\n", "4\n")
    facts = json.loads(run(path, "--labels", labels, "--margin", "2", "--json").stdout)
    assert (facts["dimension"], facts["margin"], facts["n_columns"]) == (3, 0.02, WIDTH)


def popular_nodes(n_nodes: int, *, steep: float = 0.8) -> tuple[np.ndarray, np.ndarray]:
    """Edges that popularity decides, and four blocks a little; rows that know both."""
    rng = np.random.default_rng(0)
    fame, block = np.arange(1, n_nodes + 1) ** -steep, np.eye(4)[rng.integers(0, 4, n_nodes)]
    chance = np.outer(fame, fame) * (0.8 + 0.8 * block @ block.T)
    chance *= 20 * n_nodes / chance.sum()
    edges = np.argwhere(np.triu(rng.random((n_nodes, n_nodes)) < chance, k=1))
    known = np.column_stack([np.full(n_nodes, 3), 0.6 * (block - 0.25)])
    return edges, (np.sqrt(fame)[:, None] * known).astype(np.float32)


def test_where_degrees_alone_nearly_suffice_non_edges_are_drawn_by_degree():
    edges, rows = popular_nodes(600)
    result = gd.shrink(rows, edges=edges, at=1)
    assert result.dimension > 1
    assert result.deficit(1).low > result.margin
    assert result.headline()[1].endswith("edges told from non-edges drawn by degree")
    [easy] = [task["score_of_degrees"] for task in result.summary()["tasks"]]
    assert 0.8 < easy < 0.9
    note = f"degrees alone tell edges from random pairs nearly as well as the rows do ({100 * easy:.1f} %)"
    assert f"{note}, so non-edges were drawn by degree" in result.summary()["notes"]


def test_rows_that_know_nothing_but_degrees_keep_their_task():
    edges, rows = popular_nodes(600, steep=0.4)
    result = gd.shrink(rows[:, :1].repeat(4, axis=1), edges=edges)
    assert result.dimension == 1
    assert result.headline()[1].endswith("edges told from non-edges")
    assert "and beyond degrees the rows are no better than guessing" in " ".join(result.summary()["notes"])


def test_random_pairs_stay_where_the_rows_know_much_more_than_degrees():
    assert gd.shrink(ROWS, edges=EDGES).summary()["tasks"][0]["score_of_degrees"] is None
