"""Time and peak memory of `graphdim compare --methods cv` against the number of edges, and a chart of both.

    python benchmarks/compare_growth.py [--scales 6 8 10 12 14 16 18 20 22] [--folder FOLDER]
        [--draw docs/compare_growth.svg]

RMAT graphs of 2**scale places in Parquet, 16 edges a place; whole processes, with start, reading and all splits. Each
result is a line of benchmarks/compare_growth.jsonl, appended when it is there; what the file holds is not measured
again. The chart shows CPU time, which counts all cores and does not depend on what else runs.
"""

import datetime as dt
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from growth import command_line, decades
from scale import GRAPHDIM, HERE, quickest

RESULTS = HERE / "compare_growth.jsonl"


def measured() -> list[dict[str, Any]]:
    """What was measured before, by size."""
    rows = [json.loads(line) for line in RESULTS.read_text().splitlines()] if RESULTS.exists() else []
    return sorted(rows, key=lambda row: row["rows"])


def measure(scale: int, folder: Path, repeats: int) -> None:
    """Append the result for one size, unless it is there."""
    n_rows = 16 * 2**scale
    if n_rows in {row["rows"] for row in measured()}:
        return
    path = folder / f"rmat-{scale}.parquet"
    if not path.exists():
        subprocess.run([sys.executable, HERE / "rmat.py", folder, "--scale", str(scale)], check=True)
    command = [GRAPHDIM, "compare", str(path), "--methods", "cv", "--json", "--quiet"]
    result = quickest({"cv": command}, repeats if n_rows < 2**20 else 1)["cv"]
    answer = json.loads(result.answer)
    row = {
        "rows": n_rows, "edges": answer["n_edges"], "nodes": answer["n_nodes"],
        "seconds": round(result.seconds, 3), "cpu_seconds": round(result.cpu_seconds, 3),
        "peak_bytes": result.peak_bytes, "dimension": answer["dimension"], "best": answer["best"],
        "load": round(os.getloadavg()[0], 1), "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "cores": os.cpu_count(),
    }  # fmt: skip
    with RESULTS.open("a") as file:
        print(json.dumps(row), file=file)
    print(row, flush=True)


def chart(rows: list[dict[str, Any]]) -> Any:
    """Two panels with logarithmic axes: seconds of all cores, and GiB."""
    import altair as alt

    table = [{**row, "GiB": row["peak_bytes"] / 2**30} for row in rows]
    lines = alt.Chart(alt.Data(values=table)).mark_line(point=True).properties(width=300, height=260)
    size = alt.X("edges:Q", title="edges", scale=alt.Scale(type="log", domain=[3e2, 1e8]), axis=decades(3, 8, "~s"))
    panels = [
        lines.encode(size, alt.Y(f"{field}:Q", title=title, scale=alt.Scale(type="log", domain=domain), axis=axis))
        for field, title, domain, axis in (
            ("cpu_seconds", "CPU seconds, whole process", [1, 1000], decades(0, 3, "~g")),
            ("GiB", "peak memory, GiB", [0.1, 20], decades(-1, 1, "~g")),
        )
    ]
    return alt.hconcat(*panels).configure_view(stroke=None).configure(background="white")


if __name__ == "__main__":
    command_line(__doc__, [6, 8, 10, 12, 14, 16, 18, 20, 22], measure, lambda: chart(measured()))
