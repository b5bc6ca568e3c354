"""Every form in which a source can hold a graph. To add one: write a function from toy and folder to source.

`ids` says what ids the form can hold: "index" (only 0 to n - 1, the toy's nodes by position), "int64", "uint64" or
"names"; each holds what stands before it too. `nodes` says whether the form carries isolated nodes itself. `weight`
is what the form calls its weights, if it has any.
"""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import scipy.io
import scipy.sparse
import torch
from torch_geometric import EdgeIndex
from torch_geometric.data import Data, HeteroData

from toys import Toy, adjacency

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

IDS = ("index", "int64", "uint64", "names")


@dataclass(frozen=True)
class StandardInput:
    """Bytes that the test feeds to standard input; the source is then "-"."""

    data: bytes


@dataclass(frozen=True)
class Form:
    """One form of source."""

    name: str
    make: Callable[[Toy, Path], Any]
    ids: str = "index"
    nodes: bool = False
    weight: str | None = None
    edgeless: bool = True

    def holds(self, toy: Toy) -> bool:
        return (self.ids == "index" or IDS.index(toy.ids) <= IDS.index(self.ids)) and (self.edgeless or toy.n_edges > 0)

    def __str__(self) -> str:
        return self.name

    def source(self, toy: Toy, folder: Path, monkeypatch: Any) -> Any:
        """The toy in this form, made anew at each call: pipes and generators can be read once."""
        made = self.make(toy, folder)
        if not isinstance(made, StandardInput):
            return made
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(made.data)))
        return "-"


FORMS: list[Form] = []


def form(ids: str = "index", **traits: Any) -> Callable[..., Any]:
    """Add a function to the forms, under its own name."""

    def add(make: Callable[[Toy, Path], Any]) -> Callable[[Toy, Path], Any]:
        FORMS.append(Form(make.__name__, make, ids, **traits))
        return make

    return add


# Objects in memory


def _networkx(toy: Toy, graph: nx.Graph) -> nx.Graph:
    graph.add_nodes_from(toy.nodes)
    for (u, v), weight in zip(toy.edges, toy.weights, strict=True):
        graph.add_edge(u, v, strength=weight)
    return graph


@form("names", nodes=True, weight="strength")
def networkx_graph(toy: Toy, _: Path) -> nx.Graph:
    return _networkx(toy, nx.Graph())


@form("names", nodes=True, weight="strength")
def networkx_digraph_both_ways(toy: Toy, _: Path) -> nx.DiGraph:
    return _networkx(toy, nx.Graph()).to_directed()


@form("names", nodes=True, weight="strength")
def networkx_multigraph(toy: Toy, _: Path) -> nx.MultiGraph:
    graph = _networkx(toy, nx.MultiGraph())
    graph.add_edges_from((v, u, {"strength": 0.25}) for u, v in toy.edges)
    return graph


@form("names")
def networkx_edge_view(toy: Toy, _: Path) -> Any:
    return _networkx(toy, nx.Graph()).edges


@form(nodes=True, weight="strength")
def igraph_graph(toy: Toy, _: Path) -> Any:
    import igraph

    return igraph.Graph(n=toy.n_nodes, edges=toy.indexed, edge_attrs={"strength": toy.weights})


def _edge_index(toy: Toy) -> torch.Tensor:
    return torch.tensor(toy.indexed, dtype=torch.int64).reshape(-1, 2).T.contiguous()


@form(nodes=True, weight="edge_weight")
def pyg_data(toy: Toy, _: Path) -> Data:
    return Data(edge_index=_edge_index(toy), edge_weight=torch.tensor(toy.weights), num_nodes=toy.n_nodes)


@form(nodes=True, weight="edge_attr")
def pyg_data_edge_attr(toy: Toy, _: Path) -> Data:
    weights = torch.tensor(toy.weights, dtype=torch.float64).reshape(-1, 1)
    return Data(edge_index=_edge_index(toy), edge_attr=weights, x=torch.ones(toy.n_nodes, 3))


@form(nodes=True)
def pyg_data_transposed(toy: Toy, _: Path) -> Data:
    shape = (toy.n_nodes, toy.n_nodes)
    return Data(adj_t=torch.sparse_coo_tensor(_edge_index(toy), torch.tensor(toy.weights), shape), num_nodes=shape[0])


@form(nodes=True, weight="strength")
def pyg_heterodata(toy: Toy, _: Path) -> HeteroData:
    """The nodes cut in two types, the edges in up to four."""
    data, half = HeteroData(), toy.n_nodes // 2
    data["low"].num_nodes, data["high"].x = half, torch.ones(toy.n_nodes - half, 2)
    blocks: dict[tuple[str, str, str], list[tuple[int, int, float]]] = {}
    for (u, v), weight in zip(toy.indexed, toy.weights, strict=True):
        kind = ("low" if u < half else "high", "to", "low" if v < half else "high")
        blocks.setdefault(kind, []).append((u % half if u < half else u - half, v if v < half else v - half, weight))
    for kind, rows in blocks.items():
        sources, targets, weights = zip(*rows, strict=True)
        data[kind].edge_index = torch.tensor([sources, targets])
        data[kind].strength = torch.tensor(weights)
    return data


@form()
def pyg_edge_index(toy: Toy, _: Path) -> EdgeIndex:
    return EdgeIndex(_edge_index(toy))


@form(nodes=True)
def pyg_edge_index_sized(toy: Toy, _: Path) -> EdgeIndex:
    return EdgeIndex(_edge_index(toy), sparse_size=(toy.n_nodes, toy.n_nodes))


@form("int64")
def torch_edge_index(toy: Toy, _: Path) -> torch.Tensor:
    return torch.tensor(toy.edges, dtype=torch.int64).reshape(-1, 2).T


@form("int64", edgeless=False)
def torch_pairs(toy: Toy, _: Path) -> torch.Tensor:
    # Three rows at least, since two are an edge_index.
    return torch.tensor([*toy.edges, toy.edges[0], toy.edges[0]], dtype=torch.int64)


@form(nodes=True, weight="data")
def torch_sparse_coo(toy: Toy, _: Path) -> torch.Tensor:
    return _dense_tensor(toy).to_sparse_coo()


@form(nodes=True, weight="data")
def torch_sparse_csr(toy: Toy, _: Path) -> torch.Tensor:
    return _dense_tensor(toy).to_sparse_csr()


@form(nodes=True, weight="data")
def torch_dense(toy: Toy, _: Path) -> torch.Tensor:
    return _dense_tensor(toy).requires_grad_()


def _dense(toy: Toy) -> np.ndarray:
    return adjacency(toy.n_nodes, toy.indexed, toy.weights)


def _dense_tensor(toy: Toy) -> torch.Tensor:
    return torch.from_numpy(_dense(toy))


@form(nodes=True, weight="data")
def numpy_dense(toy: Toy, _: Path) -> np.ndarray:
    return _dense(toy)


@form(nodes=True)
def numpy_dense_bool(toy: Toy, _: Path) -> np.ndarray:
    return _dense(toy) > 0


@form(nodes=True)
def numpy_upper_triangle(toy: Toy, _: Path) -> np.ndarray:
    return np.triu(_dense(toy) > 0).astype(np.int8)


def _pairs(toy: Toy, dtype: type) -> np.ndarray:
    return np.array(toy.edges, dtype=dtype).reshape(-1, 2)


@form("int64")
def numpy_pairs(toy: Toy, _: Path) -> np.ndarray:
    return _pairs(toy, np.int64)


@form("int64", edgeless=False)
def numpy_edge_index(toy: Toy, _: Path) -> np.ndarray:
    # Three columns at least, since 2 × 2 is two pairs.
    return np.concatenate([_pairs(toy, np.int64), _pairs(toy, np.int64)[:, ::-1], _pairs(toy, np.int64)]).T


@form()
def numpy_pairs_bytes(toy: Toy, _: Path) -> np.ndarray:
    return np.array(toy.indexed, dtype=np.uint8).reshape(-1, 2)


@form()
def numpy_pairs_big_endian(toy: Toy, _: Path) -> np.ndarray:
    return np.array(toy.indexed, dtype=">i4").reshape(-1, 2)


@form("names", edgeless=False)
def numpy_pairs_of_names(toy: Toy, _: Path) -> np.ndarray:
    return np.array([[str(u), str(v)] for u, v in toy.edges])


SPARSE = {"csr": "csr", "csc": "csc", "coo": "coo", "lil": "lil", "dok": "dok", "bsr": "bsr", "dia": "dia"}


def _sparse_forms(kind: str, flavour: str) -> None:
    make = getattr(scipy.sparse, f"{kind}_{flavour}")
    name = f"scipy_{kind}_{flavour}"
    FORMS.append(Form(name, lambda toy, _: make(_dense(toy)), nodes=True, weight="data"))


for _kind in SPARSE:
    for _flavour in ("array", "matrix"):
        _sparse_forms(_kind, _flavour)


@form(nodes=True, weight="data")
def scipy_coo_in_parts(toy: Toy, _: Path) -> scipy.sparse.coo_array:
    """Each value in two halves at one place, and a stored zero beside them."""
    whole = scipy.sparse.coo_array(_dense(toy))
    rows, columns = (np.concatenate([each, each, np.arange(toy.n_nodes)]) for each in (whole.row, whole.col))
    values = np.concatenate([whole.data / 2, whole.data / 2, np.zeros(toy.n_nodes)])
    return scipy.sparse.coo_array((values, (rows, columns)), shape=whole.shape)


@form(nodes=True, weight="data")
def scipy_csr_in_parts(toy: Toy, _: Path) -> scipy.sparse.csr_array:
    """The same as non-canonical CSR: repeated, unsorted columns."""
    whole = scipy.sparse.csr_array(_dense(toy))
    data = np.concatenate([np.tile(part / 2, 2) for part in np.split(whole.data, whole.indptr[1:-1])] or [whole.data])
    indices = np.concatenate([np.tile(part[::-1], 2)[::-1] for part in np.split(whole.indices, whole.indptr[1:-1])])
    return scipy.sparse.csr_array((data, indices, 2 * whole.indptr), shape=whole.shape)


def _columns(toy: Toy, dtype: Any = None) -> dict[str, Any]:
    sources, targets = zip(*toy.edges, strict=True) if toy.edges else ((), ())
    make = list if dtype is None else lambda ids: np.array(ids, dtype=dtype)
    return {"year": np.full(toy.n_edges, 1999), "source": make(sources), "target": make(targets), "w": toy.weights}


def _typed(toy: Toy) -> dict[str, Any]:
    return _columns(toy, None if toy.ids == "names" else np.uint64 if toy.ids == "uint64" else np.int64)


@form("names", weight="w")
def pandas_frame(toy: Toy, _: Path) -> pd.DataFrame:
    return pd.DataFrame(_typed(toy), index=[f"row {i}" for i in range(toy.n_edges)])


@form("names", weight="w")
def pandas_categorical(toy: Toy, _: Path) -> pd.DataFrame:
    return pd.DataFrame(_typed(toy)).astype({"source": "category", "target": "category"})


@form("uint64", weight="w")
def pandas_nullable(toy: Toy, _: Path) -> pd.DataFrame:
    kind = "UInt64" if toy.ids == "uint64" else "Int64"
    return pd.DataFrame(_typed(toy)).astype({"source": kind, "target": kind, "w": "Float64"})


@form("names", weight="w")
def pandas_strings(toy: Toy, _: Path) -> pd.DataFrame:
    return pd.DataFrame(_columns(toy)).astype({"source": str, "target": str})


@form("names", weight="w")
def pandas_string_and_object(toy: Toy, _: Path) -> pd.DataFrame:
    return pd.DataFrame(_columns(toy)).astype(str).astype({"source": "string", "target": object, "w": float})


@form("index", weight="w")
def pandas_floats(toy: Toy, _: Path) -> pd.DataFrame:
    ends = np.array(toy.indexed, dtype=float).reshape(-1, 2)
    return pd.DataFrame({"from": ends[:, 0], "to": ends[:, 1], "w": toy.weights})


@form("names", weight="w")
def polars_frame(toy: Toy, _: Path) -> pl.DataFrame:
    return pl.DataFrame(_typed(toy))


@form("names", weight="w")
def polars_lazy(toy: Toy, _: Path) -> pl.LazyFrame:
    return pl.DataFrame(_typed(toy)).lazy().rename({"source": "SRC", "target": "Dst"})


@form("names", weight="w")
def polars_categorical(toy: Toy, _: Path) -> pl.DataFrame:
    return pl.DataFrame(_columns(toy)).with_columns(pl.col("source", "target").cast(pl.String).cast(pl.Categorical))


@form("names", weight="w")
def arrow_table(toy: Toy, _: Path) -> pa.Table:
    return pa.table(_typed(toy))


@form("names", weight="w")
def arrow_record_batch(toy: Toy, _: Path) -> pa.RecordBatch:
    return pa.record_batch(_typed(toy))


@form("names")
def list_of_pairs(toy: Toy, _: Path) -> list[Any]:
    return list(toy.edges)


@form("names")
def list_of_lists(toy: Toy, _: Path) -> list[Any]:
    return [[v, u] for u, v in toy.edges]


@form("names")
def generator_of_pairs(toy: Toy, _: Path) -> Any:
    return (edge for edge in toy.edges)


@form("names")
def set_of_pairs(toy: Toy, _: Path) -> set[Any]:
    return set(toy.edges)


@form("names", weight="w", edgeless=False)
def list_of_records(toy: Toy, _: Path) -> list[Any]:
    return [{"year": 1999, "Source": u, "Target": v, "w": w} for (u, v), w in zip(toy.edges, toy.weights, strict=True)]


@form("int64")
def list_of_tensors(toy: Toy, _: Path) -> list[Any]:
    return list(torch.tensor(toy.edges, dtype=torch.int64).reshape(-1, 2))


@form("int64")
def tuple_of_tensors(toy: Toy, _: Path) -> tuple[Any, ...]:
    return tuple(torch.tensor(toy.edges, dtype=torch.int64).reshape(-1, 2).T)


@form("names")
def tuple_of_arrays(toy: Toy, _: Path) -> tuple[Any, ...]:
    kind = {"index": np.int32, "int64": np.int64, "uint64": np.uint64, "names": object}[toy.ids]
    return tuple(np.array(toy.edges, dtype=kind).reshape(-1, 2).T)


# Files


def _text(toy: Toy, separator: str, *, header: str = "", end: str = "\n", weights: bool = False) -> bytes:
    out = io.StringIO()
    out.write(header)
    writer = csv.writer(out, delimiter=separator, lineterminator=end)
    for (u, v), weight in zip(toy.edges, toy.weights, strict=True):
        writer.writerow([u, v, weight] if weights else [u, v])
    return out.getvalue().encode()


def _saved(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def _quoted(toy: Toy) -> bytes:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows(toy.edges)
    return out.getvalue().encode()


TEXTS: dict[str, tuple[str, Callable[[Toy], bytes], str | None]] = {
    "spaces": ("edges.txt", lambda toy: _text(toy, " "), None),
    "weighted spaces": ("edges.wel", lambda toy: _text(toy, " ", weights=True), "3"),
    "tabs": ("edges.tsv", lambda toy: _text(toy, "\t"), None),
    "commas": ("edges.csv", lambda toy: _text(toy, ","), None),
    "weighted commas": ("edges.csv", lambda toy: _text(toy, ",", weights=True), "3"),
    "semicolons": ("edges.csv", lambda toy: _text(toy, ";"), None),
    "no extension": ("edges", lambda toy: _text(toy, ","), None),
    "header": ("edges.csv", lambda toy: _text(toy, ",", header="Source,Target\n"), None),
    "weighted header": (
        "edges.tsv",
        lambda toy: _text(toy, "\t", header="from\tto\tw\n", weights=True),
        "w",
    ),
    "comments": (
        "edges.edges",
        lambda toy: _text(toy, " ", header="# nodes, edges\n\n% 3 4\n").replace(b"\n", b"\n# remark\n"),
        None,
    ),
    "percent comments": ("out.ncol", lambda toy: _text(toy, "\t").replace(b"\n", b"\n% remark\n\n"), None),
    "windows": ("edges.csv", lambda toy: b"\xef\xbb\xbf" + _text(toy, ",", end="\r\n"), None),
    "windows header": ("edges.csv", lambda toy: b"\xef\xbb\xbf" + _text(toy, ";", header="u;v\r\n", end="\r\n"), None),
    "no newline at the end": ("edges.csv", lambda toy: _text(toy, ",").rstrip(b"\n"), None),
    "aligned": ("edges.dat", lambda toy: _text(toy, " ").replace(b"\n", b"  \n   "), None),
    "quoted": ("edges.csv", _quoted, None),
    "gzip": ("edges.csv.gz", lambda toy: gzip.compress(_text(toy, ",")), None),
    "gzip in two members": ("e.csv.GZ", lambda toy: gzip.compress(_text(toy, ",")) + gzip.compress(b"\n"), None),
    "bzip2": ("edges.tsv.bz2", lambda toy: bz2.compress(_text(toy, "\t")), None),
    "zstd": ("edges.txt.zst", lambda toy: zstd(_text(toy, " ")), None),
    "gzip without saying so": ("edges.txt", lambda toy: gzip.compress(_text(toy, " ")), None),
    "odd file name": ("edges [1] *.csv", lambda toy: _text(toy, ","), None),
}


def zstd(data: bytes) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return sink.getvalue().to_pybytes()


def _text_form(name: str) -> None:
    file, write, weight = TEXTS[name]

    def make(toy: Toy, folder: Path) -> Path:
        return _saved(folder / file, write(toy))

    FORMS.append(Form(f"text_{name.replace(' ', '_')}", make, "names", weight=weight, edgeless=False))


for _name in TEXTS:
    _text_form(_name)


@form("names", edgeless=False)
def standard_input(toy: Toy, _: Path) -> StandardInput:
    return StandardInput(_text(toy, " "))


@form("names", edgeless=False)
def standard_input_gzip(toy: Toy, _: Path) -> StandardInput:
    return StandardInput(gzip.compress(_text(toy, ",")))


@form("names", weight="w")
def parquet_file(toy: Toy, folder: Path) -> str:
    pl.DataFrame(_typed(toy)).write_parquet(folder / "edges[1].parquet")
    return str(folder / "edges[1].parquet")


@form("names", weight="w")
def parquet_gzip(toy: Toy, folder: Path) -> Path:
    pl.DataFrame(_typed(toy)).write_parquet(folder / "edges.parquet.gzip", compression="gzip")
    return folder / "edges.parquet.gzip"


@form("names", weight="w")
def parquet_standard_input(toy: Toy, _: Path) -> StandardInput:
    buffer = io.BytesIO()
    pl.DataFrame(_typed(toy)).write_parquet(buffer)
    return StandardInput(buffer.getvalue())


def _parquet_parts(toy: Toy, folder: Path) -> None:
    table = pl.DataFrame(_typed(toy))
    (folder / "edges.parquet").mkdir(exist_ok=True)
    table[::2].write_parquet(folder / "edges.parquet" / "part-0.parquet")
    table[1::2].write_parquet(folder / "edges.parquet" / "part-1.parquet")


@form("names", weight="w")
def parquet_folder(toy: Toy, folder: Path) -> Path:
    _parquet_parts(toy, folder)
    return folder


@form("names", weight="w")
def parquet_glob(toy: Toy, folder: Path) -> str:
    _parquet_parts(toy, folder)
    return f"{folder}/**/part-?.parquet"


@form(nodes=True, weight="data")
def matrix_market_general(toy: Toy, folder: Path) -> Path:
    scipy.io.mmwrite(folder / "a.mtx", scipy.sparse.coo_array(_dense(toy)), symmetry="general")
    return folder / "a.mtx"


@form(nodes=True, weight="data")
def matrix_market_symmetric(toy: Toy, folder: Path) -> Path:
    scipy.io.mmwrite(folder / "a.mtx", scipy.sparse.coo_array(_dense(toy)), symmetry="symmetric")
    return folder / "a.mtx"


@form(nodes=True)
def matrix_market_pattern(toy: Toy, folder: Path) -> Path:
    scipy.io.mmwrite(folder / "a.mtx", scipy.sparse.coo_array(_dense(toy)), field="pattern", symmetry="symmetric")
    return _saved(folder / "a.mtx.gz", gzip.compress((folder / "a.mtx").read_bytes()))


@form(nodes=True, weight="data")
def matrix_market_array(toy: Toy, folder: Path) -> Path:
    scipy.io.mmwrite(folder / "a.mtx", _dense(toy))
    return folder / "a.mtx"


@form(nodes=True, weight="data")
def npz_scipy(toy: Toy, folder: Path) -> Path:
    scipy.sparse.save_npz(folder / "a.npz", scipy.sparse.csr_array(_dense(toy)))
    return folder / "a.npz"


@form(nodes=True, weight="data")
def npz_scipy_coo_matrix(toy: Toy, folder: Path) -> Path:
    scipy.sparse.save_npz(folder / "a.npz", scipy.sparse.coo_matrix(_dense(toy)), compressed=False)
    return folder / "a.npz"


@form(nodes=True)
def npz_labelled(toy: Toy, folder: Path) -> Path:
    edges = np.array(toy.indexed, dtype=np.int32).reshape(-1, 2)
    np.savez(folder / "a.npz", n=toy.n_nodes, edges=edges, labels=np.zeros(toy.n_nodes))
    return folder / "a.npz"


@form("int64")
def npy_pairs(toy: Toy, folder: Path) -> Path:
    np.save(folder / "a.npy", _pairs(toy, np.int64))
    return folder / "a.npy"


@form("int64", edgeless=False)
def npy_edge_index(toy: Toy, folder: Path) -> Path:
    np.save(folder / "a.npy", numpy_edge_index(toy, folder))
    return folder / "a.npy"


@form("int64", edgeless=False)
def npy_gzip(toy: Toy, folder: Path) -> Path:
    npy_edge_index(toy, folder)
    return _saved(folder / "a.npy.gz", gzip.compress((folder / "a.npy").read_bytes()))


@form(nodes=True, weight="data")
def npy_matrix(toy: Toy, folder: Path) -> Path:
    np.save(folder / "a.npy", _dense(toy))
    return folder / "a.npy"


@form("names", nodes=True, weight="strength")
def graphml(toy: Toy, folder: Path) -> Path:
    nx.write_graphml(_networkx(toy, nx.Graph()), folder / "a.graphml")
    return folder / "a.graphml"


@form("names", nodes=True, weight="strength")
def graphml_directed_pretty(toy: Toy, folder: Path) -> Path:
    graph = nx.MultiDiGraph(_networkx(toy, nx.Graph()))
    nx.set_node_attributes(graph, "a <node id='x'/> & more", "remark")
    nx.write_graphml(graph, folder / "a.xml", prettyprint=True)
    return folder / "a.xml"


@form("names", nodes=True, weight="strength")
def gml(toy: Toy, folder: Path) -> Path:
    nx.write_gml(_networkx(toy, nx.Graph()), folder / "a.gml", stringizer=str)
    return folder / "a.gml"
