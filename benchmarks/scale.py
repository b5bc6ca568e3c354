"""graphdim's engines beside the libraries of the field: time and peak memory of whole processes, in one run.

    python benchmarks/scale.py [--scales 14 18] [--folder FOLDER] [--repeats 3] [--only graphdim polars scipy]

Each graph is an RMAT graph of 2**scale nodes and 16 edges a node. Everyone gets the same file and must arrive at the
same H_s. The ratio is to the time that Polars takes to read the same file and do nothing with it.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
GRAPHDIM = str(Path(sys.executable).with_name("graphdim"))
HEADER = f"{'edges':>11}  {'file':<8}{'':<24}{'time':>10}{'ratio':>8}{'peak memory':>14}{'B/edge':>9}   H_s"
# As the command does before NumPy is loaded.
TUNED = "from graphdim.tuning import tune; tune(); "
# Beyond this many edges a contestant takes minutes or more memory than there is.
MOST_EDGES = {"dense": 2**18, "networkx": 2**20, "igraph": 2**24, "networkit": 2**24, "scipy": 2**26}


@dataclass
class Result:
    """What one process took."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int
    answer: str


def run(command: list[str]) -> Result:
    """One process: wall time, peak resident memory, and what it printed."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    answer = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    if status:
        msg = f"failed: {' '.join(command)}"
        raise SystemExit(msg)
    return Result(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, answer.strip())


def quickest(commands: dict[str, list[str]], repeats: int) -> dict[str, Result]:
    """The quickest of several runs of each, taken in turn, so that a slow minute of the machine hits all alike."""
    results = [{name: run(command) for name, command in commands.items()} for _ in range(repeats)]
    return {name: min((each[name] for each in results), key=lambda result: result.seconds) for name in commands}


def contestant(name: str, path: Path) -> list[str]:
    """The command of one library."""
    return [sys.executable, str(HERE / "contestants.py"), name, str(path)]


def engine(name: str, path: Path) -> list[str]:
    """The command of one engine. Spark's time and memory include those of Java, which it starts."""
    script = TUNED + "import sys, graphdim; print(graphdim.structure_entropy(sys.argv[1], engine=sys.argv[2]))"
    return [sys.executable, "-c", script, str(path), name]


def commands(scale: int, folder: Path) -> dict[str, dict[str, list[str]]]:
    """For each file format the reader alone, our engines, and the others."""
    parquet, text = folder / f"rmat-{scale}.parquet", folder / f"rmat-{scale}.tsv"
    n_edges = 16 * 2**scale
    others = {name: contestant(name, text) for name, most in MOST_EDGES.items() if n_edges <= most}
    ours = ("memory", "disk", "spark")
    return {
        "Parquet": {
            "polars, reading alone": contestant("polars_alone", parquet),
            **{f"graphdim {name}": engine(name, parquet) for name in ours},
        },
        "text": {
            "polars, reading alone": contestant("polars_alone", text),
            **{f"graphdim {name}": engine(name, text) for name in ours[:2]},
            **others,
        },
    }


def main() -> None:
    """Make the graphs that are missing, run everyone, print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scales", type=int, nargs="+", default=[14, 18])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", nargs="+", default=[""], help="names that must occur in the contestant's")
    options = parser.parse_args()
    print(HEADER)
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        for scale in options.scales:
            if not (folder / f"rmat-{scale}.tsv").exists():
                subprocess.run([sys.executable, HERE / "rmat.py", folder, "--scale", str(scale), "--text"], check=True)
            for form, contestants in commands(scale, folder).items():
                rows(form, contestants, options, 16 * 2**scale)


def rows(form: str, contestants: dict[str, list[str]], options: argparse.Namespace, n_edges: int) -> None:
    """Run everyone on one file and print a row for each."""
    chosen = {name: command for name, command in contestants.items() if any(part in name for part in options.only)}
    reading = None
    for name, result in quickest(chosen, options.repeats).items():
        reading = reading or result.seconds
        print(
            f"{n_edges:>11,}  {form:<8}{name:<24}{result.seconds:8.2f} s{result.seconds / reading:8.1f}"
            f"{result.peak_bytes / 2**20:10,.0f} MiB{result.peak_bytes / n_edges:9.1f}   {result.answer[:12]}",
            flush=True,
        )


if __name__ == "__main__":
    main()
