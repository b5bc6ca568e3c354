"""Figure 2: accuracy against dimension for each model, dataset and training size.

The band is the 95 % interval, the triangles mark the selected and the default dimension, and the dashes are the
numbers of Table 2, which the paper prints for 20 nodes per class. A panel without a training says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.extras import require
from graphdim.training.definition import MODELS
from graphdim.training.statistics import mean_of
from minge_paper.facts import selected
from minge_paper.presets import DATASETS, FIGURES, SETTINGS, cells
from minge_paper.published import printed_scores

if TYPE_CHECKING:
    from minge_paper.results import Results

__all__ = ["chart", "points"]

WIDTH, HEIGHT = 190, 140
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
    panels = [[_panel(alt, all_points, dataset, model, size) for model in MODELS] for dataset in DATASETS]
    # Pubmed has training sizes of its own, so each row has its own legend for them.
    rows = alt.vconcat(*(alt.hconcat(*row) for row in panels)).resolve_scale(color="independent")
    small = {"labelFontSize": 9, "titleFontSize": 9}
    return rows.add_params(size).properties(title=_title(alt)).configure_axis(**small).configure_title(fontSize=11)


def _title(alt: Any) -> Any:
    how = ["Bands: 95 % interval of the mean. Dashes: printed in Table 2, for 20 nodes per class."]
    return alt.TitleParams("Accuracy by dimension", subtitle=how, fontSize=14, anchor="start")


def _panel(alt: Any, points: list[dict[str, Any]], dataset: str, model: str, size: Any) -> Any:
    here = [point for point in points if (point["dataset"], point["model"]) == (dataset, model)]
    layers = [_dashes(alt, printed(dataset, model)), *(_ours(alt, here, size) if here else [_nothing(alt)])]
    return alt.layer(*layers).properties(width=WIDTH, height=HEIGHT, title=f"{model.upper()} on {dataset.title()}")


def _nothing(alt: Any) -> Any:
    data = alt.Data(values=[{"text": "not in the ledger"}])
    return (
        alt.Chart(data).mark_text(color="#888").encode(text="text:N", x=alt.value(WIDTH / 2), y=alt.value(HEIGHT / 2))
    )


def _dashes(alt: Any, theirs: list[dict[str, Any]]) -> Any:
    dashes = alt.Chart(alt.Data(values=theirs)).mark_line(strokeDash=[3, 3], color="#888", strokeWidth=1)
    return dashes.encode(x="dimension:Q", y=_accuracy(alt), tooltip=["printed:N", "dimension:Q", "accuracy:Q"])


def _accuracy(alt: Any) -> Any:
    return alt.Y("accuracy:Q", title="accuracy, %", scale=alt.Scale(zero=False))


def _ours(alt: Any, here: list[dict[str, Any]], size: Any) -> list[Any]:
    """Band, line and triangles of every training size."""
    base = alt.Chart(alt.Data(values=here)).encode(
        x=alt.X("dimension:Q", title="dimension"),
        color=alt.Color(
            "per class:O", title="per class", scale=alt.Scale(scheme="viridis"), legend=alt.Legend(symbolOpacity=1)
        ),
        tooltip=TIPS,
    )
    with_interval, shown = (
        base.transform_filter("datum.low !== null"),
        base.encode(y=_accuracy(alt), opacity=_dimmed(alt, size, 1)),
    )
    band = with_interval.mark_area().encode(y="low:Q", y2="high:Q", opacity=_dimmed(alt, size, 0.2))
    line = shown.mark_line(point=alt.OverlayMarkDef(size=14))
    scale = alt.Scale(domain=list(MARKS), range=list(MARKS.values()))
    marked = shown.transform_filter("datum.mark !== null").encode(
        fill=alt.Fill("mark:N", title="dimension", scale=scale)
    )
    return [band, line, marked.mark_point(shape="triangle-down", size=70, stroke="black", strokeWidth=0.5)]


def _dimmed(alt: Any, size: Any, opacity: float) -> Any:
    return alt.condition(size, alt.value(opacity), alt.value(opacity / 10))
