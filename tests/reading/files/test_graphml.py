"""GraphML: keys of every kind, and weights that edges leave to their key."""

from pathlib import Path

import pytest

import graphdim as gd

GRAPH = """<graphml>{key}<graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/>
<edge source="a" target="b"><data key="w">{first}</data></edge><edge source="b" target="c"/></graph></graphml>"""


@pytest.mark.parametrize("attributes", ["", 'for="all"', 'for="edge"'])
def test_a_key_may_be_for_all_and_give_a_default(tmp_path: Path, attributes: str) -> None:
    path = tmp_path / "graph.graphml"
    key = f'<key id="w" {attributes} attr.name="weight" attr.type="double"><default>2.5</default></key>'
    path.write_text(GRAPH.format(key=key, first=4))
    assert sorted(gd.read(path, weight="weight").weights) == [2.5, 4.0]


@pytest.mark.needs("networkx")
@pytest.mark.parametrize("kind", ["graphml", "gml"])
def test_a_weight_that_is_not_counted_is_noticed(tmp_path: Path, kind: str) -> None:
    import networkx as nx

    graph = nx.Graph([("a", "b", {"weight": 2.0}), ("b", "c", {"weight": 3.0})])
    path = tmp_path / f"graph.{kind}"
    {"graphml": nx.write_graphml, "gml": nx.write_gml}[kind](graph, path)
    [note] = gd.read(path).notes
    assert note.endswith("'weight' ignored; --weight weight counts it (weight='weight' in Python)")
    assert gd.read(path, weight="weight").notes == ()


KEY = '<key id="{}" for="edge" attr.name="weight" attr.type="{}"/>'


@pytest.mark.parametrize(
    ("keys", "first"),
    [
        (KEY.format("w", "int"), '4</data><data key="w">5'),
        (KEY.format("w", "int") + KEY.format("v", "double"), '4</data><data key="v">4.5'),
        (2 * KEY.format("w", "int"), "4"),
    ],
)
def test_a_weight_that_is_given_twice_is_refused(tmp_path: Path, keys: str, first: str) -> None:
    path = tmp_path / "graph.graphml"
    path.write_text(GRAPH.format(key=keys, first=first))
    assert gd.read(path).n_edges == 2
    with pytest.raises(gd.GraphDimError, match="an edge has the attribute 'weight' twice, or two keys have one id"):
        gd.read(path, weight="weight")


def test_a_gml_weight_that_is_given_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "graph.gml"
    path.write_text("graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 weight 3 weight 4 ] ]")
    assert gd.read(path).n_edges == 1
    with pytest.raises(gd.GraphDimError, match="an edge has the key 'weight' twice"):
        gd.read(path, weight="weight")


@pytest.mark.needs("networkx")
def test_weights_of_two_types_are_read(tmp_path: Path) -> None:
    import networkx as nx

    path = tmp_path / "graph.graphml"
    nx.write_graphml(nx.Graph([("a", "b", {"weight": 2}), ("b", "c", {"weight": 3.5})]), path)
    assert sorted(gd.read(path, weight="weight").weights) == [2.0, 3.5]


def test_a_weight_that_is_nowhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    path.write_text(GRAPH.format(key='<key id="w" attr.name="weight"/>', first=4))
    with pytest.raises(gd.GraphDimError, match="edge attribute 'weight'"):
        gd.read(path, weight="weight")


HEAD = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">'
KEY = '<key id="w" for="edge" attr.name="weight"/>'
NODES = '<node id="a"/><node id="b"/><node id="c"/>'

STRUCTURES = {
    # what stands in the file, and how many nodes and edges that is
    "an attribute outside ASCII": (f'<graph>{NODES}<edge größe="1" source="a" target="b"/></graph>', 3, 1),
    "a nested graph": (
        (
            f'<graph>{NODES}<node id="d"><graph><node id="e"/><edge source="e" target="a"/></graph></node>'
            '<edge source="a" target="b"/></graph>'
        ),
        5,
        2,
    ),
    "another namespace": (
        (
            f'<graph>{NODES}<y:edge source="b" target="c"/><y:graph><node id="z"/></y:graph>'
            '<edge source="a" target="b"/></graph>'
        ),
        3,
        1,
    ),
    "nodes outside a graph": (f'<data><node id="z"/></data><graph>{NODES}<edge source="a" target="b"/></graph>', 3, 1),
}


@pytest.mark.parametrize("name", STRUCTURES)
def test_an_element_counts_by_where_it_stands(tmp_path: Path, name: str) -> None:
    inside, n_nodes, n_edges = STRUCTURES[name]
    (tmp_path / "g.graphml").write_text(f"{HEAD}{inside}</graphml>", encoding="utf-8")
    graph = gd.read(tmp_path / "g.graphml")
    assert (graph.n_nodes, graph.n_edges) == (n_nodes, n_edges)
    assert ("nested graphs read as part of the whole: 1" in graph.notes) == (name == "a nested graph")


def test_a_weight_is_what_its_own_data_holds(tmp_path: Path) -> None:
    looks = '<data key="x">key="w"&gt;9&lt;</data><y:data key="w">8</y:data>'
    nested = '<graph><edge source="b" target="c"><data key="w">7</data></edge></graph>'
    first = f'<edge source="a" target="b">{looks}{nested}<data key="w"> 2.5<y:more>5</y:more></data></edge>'
    (tmp_path / "g.graphml").write_text(f"{HEAD}{KEY}<graph>{NODES}{first}</graph></graphml>")
    assert gd.read(tmp_path / "g.graphml", weight="weight").weights.tolist() == [2.5, 7.0]


def test_several_graphs_are_refused(tmp_path: Path) -> None:
    (tmp_path / "g.graphml").write_text(f"{HEAD}<graph>{NODES}</graph><graph/></graphml>")
    with pytest.raises(gd.GraphDimError, match="it holds 2 graphs; give each its own file"):
        gd.read(tmp_path / "g.graphml")
    (tmp_path / "g.gml").write_text("graph [ node [ id 1 ] ] graph [ node [ id 2 ] ]")
    with pytest.raises(gd.GraphDimError, match="it holds 2 graphs; give each its own file"):
        gd.read(tmp_path / "g.gml")


def test_gml_nodes_inside_other_blocks_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "g.gml").write_text(
        'Creator "x" graph [ views [ node [ id 7 ] edge [ source 7 target 7 ] ] node [ id 1 label "node" ]'
        "\n # node [ id 5 ]\n node [ id 2 graphics [ w 1 ] ] edge [ source 1 target 2 ] ] node [ id 9 ]"
    )
    graph = gd.read(tmp_path / "g.gml")
    assert (graph.n_nodes, graph.n_edges) == (2, 1)


@pytest.mark.parametrize(
    "padding",
    [
        "\n" * 400_000,
        " " * 400_000,
        "a " * 200_000,
        "x [ " * 100_000 + "]" * 100_000,
        '"#" ' * 100_000,
        "#\n" * 200_000,
    ],
    ids=["lines", "blanks", "words", "blocks", "texts", "comments"],
)
def test_gml_takes_time_in_proportion_to_its_length(tmp_path: Path, padding: str) -> None:
    """With a step for each pair of places, each of these would take hours."""
    (tmp_path / "g.gml").write_text(f"graph [\n{padding}\n node [ id 1 ] ]")
    assert gd.read(tmp_path / "g.gml").n_nodes == 1


def test_graphml_may_be_nested_deeply(tmp_path: Path) -> None:
    inside = "<graph><node id='{}'>"
    depth = 2000
    opened = "".join(inside.format(number) for number in range(depth))
    (tmp_path / "g.graphml").write_text(f"<graphml>{opened}{'</node></graph>' * depth}</graphml>")
    assert gd.read(tmp_path / "g.graphml").n_nodes == depth
