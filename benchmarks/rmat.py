"""Makes the RMAT graphs that the engines are measured on: skewed degrees, permuted 64-bit ids.

    python benchmarks/rmat.py FOLDER --scale 22 [--edge-factor 16] [--text]

Writes FOLDER/rmat-SCALE.parquet (columns source, target), and the same as tab-separated text on request.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

# Probabilities of the four quadrants, as in the Graph500 benchmark.
QUADRANTS = (0.57, 0.19, 0.19, 0.05)
BLOCK = 2**22


def edges(scale: int, n_edges: int, *, seed: int = 0) -> Iterator[NDArray[np.int64]]:
    """Blocks of (2, m) edges on 2**scale nodes, ids permuted."""
    rng = np.random.default_rng(seed)
    permutation = rng.permutation(2**scale)
    down = QUADRANTS[2] + QUADRANTS[3]
    right_above = QUADRANTS[1] / (QUADRANTS[0] + QUADRANTS[1])
    right_below = QUADRANTS[3] / down
    for start in range(0, n_edges, BLOCK):
        size = min(BLOCK, n_edges - start)
        ends = np.zeros((2, size), dtype=np.int64)
        for _ in range(scale):
            is_below = rng.random(size, dtype=np.float32) < down
            is_right = rng.random(size, dtype=np.float32) < np.where(is_below, right_below, right_above)
            ends = 2 * ends + np.stack([is_below, is_right])
        yield permutation[ends]


def write(folder: Path, scale: int, edge_factor: int, *, text: bool) -> None:
    """One Parquet file, row groups of a block each; and text."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([("source", pa.int64()), ("target", pa.int64())])
    path = folder / f"rmat-{scale}.parquet"
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        for block in edges(scale, edge_factor * 2**scale):
            writer.write_table(pa.table({"source": block[0], "target": block[1]}))
    if text:
        with path.with_suffix(".tsv").open("wb") as file:
            for block in edges(scale, edge_factor * 2**scale):
                pl.DataFrame({"s": block[0], "t": block[1]}).write_csv(file, include_header=False, separator="\t")


def main() -> None:
    """Make one graph."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scale", type=int, default=22)
    parser.add_argument("--edge-factor", type=int, default=16)
    parser.add_argument("--text", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    write(options.folder, options.scale, options.edge_factor, text=options.text)


if __name__ == "__main__":
    main()
