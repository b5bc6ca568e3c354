"""Settings: each has a source, guesses have a reason, and datasets and tasks have their own where the page says so."""

import tomllib
from importlib.resources import files

import pytest

from graphdim.bench.settings import entry, model_settings, value
from graphdim.errors import ParameterError

SECTIONS = tomllib.loads((files("graphdim.bench") / "settings.toml").read_text(encoding="utf-8"))
ENTRIES = [
    (section, name, each)
    for section, settings in SECTIONS.items()
    for name, listed in settings.items()
    for each in (listed if isinstance(listed, list) else [listed])
]


@pytest.mark.parametrize(("section", "name", "each"), ENTRIES)
def test_every_setting_has_a_source_and_every_guess_a_reason(section: str, name: str, each: dict) -> None:
    assert each["source"] in {"paper", "upstream", "assumed"}, (section, name)
    assert ("because" in each) == (each["source"] == "assumed"), (section, name)
    assert set(each) <= {"value", "source", "because", "dataset", "task"}, (section, name)


def test_the_general_entry_comes_first() -> None:
    for settings in SECTIONS.values():
        for listed in settings.values():
            first = listed[0] if isinstance(listed, list) else listed
            assert not {"dataset", "task"} & set(first)


@pytest.mark.parametrize(
    ("model", "dataset", "name", "expected"),
    [
        ("gat", "cora", "learning_rate", 0.005),
        ("gat", "pubmed", "learning_rate", 0.01),
        ("gat", "pubmed", "output_heads", 8),
        ("gcnii", "cora", "learning_rate", 0.008),
        ("gcnii", "citeseer", "dropout", 0.7),
        ("gcnii", "citeseer", "identity_strength", 0.3),
        ("gcnii", "pubmed", "identity_strength", 0.4),
        ("gcnii", "pubmed", "convolution_decay", 5e-4),
        ("gcnii", "airport", "default_width", 64),
        ("gcnii", "citeseer", "default_width", 256),
        ("mlp", "cora", "default_width", None),
        ("gcn", "mine", "max_epochs", 2000),
        ("gcn", "airport", "max_epochs", 200),
    ],
)
def test_datasets_have_their_own(model: str, dataset: str, name: str, expected: float | None) -> None:
    assert expected == getattr(model_settings(model, dataset), name)


def test_a_task_has_its_own() -> None:
    assert value("gcnii", "dropout", "citeseer", "link-prediction") == 0
    assert value("gcn", "dropout", "citeseer", "node-classification") == 0.5
    assert value("gcn", "weight_decay", "citeseer", "link-prediction") == 0
    assert "too much alike" in entry("gcnii", "initial_residual", "cora", "link-prediction")["because"]


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(ParameterError, match="no setting 'colour' for 'gcn'"):
        value("gcn", "colour")
