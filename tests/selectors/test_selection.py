"""The result: a frozen fact that stands for an integer and shows itself."""

import copy
import json
import math
import operator
import pickle
from dataclasses import FrozenInstanceError, dataclass

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphdim as gd
from graphdim.engines.view import GraphFacts
from graphdim.errors import GraphError, ParameterError
from graphdim.graph.graph import Cleaning
from graphdim.selectors import run
from graphdim.selectors.minge import MinGE
from graphdim.selectors.minge.feature import OFFSETS, SLOPE

KARATE = """\
Dimension 44  (MinGE, λ = 1)
  graph      34 nodes · 78 edges
  structure  3.522 of at most 3.526 nats
  crossing   43.64
  table      5.8 KiB of float32 embeddings
  note       with fewer than 100 nodes, most practitioners use 10 dimensions or fewer
  note       44 is more than 34 nodes can use"""


@pytest.fixture
def karate() -> gd.Selection:
    return gd.ideal_dimension("dataset:karate")


@dataclass(frozen=True)
class Sized:
    """A view of a graph of which only the size and the structure entropy are known."""

    facts: GraphFacts
    share: float

    def structure_entropy(self, _: str) -> float:
        return self.share * math.log(self.facts.n_nodes)


def sized(n_nodes: int, share: float = 1.0) -> Sized:
    return Sized(GraphFacts(n_nodes, 0, 0, "memory", Cleaning(0, 0, 0)), share)


def test_its_repr_is_the_panel(karate):
    assert repr(karate) == KARATE


def test_it_is_frozen(karate):
    with pytest.raises(FrozenInstanceError):
        karate.dimension = 7
    with pytest.raises((FrozenInstanceError, TypeError, AttributeError)):
        karate.extra = 7
    with pytest.raises(FrozenInstanceError):
        karate.facts.n_nodes = 7


def test_it_is_an_integer_wherever_one_is_expected(karate):
    assert operator.index(karate) == int(karate) == 44
    assert range(100)[karate] == 44
    assert len(range(karate)) == 44
    assert "x" * karate == "x" * 44
    assert np.zeros(karate).shape == (44,)
    assert np.zeros((3, karate)).shape == (3, 44)
    assert list(range(50))[karate] == 44
    assert hex(karate) == "0x2c"


@pytest.mark.needs("torch")
def test_int_of_it_is_the_width_of_a_layer(karate):
    import torch

    assert torch.nn.Embedding(34, int(karate)).weight.shape == (34, 44)


def test_it_compares_and_formats_as_a_number(karate):
    assert 40 < karate < 50
    assert karate >= 44
    assert karate <= np.int64(44)
    assert karate == 44
    assert karate != 45
    assert max([3, karate, 10]) is karate
    assert karate > gd.ideal_dimension("dataset:karate", structure_weight=0)
    assert (f"{karate:d}", f"{karate:5.1f}", f"{karate}") == ("44", " 44.0", KARATE)
    assert {44: "found"}[karate] == "found"


def test_it_survives_a_copy_and_a_pickle(karate):
    assert karate == copy.deepcopy(karate) == pickle.loads(pickle.dumps(karate))
    assert hash(karate) == hash(copy.copy(karate))


def test_json_holds_every_fact(karate):
    facts = json.loads(karate.to_json())
    assert facts == karate.summary()
    promised = (
        "dimension crossing n_nodes n_edges structure_entropy feature_entropy structure_weight variant engine seconds"
    )
    assert set(promised.split()) <= facts.keys()
    assert facts["cleaning"] == {"rows": 78, "self_loops": 0, "repeated": 0}
    assert tuple(
        facts[key] for key in ("dimension", "n_nodes", "n_edges", "structure_weight", "variant", "engine")
    ) == (44, 34, 78, 1.0, "published", "memory")
    assert facts["crossing"] == karate.estimate
    assert facts["structure_share"] == karate.details["structure_entropy"] / math.log(34)
    assert facts["feature_entropy"] == gd.feature_entropy(44, n_nodes=34)
    assert facts["table_bytes"] == 4 * 34 * 44
    assert 0 <= facts["seconds"] < 60


def test_what_cleaning_changed_is_shown():
    result = gd.ideal_dimension([(0, 1), (1, 0), (1, 2), (2, 2)], n_nodes=5)
    assert "graph      5 nodes · 2 edges  (1 repeated edge merged, 1 self-loop dropped, 2 isolated nodes)" in repr(
        result
    )
    assert result.summary()["cleaning"] == {"rows": 4, "self_loops": 1, "repeated": 1}
    twice = gd.ideal_dimension([(0, 1), (1, 0), (1, 2), (2, 1)])
    assert "graph      3 nodes · 2 edges  (each listed twice)" in repr(twice)
    assert "graph      2 nodes · 1 edge\n" in repr(gd.ideal_dimension([(0, 1)]))


def test_the_caveat_names_the_bounds():
    result = MinGE().select(sized(2708, 0.98))
    low, high = (math.ceil(bound) for bound in result.summary()["crossing_bounds"])
    assert f"MinGE depends almost only on the number of nodes: any graph of this size gets {low} to {high}" in repr(
        result
    )
    assert (low, high) == (66, 99)


def test_the_headline_says_what_was_asked():
    result = gd.ideal_dimension("dataset:karate", structure_weight=0.25, variant="equations").in_multiples(8)
    assert repr(result).startswith("Dimension 40  (MinGE, λ = 0.25, equations variant, multiple of 8)\n")


def test_a_notebook_sees_the_same_and_escapes_it():
    name = "<script>alert('&')</script>"
    result = gd.ideal_dimension(pl.DataFrame({"a": [1], "b": [2], name: [3.0]}))
    page = result._repr_html_()
    assert page.startswith('<table class="graphdim"><caption><strong>Dimension 9</strong> (MinGE, λ = 1)')
    assert "<script" not in page
    assert "&lt;script&gt;alert(" in page
    assert name in repr(result)


@pytest.mark.parametrize(("multiple_of", "expected"), [(1, 44), (2, 44), (8, 48), (10, 50), (44, 44), (64, 64)])
def test_rounding_to_a_multiple(karate, multiple_of, expected):
    assert expected == karate.rounded(multiple_of=multiple_of)
    rounded = karate.in_multiples(multiple_of)
    assert (expected, multiple_of) == (rounded.dimension, rounded.summary()["multiple_of"])
    assert karate.estimate == rounded.estimate


@pytest.mark.parametrize("multiple_of", [0, -8, 2.5, "8", None])
def test_no_multiple_is_refused(karate, multiple_of):
    with pytest.raises(ParameterError, match="multiple_of is .*; it must be a whole number of at least 1"):
        karate.rounded(multiple_of=multiple_of)


def test_the_curve_changes_sign_at_the_crossing(karate):
    dimensions = np.arange(1, 89)
    entropies = gd.graph_entropy(dimensions, "dataset:karate")
    assert np.all(np.diff(entropies) < 0)
    assert np.array_equal(entropies > 0, dimensions < karate.estimate)
    assert gd.graph_entropy(karate.estimate, "dataset:karate") == pytest.approx(0, abs=1e-12)
    assert entropies[43] == gd.graph_entropy(44, "dataset:karate")


def test_graph_entropy_takes_numbers_and_arrays():
    one = gd.graph_entropy(44, "dataset:karate", structure_weight=2)
    many = gd.graph_entropy(np.array([[44, 1.5], [60, 44]]), "dataset:karate", structure_weight=2)
    assert isinstance(one, float)
    assert many.shape == (2, 2)
    assert one == many[0, 0] == many[1, 1]
    expected = gd.feature_entropy(44, n_nodes=34) + 2 * gd.structure_entropy("dataset:karate")
    assert expected == one


nodes = st.integers(2, 10**15)
weights = st.floats(0, 100)
shares = st.floats(0, 1)


@given(nodes, weights, shares)
def test_the_dimension_is_the_crossing_rounded_up_and_inside_its_bounds(n_nodes, structure_weight, share):
    result = MinGE(structure_weight).select(sized(n_nodes, share))
    assert result.dimension == math.ceil(result.estimate)
    low, high = result.summary()["crossing_bounds"]
    slack = 1e-9
    assert low - slack <= result.estimate <= high + slack
    assert (2 * math.log(n_nodes) + OFFSETS[0]) / SLOPE <= low
    assert high <= ((2 + structure_weight) * math.log(n_nodes) + OFFSETS[1]) / SLOPE


@given(nodes, nodes, weights, weights, st.floats(0.5, 1))
def test_the_crossing_grows_with_structure_weight_and_nodes(few, many, light, heavy, share):
    few, many = sorted((few, many))
    light, heavy = sorted((light, heavy))
    least = MinGE(light).select(sized(few, share)).estimate
    for n_nodes, structure_weight in ((few, heavy), (many, light), (many, heavy)):
        assert least <= MinGE(structure_weight).select(sized(n_nodes, share)).estimate + 1e-9


@pytest.mark.parametrize("structure_weight", [-1, -1e-9, math.nan, math.inf, -math.inf, "1", None, 1j])
def test_a_structure_weight_out_of_range_is_refused(structure_weight):
    for ask in (gd.ideal_dimension, lambda source, **options: gd.graph_entropy(5, source, **options)):
        with pytest.raises(
            ParameterError, match="the structure weight λ is .*; it must be a finite number of at least 0"
        ):
            ask("dataset:karate", structure_weight=structure_weight)
    with pytest.raises(ParameterError):
        MinGE(structure_weight)


def test_a_structure_weight_of_any_size_has_an_answer():
    assert gd.ideal_dimension("dataset:karate", structure_weight=0).dimension == 29
    for size in (1e6, 1e9, 1e18, 1e300):
        result = gd.ideal_dimension("dataset:karate", structure_weight=size)
        assert result.estimate == pytest.approx(size * result.details["structure_entropy"] / SLOPE, rel=1e-4)
        assert repr(result).startswith("Dimension ")
    with pytest.raises(ParameterError, match="larger than any number"):
        gd.ideal_dimension("dataset:karate", structure_weight=1e308)


def test_one_node_has_no_answer():
    with pytest.raises(GraphError, match="the graph has one node, .* it takes at least two nodes"):
        gd.ideal_dimension([(1, 1)])
    assert gd.ideal_dimension([], n_nodes=2).dimension == 9
    assert gd.ideal_dimension([], n_nodes=2, structure_weight=0).dimension == 6


def test_a_selection_can_be_timed_alone():
    assert 0 <= run(MinGE(), sized(10)).seconds < 1
