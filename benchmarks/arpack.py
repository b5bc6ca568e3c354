"""graphdim's truncated factorisation compared with ARPACK on real graphs: values, and curves of held-out links.

    python benchmarks/arpack.py [--graphs cora,citeseer] [--rank 64]      # appends to benchmarks/arpack.jsonl
    python benchmarks/arpack.py --table                                   # prints it as Markdown

One split of cross-validation is factorised by both. ARPACK works in float64 to its last digit. The curves of ROC-AUC
are compared at every dimension up to half of the rank, and the values down to the bulk: the largest value that the
same matrix has with random signs, as in the selector `flip`.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from judging import GRAPHS
from scipy.sparse.linalg import eigsh

from graphdim import read
from graphdim.graph.matrices import adjacency_of, normalised
from graphdim.linalg import Spectrum
from graphdim.linalg.spectrum import by_magnitude
from graphdim.selectors.cv.held_out import HeldOutLinks
from graphdim.selectors.cv.links import LinkSplits
from graphdim.selectors.flip import noise_level

LEDGER = Path(__file__).with_suffix(".jsonl")
POINTS, VALUES = 0.3, 1e-4
TRIALS = 20
# ARPACK finds some more values than are compared, so that no group of equal values is cut at the end.
SPARE = 8


def exact(split: HeldOutLinks, count: int) -> Spectrum:
    """The leading values by ARPACK."""
    matrix = normalised(split.spectra.adjacency).astype(np.float64)
    values, vectors = eigsh(matrix, count, which="LM", v0=np.ones(matrix.shape[0]))
    order = by_magnitude(values)
    return Spectrum(values[order], vectors[:, order], vectors[:, order], complete=False)


def compared(name: str, rank: int) -> dict[str, Any]:
    """How far the two are apart on one graph."""
    graph = read(f"dataset:{name}")
    split = LinkSplits(adjacency_of(graph.pairs, graph.n_nodes), seed=0).split(0)
    started = time.process_time()
    ours = split.spectra.normalised(rank)
    middle = time.process_time()
    theirs = exact(split, rank // 2 + SPARE)
    ended = time.process_time()
    dimensions = range(1, rank // 2 + 1)
    apart = np.subtract(split.scores_of(ours, dimensions), split.scores_of(theirs, dimensions))
    noise = noise_level(normalised(split.spectra.adjacency), seed=0, trials=TRIALS)
    above = np.flatnonzero(np.abs(theirs.values[: rank // 2]) > noise)
    values = np.abs(np.abs(ours.values[above] / theirs.values[above]) - 1)
    return {
        "graph": name, "nodes": split.spectra.adjacency.shape[0], "edges": split.spectra.adjacency.nnz // 2,
        "rank": rank, "points": round(100 * float(np.abs(apart).max()), 4), "above_bulk": len(above),
        "values": float(f"{values.max(initial=0):.1e}"), "cpu": round(middle - started, 2),
        "cpu_arpack": round(ended - middle, 2),
    }  # fmt: skip


def lines() -> list[dict[str, Any]]:
    """What was compared before; the last line of a graph counts."""
    rows = [json.loads(line) for line in LEDGER.read_text().splitlines()] if LEDGER.exists() else []
    return list({row["graph"]: row for row in rows}.values())


def table() -> str:
    """The ledger as Markdown."""
    head = "| graph | nodes | edges | curve, points | values above the bulk | values, relative | CPU | ARPACK's CPU |"
    rows = [
        f"| {row['graph']} | {row['nodes']:,} | {row['edges']:,} | {row['points']:.3f} | {row['above_bulk']} "
        f"| {row['values']:.0e} | {row['cpu']:.1f} s | {row['cpu_arpack']:.1f} s |"
        for row in lines()
    ]
    return "\n".join([head, "|---|" + "---|" * 7, *rows])


def main() -> None:
    """Compare, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--graphs", default=",".join(GRAPHS))
    parser.add_argument("--rank", type=int, default=64)
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    if given.table:
        print(table())
        return
    for name in given.graphs.split(","):
        row = compared(name, given.rank)
        with LEDGER.open("a") as ledger:
            print(json.dumps(row), file=ledger)
        holds = row["points"] <= POINTS and row["values"] <= VALUES
        print(row, "" if holds else "TOO FAR APART", flush=True)


if __name__ == "__main__":
    main()
