"""A file larger than the memory you want to give: the disk engine beside the one in memory.

    python examples/big_file.py [--edges 50000000] [--memory-limit 400MiB]

Writes a Parquet file of random edges, and asks for its dimension twice, as a shell would.
"""

import argparse
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def write(path: Path, n_edges: int) -> None:
    """Edges with hubs: one end by chance, the other by preference."""
    import numpy as np
    import polars as pl

    rng = np.random.default_rng(0)
    n_nodes = n_edges // 50 + 10
    ends = {"source": rng.integers(n_nodes, size=n_edges), "target": n_nodes * rng.random(n_edges) ** 2}
    pl.DataFrame(ends).with_columns(pl.col("target").cast(pl.Int64)).write_parquet(path)


def ask(path: Path, *options: str) -> str:
    """The dimension, with the time and the most memory that the command took."""
    started = time.perf_counter()
    line = [sys.executable, "-m", "graphdim", "dimension", str(path), "--quiet", *options]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own command
    said = process.stdout.read() if process.stdout else ""
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit("graphdim failed, see above")
    return f"dimension {said.strip()} in {time.perf_counter() - started:.1f} s and {usage.ru_maxrss / 1024:.0f} MiB"


def main() -> None:
    """Write the file, ask twice."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edges", type=int, default=50_000_000)
    parser.add_argument("--memory-limit", default="400MiB")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "edges.parquet"
        # In a process of its own: a command counts the memory of the process that started it as its own.
        writer = multiprocessing.get_context("spawn").Process(target=write, args=(path, asked.edges))
        writer.start()
        writer.join()
        print(f"{asked.edges:,} edges, {path.stat().st_size / 2**20:.0f} MiB of Parquet")
        print("memory:", ask(path, "--engine", "memory"))
        print("disk:  ", ask(path, "--engine", "disk", "--memory-limit", asked.memory_limit))


if __name__ == "__main__":
    main()
