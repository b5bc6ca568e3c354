"""How much memory a cut needs: rows on disk, one process, its largest resident set beside the size of the file.

    python benchmarks/shrinking.py [--rows 1000000] [--columns 256] [--edges 2000000]

Rows are 32 random directions in noise; edges are random pairs, which cost as much to score as others. Without --edges,
the rows alone are measured. A line for the answer alone, and one for the answer with the cut rows written.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

BLOCK = 2**14
MEBI = 2**20


def write_rows(path: Path, n_rows: int, n_columns: int) -> None:
    """An .npy file, a block at a time."""
    rng = np.random.default_rng(0)
    directions = rng.standard_normal((32, n_columns)).astype(np.float32)
    header = {"descr": "<f4", "fortran_order": False, "shape": (n_rows, n_columns)}
    # Not through a map: a process inherits the peak of the one that started it.
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(file, header)
        for start in range(0, n_rows, BLOCK):
            size = min(BLOCK, n_rows - start)
            noise = rng.standard_normal((size, n_columns), dtype=np.float32)
            (rng.standard_normal((size, 32), dtype=np.float32) @ directions + noise).tofile(file)


def measured(arguments: list[str]) -> dict[str, object]:
    """The answer of a run of the command, its time and its peak of memory."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "graphdim", "shrink", *arguments, "--json"], stdout=subprocess.PIPE
    )
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    facts = json.loads(said)
    return {
        "dimension": facts["dimension"],
        "seconds": round(time.perf_counter() - started, 1),
        "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 1),
        "peak_mib": round(usage.ru_maxrss / 1024),
    }


def main() -> None:
    """Write the rows, cut them, print a line of JSON for each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--columns", type=int, default=256)
    parser.add_argument("--edges", type=int, default=0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows, edges = Path(folder, "rows.npy"), Path(folder, "edges.npy")
        write_rows(rows, asked.rows, asked.columns)
        arguments = [str(rows)]
        if asked.edges:
            np.save(edges, np.random.default_rng(1).integers(asked.rows, size=(asked.edges, 2)))
            arguments += ["--edges", str(edges)]
        size = rows.stat().st_size
        for output in ([], ["--output", str(Path(folder, "small.npy"))]):
            facts = measured(arguments + output) | {"written": bool(output)}
            of_file = round(facts["peak_mib"] * MEBI / size, 3)
            print(
                json.dumps(vars(asked) | {"file_mib": round(size / MEBI)} | facts | {"peak_of_file": of_file}),
                flush=True,
            )


if __name__ == "__main__":
    main()
