"""Several graphs at once: a list of graphs or a dataset of PyG is not one graph, and is refused with the way out."""

from typing import Any

from graphdim.errors import UnsupportedError

__all__ = ["refuse_dataset", "refuse_graphs"]

# What the graphs of networkx, igraph, PyG and scipy have.
MARKS = ("adj", "get_edgelist", "edge_index", "edge_types", "tocoo")
EACH = "select a dimension for each"


def refuse_graphs(item: Any) -> None:
    """Refuse a list whose items are graphs."""
    if any(hasattr(item, mark) for mark in MARKS):
        joined = "join them into one (networkx.disjoint_union_all, torch_geometric.data.Batch.from_data_list)"
        msg = f"a list of graphs ({type(item).__name__}) is not one graph; give one of them, {EACH}, or {joined}"
        raise UnsupportedError(msg)


def refuse_dataset(source: Any) -> None:
    """Refuse a dataset of PyG, which holds graphs."""
    if any(ancestor.__name__ == "Dataset" for ancestor in type(source).__mro__):
        more = f", or {EACH}" if len(source) > 1 else ""
        msg = f"the dataset {type(source).__name__} is not a graph but holds {len(source):,}; give dataset[0]{more}"
        raise UnsupportedError(msg)
