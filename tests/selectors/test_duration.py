"""The estimate of a comparison's time is rough, but it knows every method and grows with the graph."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphdim.graph.spectra import MOST_DENSE
from graphdim.selectors import SELECTORS, duration, selector
from graphdim.selectors.cv.links import FEW_NODES
from graphdim.selectors.cv.measuring import MOST_SPLITS
from graphdim.selectors.duration import expected_seconds, in_all
from graphdim.selectors.methods import default_methods
from toy_graphs import ring, view_of


@pytest.fixture
def facts():
    with view_of(ring(30)) as view:
        return view.facts


def test_limits_are_those_of_the_methods():
    assert duration.MOST_DENSE == MOST_DENSE
    assert selector("aic").most_nodes == duration.MOST_FITTED
    assert (duration.MOST_COVERED, duration.MOST_SPLITS) == (FEW_NODES, MOST_SPLITS)


def test_every_method_that_takes_time_has_a_cost(facts):
    seconds = expected_seconds(SELECTORS, replace(facts, n_nodes=900, n_edges=10_000))
    assert {name for name, cost in seconds.items() if not cost.high} == {"effective-rank", "minge", "su", "rules"}
    assert all(cost.low <= cost.high for cost in seconds.values())


def test_a_toy_takes_a_moment_and_a_large_graph_minutes(facts):
    def total(n_nodes, n_edges, **how):
        size = replace(facts, n_nodes=n_nodes, n_edges=n_edges)
        return in_all(expected_seconds(default_methods(n_edges), size, **how))

    assert total(30, 30).high < 1
    assert duration.LONG < total(20_000, 500_000).low < total(20_000, 1_000_000).low
    assert total(646_551, 15_700_000).high > 60


def test_regressions_on_many_classes_take_longer(facts):
    size = replace(facts, n_nodes=2708, n_edges=5278)
    few, many = (expected_seconds(["cv"], size, classes=(2708, n_classes))["cv"] for n_classes in (2, 7))
    assert few.low < many.low < many.high


def test_measuring_at_high_choices_takes_as_long_as_the_choices_are_high(facts):
    size = replace(facts, n_nodes=2708, n_edges=5278)
    alone, high, deep = (
        expected_seconds(["cv", *more], size)[duration.COVERING].high for more in ([], ["minge"], ["normalized-loss"])
    )
    assert alone == 0 < high < deep
