"""scikit-learn: how many components does TruncatedSVD need to predict links? Too few and too many are both worse.

    python examples/race_svd.py [--communities 12] [--size 30]

A graph with planted communities is split anew by every seed: nine tenths of the edges are factorised, and the held-out
tenth must get higher products than pairs without an edge. Needs `pip install '.[sklearn]'`.
"""

import argparse
from functools import partial

import numpy as np
from scipy.sparse import csr_array
from sklearn.decomposition import TruncatedSVD
from sklearn.metrics import roc_auc_score

import graphdim as gd

DIMENSIONS = [2, 4, 8, 16, 32, 64, 128]


def planted(communities: int, size: int) -> np.ndarray:
    """Edges of a graph: half of all pairs inside a community, few between communities."""
    home = np.repeat(np.arange(communities), size)
    chance = np.where(home[:, None] == home, 0.5, 0.03)
    drawn = np.triu(np.random.default_rng(0).random(chance.shape) < chance, k=1)
    return np.argwhere(drawn)


def link_prediction(dimension: int, seed: int, edges: np.ndarray) -> float:
    """ROC-AUC of held-out edges against random pairs, by the products of the embeddings."""
    rng = np.random.default_rng(seed)
    n_nodes, shuffled = edges.max() + 1, rng.permutation(edges)
    held_out, kept = np.split(shuffled, [len(edges) // 10])
    both = np.vstack([kept, kept[:, ::-1]])
    adjacency = csr_array((np.ones(len(both)), both.T), shape=(n_nodes, n_nodes))
    svd = TruncatedSVD(dimension, random_state=seed)
    left, right = svd.fit_transform(adjacency), svd.components_.T
    taken = set(map(tuple, edges.tolist()))
    pairs = np.sort(rng.integers(n_nodes, size=(4 * len(held_out), 2)), axis=1).tolist()
    absent = np.array([pair for pair in pairs if tuple(pair) not in taken and pair[0] != pair[1]])
    asked = np.vstack([held_out, absent])
    products = (left[asked[:, 0]] * right[asked[:, 1]]).sum(axis=1)
    return roc_auc_score(np.arange(len(asked)) < len(held_out), products)


def main() -> None:
    """Race the numbers of components."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--communities", type=int, default=12)
    parser.add_argument("--size", type=int, default=30, help="nodes in each community")
    asked = parser.parse_args()
    edges = planted(asked.communities, asked.size)
    print(gd.race(partial(link_prediction, edges=edges), DIMENSIONS, margin=0.01))


if __name__ == "__main__":
    main()
