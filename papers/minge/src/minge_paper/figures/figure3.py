"""Figure 3: the time of MinGE, of one training of each model at the selected dimension, and of the whole grid.

A training's time is its epoch loop alone; MinGE's is one selection on the graph in memory. Both are medians, since a
busy machine makes single ones long. The axis is logarithmic.
"""

from __future__ import annotations

from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any

from graphdim.choices import MODELS
from graphdim.extras import require
from minge_paper.figures.drawing import MINGE, OURS, heading, panel_title
from minge_paper.presets import DATASETS, FIGURES, TABLES, cells

if TYPE_CHECKING:
    from graphdim.training.definition import Training
    from minge_paper.results import Results

__all__ = ["bars", "chart"]

WIDTH, HEIGHT = 155, 180
SHOWN = {"minge": "MinGE"} | {model: model.upper() for model in MODELS}
ORDER = list(SHOWN.values())
POWERS = [10.0**n for n in range(-4, 5)]  # of ten seconds: ticks and lines at these alone


def bars(results: Results) -> list[dict[str, Any]]:
    """One dictionary for each dataset and each of MinGE and the models; `seconds` is None where the ledger has none."""
    facts = results.facts()
    trainings = {(cell.dataset, cell.model): cell for cell in cells(FIGURES[3], facts)}
    selections = [_selection(results, dataset) for dataset in DATASETS]
    return selections + [_training(results, cell) for cell in trainings.values()]


def _selection(results: Results, dataset: str) -> dict[str, Any]:
    taken = results.selection_seconds(dataset)
    facts = results.graphs.get(dataset, {})
    memory = {"parameters": None, "memory, MiB": _mebibytes(facts.get("selection_peak_bytes"))}
    return {"dataset": dataset, "what": "minge", "seconds": median(taken) if taken else None, "grid": None, **memory}


def _training(results: Results, cell: Training) -> dict[str, Any]:
    outcomes = [record.outcome for record in results.records(cell).values()]
    return {
        "dataset": cell.dataset,
        "what": cell.model,
        "seconds": median(outcome.seconds for outcome in outcomes) if outcomes else None,
        "grid": _grid_seconds(results, cell),
        "parameters": outcomes[0].parameters if outcomes else None,
        "memory, MiB": _mebibytes(max((outcome.peak_memory_bytes for outcome in outcomes), default=None)),
    }


def _grid_seconds(results: Results, cell: Training) -> float | None:
    """One training at each dimension of the grid; None unless the ledger has all of them."""
    row = TABLES[2].changed(tasks=(cell.task,), datasets=(cell.dataset,), models=(cell.model,))
    trained = [results.records(each).values() for each in cells(row, results.facts())]
    times = [[record.outcome.seconds for record in records] for records in trained]
    return sum(map(median, times)) if all(times) else None


def _mebibytes(n_bytes: int | None) -> float | None:
    return None if n_bytes is None else round(n_bytes / 2**20, 1)


def chart(results: Results) -> Any:
    """A panel for each dataset; a square for MinGE and each model, a bar for the whole grid of dimensions."""
    alt = require("altair", "drawing figures")
    all_bars = [{**bar, "name": SHOWN[bar["what"]]} for bar in bars(results)]
    panels = [_panel(alt, [bar for bar in all_bars if bar["dataset"] == dataset], dataset) for dataset in DATASETS]
    how = ["Squares: MinGE once, one training. Bars: one training at each of the nine dimensions of Table 2."]
    named = heading(alt, "Time of MinGE and of training", how)
    return alt.hconcat(*panels, spacing=10).resolve_scale(y="shared").properties(title=named)


def _panel(alt: Any, here: list[dict[str, Any]], dataset: str) -> Any:
    tips = ("name:N", "seconds:Q", "grid:Q", "parameters:Q", "memory, MiB:Q")
    name = alt.X("name:N", sort=ORDER, title=None, axis=alt.Axis(labelAngle=0))
    base = alt.Chart(alt.Data(values=here)).encode(x=name, tooltip=tips)
    is_first = dataset == DATASETS[0]
    axis = alt.Axis(values=POWERS, format="~g", labels=is_first, ticks=is_first)
    scale = alt.Scale(type="log", domain=[POWERS[0], 2 * POWERS[-1]])
    y = partial(alt.Y, title="seconds" if is_first else None, axis=axis, scale=scale)
    colour = alt.condition("datum.what == 'minge'", alt.value(MINGE), alt.value(OURS))
    timed = base.transform_filter("datum.seconds !== null").encode(y=y("seconds:Q"), color=colour)
    grid = base.transform_filter("datum.grid !== null").mark_tick(thickness=2, color="#333", width=18)
    missing = base.transform_filter("datum.seconds === null").encode(y=alt.value(HEIGHT - 8))
    layers = [
        timed.mark_point(filled=True, size=90, shape="square", opacity=1, clip=True),
        grid.encode(y=y("grid:Q")),
        missing.mark_text(text="missing", color="#888", fontSize=8),
    ]
    return alt.layer(*layers).properties(width=WIDTH, height=HEIGHT, title=panel_title(alt, dataset.title()))
