"""How often the range that `compare` calls possible holds the right answer, on small graphs.

    python benchmarks/possible.py [--seeds 12]

The right answer is that of 200 splits. docs/compare.md repeats the shares.
"""

import argparse

import networkx as nx
import numpy as np

import graphdim as gd
from graphdim.selectors.cv.links import LinkSplits

MARGIN = 0.005
GRAPHS = {
    "karate club": nx.karate_club_graph(),
    "les misérables": nx.les_miserables_graph(),
    "5 groups of 60 nodes": nx.planted_partition_graph(5, 60, 0.2, 0.01, seed=0),
    "grid of 15 × 15 nodes": nx.grid_2d_graph(15, 15),
    "small world of 300 nodes": nx.connected_watts_strogatz_graph(300, 8, 0.1, seed=1),
}


def right_answer(graph: nx.Graph) -> int:
    """The smallest dimension within the margin of the best, over 200 splits that no seed below draws."""
    adjacency = nx.to_scipy_sparse_array(graph, weight=None, dtype=np.float32)
    splits = LinkSplits(adjacency, seed=12345)
    scores = splits.measure(splits.grid(min(128, splits.most_dimensions)), range(200))
    return scores.as_good(MARGIN)[0]


def main() -> None:
    """A line for each graph."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=12)
    seeds = range(parser.parse_args().seeds)
    for name, graph in GRAPHS.items():
        right = right_answer(graph)
        results = [gd.compare(graph, methods=["cv"], seed=seed, negatives="uniform") for seed in seeds]
        possible = [result.maybe_as_good or (0, 0) for result in results]
        held = sum(low <= right <= high for low, high in possible)
        answers = sorted(result.dimension or 0 for result in results)
        print(f"{name:<26}right {right:>3}   possible for {held} of {len(results)}   answers {answers}", flush=True)


if __name__ == "__main__":
    main()
