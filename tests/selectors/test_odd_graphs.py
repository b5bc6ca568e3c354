"""Graphs that make it hard: an answer of at least 1 or one sentence, never a warning or another error."""

import numpy as np
import polars as pl
import pytest

from graphdim.errors import GraphError
from graphdim.selectors import selector, skip_gram, snml
from graphdim.selectors.selection import Selection
from toy_graphs import ODD, block_model, relabelled, view_of

NAMES = ("pip", "normalized-loss", "pca", "two-nn", "snml", "aic", "bic")
STRUCTURES = ("degree", pytest.param("li-pan-2", marks=pytest.mark.needs("networkx")), "von-neumann")


@pytest.fixture(autouse=True)
def little_work(monkeypatch):
    """Whether there is an answer may not depend on how close a skip-gram comes to its optimum."""
    monkeypatch.setattr(skip_gram, "MOST_STEPS", 5)
    monkeypatch.setattr(snml, "SAMPLE", 8)


def answer(chosen, source, **options) -> Selection | str:
    with view_of(source, **options) as view:
        try:
            selection = chosen.select(view)
        except GraphError as error:
            return str(error)
        connected = view.facts.n_nodes - view.facts.n_isolated
    assert 1 <= selection.dimension <= (connected if chosen.name != "minge" else 1000)
    assert selection.to_json()
    assert repr(selection)
    return selection


def same(one: Selection | str, other: Selection | str) -> bool:
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return one.dimension == other.dimension and one.curve == other.curve


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("graph", ODD)
def test_an_answer_or_one_sentence(name, graph, capfd):
    found = answer(selector(name), ODD[graph])
    assert isinstance(found, Selection) or (found and "\n" not in found)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("graph", ODD)
def test_structure_terms_stay_within_their_bounds(structure, graph):
    found = answer(selector("minge", structure=structure), ODD[graph])
    low, high = found.summary()["crossing_bounds"]
    assert low - 1e-9 <= found.estimate <= high + 1e-9


@pytest.mark.parametrize("name", NAMES)
def test_isolated_nodes_change_nothing(name):
    edges = block_model(2, 60)
    n_connected = len(np.unique(edges))
    assert same(answer(selector(name), edges), answer(selector(name), edges, n_nodes=n_connected + 17))


@pytest.mark.parametrize("name", NAMES)
def test_weights(name):
    edges = block_model(2, 60)
    weight = 1 + np.arange(len(edges)) % 3 / 2
    table = pl.DataFrame({"source": edges[:, 0], "target": edges[:, 1], "weight": weight})
    assert isinstance(answer(selector(name), table, weight="weight"), Selection)


@pytest.mark.parametrize("chosen", [*(selector(name) for name in NAMES), selector("minge", structure="degree")])
def test_without_edges_it_says_so(chosen):
    found = answer(chosen, pl.DataFrame({"source": [0], "target": [0]}), n_nodes=5)
    assert "edges" in found


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same(name):
    edges = block_model(3, 90)
    assert same(answer(selector(name), edges), answer(selector(name), edges))


@pytest.mark.parametrize(
    "chosen", [selector("two-nn"), *(selector("minge", structure=name) for name in STRUCTURES[::2])]
)
def test_relabelling_changes_nothing(chosen):
    edges = block_model(3, 90)
    one, other = answer(chosen, edges), answer(chosen, relabelled(edges))
    assert one.estimate == pytest.approx(other.estimate, rel=1e-9)
    assert one.dimension == other.dimension


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("pip", {"draws": 0}),
        ("normalized-loss", {"reference": 3}),
        ("normalized-loss", {"tolerance": 0}),
        ("pca", {"margin": -1}),
        ("pca", {"margin": 2}),
        ("pca", {"splits": 1.5}),
        ("two-nn", {"max_rank": 0}),
        ("snml", {"walks": 0}),
        ("bic", {"most_nodes": "many"}),
        ("aic", {"seed": -1}),
        ("minge", {"structure": "three-hop"}),
        ("minge", {"structure": "degree", "variant": "equations"}),
    ],
)
def test_senseless_parameters_are_refused(name, parameters):
    with pytest.raises(ValueError, match=next(iter(parameters))):
        selector(name, **parameters)
