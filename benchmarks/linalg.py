"""graphdim's truncated factorisation compared with scikit-learn's randomized_svd on RMAT graphs, in one run.

    python benchmarks/linalg.py [--scales 13 16 18] [--edge-factor 16] [--rank 64] [--repeats 3]

Both factorise the regularised normalised adjacency D_τ^(-1/2) A D_τ^(-1/2) in float32, without isolated nodes, in turn
and in one process. The time is that of the factorisation alone, the median of the rounds; a ratio is the median of the
ratios to randomized_svd (n_iter=4) in the same round. CPU time counts the threads of all cores. Energy is Σ value² over
‖A‖², the share that the rank captures.
"""

import argparse
import time
from typing import Any, NamedTuple

import numpy as np
from rmat import edges
from scipy.sparse import csr_array

CONTESTANTS = ("randomized_svd", "graphdim")


class Run(NamedTuple):
    """Seconds of the wall clock and of all cores, and the energy captured."""

    seconds: float
    cpu: float
    energy: float


def normalised_adjacency(scale: int, edge_factor: int) -> csr_array:
    """The matrix of an RMAT graph; nodes without edges are left out."""
    n = 2**scale
    keys = np.unique(np.concatenate([np.sort(block, axis=0).T @ [n, 1] for block in edges(scale, edge_factor * n)]))
    low, high = np.divmod(keys, n)
    low, high = low[low != high], high[low != high]
    nodes, ends = np.unique(np.concatenate([low, high, high, low]), return_inverse=True)
    ends = ends.astype(np.int32)
    half = len(ends) // 2
    degree = np.bincount(ends[:half], minlength=len(nodes))
    factor = (1 / np.sqrt(degree + degree.mean())).astype(np.float32)
    entries = factor[ends[:half]] * factor[ends[half:]]
    return csr_array((entries, (ends[:half], ends[half:])), shape=(len(nodes), len(nodes)))


def factorise(name: str, matrix: csr_array, rank: int) -> Any:
    """The leading values by one contestant."""
    if name == "graphdim":
        from graphdim.linalg import eigenpairs

        return eigenpairs(matrix, rank).values
    from sklearn.utils.extmath import randomized_svd

    return randomized_svd(matrix, rank, n_iter=4, random_state=0)[1]


def timed(name: str, matrix: csr_array, rank: int) -> Run:
    """One factorisation."""
    wall, cpu = time.perf_counter(), time.process_time()
    values = factorise(name, matrix, rank)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return Run(wall, cpu, float(np.square(values.astype(float)).sum() / np.square(matrix.data.astype(float)).sum()))


def rounds(matrix: csr_array, rank: int, repeats: int) -> list[dict[str, Run]]:
    """Both in turn, several times, so that a slow minute of the machine hits both alike."""
    for name in CONTESTANTS:
        factorise(name, matrix[:2000, :2000], 8)  # imports
    return [{name: timed(name, matrix, rank) for name in CONTESTANTS} for _ in range(repeats)]


def row(name: str, matrix: csr_array, results: list[dict[str, Run]]) -> str:
    """One line of the table: medians of the times, and of the ratios of each round."""
    seconds, cpu, energy = np.median([each[name] for each in results], axis=0)
    ratios = np.array([each[name] for each in results]) / [each[CONTESTANTS[0]] for each in results]
    wall_ratio, cpu_ratio, _ = np.median(ratios, axis=0)
    return (
        f"{matrix.nnz // 2:>12,}{matrix.shape[0]:>12,}  {name:<16}{seconds:9.2f} s{wall_ratio:7.2f}"
        f"{cpu:9.2f} s{cpu_ratio:7.2f}{energy:11.6f}"
    )


def main() -> None:
    """Run both on every size and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scales", type=int, nargs="+", default=[13, 16, 18])
    parser.add_argument("--edge-factor", type=int, default=16)
    parser.add_argument("--rank", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    print(f"{'edges':>12}{'nodes':>12}  {'':<16}{'time':>11}{'ratio':>7}{'CPU':>11}{'ratio':>7}{'energy':>11}")
    for scale in options.scales:
        matrix = normalised_adjacency(scale, options.edge_factor)
        results = rounds(matrix, options.rank, options.repeats)
        for name in CONTESTANTS:
            print(row(name, matrix, results), flush=True)


if __name__ == "__main__":
    main()
