"""Reads messy files with graphdim and with the knowledge of who made them: it may refuse a file, never misread one.

python tests/fuzzing/fuzz.py --cases 10000 [--seed 0]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from fuzzing.messy_files import make
from graphdim.errors import SourceError
from graphdim.graph.build import read, read_named

if TYPE_CHECKING:
    from fuzzing.messy_files import Case

__all__ = ["judge"]


def judge(case: Case, folder: Path) -> str:
    """What graphdim makes of a case: "right", "refused", "told" (a note says what was guessed), or how it is wrong."""
    path = folder / case.name
    path.write_bytes(case.data)
    try:
        graph, ids = read_named(path, bipartite=case.is_bipartite)
        are_weights_right = case.weight is None or _weights(path, case) == sorted(case.weights.values())
    except SourceError:
        return "refused"
    finally:
        path.unlink()
    if case.is_broken:
        return "wrong: it was read, but a line of it is broken"
    sides = [False] * len(ids) if graph.sides is None else graph.sides.tolist()
    nodes = [*zip(ids, sides, strict=True)]
    edges = {frozenset((nodes[source], nodes[target])) for source, target in graph.pairs.tolist()}
    if (set(nodes), edges) == (case.nodes, case.edges) and are_weights_right:
        return "right"
    if any("first line read as" in note for note in graph.notes):
        return "told"
    return f"wrong: {graph} instead of {len(case.nodes)} nodes and {len(case.edges)} edges"


def _weights(path: Path, case: Case) -> list[float]:
    graph = read(path, weight=case.weight, bipartite=case.is_bipartite)
    return [] if graph.weights is None else sorted(graph.weights.tolist())


def main() -> int:
    """Judge many cases; the exit code tells whether one was misread."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    verdicts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(asked.seed, asked.seed + asked.cases):
            case = make(seed)
            verdict = judge(case, Path(folder))
            verdicts[verdict.partition(":")[0]] += 1
            if verdict.startswith("wrong"):
                sys.stdout.write(f"seed {seed}: {verdict}: {case.name} {case.data[:300]!r}\n")
    sys.stdout.write(f"{dict(verdicts)}\n")
    return 1 if any(verdict.startswith("wrong") for verdict in verdicts) else 0


if __name__ == "__main__":
    raise SystemExit(main())
