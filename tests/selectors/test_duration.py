"""The estimate of a comparison's time is rough, but it knows every method and grows with the graph."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphdim.graph.spectra import MOST_DENSE
from graphdim.selectors import SELECTORS, duration, selector
from graphdim.selectors.duration import expected_seconds
from graphdim.selectors.methods import default_methods
from toy_graphs import ring, view_of


@pytest.fixture
def facts():
    with view_of(ring(30)) as view:
        return view.facts


def test_limits_are_those_of_the_methods():
    assert duration.MOST_DENSE == MOST_DENSE
    assert selector("aic").most_nodes == duration.MOST_FITTED


def test_every_method_that_takes_time_has_a_cost(facts):
    seconds = expected_seconds(SELECTORS, replace(facts, n_nodes=900, n_edges=10_000))
    assert {name for name, cost in seconds.items() if not cost} == {"effective-rank", "minge", "su", "rules"}


def test_a_toy_takes_a_moment_and_a_large_graph_minutes(facts):
    def total(n_nodes, n_edges, **how):
        size = replace(facts, n_nodes=n_nodes, n_edges=n_edges)
        return sum(expected_seconds(default_methods(n_edges), size, **how).values())

    assert total(30, 30) < 1
    assert duration.LONG < total(20_000, 500_000) < total(20_000, 1_000_000)
    assert total(646_551, 15_700_000) > 60
    assert total(2708, 5278, on_labels=True) > total(2708, 5278)
