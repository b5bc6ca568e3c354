"""Several graphs at once: a list of graphs, of tables or of arrays is not one graph, nor is a dataset of PyG.

Each is refused with the way out.
"""

from collections.abc import Set as AbstractSet
from typing import Any

from graphdim.errors import UnsupportedError
from graphdim.words import shown

__all__ = ["refuse_dataset", "refuse_graphs"]

# What the graphs of networkx, igraph, PyG, scipy and graphdim have, and tables of pandas, Polars and Arrow.
MARKS = ("adj", "get_edgelist", "edge_index", "edge_types", "tocoo", "adjacency", "columns")
EACH = "select a dimension for each"


def refuse_graphs(item: Any) -> None:
    """Refuse a list whose items are graphs, or may hold one: tables, edge indices, matrices and sets of pairs."""
    if isinstance(item, AbstractSet):
        way = "give one of them, or tuples (u, v) if each is an edge: a set has no first end"
        msg = f"a list of sets, such as {shown(item)}, is not one graph; {way}"
        raise UnsupportedError(msg)
    if any(hasattr(item, mark) for mark in MARKS) or getattr(item, "ndim", 0) > 1:
        joined = "join them into one (networkx.disjoint_union_all, torch_geometric.data.Batch.from_data_list)"
        msg = f"a list of graphs ({type(item).__name__}) is not one graph; give one of them, {EACH}, or {joined}"
        raise UnsupportedError(msg)


def refuse_dataset(source: Any) -> None:
    """Refuse a dataset of PyG, which holds graphs."""
    if any(ancestor.__name__ == "Dataset" for ancestor in type(source).__mro__):
        more = f", or {EACH}" if len(source) > 1 else ""
        msg = f"the dataset {type(source).__name__} is not a graph but holds {len(source):,}; give dataset[0]{more}"
        raise UnsupportedError(msg)
