"""igraph: graphs of one size and very different shape, and how little the dimension cares.

    python examples/igraph_shapes.py [--nodes 10000]

MinGE follows the number of nodes: a ring and a star of ten thousand are one dimension apart.
Needs `pip install igraph`.
"""

import argparse
import random

import igraph

import graphdim as gd


def shapes(n: int) -> dict[str, igraph.Graph]:
    """Graphs of n nodes, from as even as can be to one hub."""
    random.seed(0)
    return {
        "ring": igraph.Graph.Ring(n),
        "small world": igraph.Graph.Watts_Strogatz(1, n, 3, 0.1),
        "random": igraph.Graph.Erdos_Renyi(n, m=3 * n),
        "tree": igraph.Graph.Tree(n, 3),
        "preferential": igraph.Graph.Barabasi(n, 3),
        "star": igraph.Graph.Star(n),
    }


def main() -> None:
    """One line for each shape."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=10_000)
    n = parser.parse_args().nodes
    print(f"{'shape':<14}{'edges':>8}{'H_s / ln N':>12}{'crossing':>10}{'dimension':>11}")
    for shape, graph in shapes(n).items():
        result = gd.ideal_dimension(graph)
        share = result.summary()["structure_share"]
        print(f"{shape:<14}{result.n_edges:>8,}{share:>12.3f}{result.estimate:>10.2f}{result.dimension:>11}")
    low, high = result.summary()["crossing_bounds"]
    print(f"Whatever the edges, {n:,} nodes get a crossing between {low:.1f} and {high:.1f}.")


if __name__ == "__main__":
    main()
