"""Figure 2: accuracy against dimension for each model, dataset and training size.

The band is the 95 % interval, the triangles mark the selected and the default dimension, and the dashes are the
numbers of Table 2, which the paper prints for 20 nodes per class. A panel without a training says so. The panels of one
dataset share their axis, and the axes of all datasets span equally many points, so that a point of noise looks the same
everywhere; what a band has beyond it is cut.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from graphdim.choices import MODELS
from graphdim.extras import require
from graphdim.training.facts import selected
from minge_paper.figures.drawing import FEWEST_SEEDS, MINGE, OURS, heading, not_in_the_ledger, panel_title
from minge_paper.presets import DATASETS, FIGURES, SETTINGS, cells
from minge_paper.published import printed_scores
from minge_paper.statistics import mean_of

if TYPE_CHECKING:
    from minge_paper.results import Results

__all__ = ["chart", "points"]

WIDTH, HEIGHT = 150, 130
ROOM = 1.5  # points above and below the curves of the dataset that has most to show
TIPS = ("dimension:Q", "per class:O", "accuracy:Q", "low:Q", "high:Q", "seeds:Q", "mark:N")
MARKS = {"selected by MinGE": MINGE, "default of the model": OURS}
# Pubmed has training sizes of its own; the second and the third of all datasets share a colour.
SIZES = {20: "20 per class", 80: "80 (Pubmed: 2,000)", 140: "140 (Pubmed: 3,000)"}
PUBMED = {2000: 80, 3000: 140}
COLOURS = ["#31447c", "#2a9d8f", "#8fbf4d"]


def points(results: Results) -> list[dict[str, Any]]:
    """One dictionary for each cell of the figure that has a score."""
    facts = results.facts()
    return [
        _point(results, cell, selected(facts[cell.dataset]))
        for cell in cells(FIGURES[2], facts)
        if results.scores(cell)
    ]


def _point(results: Results, cell: Any, chosen: int) -> dict[str, Any]:
    mean, size = mean_of(list(results.scores(cell).values())), cell.train_per_class
    has_band = mean.seeds >= FEWEST_SEEDS
    default = SETTINGS.model(cell.model, cell.dataset).default_width
    names = {chosen: "selected by MinGE", default: "default of the model"}
    return {
        "dataset": cell.dataset,
        "model": cell.model,
        "dimension": cell.dimension,
        "per class": size,
        "size": SIZES[PUBMED.get(size, size)],
        "accuracy": mean.mean,
        "low": mean.low if has_band else None,
        "high": mean.high if has_band else None,
        "seeds": mean.seeds,
        "mark": names.get(cell.dimension),
    }


def printed(dataset: str, model: str) -> list[dict[str, Any]]:
    """The numbers of Table 2."""
    scores = printed_scores("node-classification", dataset, model)
    return [{"dimension": dimension, "accuracy": score, "printed": "Table 2"} for dimension, score in scores.items()]


def chart(results: Results) -> Any:
    """The panels, a row for each dataset and a column for each model; a click on a training size shows it alone."""
    alt = require("altair", "drawing figures")
    all_points = points(results)
    size = alt.selection_point(name="size", fields=["size"], bind="legend")
    panels = [_row(alt, all_points, dataset, size) for dataset in DATASETS]
    rows = alt.vconcat(*(alt.hconcat(*row, spacing=10) for row in panels), spacing=12)
    return rows.add_params(size).properties(title=_title(alt))


def _title(alt: Any) -> Any:
    how = [
        f"Bands: 95 % interval of the mean, from {FEWEST_SEEDS} seeds on, cut at the edges.",
        "Dashes: printed in Table 2, for 20 nodes per class.",
        "The panels of a dataset share their axis, and all axes span as many points.",
    ]
    return heading(alt, "Accuracy by dimension", how)


def _row(alt: Any, points: list[dict[str, Any]], dataset: str, size: Any) -> list[Any]:
    """The panels of one dataset."""
    low, high = _range(points, dataset)
    widest = max(high - low for low, high in (_range(points, each) for each in DATASETS))
    ends = [(low + high - widest) / 2 - ROOM, (low + high + widest) / 2 + ROOM]
    row: list[Any] = []
    for model in MODELS:
        axis = alt.Axis(values=list(range(0, 101, 10)), labels=not row, ticks=not row)
        scale = alt.Scale(domain=ends, nice=False)
        y = partial(alt.Y, title=None if row else "accuracy, %", scale=scale, axis=axis)
        is_lowest = dataset == DATASETS[-1]
        x = _dimension(alt, is_lowest=is_lowest)
        here = [point for point in points if (point["dataset"], point["model"]) == (dataset, model)]
        layers = [
            _dashes(alt, printed(dataset, model), x, y),
            *(_ours(alt, here, x, y, size) if here else [_nothing(alt)]),
        ]
        panel = alt.layer(*layers)
        named = panel_title(alt, f"{model.upper()} on {dataset.title()}")
        row.append(panel.properties(width=WIDTH, height=HEIGHT, title=named))
    return row


def _range(points: list[dict[str, Any]], dataset: str) -> tuple[float, float]:
    """The least and the greatest score of a dataset, ours and printed."""
    ours = [point for point in points if point["dataset"] == dataset]
    theirs = [point for model in MODELS for point in printed(dataset, model)]
    scores = [point["accuracy"] for point in (*ours, *theirs)]
    return min(scores), max(scores)


def _nothing(alt: Any) -> Any:
    return not_in_the_ledger(alt).encode(x=alt.value(WIDTH / 2), y=alt.value(HEIGHT / 2))


def _dashes(alt: Any, theirs: list[dict[str, Any]], x: Any, y: Any) -> Any:
    dashes = alt.Chart(alt.Data(values=theirs)).mark_line(strokeDash=[3, 3], color="#777", strokeWidth=1)
    return dashes.encode(x=x, y=y("accuracy:Q"), tooltip=["printed:N", "dimension:Q", "accuracy:Q"])


def _dimension(alt: Any, *, is_lowest: bool) -> Any:
    axis = alt.Axis(values=[16, 32, 64, 128, 256], labels=is_lowest, ticks=is_lowest)
    scale = alt.Scale(type="log", base=2, domain=[14, 330])
    return alt.X("dimension:Q", title="dimension" if is_lowest else None, scale=scale, axis=axis)


def _ours(alt: Any, here: list[dict[str, Any]], x: Any, y: Any, size: Any) -> list[Any]:
    """Band, line and triangles of every training size."""
    sizes = alt.Scale(domain=list(SIZES.values()), range=COLOURS)
    legend = alt.Legend(symbolOpacity=1, symbolType="stroke", symbolStrokeWidth=3)
    base = alt.Chart(alt.Data(values=here)).encode(
        x=x, color=alt.Color("size:N", title="training nodes", scale=sizes, legend=legend), tooltip=TIPS
    )
    with_interval, shown = (
        base.transform_filter("datum.low !== null"),
        base.encode(y=y("accuracy:Q"), opacity=_dimmed(alt, size, 1)),
    )
    band = with_interval.mark_area(clip=True).encode(y=y("low:Q"), y2="high:Q", opacity=_dimmed(alt, size, 0.2))
    line = shown.mark_line(point=alt.OverlayMarkDef(size=14))
    marks = alt.Scale(domain=list(MARKS), range=list(MARKS.values()))
    marked = shown.transform_filter("datum.mark !== null").encode(
        fill=alt.Fill("mark:N", title="dimension", scale=marks)
    )
    return [band, line, marked.mark_point(shape="triangle-down", size=50, strokeWidth=0)]


def _dimmed(alt: Any, size: Any, opacity: float) -> Any:
    return alt.condition(size, alt.value(opacity), alt.value(opacity / 10))
