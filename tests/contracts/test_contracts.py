"""Reading and engine never change the answer: one body over every form of source and every engine."""

import pytest

import graphdim as gd
from contracts.forms import FORMS, Form
from measuring import measure
from toys import EDGELESS, GAPS, KARATE, TOYS, Toy, adjacency, oracle, toy

HELD = [pytest.param(form, toy, id=f"{form}-{toy}") for form in FORMS for toy in TOYS if form.holds(toy)]
WEIGHED = [
    pytest.param(form, toy, id=f"{form}-{toy}")
    for form in FORMS
    if form.weight
    for toy in TOYS
    if form.holds(toy) and toy.n_edges
]


# The engines that any source can go to.
ENGINES = ("memory", "disk")


@pytest.fixture
def source(form: Form, toy: Toy, tmp_path, monkeypatch):
    return lambda: form.source(toy, tmp_path, monkeypatch)


def unseen(form: Form, toy: Toy) -> int | None:
    """The number of nodes, where the form cannot show it."""
    return toy.n_nodes if toy.isolated and not form.nodes else None


@pytest.mark.parametrize(("form", "toy"), HELD)
def test_every_form_of_a_graph_gives_the_same_answer(form, toy, source):
    graph = gd.read(source(), n_nodes=unseen(form, toy))
    assert (toy.n_nodes, toy.n_edges) == (graph.n_nodes, graph.n_edges)
    expected = gd.structure_entropy(toy.indexed, n_nodes=toy.n_nodes)
    assert expected == pytest.approx(oracle(adjacency(toy.n_nodes, toy.indexed)), rel=1e-13)
    for engine in ENGINES:
        found = measure(source(), n_nodes=unseen(form, toy), engine=engine)
        assert (toy.n_nodes, toy.n_edges, engine) == (found.n_nodes, found.n_edges, found.engine)
        assert expected == found.structure_entropy
        assert graph.cleaning == found.cleaning


@pytest.mark.parametrize(("form", "toy"), WEIGHED)
def test_every_form_of_a_weighted_graph_gives_the_same_answer(form, toy, source):
    graph = gd.read(source(), n_nodes=unseen(form, toy), weight=form.weight)
    assert (toy.n_nodes, toy.n_edges) == (graph.n_nodes, graph.n_edges)
    assert sorted(toy.weights) == sorted(graph.weights.tolist())
    expected = oracle(adjacency(toy.n_nodes, toy.indexed, toy.weights))
    for engine in ENGINES:
        found = measure(source(), n_nodes=unseen(form, toy), weight=form.weight, engine=engine)
        assert expected == pytest.approx(found.structure_entropy, rel=1e-13)


# Ids in no order, whose texts have another order than their sizes.
UNORDERED = [
    toy("unordered", [(100, 9), (9, 20), (20, 100), (100, 3)]),
    toy("letters", [("z", "é"), ("é", "A"), ("10", "9")]),
]
# These list ids and no more, so that only the ids can tell the order of the nodes.
LISTED = [
    pytest.param(form, toy, id=f"{form}-{toy}")
    for form in FORMS
    if not form.nodes and form.ids != "index"
    for toy in UNORDERED
    if form.holds(toy)
]


@pytest.mark.parametrize(("form", "toy"), LISTED)
def test_nodes_are_numbered_by_their_ids(toy, source):
    """Splits are drawn by the numbers of nodes, so that the scores of a comparison depend on them."""
    number = {node: place for place, node in enumerate(sorted(toy.nodes))}
    expected = sorted(sorted(number[end] for end in edge) for edge in toy.edges)
    assert expected == gd.read(source()).pairs.tolist()


@pytest.mark.parametrize("form", FORMS, ids=str)
@pytest.mark.parametrize("toy", [KARATE], ids=str)
def test_the_equations_variant_agrees_too(form, toy, source):
    assert form.holds(toy)
    expected = oracle(adjacency(toy.n_nodes, toy.indexed), "equations")
    assert expected == pytest.approx(gd.structure_entropy(source(), variant="equations"), rel=1e-13)


@pytest.mark.parametrize("form", FORMS, ids=str)
@pytest.mark.parametrize("toy", [KARATE], ids=str)
def test_columns_that_are_not_there_are_refused(source):
    with pytest.raises(gd.GraphDimError, match=r"there is no column 'no'|no columns 'no' and 'such'"):
        gd.read(source(), columns=("no", "such"))


def test_every_toy_meets_every_kind_of_form():
    assert {form.ids for form in FORMS} == {"index", "int64", "uint64", "names"}
    assert {toy.ids for toy in TOYS} == {"index", "int64", "uint64", "names"}
    assert EDGELESS.isolated
    assert GAPS.ids == "int64"
