"""The point of graphdim in under a minute: run by `make demo`, on embedded and generated data."""

import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np


def show(title: str, command: str, folder: Path) -> None:
    """Run one command the way a user would, and say how long it took."""
    print(f"\n\033[1m{title}\033[0m\n$ {command}", flush=True)
    started = time.perf_counter()
    tool = Path(sys.executable).with_name("graphdim")
    subprocess.run(  # noqa: S603
        shlex.split(command.replace("graphdim", str(tool), 1)), cwd=folder, check=True
    )
    print(f"({time.perf_counter() - started:.1f} s)", flush=True)


def write_edges(path: Path, *, n_nodes: int, n_edges: int) -> None:
    """An edge list with hubs, like most real graphs: one end by chance, the other by preference."""
    rng = np.random.default_rng(0)
    ends = np.column_stack([rng.integers(n_nodes, size=n_edges), (n_nodes * rng.random(n_edges) ** 3).astype(np.int64)])
    np.savetxt(path, ends, fmt="%d")


with tempfile.TemporaryDirectory() as folder:
    here = Path(folder)
    write_edges(here / "edges.txt", n_nodes=100_000, n_edges=500_000)
    show("How many dimensions does this graph need?", "graphdim dimension dataset:karate", here)
    show("A file of half a million edges, as it is", "graphdim dimension edges.txt", here)
    show("How much weight the structure gets", "graphdim dimension edges.txt --lambda 0,0.5,1,2", here)
    show(
        "For a script: the number alone, rounded up to a multiple of 8",
        "graphdim dimension edges.txt -q --multiple-of 8",
        here,
    )
