"""GraphML: keys of every kind, and weights that edges leave to their key."""

from pathlib import Path

import networkx as nx
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


@pytest.mark.parametrize("kind", ["graphml", "gml"])
def test_a_weight_that_is_not_counted_is_noticed(tmp_path: Path, kind: str) -> None:
    graph = nx.Graph([("a", "b", {"weight": 2.0}), ("b", "c", {"weight": 3.0})])
    path = tmp_path / f"graph.{kind}"
    {"graphml": nx.write_graphml, "gml": nx.write_gml}[kind](graph, path)
    [note] = gd.read(path).notes
    assert note.endswith("'weight' ignored; --weight weight counts it (weight='weight' in Python)")
    assert gd.read(path, weight="weight").notes == ()


def test_a_weight_that_is_nowhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "graph.graphml"
    path.write_text(GRAPH.format(key='<key id="w" attr.name="weight"/>', first=4))
    with pytest.raises(gd.GraphDimError, match="edge attribute 'weight'"):
        gd.read(path, weight="weight")
