"""The answer of a cut: the smallest dimension that keeps the task, the curve, and what it saves."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.deficit import Deficit, deficit_facts
from graphdim.errors import GraphError
from graphdim.report.markup import markup
from graphdim.report.number_like import NumberLike
from graphdim.report.panel import panel
from graphdim.report.text_plot import text_plot
from graphdim.shrinking import wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.shrinking.curves import TaskCurve

__all__ = ["Shrinkage"]


@dataclass(frozen=True, slots=True, repr=False, eq=False, kw_only=True)
class Shrinkage(NumberLike):
    """How far rows can be cut before a task gets worse than with all dimensions by more than the margin.

    Where a cut surely does better than all dimensions, the best cut takes their place. Scores lie between 0 and 1; the
    panel prints points, hundredths of them. With edges and labels, both tasks must be kept; a task that no dimension
    does better than guesses does not count. `inner_products_moved` is the relative error of all inner products at the
    answer, for an uncentred SVD. `n_bytes` is the size of the rows as they are, and `dtype` the type of the numbers in
    the cut rows: that of the rows, or float32 for whole numbers.
    """

    source: str
    n_rows: int
    n_columns: int
    n_bytes: int
    dtype: str
    method: str
    margin: float
    curves: tuple[TaskCurve, ...]
    inner_products_moved: float | None = None
    at: tuple[int, ...] = ()
    output: str | None = None
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def dimension(self) -> int | None:
        """The smallest dimension that keeps every task; None if no dimension is better than guessing."""
        return None if self.as_good is None else self.as_good[0]

    @property
    def as_good(self) -> tuple[int, int] | None:
        """From the smallest sufficient dimension to the largest; to all of them, unless a cut does better.

        None if no dimension is better than guessing.
        """
        if all(curve.is_chance for curve in self.curves):
            return None
        first = max(curve.smallest(self.margin) for curve in self.judged)
        return first, max(first, min(curve.as_good(self.margin)[1] for curve in self.judged))

    @property
    def bytes_saved(self) -> int | None:
        """What the cut saves, in bytes: below 0 if floats take more than whole numbers did; None without an answer."""
        return None if self.dimension is None else self.n_bytes - self.bytes_at(self.dimension)

    def bytes_at(self, dimension: int) -> int:
        """The size of the rows at a dimension, as they are written."""
        return self.n_rows * dimension * np.dtype(self.dtype).itemsize

    @property
    def curve(self) -> list[dict[str, Any]]:
        """The mean score at each dimension with its 95 % interval over splits; of the task that needs the most."""
        return self.decisive.points

    def deficit(self, dimension: int) -> Deficit | None:
        """How far a dimension lies below the uncut rows, or below a better cut, with its 95 % interval.

        Of two tasks, the larger deficit. None for dimensions that were not measured: neither of the grid nor in `at`.
        """
        return max(self.deficits(dimension), key=lambda deficit: deficit.mean, default=None)

    def deficits(self, dimension: int) -> list[Deficit]:
        """The deficit in every task; empty if the dimension was not measured."""
        if dimension not in self.decisive.scores.dimensions:
            return []
        found = [curve.scores.deficit(dimension, best=curve.reference(self.margin)) for curve in self.judged]
        return [deficit for deficit in found if deficit]

    @property
    def judged(self) -> tuple[TaskCurve, ...]:
        """The tasks that count: those that some dimension does better than guesses; all if there is none."""
        return tuple(curve for curve in self.curves if not curve.is_chance) or self.curves

    @property
    def decisive(self) -> TaskCurve:
        """The task that needs the most dimensions."""
        return max(self.judged, key=lambda curve: curve.smallest(self.margin))

    def summary(self) -> dict[str, Any]:
        """Every fact of the result as plain values; text, JSON and chart render this."""
        return {
            "dimension": self.dimension,
            "as_good": None if self.as_good is None else list(self.as_good),
            "method": self.method,
            "margin": self.margin,
            "source": self.source,
            "n_rows": self.n_rows,
            "n_columns": self.n_columns,
            "bytes": self.n_bytes,
            "dtype": self.dtype,
            "bytes_saved": self.bytes_saved,
            "inner_products_moved": self.inner_products_moved,
            "task": self.decisive.task,
            "score": self.decisive.score,
            "tasks": [self._task(curve) for curve in self.curves],
            "curve": self.curve,
            "at": [self._verdict(dimension) for dimension in self.at],
            "output": self.output,
            "notes": list(wording.notes(self)),
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
        return wording.headline(self)

    def lines(self) -> Iterator[tuple[str, str]]:
        """Label and sentence of every line below the headline."""
        return wording.lines(self)

    def __index__(self) -> int:
        """Let an answer stand wherever an integer is expected."""
        if self.dimension is None:
            raise GraphError(wording.NO_BETTER)
        return self.dimension

    def __repr__(self) -> str:
        """The panel: the answer, its reasons, and the curve."""
        scores = self.decisive.scores
        plot = text_plot(scores.dimensions.tolist(), scores.mean.tolist(), self.as_good)
        return "\n".join([panel(self.headline(), self.lines()), "", plot])

    def _repr_html_(self) -> str:
        return markup(self.headline(), self.lines(), self._chart)

    def _chart(self, headline: tuple[str, str] | None = None) -> Any:
        from graphdim.shrinking.chart import chart

        return chart(self.summary(), headline)

    def _task(self, curve: TaskCurve) -> dict[str, Any]:
        return {
            "task": curve.task,
            "score": curve.score,
            "scored_by": curve.how,
            "guessing": None if curve.guessing is None else curve.guessing.score,
            "score_of_degrees": curve.degrees,
            "dimension": None if curve.is_chance else curve.smallest(self.margin),
            "possible": None if curve.is_chance else list(curve.possible(self.margin)),
            "reference": curve.reference(self.margin),
            "uncut_score": float(curve.scores.mean[-1]),
            "n_splits": curve.scores.n_splits,
            "curve": curve.points,
        }

    def _verdict(self, dimension: int) -> dict[str, Any]:
        return {"dimension": dimension, **deficit_facts(self.deficit(dimension))}
