"""What the paper notes about a graph beyond what every ledger has."""

from pathlib import Path

import pytest

from graphdim.api import ideal_dimension
from graphdim.training.facts import selected
from labelled_toys import N_NODES, put_toy, toy_graph
from minge_paper.facts import STRUCTURE_WEIGHTS, paper_facts


def test_the_facts_are_those_of_minge_at_each_weight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_toy(tmp_path)
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    facts = paper_facts(toy_graph())
    for weight in STRUCTURE_WEIGHTS:
        assert selected(facts, weight) == ideal_dimension("dataset:toy", structure_weight=weight).dimension
    assert facts["selection_seconds"] > 0
    assert facts["selection_peak_bytes"] > 8 * N_NODES
