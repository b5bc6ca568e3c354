"""The same job in the libraries of the field: load an edge list, make it simple and undirected, find H_s.

    python benchmarks/contestants.py networkit edges.tsv

Each is written as its own documentation would have it. benchmarks/scale.py runs them as processes of their own.
"""

import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray


def entropy(two_hop_degree: NDArray[np.float64]) -> float:
    """H_s from the two-hop degrees."""
    share = two_hop_degree / two_hop_degree.sum()
    return float(-(share * np.log(share)).sum())


def from_sums(
    neighbour_sum: Callable[[NDArray[np.float64]], NDArray[np.float64]], degree: NDArray[np.float64]
) -> float:
    """H_s from a way to sum over neighbours."""
    closed = degree + 1
    reach = closed + neighbour_sum(closed)
    return entropy(1 + (reach + neighbour_sum(reach)) / reach)


def polars_alone(path: str) -> float:
    """Reading the table and nothing else: what any of them could hope for at best."""
    import polars as pl

    is_parquet = path.endswith(".parquet")
    table = pl.read_parquet(path) if is_parquet else pl.read_csv(path, separator="\t", has_header=False)
    return float(len(table))


def scipy(path: str) -> float:
    """Polars to read, a sparse matrix for the sums."""
    import polars as pl
    from scipy.sparse import coo_array

    table = pl.read_csv(path, separator="\t", has_header=False)
    ids, ends = np.unique(np.concatenate([column.to_numpy() for column in table]), return_inverse=True)
    sources, targets = ends.reshape(2, -1)
    apart = sources != targets
    matrix = coo_array((np.ones(apart.sum()), (sources[apart], targets[apart])), shape=(len(ids), len(ids))).tocsr()
    matrix = matrix + matrix.T
    matrix.data[:] = 1
    return from_sums(lambda values: matrix @ values, matrix.sum(axis=1))


def networkx(path: str) -> float:
    """Python objects for nodes and edges."""
    import networkx as nx

    graph = nx.read_edgelist(path, delimiter="\t", nodetype=int)
    graph.remove_edges_from(list(nx.selfloop_edges(graph)))
    nodes = list(graph)
    place = {node: position for position, node in enumerate(nodes)}

    def neighbour_sum(values: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.array([sum(values[place[near]] for near in graph[node]) for node in nodes])

    return from_sums(neighbour_sum, np.array([graph.degree(node) for node in nodes], dtype=float))


def igraph(path: str) -> float:
    """A graph in C; sums through its adjacency matrix in scipy."""
    from igraph import Graph

    graph = Graph.Read_Ncol(path, names=True, weights=False, directed=False).simplify()
    matrix = graph.get_adjacency_sparse()
    return from_sums(lambda values: matrix @ values, np.asarray(matrix.sum(axis=1), dtype=float).ravel())


def networkit(path: str) -> float:
    """A graph in C++ with parallel loops; sums through its algebraic adjacency matrix."""
    import networkit as nk

    graph = nk.graphio.EdgeListReader("\t", 0, continuous=False).read(path)
    graph.removeMultiEdges()
    graph.removeSelfLoops()
    matrix = nk.algebraic.adjacencyMatrix(graph).tocsr()
    return from_sums(lambda values: matrix @ values, np.asarray(matrix.sum(axis=1), dtype=float).ravel())


def dense(path: str) -> float:
    """The paper's own way: A² as a dense matrix. Needs 8 N² bytes several times over."""
    import polars as pl

    table = pl.read_csv(path, separator="\t", has_header=False)
    ids, ends = np.unique(np.concatenate([column.to_numpy() for column in table]), return_inverse=True)
    closed = np.eye(len(ids))
    sources, targets = ends.reshape(2, -1)
    closed[sources, targets] = closed[targets, sources] = 1
    squared = closed @ closed
    return entropy((squared / squared.sum(axis=1, keepdims=True)) @ closed.sum(axis=1) + 1)


if __name__ == "__main__":
    _, name, place = sys.argv
    print(globals()[name](place))
