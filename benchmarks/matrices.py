"""Which matrix is factorised changes how many dimensions links need: six factorisations of the same graphs.

    GRAPHDIM_DATA=FOLDER python benchmarks/matrices.py [--graphs cora polblogs] [--splits 3] [--rank 256]

A tenth of the edges is tested, as `graphdim sweep` splits them, and two rows are scored by their inner product. Printed
for each factorisation: the best dimension of a grid, and how far 128 and the answer of `compare` lie below it, in
points.

    normalised       eigenvectors of the adjacency normalised by degrees plus their mean, with the signs of their
                     eigenvalues: what `compare` measures
    by degrees       the same normalised by degrees alone
    adjacency        the same for the adjacency itself
    ASE              the adjacency's eigenvectors times the root of |eigenvalue|, whose inner product has no signs
    TruncatedSVD     scikit-learn's rows of the adjacency
    NetMF            the logarithm of DeepWalk's matrix, ten steps (Qiu et al. 2018)
"""

import argparse
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, issparse

import graphdim as gd
from graphdim.embedding.scoring.links import LinkParts, link_parts
from graphdim.embedding.scoring.measures import roc_auc
from graphdim.graph.matrices import adjacency_of, normalised
from graphdim.training.data import load

STEPS = 10


def netmf(adjacency: csr_array) -> NDArray[np.float64]:
    """The logarithm of max(1, vol / T · Σ P^t D⁻¹), dense, with P the matrix of a random walk."""
    degree = np.maximum(np.asarray(adjacency.sum(axis=1)).ravel(), 1.0)
    walk = adjacency.toarray().astype(np.float64) / degree[:, None]
    power, total = np.eye(len(degree)), np.zeros((len(degree),) * 2)
    for _ in range(STEPS):
        power = power @ walk
        total += power
    matrix = np.log(np.maximum(degree.sum() / STEPS * total / degree, 1.0))
    return (matrix + matrix.T) / 2


def by_degrees(adjacency: csr_array) -> csr_array:
    """D^-½ A D^-½."""
    roots = np.sqrt(np.maximum(np.asarray(adjacency.sum(axis=1)).ravel(), 1.0))
    return adjacency / roots[:, None] / roots


# The matrix, and what each product of two coordinates counts, by its eigenvalue.
FACTORISATIONS: dict[str, tuple[Any, Any]] = {
    "normalised": (normalised, lambda values: values),
    "by degrees": (by_degrees, lambda values: values),
    "adjacency": (lambda adjacency: adjacency, lambda values: values),
    "ASE": (lambda adjacency: adjacency, np.abs),
    "TruncatedSVD": (lambda adjacency: adjacency, np.square),
    "NetMF": (netmf, np.abs),
}


def scores(parts: LinkParts, name: str, grid: list[int]) -> list[float]:
    """The ROC-AUC of the test edges at each dimension."""
    matrix, counts = FACTORISATIONS[name]
    factorised = matrix(parts.adjacency).astype(np.float64)
    # A dense solver: many components have one eigenvalue in common, over which an iteration hardly converges.
    values, vectors = np.linalg.eigh(factorised.toarray() if issparse(factorised) else factorised)
    order = np.argsort(-np.abs(values))[: grid[-1]]
    values, vectors = values[order], vectors[:, order]

    def summed(pairs: NDArray[np.int64]) -> NDArray[np.float64]:
        products = vectors[pairs[:, 0]] * vectors[pairs[:, 1]] * counts(values)
        return np.cumsum(products, axis=1)[:, np.array(grid) - 1]

    edges, others = map(summed, parts.test)
    return [100 * roc_auc(edges[:, place], others[:, place]) for place in range(len(grid))]


def main() -> None:
    """Print a line for each graph and factorisation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graphs", nargs="+", default=["cora", "citeseer", "polblogs", "air_usa"])
    parser.add_argument("--splits", type=int, default=3)
    parser.add_argument("--rank", type=int, default=256)
    options = parser.parse_args()
    print("graph      factorisation   best  score   at 128   at the answer of compare")
    for name in options.graphs:
        graph = load(name)
        answer = int(gd.compare(graph.edges, methods=["cv"]))
        grid = sorted({*(2**step for step in range(1, 9)), 3, 6, 12, 24, 48, 96, 192, answer, options.rank})
        adjacency = adjacency_of(graph.edges, graph.n_nodes)
        splits = [link_parts(adjacency, seed) for seed in range(options.splits)]
        for factorisation in FACTORISATIONS:
            mean = np.mean(list(map(partial(scores, name=factorisation, grid=grid), splits)), axis=0)
            losses = [mean.max() - mean[grid.index(dimension)] for dimension in (128, answer)]
            found = f"{grid[int(mean.argmax())]:4}  {mean.max():5.1f}"
            print(f"{name:<10} {factorisation:<15} {found}   {losses[0]:6.1f}   {losses[1]:6.1f} ({answer})")


if __name__ == "__main__":
    main()
