"""The point of graphdim in under a minute: run by `make demo`, on embedded and generated data."""

import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

GROUPS, INSIDE = 20, 0.7


def show(title: str, command: str, folder: Path) -> None:
    """Run one command the way a user would, and say how long it took."""
    bold, plain = ("\033[1m", "\033[0m") if sys.stdout.isatty() else ("", "")
    print(f"\n{bold}{title}{plain}\n$ {command}", flush=True)
    started = time.perf_counter()
    tool = Path(sys.executable).with_name("graphdim")
    subprocess.run(  # noqa: S603
        shlex.split(command.replace("graphdim", str(tool), 1)), cwd=folder, check=True
    )
    print(f"({time.perf_counter() - started:.1f} s)", flush=True)


def write_edges(path: Path, *, n_nodes: int, n_edges: int) -> None:
    """An edge list with hubs and twenty groups: one end by chance, the other by preference, mostly in its group."""
    rng = np.random.default_rng(0)
    first = rng.integers(n_nodes, size=n_edges)
    second = (n_nodes * rng.random(n_edges) ** 3).astype(np.int64)
    inside = rng.random(n_edges) < INSIDE
    second[inside] += (first - second)[inside] % GROUPS - GROUPS * (second[inside] + GROUPS > n_nodes)
    np.savetxt(path, np.column_stack([first, np.maximum(second, 0)]), fmt="%d")


with tempfile.TemporaryDirectory() as folder:
    here = Path(folder)
    write_edges(here / "edges.txt", n_nodes=100_000, n_edges=500_000)
    show("Is 16 right for this graph? Measured on its edges", "graphdim compare dataset:karate --at 16", here)
    show(
        "A file of half a million edges, measured",
        "graphdim compare edges.txt --methods cv,minge",
        here,
    )
    show("The prior from the number of nodes: instant, at any size", "graphdim dimension edges.txt", here)
    show("For a script: the number alone", "graphdim dimension edges.txt --quiet", here)
