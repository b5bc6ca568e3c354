"""How long graphdim takes to start and to answer on Cora, as ratios to things known, measured in one run.

    python benchmarks/start.py [--repeats 15]

Bounds: `graphdim --help` at most 1.5 × `import click`; `graphdim dimension dataset:cora` at most 3 × `import numpy,
scipy.special`; `ideal_dimension` on Cora as a scipy matrix under 2 ms. Cora is needed: set GRAPHDIM_DATA.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

GRAPHDIM = str(Path(sys.executable).with_name("graphdim"))


def seconds(run: Callable[[], object]) -> float:
    """Time of one call."""
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def best_in_turns(repeats: int, commands: dict[str, list[str]]) -> dict[str, float]:
    """The least time of each command; they take turns, so that noise hits all alike."""
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(repeats):
        for name, command in commands.items():
            took = seconds(lambda command=command: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))
            best[name] = min(best[name], took)
    return best


def matrix_seconds() -> float:
    """The least time of `ideal_dimension` on Cora's adjacency matrix."""
    import numpy as np
    from scipy.sparse import csr_array

    import graphdim as gd

    graph = gd.read("dataset:cora")
    low, high = graph.pairs.T
    ends = np.concatenate([low, high]), np.concatenate([high, low])
    matrix = csr_array((np.ones(len(ends[0])), ends), shape=(graph.n_nodes, graph.n_nodes))
    return min(seconds(lambda: gd.ideal_dimension(matrix)) for _ in range(200))


def main() -> None:
    """Measure and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=15)
    repeats = parser.parse_args().repeats
    best = best_in_turns(
        repeats,
        {
            "import click": [sys.executable, "-c", "import click"],
            "graphdim --help": [GRAPHDIM, "--help"],
            "import numpy, scipy.special": [sys.executable, "-c", "import numpy, scipy.special"],
            "graphdim dimension dataset:cora": [GRAPHDIM, "dimension", "dataset:cora"],
        },
    )
    for ours, theirs, bound in (
        ("graphdim --help", "import click", 1.5),
        ("graphdim dimension dataset:cora", "import numpy, scipy.special", 3),
    ):
        ratio = best[ours] / best[theirs]
        print(f"{ours:<34}{1e3 * best[ours]:7.0f} ms   {ratio:5.2f} × {theirs} (bound {bound})")
    print(f"{'ideal_dimension(cora as csr_array)':<34}{1e3 * matrix_seconds():7.2f} ms   (bound 2 ms)")


if __name__ == "__main__":
    main()
