"""The point of graphdim in about a minute: run by `make demo`, on embedded and generated data."""

import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import graphdim as gd

GROUPS, INSIDE = 20, 0.7


def announce(title: str, line: str) -> None:
    """A title, bold on a terminal only, and what is run."""
    bold, plain = ("\033[1m", "\033[0m") if sys.stdout.isatty() else ("", "")
    print(f"\n{bold}{title}{plain}\n{line}", flush=True)


def show(title: str, command: str, folder: Path) -> None:
    """Run one command the way a user would, and say how long it took."""
    announce(title, f"$ {command}")
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


def recovery(dimension: int, seed: int) -> float:
    """Share of a hidden matrix of rank 12 that its noisy copy gives back by its first singular vectors."""
    rng = np.random.default_rng(seed)
    hidden = rng.normal(size=(120, 12)) @ rng.normal(size=(12, 120))
    left, values, right = np.linalg.svd(hidden + 3 * rng.normal(size=hidden.shape))
    found = (left[:, :dimension] * values[:dimension]) @ right[:dimension]
    return float(1 - np.square(found - hidden).sum() / np.square(hidden).sum())


with tempfile.TemporaryDirectory() as folder:
    here = Path(folder)
    write_edges(here / "edges.txt", n_nodes=100_000, n_edges=500_000)
    show("Is 16 right for this graph? Measured on its edges", "graphdim compare dataset:karate --at 16", here)
    show("A file of half a million edges, measured", "graphdim compare edges.txt --methods cv,minge", here)
    show("The prior from the number of nodes, for a script", "graphdim dimension edges.txt --quiet", here)
announce("A race: what is trained, at few seeds", ">>> gd.race(recovery, [4, 8, 16, 32, 64], margin=0.01)")
print(gd.race(recovery, [4, 8, 16, 32, 64], margin=0.01))
