"""Settings: each has a source, guesses have a reason, and files add entries that hold for their datasets and tasks."""

from pathlib import Path

import pytest

from graphdim.errors import ParameterError, SourceError
from graphdim.training.settings import DEFAULTS, Settings

NODES, LINKS = "node-classification", "link-prediction"


@pytest.mark.parametrize("entry", DEFAULTS.entries(), ids=lambda entry: f"{entry['section']} {entry['name']}")
def test_every_setting_has_a_source_and_every_guess_a_reason(entry: dict) -> None:
    assert entry["source"] in {"upstream", "assumed"}
    assert ("because" in entry) == (entry["source"] == "assumed")
    assert set(entry) <= {"section", "name", "value", "source", "because", "dataset", "task"}


def test_the_general_entry_comes_first() -> None:
    for names in DEFAULTS.sections.values():
        for entries in names.values():
            assert not {"dataset", "task"} & set(entries[0])


def test_only_public_splits_belong_to_a_dataset() -> None:
    of_datasets = {(entry["section"], entry["name"]) for entry in DEFAULTS.entries() if "dataset" in entry}
    assert of_datasets == {(NODES, "usual_split")}


@pytest.mark.parametrize(
    ("model", "name", "expected"),
    [("gat", "learning_rate", 0.005), ("gcnii", "default_width", 64), ("mlp", "default_width", None)],
)
def test_models_have_their_own(model: str, name: str, expected: float | None) -> None:
    assert expected == getattr(DEFAULTS.model(model), name)


def test_a_task_has_its_own() -> None:
    assert DEFAULTS.value("gcnii", "dropout", task=LINKS) == 0
    assert DEFAULTS.value("gcn", "dropout", task=NODES) == 0.5
    assert DEFAULTS.value("gcn", "weight_decay", task=LINKS) == 0
    assert "too much alike" in DEFAULTS.entry("gcnii", "initial_residual", task=LINKS)["because"]


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(ParameterError, match="no setting 'colour' for 'gcn'"):
        DEFAULTS.value("gcn", "colour")


@pytest.fixture
def added(tmp_path: Path) -> Settings:
    """Settings with entries for one dataset, and one task on it."""
    path = tmp_path / "more.toml"
    path.write_text(
        '[gcn]\ndropout = { dataset = "cora", task = "node-classification", value = 0.1 }\n'
        'learning_rate = [{ value = 0.5 }, { dataset = ["cora", "mine"], value = 0.6 }]\n'
    )
    return DEFAULTS.adding(path)


def test_a_file_adds_entries_and_the_last_that_fits_counts(added: Settings) -> None:
    assert [added.value("gcn", "dropout", *place) for place in (("cora", NODES), ("cora", LINKS), ("mine", NODES))] == [
        0.1,
        0.0,
        0.5,
    ]
    assert [added.value("gcn", "learning_rate", name) for name in ("cora", "mine", "yours")] == [0.6, 0.6, 0.5]
    assert DEFAULTS.value("gcn", "learning_rate", "cora") == 0.01


def test_a_users_graph_gets_nothing_from_its_name(added: Settings) -> None:
    assert added.for_any_graph.value("gcn", "learning_rate", "cora") == 0.5
    assert DEFAULTS.value(NODES, "usual_split", "cora") == 20
    assert DEFAULTS.for_any_graph.value(NODES, "usual_split", "cora") == 0


def test_the_digest_changes_with_a_setting_and_not_with_what_a_training_carries(
    tmp_path: Path, added: Settings
) -> None:
    assert added.digest("gcn", "cora", NODES) != DEFAULTS.digest("gcn", "cora", NODES)
    assert added.digest("gat", "cora", NODES) == DEFAULTS.digest("gat", "cora", NODES)
    (tmp_path / "epochs.toml").write_text("[gcn]\nmax_epochs = { value = 7 }\n")
    assert DEFAULTS.adding(tmp_path / "epochs.toml").digest("gcn", "cora", NODES) == DEFAULTS.digest(
        "gcn", "cora", NODES
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[gcn]\ncolour = { value = 1 }", r"\[gcn\] colour is not a setting"),
        ("[gin]\ndropout = { value = 1 }", r"\[gin\] dropout is not a setting"),
        ("[gcn]\ndropout = 0.5", "an entry without a value"),
        ("dropout = 0.5", "not a file of settings"),
        ("[gcn", "not a file of settings"),
    ],
)
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(SourceError, match=message):
        DEFAULTS.adding(tmp_path / "bad.toml")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="No such file"):
        DEFAULTS.adding(tmp_path / "nowhere.toml")
