"""graphdim's truncated factorisation compared with scikit-learn's randomized_svd on RMAT graphs, in one run.

    python benchmarks/linalg.py [--scales 13 16 18] [--edge-factor 16] [--rank 64] [--repeats 1] [--only graphdim]

Both factorise the regularised normalised adjacency D_τ^(-1/2) A D_τ^(-1/2) in float32, without isolated nodes, in
processes of their own. The time is that of the factorisation alone. Energy is Σ value² over ‖A‖², the share that the
rank captures. The ratios are to randomized_svd (n_iter=4); CPU time counts the threads of all cores.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from typing import Any

import numpy as np
from rmat import edges
from scipy.sparse import csr_array

CONTESTANTS = ("randomized_svd", "graphdim")


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


def measure(name: str, scale: int, edge_factor: int, rank: int) -> dict[str, float]:
    """One factorisation in this process, imports and graph excluded."""
    matrix = normalised_adjacency(scale, edge_factor)
    factorise(name, matrix[:2000, :2000], 8)  # imports
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    wall, cpu = time.perf_counter(), time.process_time()
    values = factorise(name, matrix, rank)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    energy = float(np.square(values.astype(float)).sum() / np.square(matrix.data.astype(float)).sum())
    return {
        "nodes": matrix.shape[0],
        "edges": matrix.nnz // 2,
        "seconds": wall,
        "cpu": cpu,
        "energy": energy,
        "peak_gib": peak / 2**20,
        "before_gib": before / 2**20,
    }


def best(name: str, scale: int, options: argparse.Namespace) -> dict[str, float]:
    """The quickest of several processes."""
    line = [sys.executable, __file__, "--contestant", name, "--scales", str(scale)]
    line += ["--edge-factor", str(options.edge_factor), "--rank", str(options.rank)]
    runs = [json.loads(subprocess.run(line, check=True, stdout=subprocess.PIPE).stdout) for _ in range(options.repeats)]
    return min(runs, key=lambda run: run["seconds"])


def row(name: str, result: dict[str, float], reference: dict[str, float]) -> str:
    """One line of the table."""
    return (
        f"{result['edges']:>12,}{result['nodes']:>12,}  {name:<16}{result['seconds']:9.2f} s"
        f"{result['seconds'] / reference['seconds']:7.2f}{result['cpu']:9.2f} s"
        f"{result['cpu'] / reference['cpu']:7.2f}{result['energy']:11.6f}{result['peak_gib']:9.2f} GiB"
    )


def main() -> None:
    """Run both on every size and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scales", type=int, nargs="+", default=[13, 16, 18])
    parser.add_argument("--edge-factor", type=int, default=16)
    parser.add_argument("--rank", type=int, default=64)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--only", choices=CONTESTANTS)
    parser.add_argument("--contestant", choices=CONTESTANTS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.contestant:
        print(json.dumps(measure(options.contestant, options.scales[0], options.edge_factor, options.rank)))
        return
    print(
        f"{'edges':>12}{'nodes':>12}  {'':<16}{'time':>11}{'ratio':>7}{'CPU':>11}{'ratio':>7}{'energy':>11}{'peak':>13}"
    )
    for scale in options.scales:
        results = {name: best(name, scale, options) for name in CONTESTANTS if options.only in (None, name)}
        reference = next(iter(results.values()))
        for name, result in results.items():
            print(row(name, result, reference), flush=True)


if __name__ == "__main__":
    main()
