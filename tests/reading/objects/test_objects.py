"""Objects in memory: shapes, types and values that are no graph, or another one than they seem."""

import csv

import igraph
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse
import torch
from torch_geometric import EdgeIndex
from torch_geometric.data import Batch, Data, HeteroData, InMemoryDataset

import graphdim as gd
from graphdim.errors import GraphDimError, SourceError, UnsupportedError
from graphdim.sweeping.own import own_graph


def hetero(**sizes: int | None) -> HeteroData:
    data = HeteroData()
    for name, size in sizes.items():
        data[name].num_nodes = size
    data["a", "to", "b"].edge_index = torch.tensor([[0, 1], [1, 0]])
    return data


def frame(source, target) -> pd.DataFrame:
    return pd.DataFrame({"source": source, "target": target})


OBJECT = pd.Series
REFUSED = {
    "nothing": (None, UnsupportedError, "cannot read a builtins.NoneType"),
    "number": (7, UnsupportedError, "cannot read a builtins.int"),
    "mapping": ({1: [2]}, UnsupportedError, "cannot read a builtins.dict"),
    "bytes": (b"1 2", UnsupportedError, "cannot read a builtins.bytes"),
    "quadruples": ([(1, 2, 3, 4)], SourceError, "pair 1 is (1, 2, 3, 4); each must be two ids"),
    "list of graphs": ([nx.path_graph(3)], UnsupportedError, "a list of graphs (Graph) is not one graph; give one"),
    "list of data": ([Data(edge_index=torch.tensor([[0], [1]]))], UnsupportedError, "a list of graphs (Data) is not"),
    "list of pandas": ([frame([1], [2])] * 2, UnsupportedError, "a list of graphs (DataFrame) is not one graph; give"),
    "list of polars": ([pl.DataFrame({"a": [1], "b": [2]})], UnsupportedError, "a list of graphs (DataFrame) is not"),
    "list of arrow": ([pa.table({"a": [1], "b": [2]})], UnsupportedError, "a list of graphs (Table) is not one graph"),
    "two frames": ((frame([1], [2]), frame([1], [3])), UnsupportedError, "a list of graphs (DataFrame) is not"),
    "list of edge indices": ([torch.tensor([[0], [1]])] * 3, UnsupportedError, "a list of graphs (Tensor) is not one"),
    "list of matrices": ([np.eye(2)] * 2, UnsupportedError, "a list of graphs (ndarray) is not one graph"),
    "list of read graphs": ([gd.read([(0, 1)])], UnsupportedError, "a list of graphs (Graph) is not one graph"),
    "list of sets": ([{(1, 2), (2, 3)}], UnsupportedError, "is not one graph; give one of them, or tuples (u, v)"),
    "tuple of sets": (({1, 2}, {2, 3}), UnsupportedError, "a list of sets, such as {1, 2}, is not one graph"),
    "a record among pairs": ([(1, 2), {"a": 1, "b": 2}], SourceError, "pair 2 is {'a': 1, 'b': 2}; each must be"),
    "a pair among records": ([{"a": 1, "b": 2}, (1, 2)], SourceError, "item 2 is (1, 2), but the first is a record"),
    "empty records": ([{}, {}], SourceError, "an edge list needs two, source and target"),
    "records of other keys": (
        [{"a": 1, "b": 2}, {"a": 1, "c": 2}],
        SourceError,
        "record 2 has the keys a, c, the first a, b; give every record the same keys",
    ),
    "a record that lacks an id": ([{"a": 1, "b": None}], SourceError, "column 'b', row 1: the node id is empty"),
    "records of mixed ids": ([{"a": 1, "b": 2}, {"a": "x", "b": 3}], SourceError, "column 'a' mixes types"),
    "numbers": ([1, 2], SourceError, "pair 1 is 1;"),
    "two letters": ([("a", "b"), "cd"], SourceError, "pair 2 is 'cd'"),
    "two bytes": ([b"cd"], SourceError, "pair 1 is b'cd'"),
    "unhashable": ([([1], 2)], SourceError, "pair 1 is ([1], 2)"),
    "none in pair": ([(1, None)], SourceError, "a node id cannot be empty, None or NaN"),
    "nan in pair": ([(1, 2), (1, float("nan"))], SourceError, "pair 2 is (1, nan)"),
    "blank in pair": ([("", 1)], SourceError, "a node id cannot be empty"),
    "blank bytes": (np.array([[b"a", b""], [b"b", b"c"], [b"d", b"e"]]), SourceError, "a node id cannot be empty"),
    "bytes of no text": (np.array([[b"a", b"\xff"]]), SourceError, "the array holds bytes that are no UTF-8"),
    "long pair": ([tuple(range(100))], SourceError, "pair 1 is (0, 1, 2, 3, 4"),
    "one axis": (np.arange(4), SourceError, "the array has shape (4,)"),
    "three axes": (np.zeros((2, 2, 2)), SourceError, "the array has shape (2, 2, 2)"),
    "three columns": (np.zeros((4, 3), int), SourceError, "rows may be edges (u, v, weight) or nodes"),
    "floats in two columns": (np.zeros((4, 2)), SourceError, "give pairs of ids as integers"),
    "edge index of floats": (
        torch.tensor([[0.0, 1], [1, 0]]),
        SourceError,
        "the tensor has shape (2, 2), as an edge index has, and holds float32 values; an edge index holds integers",
    ),
    "long edge index of floats": (
        torch.ones(2, 5),
        SourceError,
        "shape (2, 5), as an edge index has, and holds float32",
    ),
    "NaN": (np.full((3, 3), np.nan), SourceError, "the matrix holds NaN"),
    "dates": (np.zeros((3, 3), "M8[s]"), SourceError, "datetime64[s] values in shape (3, 3)"),
    "words": (np.array([["a"] * 3] * 3), SourceError, "<U1 values in shape (3, 3)"),
    "masked": (np.ma.array([[0, 1]], mask=[[0, 1]]), UnsupportedError, "the array is masked"),
    "flat sparse": (
        scipy.sparse.coo_array(np.array([1, 0])),
        SourceError,
        "shape (2,); a matrix of edges has two axes",
    ),
    "no matrix of scipy": (scipy.sparse.linalg.aslinearoperator(np.eye(3)), UnsupportedError, "cannot read a scipy"),
    "igraph vertices": (igraph.Graph.Ring(3).vs, UnsupportedError, "cannot read an igraph VertexSeq"),
    "networkx nodes": (nx.path_graph(3).nodes, SourceError, "pair 1 is 0"),
    "torch module": (torch.nn.Linear(2, 2), UnsupportedError, "of torch, tensors are read"),
    "torch flat": (torch.arange(4), SourceError, "the array has shape (4,)"),
    "torch sparse cube": (torch.zeros(3, 3, 3).to_sparse(), SourceError, "has two sparse axes"),
    "pyg without edges": (Data(x=torch.ones(3, 1)), SourceError, "has neither edge_index nor adj_t"),
    "pyg transform": (Batch, UnsupportedError, "cannot read a"),
    "pyg fractions": (Data(edge_index=torch.tensor([[0.5], [1.0]]), num_nodes=3), SourceError, "0.5 is no node id"),
    "pyg NaN": (Data(edge_index=torch.tensor([[0.0], [np.nan]]), num_nodes=3), SourceError, "nan is no node id"),
    "pyg shape": (
        Data(edge_index=torch.tensor([[0, 1, 2], [1, 2, 0], [1, 1, 1]]), num_nodes=3),
        SourceError,
        "edge_index has shape (3, 3); it must be (2, E)",
    ),
    "networkx twins": (nx.Graph([("1", 2), (1, 2)]), SourceError, "a node '1' and a node 1, which read the same"),
    "pyg out of range": (Data(edge_index=torch.tensor([[0], [9]]), num_nodes=3), SourceError, "names node 9"),
    "hetero without nodes": (hetero(), SourceError, "names node 0 of type 'a', which has 0 nodes; set data['a']"),
    "hetero of one": (hetero(a=2), SourceError, "of type 'b', which has 0 nodes"),
    "hetero out of range": (hetero(a=1, b=5), SourceError, "names node 1 of type 'a', which has 1 nodes"),
    "pandas series": (pd.Series([1, 2]), UnsupportedError, "cannot read a pandas Series"),
    "pandas one column": (pd.DataFrame({"a": [1]}), SourceError, "the table has 1 column"),
    "pandas double names": (pd.DataFrame([[1, 2]], columns=["a", "a"]), SourceError, "two columns are named 'a'"),
    "pandas mixed": (frame([1, "a"], [1, 2]), SourceError, "column 'source' mixes types"),
    "pandas int and float": (frame(OBJECT([1, 2.5], dtype=object), [1, 2]), SourceError, "mixes types"),
    "pandas beyond 64 bits": (frame(OBJECT([1, 2**64], dtype=object), [1, 2]), SourceError, "'source'"),
    "pandas missing": (frame(["a", None], ["b", "c"]), SourceError, "column 'source', row 2: the node id is empty"),
    "pandas NA": (frame(pd.array([1, None], "Int64"), [1, 2]), SourceError, "row 2: the node id is empty"),
    "pandas string NA": (frame(pd.array(["a", None], "string"), [1, 2]), SourceError, "row 2: the node id is empty"),
    "pandas NaN": (frame([1, np.nan], [1, 2]), SourceError, "row 2: the node id is empty"),
    "pandas fraction": (frame([1, 1.5], [1, 2]), SourceError, "column 'source', entry 2: 1.5 is no node id"),
    "pandas infinite": (frame([1, np.inf], [1, 2]), SourceError, "entry 2: inf is no node id"),
    "pandas bool": (frame([True, False], [1, 2]), SourceError, "holds Boolean values"),
    "pandas date": (frame(pd.to_datetime(["2020-01-01"]), [2]), SourceError, "holds Datetime"),
    "pandas lists": (frame([[1], [2]], [1, 2]), SourceError, "holds List"),
    "polars series": (pl.Series([1]), UnsupportedError, "cannot read a Polars Series"),
    "polars blank": (
        pl.DataFrame({"a": ["x", ""], "b": [1, 2]}),
        SourceError,
        "column 'a', row 2: the node id is empty",
    ),
    "polars nan": (pl.DataFrame({"a": ["x", "nan"], "b": ["y", "z"]}), SourceError, "row 2: 'nan' is no node id"),
    "polars NaN": (pl.DataFrame({"a": [1.0, float("nan")], "b": [1, 2]}), SourceError, "entry 2: nan is no node id"),
    "polars 128 bits": (pl.DataFrame({"a": pl.Series([1], dtype=pl.Int128), "b": [1]}), SourceError, "Int128 values"),
    "polars decimal": (pl.DataFrame({"a": pl.Series(["1"]).cast(pl.Decimal(9, 0)), "b": [1]}), SourceError, "Decimal"),
    "single precision": (
        pl.DataFrame({"a": pl.Series([2.0**24], dtype=pl.Float32), "b": [1]}),
        SourceError,
        "entry 1: 16777216.0 is no node id",
    ),
    "double precision": (pl.DataFrame({"a": [2.0**53], "b": [1]}), SourceError, "entry 1: 9007199254740992.0 is no"),
    "arrow array": (pa.array([1, 2]), UnsupportedError, "cannot read an Arrow Int64Array"),
    "arrow double names": (pa.table([[1], [2]], names=["a", "a"]), SourceError, "two columns are named 'a'"),
    "two arrays of two lengths": ((np.arange(3), np.arange(4)), SourceError, "the two arrays hold 3 and 4 ids"),
    "two arrays of fractions": ((np.arange(3), torch.tensor([0.5, 1, 2])), SourceError, "targets, entry 1: 0.5 is no"),
    "no edges": ([], GraphDimError, "no edges, so the number of nodes is unknown"),
    "too many nodes": (scipy.sparse.coo_array((2**33, 2**33)), GraphDimError, "more than the 2,147,483,648"),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.filterwarnings("ignore:Unable to accurately infer 'num_nodes'")
def test_it_is_refused(name):
    source, kind, fault = REFUSED[name]
    with pytest.raises(kind) as caught:
        gd.read(source)
    assert fault in str(caught.value)


READ = {
    # what it holds: nodes, edges
    "two pairs": (np.array([[0, 1], [1, 2]]), 3, 2),
    "two arrays are both ends": ((np.array([0, 5]), np.array([1, 6])), 4, 2),
    "two tensors are both ends": ((torch.tensor([0, 5, 6]), torch.tensor([1, 6, 0])), 4, 3),
    "a list of two arrays is two pairs": ([np.array([0, 1]), np.array([1, 2])], 3, 2),
    "two pairs of torch are columns": (torch.tensor([[0, 5], [1, 6]]), 4, 2),
    "square of floats": (np.array([[0.0, 1], [1, 0]]), 2, 1),
    "square of booleans": (np.array([[False, True], [True, False]]), 2, 1),
    "square of integers": (np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]]), 3, 2),
    "edge index": (np.array([[0, 1, 2], [1, 2, 0]]), 3, 3),
    "objects": (np.array([["a", 1], [1, "b"], ["b", "a"]], dtype=object), 3, 3),
    "mixed pairs": ([("1", 1), (1, 2)], 2, 1),
    "equal numbers": ([(1, 2), (1.0, 3), (np.int64(1), 4), (True, 5)], 5, 4),
    "tuples as ids": ([((0, 0), (0, 1)), ((0, 1), (1, 1))], 3, 2),
    "tensors as ids": ([(torch.tensor(1), torch.tensor(2)), (torch.tensor(2), torch.tensor(1))], 2, 1),
    "a subclass": (type("Mine", (nx.Graph,), {})([(1, 2)]), 2, 1),
    "a directed graph": (nx.DiGraph([(1, 2), (2, 1), (2, 2)]), 2, 1),
    "half precision": (torch.tensor([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=torch.bfloat16), 3, 2),
    "a sparse matrix of two nodes": (torch.tensor([[0.0, 1], [1, 0]]).to_sparse(), 2, 1),
    "sparse zeros": (scipy.sparse.csr_array((np.array([0.0, 1.0]), ([0, 1], [1, 2])), shape=(4, 4)), 4, 1),
    "entries that cancel": (scipy.sparse.coo_array(([1.0, -1.0, 1.0], ([0, 0, 1], [1, 1, 2])), shape=(3, 3)), 3, 1),
    "rows that cancel": (
        scipy.sparse.csr_array((np.array([1.0, -1.0, 1.0]), np.array([1, 1, 2]), np.array([0, 2, 3, 3])), shape=(3, 3)),
        3,
        1,
    ),
    "signed and unsigned": (
        pl.DataFrame({"a": pl.Series([2**62, 5], dtype=pl.Int64), "b": pl.Series([2**63, 2**62], dtype=pl.UInt64)}),
        3,
        2,
    ),
    "signed and unsigned, small": (
        pl.DataFrame({"a": pl.Series([0, 1], dtype=pl.Int8), "b": pl.Series([1, 2], dtype=pl.UInt64)}),
        3,
        2,
    ),
    "numbers beside names": (pl.DataFrame({"a": [1, 2], "b": ["1", "x"]}), 3, 1),
    "oversized EdgeIndex": (EdgeIndex([[0, 1], [1, 2]], sparse_size=(5, 5)), 5, 2),
    "graph of graphdim": (gd.read([(0, 1)]), 2, 1),
    "batch": (Batch.from_data_list([Data(edge_index=torch.tensor([[0], [1]]), num_nodes=2)] * 3), 6, 3),
    "hetero without edges": (HeteroData({"a": {"num_nodes": 3}}), 3, 0),
}


@pytest.mark.parametrize("name", READ)
def test_it_is_read(name):
    source, n_nodes, n_edges = READ[name]
    graph = gd.read(source)
    assert (n_nodes, n_edges) == (graph.n_nodes, graph.n_edges)


@pytest.mark.parametrize("blank", ["", "nan", "NaN", "NAN", float("nan"), None, pd.NA], ids=repr)
def test_what_stands_for_a_missing_id_is_no_node_in_any_form(blank, tmp_path):
    pairs = [("a", "b"), ("b", blank)]
    forms = {
        "pairs": pairs,
        "NumPy": np.array(pairs, dtype=object),
        "two arrays": tuple(np.array(pairs, dtype=object).T),
        "records": [{"source": u, "target": v} for u, v in pairs],
        "pandas": pd.DataFrame(pairs, columns=["source", "target"]),
    }
    if blank is not None:  # networkx itself refuses None
        forms["networkx"] = nx.Graph(pairs)
    if isinstance(blank, str):
        forms["NumPy texts"] = np.array(pairs)
        forms["Polars"] = pl.DataFrame(pairs, schema=["source", "target"], orient="row")
        forms["GraphML"] = tmp_path / "a.graphml"
        nx.write_graphml(nx.Graph(pairs), tmp_path / "a.graphml")
    for name, source in forms.items():
        with pytest.raises(SourceError, match=r"missing id|cannot be empty|no node id|no id|id is empty|mixes types"):
            pytest.fail(f"{name}: {gd.read(source)}")


def test_signed_and_unsigned_columns_stay_apart():
    table = pl.DataFrame(
        {"a": pl.Series([-1, -1, 5], dtype=pl.Int64), "b": pl.Series([2**63, 2**64 - 1, 2**63], dtype=pl.UInt64)}
    )
    graph = gd.read(table)
    assert (graph.n_nodes, graph.n_edges) == (4, 3)


def test_pyg_without_a_number_of_nodes_warns_in_its_own_words():
    with pytest.warns(UserWarning, match="Unable to accurately infer 'num_nodes'"):
        assert gd.read(Data(edge_index=torch.tensor([[0, 1], [1, 5]]))).n_nodes == 6


def test_the_source_is_left_as_it_was():
    pairs = np.array([[3, 1], [1, 3], [2, 2]])
    sparse = scipy.sparse.coo_array(([1.0, 1.0], ([0, 0], [1, 1])), shape=(2, 2))
    gd.read(pairs), gd.read(sparse)
    assert pairs.tolist() == [[3, 1], [1, 3], [2, 2]]
    assert sparse.nnz == 2


WEIGHTS = {
    "matrix": (np.eye(3), "w", "a matrix has no weight named 'w'; its values are named 'data'"),
    "array": (np.array([[0, 1]]), "w", "an array of pairs has no weight named 'w'"),
    "pairs": ([(0, 1)], "w", "pair 1 has no weight named 'w'; give triples (u, v, w)"),
    "negative": (-np.ones((3, 3)), "data", "the matrix, entry 1: -1.0 is no weight"),
    "infinite": (np.full((3, 3), np.inf), "data", "inf is no weight"),
    "complex": (np.full((3, 3), 1j), "data", "complex128 values; weights are positive numbers"),
    "networkx none": (nx.path_graph(3), "w", "edge (0, 1) has no attribute 'w'"),
    "networkx word": (nx.Graph([(0, 1, {"w": "x"})]), "w", "weights are positive numbers"),
    "igraph none": (igraph.Graph.Ring(3), "w", "the graph has no edge attribute 'w'; it has none"),
    "igraph gap": (igraph.Graph.Ring(3, directed=False), "weight", "no edge attribute 'weight'"),
    "pyg none": (
        Data(edge_index=torch.tensor([[0], [1]]), num_nodes=2),
        "w",
        "no edge attribute 'w' on every edge type",
    ),
    "pyg wide": (
        Data(edge_index=torch.tensor([[0], [1]]), num_nodes=2, w=torch.ones(1, 3)),
        "w",
        "edge attribute 'w' has shape (1, 3); a weight is one number an edge",
    ),
    "pandas none": (frame([1], [2]), "w", "there is no column 'w'; the columns are source, target"),
    "pandas word": (frame([1], [2]).assign(w="x"), "w", "weights are positive numbers"),
    "pandas gap": (frame([1, 2], [2, 3]).assign(w=[1, None]), "w", "column 'w', entry 2: nan is no weight"),
    "polars zero": (pl.DataFrame({"a": [1], "b": [2], "w": [0]}), "w", "column 'w', entry 1: 0.0 is no weight"),
    "polars gap": (pl.DataFrame({"a": [1], "b": [2], "w": [None]}), "w", "holds Null values"),
    "dataset": ("dataset:karate", "w", "dataset:karate has no weight named 'w'; its edges are not weighted"),
}


@pytest.mark.parametrize("name", WEIGHTS)
def test_a_weight_that_is_none_is_refused(name):
    source, weight, fault = WEIGHTS[name]
    with pytest.raises(SourceError) as caught:
        gd.read(source, weight=weight)
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("source", "note"),
    [
        (nx.Graph([(0, 1, {"weight": 2})]), "edge attribute 'weight' ignored; weight='weight' counts it"),
        (igraph.Graph(edges=[(0, 1)], edge_attrs={"weight": [2]}), "edge attribute 'weight' ignored"),
        (Data(edge_index=torch.tensor([[0], [1]]), edge_weight=torch.ones(1), num_nodes=2), "edge_weight ignored"),
        (np.full((3, 3), 2.0), "values ignored; --weight data counts them (weight='data' in Python)"),
        (frame([1], [2]).assign(Weight=3), "column 'Weight' ignored; --weight Weight counts it"),
        (hetero(a=2, b=2), "2 node types and 1 edge types merged"),
    ],
    ids=str,
)
def test_a_weight_that_is_left_is_noted(source, note):
    [found] = gd.read(source).notes
    assert found.startswith(note)


def test_a_graph_that_is_read_already_takes_no_orders():
    graph = gd.read([(0, 1)])
    assert graph is gd.read(graph)
    assert graph is gd.read(graph, n_nodes=2)
    for orders in ({"n_nodes": 5}, {"weight": "w"}):
        with pytest.raises(UnsupportedError, match="a Graph is read already"):
            gd.read(graph, **orders)


ONE_ALIKE = {
    "pairs": [("1", 1), ("1", "b"), (1, "b")],
    "tuple of arrays": (np.array(["1", "1", "b"]), np.array([1, 2, 1])),
    "arrays of objects": np.array([["1", 1], ["1", "b"], [1, "b"]], dtype=object),
    "pandas": pd.DataFrame({"source": ["1", "b"], "target": [1, 1]}),
    "polars": pl.DataFrame({"source": ["1", "b"], "target": [1, 1]}),
    "arrow": pl.DataFrame({"source": ["1", "b"], "target": [1, 1]}).to_arrow(),
}


@pytest.mark.parametrize("name", ONE_ALIKE)
def test_a_text_and_a_number_that_read_the_same_are_one_node(name):
    graph = gd.read(ONE_ALIKE[name])
    assert graph.cleaning.self_loops == 1
    assert graph.n_nodes == (3 if name == "tuple of arrays" else 2)


def test_whole_floats_in_an_edge_index_are_ids():
    assert gd.read(Data(edge_index=torch.tensor([[0.0, 1.0], [1.0, 2.0]]), num_nodes=3)).n_edges == 2


@pytest.mark.parametrize("third", [lambda w: w, lambda w: {"weight": w}], ids=["number", "attributes"])
def test_triples_have_weights_if_these_are_asked_for(third):
    triples = [("a", "b", third(2.0)), ("b", "c", third(0.5)), ("b", "a", third(3.0))]
    plain = gd.read(triples)
    assert (plain.n_edges, plain.weights) == (2, None)
    assert plain.notes == ("the pairs' weight ignored; --weight weight counts it (weight='weight' in Python)",)
    weighted = gd.read(triples, weight="weight")
    assert (weighted.weights.tolist(), weighted.notes) == ([3.0, 0.5], ())
    with pytest.raises(SourceError, match="pair 4 has no weight named 'weight'"):
        gd.read([*triples, ("c", "a")], weight="weight")


def test_a_text_in_third_place_may_be_an_end():
    [note] = gd.read([("ann", "knows", "bob"), ("bob", "knows", "cid")]).notes
    assert note == (
        "the third item of each triple, such as 'bob', ignored: ends are the first two; "
        "of (head, relation, tail) give the pairs (head, tail)"
    )


def test_the_edges_of_networkx_bring_their_attributes():
    graph = nx.Graph()
    graph.add_weighted_edges_from([(0, 1, 2.0), (1, 2, 4.0)])
    assert gd.read(graph.edges(data=True), weight="weight").weights.tolist() == [2.0, 4.0]
    assert gd.read(graph.edges(data="weight"), weight="weight").weights.tolist() == [2.0, 4.0]


def test_directed_graphs_say_that_directions_are_dropped(tmp_path):
    directed = nx.DiGraph([("a", "b"), ("b", "c")])
    nx.write_graphml(directed, tmp_path / "a.graphml")
    nx.write_gml(directed, tmp_path / "a.gml")
    for source in (directed, igraph.Graph([(0, 1), (1, 2)], directed=True), tmp_path / "a.graphml", tmp_path / "a.gml"):
        assert [note for note in gd.read(source).notes if note.startswith("directions dropped")]
    nx.write_gml(directed.to_undirected(), tmp_path / "b.gml")
    for source in (directed.to_undirected(), igraph.Graph([(0, 1), (1, 2)]), tmp_path / "b.gml"):
        assert gd.read(source).notes == ()


def test_a_dataset_of_graphs_is_refused_with_the_way_out():
    class Molecules(InMemoryDataset):
        def __init__(self):
            super().__init__()
            graphs = [Data(edge_index=torch.tensor([[0, 1], [1, 2]]), num_nodes=3) for _ in range(3)]
            self.data, self.slices = self.collate(graphs)

    with pytest.raises(UnsupportedError, match=r"Molecules is not a graph but holds 3; give dataset\[0\], or select"):
        gd.ideal_dimension(Molecules())


def as_parquet(table, folder):
    table.write_parquet(folder / "edges.parquet")
    return folder / "edges.parquet"


@pytest.mark.parametrize("form", [lambda table, _: table, lambda table, _: table.lazy(), as_parquet])
def test_dates_written_as_text_are_no_ends(form, tmp_path):
    table = pl.DataFrame({"t": ["2024-01-05", "2024-02-06 12:30"], "a": [3, 17], "b": [17, 4]})
    assert gd.ideal_dimension(form(table, tmp_path)).facts.n_nodes == 3
    dates = table.with_columns(pl.lit("2024-01-05").alias("b"))  # two ends are needed
    assert gd.ideal_dimension(form(dates, tmp_path)).facts.n_nodes == 4


@pytest.mark.parametrize("form", [pl.DataFrame.to_pandas, pl.DataFrame.to_arrow])
def test_dates_of_other_libraries_written_as_text_are_no_ends(form):
    table = pl.DataFrame({"t": ["2024-01-05", "2024-02-06 12:30"], "a": [3, 17], "b": [17, 4]})
    assert gd.ideal_dimension(form(table)).facts.n_nodes == 3


def test_the_row_numbers_of_a_frame_are_no_ends():
    table = pl.DataFrame({"Unnamed: 0": [0, 1], "payer": ["ann", "bob"], "payee": ["bob", "cid"]})
    for frame in (table, table.rename({"Unnamed: 0": ""}), table.to_pandas()):
        assert gd.ideal_dimension(frame).facts.n_nodes == 3


ROWS = [
    {"w": 2.0, "target": 2, "source": 1, "tags": [1]},
    {"target": 3, "source": 2, "w": 7.0, "tags": "x"},
    {"w": 1.0, "target": 4, "source": 3, "tags": None},
]


@pytest.mark.parametrize("form", [list, iter, tuple], ids=["list", "generator", "tuple"])
def test_records_are_a_table(form):
    plain = gd.read(form(ROWS))
    assert (plain.n_nodes, plain.n_edges) == (4, 3)
    assert plain.notes == ("columns 'w', 'tags' ignored; --weight w counts 'w' (weight='w' in Python)",)
    assert gd.read(form(ROWS), weight="w").weights.tolist() == [2.0, 7.0, 1.0]
    assert gd.read(form(ROWS), columns=("source", "w")).n_nodes == 4


def test_a_dict_reader_reads_records(tmp_path):
    (tmp_path / "edges.csv").write_text("when,payer,payee\n2024-01-05,ann,bob\n2024-01-06,bob,cid\n")
    with (tmp_path / "edges.csv").open() as file:
        graph = gd.read(csv.DictReader(file), columns=("payer", "payee"))
    assert (graph.n_nodes, graph.n_edges) == (3, 2)
    with (tmp_path / "edges.csv").open() as file:
        assert gd.ideal_dimension(csv.DictReader(file)).facts.n_nodes == 3  # dates are no ends


def test_ids_that_are_bytes_are_found_as_texts():
    pairs = np.array([("ä", "b"), ("b", "c"), ("ä", "c"), ("c", "d")])
    labels = {"d": "left", "c": "left", "b": "right", "ä": "right"}
    found = [own_graph(ids, labels)[1].labels.tolist() for ids in (np.char.encode(pairs, "utf-8"), pairs)]
    assert found[0] == found[1]
    assert sorted(found[0]) == [0, 0, 1, 1]
