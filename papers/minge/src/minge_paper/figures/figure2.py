"""Figure 2: accuracy against dimension for each model, dataset and training size.

The band is the 95 % interval, the triangles mark the selected and the default dimension, and the dashes are the
numbers of Table 2, which the paper prints for 20 nodes per class. A panel without a training says so. The panels of one
dataset share their axis, so that a point of noise looks the same in all of them; what a band has beyond it is cut.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from graphdim.extras import require
from graphdim.training.definition import MODELS
from minge_paper.facts import selected
from minge_paper.figures.drawing import not_in_the_ledger
from minge_paper.presets import DATASETS, FIGURES, SETTINGS, cells
from minge_paper.published import printed_scores
from minge_paper.statistics import mean_of

if TYPE_CHECKING:
    from minge_paper.results import Results

__all__ = ["chart", "points"]

WIDTH, HEIGHT = 150, 130
ROOM = 1.5  # points above and below the curves of a dataset
TIPS = ("dimension:Q", "per class:O", "accuracy:Q", "low:Q", "high:Q", "seeds:Q", "mark:N")
MARKS = {"selected by MinGE": "#e0a800", "default of the model": "#2f6fd0"}


def points(results: Results) -> list[dict[str, Any]]:
    """One dictionary for each cell of the figure that has a score."""
    facts = results.facts()
    return [
        _point(results, cell, selected(facts[cell.dataset]))
        for cell in cells(FIGURES[2], facts)
        if results.scores(cell)
    ]


def _point(results: Results, cell: Any, chosen: int) -> dict[str, Any]:
    mean = mean_of(list(results.scores(cell).values()))
    default = SETTINGS.model(cell.model, cell.dataset).default_width
    names = {chosen: "selected by MinGE", default: "default of the model"}
    return {
        "dataset": cell.dataset,
        "model": cell.model,
        "dimension": cell.dimension,
        "per class": cell.train_per_class,
        "accuracy": mean.mean,
        "low": mean.low,
        "high": mean.high,
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
    size = alt.selection_point(name="size", fields=["per class"], bind="legend")
    panels = [_row(alt, all_points, dataset, size) for dataset in DATASETS]
    # Pubmed has training sizes of its own, so each row has its own legend for them.
    rows = alt.vconcat(*(alt.hconcat(*row) for row in panels)).resolve_scale(color="independent")
    small = {"labelFontSize": 9, "titleFontSize": 9}
    return rows.add_params(size).properties(title=_title(alt)).configure_axis(**small).configure_title(fontSize=11)


def _title(alt: Any) -> Any:
    how = [
        "Bands: 95 % interval of the mean, cut at the edges. Dashes: printed in Table 2, for 20 nodes per class.",
        "The panels of a dataset share their axis.",
    ]
    return alt.TitleParams("Accuracy by dimension", subtitle=how, fontSize=14, anchor="start")


def _row(alt: Any, points: list[dict[str, Any]], dataset: str, size: Any) -> list[Any]:
    """The panels of one dataset."""
    ours = [point for point in points if point["dataset"] == dataset]
    theirs = {model: printed(dataset, model) for model in MODELS}
    scores = [point["accuracy"] for point in (*ours, *(point for each in theirs.values() for point in each))]
    scale = alt.Scale(domain=[min(scores) - ROOM, max(scores) + ROOM], nice=False)
    row: list[Any] = []
    for model in MODELS:
        y = partial(alt.Y, title=None if row else "accuracy, %", scale=scale)
        here = [point for point in ours if point["model"] == model]
        layers = [_dashes(alt, theirs[model], y), *(_ours(alt, here, y, size) if here else [_nothing(alt)])]
        panel = alt.layer(*layers)
        row.append(panel.properties(width=WIDTH, height=HEIGHT, title=f"{model.upper()} on {dataset.title()}"))
    return row


def _nothing(alt: Any) -> Any:
    return not_in_the_ledger(alt).encode(x=alt.value(WIDTH / 2), y=alt.value(HEIGHT / 2))


def _dashes(alt: Any, theirs: list[dict[str, Any]], y: Any) -> Any:
    dashes = alt.Chart(alt.Data(values=theirs)).mark_line(strokeDash=[3, 3], color="#888", strokeWidth=1)
    return dashes.encode(x=_dimension(alt), y=y("accuracy:Q"), tooltip=["printed:N", "dimension:Q", "accuracy:Q"])


def _dimension(alt: Any) -> Any:
    axis = alt.Axis(values=[16, 32, 64, 128, 256])
    return alt.X("dimension:Q", title="dimension", scale=alt.Scale(type="log", base=2, domain=[14, 280]), axis=axis)


def _ours(alt: Any, here: list[dict[str, Any]], y: Any, size: Any) -> list[Any]:
    """Band, line and triangles of every training size."""
    base = alt.Chart(alt.Data(values=here)).encode(
        x=_dimension(alt),
        color=alt.Color(
            "per class:O", title="per class", scale=alt.Scale(scheme="viridis"), legend=alt.Legend(symbolOpacity=1)
        ),
        tooltip=TIPS,
    )
    with_interval, shown = (
        base.transform_filter("datum.low !== null"),
        base.encode(y=y("accuracy:Q"), opacity=_dimmed(alt, size, 1)),
    )
    band = with_interval.mark_area(clip=True).encode(y=y("low:Q"), y2="high:Q", opacity=_dimmed(alt, size, 0.2))
    line = shown.mark_line(point=alt.OverlayMarkDef(size=14))
    scale = alt.Scale(domain=list(MARKS), range=list(MARKS.values()))
    marked = shown.transform_filter("datum.mark !== null").encode(
        fill=alt.Fill("mark:N", title="dimension", scale=scale)
    )
    return [band, line, marked.mark_point(shape="triangle-down", size=70, stroke="black", strokeWidth=0.5)]


def _dimmed(alt: Any, size: Any, opacity: float) -> Any:
    return alt.condition(size, alt.value(opacity), alt.value(opacity / 10))
