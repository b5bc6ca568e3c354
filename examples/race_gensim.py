"""gensim: DeepWalk written by hand, and raced. How many dimensions tell the communities of a graph apart?

    python examples/race_gensim.py [--communities 6] [--size 40]

Random walks are sentences, nodes are words. Needs `pip install 'graphdim[embed,sklearn]'`.
"""

import argparse
from functools import partial

import numpy as np
from gensim.models import Word2Vec
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

import graphdim as gd

DIMENSIONS = [1, 2, 4, 8, 16, 32]
WALKS, LENGTH = 5, 20


def planted(communities: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """A dense adjacency with more edges inside communities than between them, and the community of each node."""
    home = np.repeat(np.arange(communities), size)
    chance = np.where(home[:, None] == home, 0.3, 0.02)
    drawn = np.triu(np.random.default_rng(0).random(chance.shape) < chance, k=1)
    return drawn | drawn.T, home


def deepwalk(adjacency: np.ndarray, dimension: int, seed: int) -> np.ndarray:
    """One row per node: skip-gram over a few walks from each."""
    rng = np.random.default_rng(seed)
    neighbours = [np.flatnonzero(row) for row in adjacency]
    walks = [[node] for _ in range(WALKS) for node in rng.permutation(len(neighbours)) if len(neighbours[node])]
    for walk in walks:
        while len(walk) < LENGTH:
            walk.append(int(rng.choice(neighbours[walk[-1]])))
    # gensim mistakes numbers for places in its vocabulary, which would spoil its negative samples: words must be texts.
    words = [[str(node) for node in walk] for walk in walks]
    vectors = Word2Vec(words, vector_size=dimension, window=5, sg=1, min_count=0, epochs=2, seed=seed, workers=1).wv
    names = map(str, range(len(neighbours)))
    return np.stack([vectors[name] if name in vectors else np.zeros(dimension) for name in names])


def accuracy(dimension: int, seed: int, adjacency: np.ndarray, home: np.ndarray) -> float:
    """How well logistic regression tells the communities apart; the seed draws the walks and the halves."""
    rows = deepwalk(adjacency, dimension, seed)
    train, test, classes, truth = train_test_split(rows, home, test_size=0.5, random_state=seed, stratify=home)
    return LogisticRegression(C=100, max_iter=1000).fit(train, classes).score(test, truth)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--communities", type=int, default=6)
    parser.add_argument("--size", type=int, default=40, help="nodes in each community")
    asked = parser.parse_args()
    graph, community = planted(asked.communities, asked.size)
    print(gd.race(partial(accuracy, adjacency=graph, home=community), DIMENSIONS, margin=0.03))
