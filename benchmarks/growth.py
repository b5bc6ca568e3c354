"""Time and peak memory against the number of edges, from a hundred thousand to a billion, and a chart of both.

    python benchmarks/growth.py [--scales 13 16 19 22 24 26] [--folder FOLDER] [--draw docs/growth.svg]

RMAT graphs of 2**scale places in Parquet, 16 edges a place; memory engine, disk engine with 4 GiB, and Polars reading
the file alone. Each result is a line of benchmarks/growth.jsonl, appended when it is there; what the file holds is not
measured again. The largest graph takes 9 GB of disk, and as much again while it is measured.
"""

import argparse
import datetime as dt
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scale import HERE, TUNED, contestant, quickest

RESULTS = HERE / "growth.jsonl"
LIMIT = "4GiB"
NAMES = {"polars": "Polars, reading alone", "memory": "memory engine", "disk": "disk engine, limit 4 GiB"}
# Beyond this, holding the table takes more memory than the machine has.
MOST = {"polars": 2**29, "memory": 2**30, "disk": 2**30}


def command(name: str, path: Path) -> list[str]:
    """The process that is measured."""
    if name == "polars":
        return contestant("polars_alone", path)
    limit = f"memory_limit={LIMIT!r}" if name == "disk" else ""
    answer = f"graphdim.structure_entropy(sys.argv[1], engine={name!r}, {limit})"
    script = f"{TUNED}import sys, graphdim; print({answer})"
    return [sys.executable, "-c", script, str(path)]


def measured() -> list[dict[str, Any]]:
    """What was measured before."""
    return [json.loads(line) for line in RESULTS.read_text().splitlines()] if RESULTS.exists() else []


def measure(scale: int, folder: Path, repeats: int) -> None:
    """Append what is missing for one size."""
    n_edges = 16 * 2**scale
    known = {(row["edges"], row["what"]) for row in measured()}
    wanted = [name for name, most in MOST.items() if n_edges <= most and (n_edges, name) not in known]
    path = folder / f"rmat-{scale}.parquet"
    if wanted and not path.exists():
        subprocess.run([sys.executable, HERE / "rmat.py", folder, "--scale", str(scale)], check=True)
    for name in wanted:
        result = quickest({name: command(name, path)}, repeats if n_edges < 2**28 else 1)[name]
        row = {
            "edges": n_edges,
            "what": name,
            "seconds": round(result.seconds, 3),
            "peak_bytes": result.peak_bytes,
            "answer": result.answer,
            "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
            "cores": os.cpu_count(),
        }
        with RESULTS.open("a") as file:
            print(json.dumps(row), file=file)
        print(row, flush=True)


def decades(first: int, last: int, written: str) -> Any:
    """An axis that names powers of ten alone."""
    import altair as alt

    return alt.Axis(values=[10.0**power for power in range(first, last + 1)], format=written, gridColor="#e4e4e4")


def chart(rows: list[dict[str, Any]]) -> Any:
    """Two panels with logarithmic axes: seconds, and GiB."""
    import altair as alt

    table = [{**row, "what": NAMES[row["what"]], "GiB": row["peak_bytes"] / 2**30} for row in rows]
    lines = alt.Chart(alt.Data(values=table)).mark_line(point=True).properties(width=300, height=260)
    edges = alt.X("edges:Q", title="edges", scale=alt.Scale(type="log", domain=[1e5, 1.3e9]), axis=decades(5, 9, "~s"))
    what = alt.Color("what:N", title=None, sort=list(NAMES.values()), legend=alt.Legend(orient="top"))
    panels = [
        lines.encode(
            edges, alt.Y(f"{field}:Q", title=title, scale=alt.Scale(type="log", domain=domain), axis=axis), what
        )
        for field, title, domain, axis in (
            ("seconds", "seconds, whole process", [0.2, 200], decades(-1, 2, "~g")),
            ("GiB", "peak memory, GiB", [0.05, 12], decades(-2, 1, "~g")),
        )
    ]
    return alt.hconcat(*panels).configure_view(stroke=None).configure(background="white")


def command_line(
    text: str, scales: list[int], measure: Callable[[int, Path, int], None], chart: Callable[[], Any]
) -> None:
    """Measure what is missing, then draw."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scales", type=int, nargs="*", default=scales)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--draw", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        for scale in options.scales:
            measure(scale, options.folder or Path(temporary), options.repeats)
    if options.draw:
        chart().save(options.draw)


if __name__ == "__main__":
    command_line(__doc__, [13, 16, 19, 22, 24, 26], measure, lambda: chart(measured()))
