"""What names cost compared with integers: the same graph with ids of several kinds, in one run.

    python benchmarks/names.py [--scale 19] [--edges 5000000] [--folder FOLDER] [--repeats 3] [--only disk url]

The graph is an RMAT graph whose ids are integers (123456), short names (user_123456), the same in quotes (text only),
hashes (40 hexadecimal digits) or addresses (https://...). Every file is read by a whole process that is tuned as the
command is, all of them in turns, and all must arrive at the same H_s. The ratios are to the integers in the same format
with the same engine. "beyond" is the peak memory beyond that of an empty graph and of one copy of the distinct names,
in bytes per edge.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
import polars as pl
from rmat import edges

from graphdim.tuning import MEMORY

KINDS = ("integer", "user", "hash", "url", "quoted")
FORMATS = {"text": ".csv", "Parquet": ".parquet"}
SCRIPT = """
from graphdim.tuning import tune
tune()
import sys, graphdim
print(graphdim.structure_entropy(sys.argv[1], engine=sys.argv[2], memory_limit=sys.argv[3]))
print(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0])
"""
HEADER = "file     engine  ids         CPU  ratio    wall  ratio  peak memory  beyond  H_s"


@dataclass(frozen=True)
class Result:
    """What one process took."""

    cpu: float
    wall: float
    peak_bytes: int
    answer: str


def names(kind: str, n_nodes: int) -> pl.Series:
    """An id for each node."""
    number = pl.Series(np.arange(n_nodes))
    if kind == "integer":
        return number
    if kind == "hash":
        words = np.random.default_rng(1).bytes(20 * n_nodes)
        return pl.Series([words[20 * node : 20 * node + 20] for node in range(n_nodes)]).bin.encode("hex")
    if kind == "url":
        site, year = (number * 7919 % 5003).cast(str), (2000 + number % 26).cast(str)
        return "https://www.site-" + site + ".example.org/archive/" + year + "/article-" + number.cast(str) + ".html"
    return "user_" + number.cast(str)


def write(folder: Path, scale: int, n_edges: int) -> dict[str, int]:
    """Every form of the graph, and how many bytes one copy of its names takes."""
    sources, targets = np.concatenate(list(edges(scale, n_edges)), axis=1)
    nodes = np.unique([sources, targets])
    sizes = {}
    for kind in KINDS:
        ids = names(kind, 2**scale)
        table = pl.DataFrame({"source": ids.gather(sources), "target": ids.gather(targets)})
        style = "always" if kind == "quoted" else "never"
        table.write_csv(folder / f"{kind}.csv", quote_style=style)
        if kind != "quoted":
            table.write_parquet(folder / f"{kind}.parquet")
        sizes[kind] = 0 if kind == "integer" else int(ids.gather(nodes).str.len_bytes().sum())
    return sizes


def run(path: Path, engine: str, limit: str) -> Result:
    """One process: processor time, wall time, peak resident memory, and what it printed."""
    started = time.perf_counter()
    # Polars, loaded above, has set how its allocator keeps memory, for the processes of this one too.
    settings = {name: value for name, value in os.environ.items() if name != MEMORY}
    command = [sys.executable, "-c", SCRIPT, path, engine, limit]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=settings)
    assert process.stdout is not None
    # The high-water mark of this process alone; ru_maxrss would count what it was forked from.
    answer, _, peak = process.stdout.read().decode().strip().partition("\n")
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        msg = f"failed: {path} with {engine}"
        raise SystemExit(msg)
    wall = time.perf_counter() - started
    return Result(usage.ru_utime + usage.ru_stime, wall, int(peak) * 1024, answer)


def best(results: list[Result]) -> Result:
    """The least processor time, wall time and memory of several runs, which must agree."""
    if len({result.answer for result in results}) > 1:
        msg = f"the runs do not agree: {[result.answer for result in results]}"
        raise SystemExit(msg)
    least = [min(getattr(result, name) for result in results) for name in ("cpu", "wall", "peak_bytes")]
    return Result(*least, results[0].answer)


def main() -> None:
    """Write the files, read each several times in turns, print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=int, default=19)
    parser.add_argument("--edges", type=int, default=5_000_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--limit", default="450MB", help="memory limit of the disk engine")
    parser.add_argument("--only", nargs="+", default=[], help="kinds of ids, formats or engines")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        sizes = write(folder, options.scale, options.edges)
        print_table(folder, sizes, options)


def print_table(folder: Path, sizes: dict[str, int], options: argparse.Namespace) -> None:
    """Read every file with every engine, all in turns, and print a row for each."""
    limits = {"memory": "20GB", "disk": options.limit}
    cases = [
        (form, engine, kind)
        for form, engine, kind in product(FORMATS, limits, KINDS)
        if (folder / (kind + FORMATS[form])).exists()
        and all({form, engine, kind} & set(group) for group in _groups(options.only))
    ]
    results: dict[tuple[str, str, str], list[Result]] = {case: [] for case in cases}
    for _ in range(options.repeats):
        for form, engine, kind in cases:
            results[form, engine, kind].append(run(folder / (kind + FORMATS[form]), engine, limits[engine]))
    empty = _empty(folder)
    print(HEADER)
    for (form, engine, kind), runs in results.items():
        result, usual = best(runs), best(results[form, engine, "integer"])
        beyond = (result.peak_bytes - empty - sizes[kind]) / options.edges
        print(
            f"{form:<9}{engine:<8}{kind:<9}{result.cpu:5.2f} s{result.cpu / usual.cpu:7.1f}{result.wall:6.2f} s"
            f"{result.wall / usual.wall:7.1f}{result.peak_bytes / 2**20:9,.0f} MiB{beyond:6.1f} B  {result.answer[:9]}",
            flush=True,
        )


def _groups(only: list[str]) -> list[list[str]]:
    """The words that limit the formats, the engines and the kinds; integers are always run, to compare with."""
    words = [[word for word in only if word in known] for known in (FORMATS, ("memory", "disk"), KINDS)]
    return [group + ["integer"] * (group is words[2]) for group in words if group]


def _empty(folder: Path) -> int:
    """The peak memory of a process that reads a Parquet file of one edge with a name."""
    path = folder / "empty.parquet"
    pl.DataFrame({"source": ["a"], "target": ["b"]}).write_parquet(path)
    return run(path, "memory", "20GB").peak_bytes


if __name__ == "__main__":
    main()
