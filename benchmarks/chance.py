"""How often `compare` finds a dimension where there is none, and how often it misses one that is there.

    python benchmarks/chance.py [--graphs 100]

Graphs without structure (edges or labels drawn at random) should hardly ever get an answer, planted groups always. Each
row counts the graphs that got one; docs/compare.md repeats them.
"""

import argparse
from collections.abc import Callable

import networkx as nx
import numpy as np

import graphdim as gd

GROUPS = nx.planted_partition_graph(5, 60, 0.2, 0.03, seed=1)


def of_degrees_alone(n_nodes: int, seed: int) -> nx.Graph:
    """A random graph with some hubs: degrees from a Pareto distribution, at least 2 and at most 60."""
    drawn = 2 * np.random.default_rng(seed).pareto(1.5, n_nodes) + 2
    # An even sum of degrees, by even degrees.
    graph = nx.Graph(nx.configuration_model([2 * (int(min(degree, 60)) // 2) for degree in drawn], seed=seed))
    graph.remove_edges_from([*nx.selfloop_edges(graph)])
    return graph


def with_pairs(graph: nx.Graph, n_pairs: int = 300) -> nx.Graph:
    """The same and pairs of nodes that only know each other: degrees alone then tell edges from random pairs."""
    first = len(graph)
    graph.add_edges_from((node, node + 1) for node in range(first, first + 2 * n_pairs, 2))
    return graph


def wide_tree(n_nodes: int, seed: int) -> nx.Graph:
    """A tree as a chart of people and their managers: 5 to 15 children each, level by level."""
    children = np.random.default_rng(seed).integers(5, 16, size=n_nodes)
    parents = np.repeat(np.arange(n_nodes), children)[: n_nodes - 1]
    return nx.Graph(list(zip(parents.tolist(), range(1, n_nodes), strict=True)))


WITHOUT_STRUCTURE: dict[str, Callable[[int], nx.Graph]] = {
    "60 nodes, 200 random edges": lambda seed: nx.gnm_random_graph(60, 200, seed=seed),
    "200 nodes, 1,000 random edges": lambda seed: nx.gnm_random_graph(200, 1000, seed=seed),
    "400 nodes, 1,200 random edges": lambda seed: nx.gnm_random_graph(400, 1200, seed=seed),
    "300 nodes, random and 8-regular": lambda seed: nx.random_regular_graph(8, 300, seed=seed),
    "random tree of 300 nodes": lambda seed: nx.random_labeled_tree(300, seed=seed),
    "wide tree of 1,000 nodes": lambda seed: wide_tree(1000, seed),
    "400 nodes, preferential attachment": lambda seed: nx.barabasi_albert_graph(400, 4, seed=seed),
    "400 nodes, heavy-tailed degrees": lambda seed: of_degrees_alone(400, seed),
}
PLANTED: dict[str, Callable[[int], nx.Graph]] = {
    "3 groups of 30 nodes": lambda seed: nx.planted_partition_graph(3, 30, 0.3, 0.05, seed=seed),
    "5 groups of 12 nodes": lambda seed: nx.planted_partition_graph(5, 12, 0.6, 0.05, seed=seed),
    "small world of 100 nodes": lambda seed: nx.watts_strogatz_graph(100, 6, 0.1, seed=seed),
    "5 groups of 60, and 300 pairs": lambda seed: with_pairs(nx.planted_partition_graph(5, 60, 0.2, 0.01, seed=seed)),
}
RANDOM_LABELS = {
    "two equal classes": (0.5, 0.5),
    "five equal classes": (0.2,) * 5,
    "a rare class": (0.48, 0.48, 0.04),
    "two lopsided classes": (0.9, 0.1),
    "a class of three nodes": (0.99, 0.01),
}


def share_of_links(make: Callable[[int], nx.Graph], n_graphs: int) -> str:
    """How many of the graphs got an answer for links."""
    answers = [gd.compare(make(seed), methods=["cv"]).dimension for seed in range(n_graphs)]
    return f"{sum(answer is not None for answer in answers)} of {n_graphs}"


def share_of_labels(shares: tuple[float, ...], n_graphs: int) -> str:
    """How many draws of random labels on one graph got an answer."""
    answers = []
    for seed in range(n_graphs):
        sizes = np.rint(np.array(shares) * len(GROUPS)).astype(int)
        labels = np.random.default_rng(seed).permutation(np.repeat(np.arange(len(shares)), sizes))
        answers.append(gd.compare(GROUPS, labels=dict(enumerate(labels.tolist())), methods=["cv"]).dimension)
    return f"{sum(answer is not None for answer in answers)} of {n_graphs}"


def main() -> None:
    """Print a row for each kind of graph."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphs", type=int, default=100)
    n_graphs = parser.parse_args().graphs
    for title, kinds in (("without structure", WITHOUT_STRUCTURE), ("planted", PLANTED)):
        for name, make in kinds.items():
            print(f"{title:<20}{name:<36}{share_of_links(make, n_graphs)}", flush=True)
    for name, shares in RANDOM_LABELS.items():
        print(f"{'random labels':<20}{name:<36}{share_of_labels(shares, 2 * n_graphs // 5)}", flush=True)


if __name__ == "__main__":
    main()
