"""The paper's settings: sources, values for its graphs, and digests that the ledger's lines carry."""

import pytest

from minge_paper.presets import SETTINGS

NODES, LINKS = "node-classification", "link-prediction"


@pytest.mark.parametrize("entry", SETTINGS.entries(), ids=lambda entry: f"{entry['section']} {entry['name']}")
def test_every_setting_has_a_source_and_every_guess_a_reason(entry: dict) -> None:
    assert entry["source"] in {"paper", "upstream", "assumed"}
    assert ("because" in entry) == (entry["source"] == "assumed")


@pytest.mark.parametrize(
    ("model", "dataset", "name", "expected"),
    [
        ("gat", "cora", "learning_rate", 0.005),
        ("gat", "pubmed", "learning_rate", 0.01),
        ("gat", "pubmed", "output_heads", 8),
        ("gat", "airport", "dropout", 0.2),
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
    assert expected == getattr(SETTINGS.model(model, dataset, NODES), name)


@pytest.mark.parametrize("dataset", ["cora", "pubmed", "airport", "polblogs"])
@pytest.mark.parametrize("model", ["mlp", "gcn", "gat", "gcnii"])
def test_links_are_optimised_alike_everywhere(model: str, dataset: str) -> None:
    found = SETTINGS.model(model, dataset, LINKS)
    assert (found.learning_rate, found.weight_decay, found.dropout, found.max_epochs) == (0.01, 0.0, 0.0, 5000)


# A changed digest makes every line of that kind invalid: change a setting only to train all of them again.
DIGESTS = {
    ("mlp", "cora", "node-classification"): "ceb111b25e7e",
    ("mlp", "cora", "link-prediction"): "8ac859014585",
    ("mlp", "citeseer", "node-classification"): "ceb111b25e7e",
    ("mlp", "citeseer", "link-prediction"): "8ac859014585",
    ("mlp", "pubmed", "node-classification"): "ceb111b25e7e",
    ("mlp", "pubmed", "link-prediction"): "8ac859014585",
    ("mlp", "airport", "node-classification"): "ceb111b25e7e",
    ("mlp", "airport", "link-prediction"): "8ac859014585",
    ("mlp", "actor", "node-classification"): "ceb111b25e7e",
    ("mlp", "actor", "link-prediction"): "8ac859014585",
    ("gcn", "cora", "node-classification"): "ceb111b25e7e",
    ("gcn", "cora", "link-prediction"): "8ac859014585",
    ("gcn", "citeseer", "node-classification"): "ceb111b25e7e",
    ("gcn", "citeseer", "link-prediction"): "8ac859014585",
    ("gcn", "pubmed", "node-classification"): "ceb111b25e7e",
    ("gcn", "pubmed", "link-prediction"): "8ac859014585",
    ("gcn", "airport", "node-classification"): "ceb111b25e7e",
    ("gcn", "airport", "link-prediction"): "8ac859014585",
    ("gcn", "actor", "node-classification"): "ceb111b25e7e",
    ("gcn", "actor", "link-prediction"): "8ac859014585",
    ("gat", "cora", "node-classification"): "823874dc3856",
    ("gat", "cora", "link-prediction"): "101a2ef56470",
    ("gat", "citeseer", "node-classification"): "823874dc3856",
    ("gat", "citeseer", "link-prediction"): "101a2ef56470",
    ("gat", "pubmed", "node-classification"): "056c32323962",
    ("gat", "pubmed", "link-prediction"): "c9cf8aeaa8d2",
    ("gat", "airport", "node-classification"): "4735bdf283ff",
    ("gat", "airport", "link-prediction"): "101a2ef56470",
    ("gat", "actor", "node-classification"): "823874dc3856",
    ("gat", "actor", "link-prediction"): "101a2ef56470",
    ("gcnii", "cora", "node-classification"): "17f7c1ff9340",
    ("gcnii", "cora", "link-prediction"): "01af6836c723",
    ("gcnii", "citeseer", "node-classification"): "fafee6a01248",
    ("gcnii", "citeseer", "link-prediction"): "533292167d11",
    ("gcnii", "pubmed", "node-classification"): "c1edca3e5ea3",
    ("gcnii", "pubmed", "link-prediction"): "8b5aca129c55",
    ("gcnii", "airport", "node-classification"): "846509957c45",
    ("gcnii", "airport", "link-prediction"): "01af6836c723",
    ("gcnii", "actor", "node-classification"): "60ed973da308",
    ("gcnii", "actor", "link-prediction"): "01af6836c723",
}


@pytest.mark.parametrize(("model", "dataset", "task"), DIGESTS)
def test_digests_stay_as_the_ledger_has_them(model: str, dataset: str, task: str) -> None:
    assert SETTINGS.digest(model, dataset, task) == DIGESTS[model, dataset, task]
