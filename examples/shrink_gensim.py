"""gensim: train DeepWalk by hand at 64 dimensions, then ask how far these vectors can be cut.

    python examples/shrink_gensim.py [--communities 6] [--size 20]

Walks over a graph with planted communities are the sentences of a skip-gram. The vectors carry the names of the nodes,
by which `shrink` finds them in the edges. Needs `pip install '.[embed]'`.
"""

import argparse
import random

import numpy as np
from gensim.models import Word2Vec

import graphdim as gd

Edges = list[tuple[str, str]]


def planted(communities: int, size: int) -> Edges:
    """Edges between named nodes: half of all pairs inside a community, few between communities."""
    home = np.repeat(np.arange(communities), size)
    chance = np.where(home[:, None] == home, 0.5, 0.02)
    drawn = np.triu(np.random.default_rng(0).random(chance.shape) < chance, k=1)
    return [(f"user{low}", f"user{high}") for low, high in np.argwhere(drawn)]


def walks(edges: Edges, per_node: int, length: int) -> list[list[str]]:
    """Random walks, as lists of names."""
    neighbours: dict[str, list[str]] = {}
    for low, high in edges:
        neighbours.setdefault(low, []).append(high)
        neighbours.setdefault(high, []).append(low)
    draw = random.Random(0)  # noqa: S311 - not for secrets
    paths = [[node] for node in neighbours for _ in range(per_node)]
    for path in paths:
        while len(path) < length:
            path.append(draw.choice(neighbours[path[-1]]))
    return paths


def main() -> None:
    """Train, then cut."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--communities", type=int, default=6)
    parser.add_argument("--size", type=int, default=20, help="nodes in each community")
    asked = parser.parse_args()
    edges = planted(asked.communities, asked.size)
    sentences = walks(edges, per_node=20, length=40)
    model = Word2Vec(sentences, vector_size=64, window=5, sg=1, min_count=1, epochs=3, workers=1, seed=0)
    print(gd.shrink(model.wv, edges=edges, at=[16, 32]))


if __name__ == "__main__":
    main()
