"""The answer of a cut: the smallest dimension that keeps the task, the curve, and what it saves."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from graphdim.report.facts import size
from graphdim.report.markup import markup
from graphdim.report.number_like import NumberLike
from graphdim.report.panel import panel
from graphdim.report.text_plot import text_plot
from graphdim.words import certainty, points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.shrinking.curves import TaskCurve

__all__ = ["Shrinkage"]

# Below this share, what moved is the rounding of float32 sums.
ROUNDING = 1e-7
TASKS = {
    "link-prediction": "edges told from non-edges",
    "node-classification": "labels learned from the rows",
    "rows": "no task was measured: neighbours kept by the rows alone",
}
ORDERED = {"link-prediction": "nodes", "node-classification": "labels"}


@dataclass(frozen=True, slots=True, repr=False, eq=False, kw_only=True)
class Shrinkage(NumberLike):
    """How far rows can be cut before a task gets worse than with all dimensions by more than the margin.

    Where a cut surely does better than all dimensions, the best cut takes their place. Scores lie between 0 and 1; the
    panel prints points, hundredths of them. With edges and labels, both tasks must be kept. `inner_products_moved` is
    the relative error of all inner products at the answer, for an uncentred SVD.
    """

    source: str
    n_rows: int
    n_columns: int
    n_bytes: int
    method: str
    margin: float
    curves: tuple[TaskCurve, ...]
    inner_products_moved: float | None = None
    at: tuple[int, ...] = ()
    output: str | None = None
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def dimension(self) -> int:
        """The smallest dimension that keeps every task."""
        return max(curve.smallest(self.margin) for curve in self.curves)

    @property
    def as_good(self) -> tuple[int, int]:
        """From the smallest sufficient dimension to the largest; to all of them, unless a cut does better."""
        return self.dimension, max(self.dimension, min(curve.as_good(self.margin)[1] for curve in self.curves))

    @property
    def bytes_saved(self) -> int:
        """What the cut saves, in bytes, if numbers keep their type."""
        return self.n_bytes - self._bytes_at(self.dimension)

    @property
    def curve(self) -> list[dict[str, Any]]:
        """The mean score at each dimension with its 95 % interval over splits; of the task that needs the most."""
        return self._decisive.points

    def loss(self, dimension: int) -> tuple[float, float, float] | None:
        """How far a dimension lies below the uncut rows, or below a better cut, with its 95 % interval.

        Of two tasks, the larger loss. None for dimensions that were not measured: neither of the grid nor in `at`.
        """
        return max(self._losses(dimension), default=None)

    def summary(self) -> dict[str, Any]:
        """Every fact of the result as plain values; text, JSON and chart render this."""
        return {
            "dimension": self.dimension,
            "as_good": list(self.as_good),
            "method": self.method,
            "margin": self.margin,
            "source": self.source,
            "n_rows": self.n_rows,
            "n_columns": self.n_columns,
            "bytes": self.n_bytes,
            "bytes_saved": self.bytes_saved,
            "inner_products_moved": self.inner_products_moved,
            "task": self._decisive.task,
            "score": self._decisive.score,
            "tasks": [self._task(curve) for curve in self.curves],
            "curve": self.curve,
            "at": [self._verdict(dimension) for dimension in self.at],
            "output": self.output,
            "notes": list(self._notes()),
            "seconds": self.seconds,
        }

    def to_json(self) -> str:
        """The summary as one JSON object."""
        return json.dumps(self.summary(), ensure_ascii=False)

    def plot(self) -> Any:
        """The measured curve as an altair chart; it needs `graphdim[report]`."""
        return self._chart(self.headline())

    def headline(self) -> tuple[str, str]:
        """The answer, and what produced it."""
        tasks = " and ".join(TASKS[curve.task] for curve in self.curves)
        return f"Dimension {self.dimension}", f"of {self.n_columns}, cut by {self.method}; {tasks}"

    def lines(self) -> Iterator[tuple[str, str]]:
        """Label and sentence of every line below the headline."""
        small = size(self._bytes_at(self.dimension))
        saved = f"{100 * self.bytes_saved / self.n_bytes:.0f} % saved"
        yield "rows", f"{self.n_rows:,} of {self.n_columns} numbers: {size(self.n_bytes)}, cut {small} ({saved})"
        for curve in self.curves:
            yield "as good", self._range(curve)
            yield "scored by", curve.how
        for dimension in self.at:
            yield str(dimension), self._sentence(dimension)
        if self.inner_products_moved is not None:
            yield (
                "products",
                f"inner products of all rows move by {_percent(self.inner_products_moved)} % of their size",
            )
        yield "sure", self._certainty()
        if self.output is not None:
            yield "written", self.output
        for note in self._notes():
            yield "note", note

    def __repr__(self) -> str:
        """The panel: the answer, its reasons, and the curve."""
        scores = self._decisive.scores
        plot = text_plot(scores.dimensions.tolist(), scores.mean.tolist(), self.as_good)
        return "\n".join([panel(self.headline(), self.lines()), "", plot])

    def _repr_html_(self) -> str:
        return markup(self.headline(), self.lines(), self._chart)

    def _chart(self, headline: tuple[str, str] | None = None) -> Any:
        from graphdim.shrinking.chart import chart

        return chart(self.summary(), headline)

    @property
    def _decisive(self) -> TaskCurve:
        """The task that needs the most dimensions."""
        return max(self.curves, key=lambda curve: curve.smallest(self.margin))

    def _losses(self, dimension: int) -> list[tuple[float, float, float]]:
        """The loss of every task with its interval; empty if the dimension was not measured."""
        if dimension not in self._decisive.scores.dimensions:
            return []
        costs = [curve.scores.deficit(dimension, best=curve.reference(self.margin)) for curve in self.curves]
        return [
            (cost.deficit, cost.low, cost.high)
            for cost in costs
            if cost and cost.low is not None and cost.high is not None
        ]

    def _bytes_at(self, dimension: int) -> int:
        return self.n_bytes // self.n_columns * dimension

    def _task(self, curve: TaskCurve) -> dict[str, Any]:
        return {
            "task": curve.task,
            "score": curve.score,
            "scored_by": curve.how,
            "dimension": curve.smallest(self.margin),
            "possible": list(curve.possible(self.margin)),
            "reference": curve.reference(self.margin),
            "uncut_score": float(curve.scores.mean[-1]),
            "n_splits": curve.scores.n_splits,
            "curve": curve.points,
        }

    def _verdict(self, dimension: int) -> dict[str, Any]:
        low, mean, high = None, None, None
        if (loss := self.loss(dimension)) is not None:
            mean, low, high = loss
        return {"dimension": dimension, "loss": mean, "low": low, "high": high}

    def _range(self, curve: TaskCurve) -> str:
        uncut = f"{100 * curve.scores.mean[-1]:.1f} % {curve.score}"
        (first, last), best = curve.as_good(self.margin), curve.reference(self.margin)
        if best < self.n_columns:
            score = f"{100 * curve.scores.mean.max():.1f} % at {best}"
            return f"{first} to {last}: at most {points(self.margin)} below the best cut ({score}; uncut rows {uncut})"
        span = f"{first} to {self.n_columns}" if first < self.n_columns else f"only all {self.n_columns}"
        return f"{span}: at most {points(self.margin)} below the uncut rows ({uncut})"

    def _sentence(self, dimension: int) -> str:
        """The verdict on a dimension of the user's own."""
        loss = self.loss(dimension)
        if loss is None:
            return f"the rows have {self.n_columns} dimensions only"
        is_above = loss[0] < 0
        low, mean, high = sorted((-100 if is_above else 100) * value for value in loss)
        is_uncut = all(curve.reference(self.margin) == self.n_columns for curve in self.curves)
        whom = "the uncut rows" if is_uncut else "the best cut"
        side = f"{mean:.1f} points {'above' if is_above else 'below'} {whom}"
        memory = f"{size(self._bytes_at(dimension))} instead of {size(self.n_bytes)}"
        return f"{self._word(dimension)}: {side} [{low:.1f}, {high:.1f}], {memory}"

    def _word(self, dimension: int) -> str:
        """Whether a dimension loses more than the margin in any task, as far as the intervals show it."""
        mean, low, high = (max(values) for values in zip(*self._losses(dimension), strict=True))
        if high <= self.margin:
            return "sufficient"
        if low > self.margin:
            return "too small" if dimension < self.dimension else "too large"
        return "sufficient on average, not surely" if mean <= self.margin else "not shown to be enough"

    def _certainty(self) -> str:
        """Which answers the splits leave possible, and what becomes of the answer without one of them."""
        curve, scores = self._decisive, self._decisive.scores
        others = [replace(curve, scores=scores.without(split)) for split in range(scores.n_splits)]
        answers = [other.smallest(self.margin) for other in others]
        return certainty(scores.n_splits, curve.possible(self.margin), (min(answers), max(answers)))

    def _notes(self) -> Iterator[str]:
        yield from self.notes
        for curve in self.curves:
            if curve.is_chance:
                yield _doubt(curve)
            if curve.note:
                yield curve.note


def _doubt(curve: TaskCurve) -> str:
    """What is to be said of rows that are no better than guesses."""
    fault = f"the uncut rows hardly do better than chance ({TASKS[curve.task]})"
    guessing = f"guessing has {100 * (curve.guessing or 0):.1f} %"
    return f"{fault}: {guessing}, so the answer means little; are the rows in the order of the {ORDERED[curve.task]}?"


def _percent(share: float) -> str:
    """A share in percent with two digits; what is only rounding is 0."""
    return f"{100 * share:.2g}" if share > ROUNDING else "0"
