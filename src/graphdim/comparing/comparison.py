"""The answer of a comparison: the measured dimension, the range that is as good, and what every other choice costs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphdim.comparing import wording
from graphdim.comparing.curve import deficit_of, joined_curve, part_at
from graphdim.deficit import deficit_facts
from graphdim.errors import GraphError
from graphdim.report.markup import markup
from graphdim.report.number_like import NumberLike
from graphdim.report.panel import panel
from graphdim.report.text_plot import text_plot
from graphdim.report.text_table import text_table
from graphdim.selectors.cv import NO_BETTER
from graphdim.words import span

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike
    from pathlib import Path

    from graphdim.deficit import Deficit
    from graphdim.embedding.scoring.guessing import Guessing
    from graphdim.engines.view import GraphFacts
    from graphdim.selectors.cv.scores import SplitScores
    from graphdim.selectors.selection import Curve, Selection

__all__ = ["Choice", "Comparison"]


@dataclass(frozen=True, slots=True)
class Choice:
    """What one method chose: None with a note if it could not."""

    method: str
    looks_at: str
    dimension: int | None
    seconds: float
    note: str = ""
    selection: Selection | None = None


@dataclass(frozen=True, slots=True, repr=False, eq=False, kw_only=True)
class Comparison(NumberLike):
    """The measured dimension of a graph, and what other choices cost beside it.

    `scores` are those of the search for the best, which no other method changes; `covered` has the same splits, or
    the first of them, at more dimensions. Scores lie between 0 and 1; the panel prints points, hundredths of them.
    `most_dimensions` is the largest dimension that graph and memory allow, `max_rank` the largest that was asked for.
    `negatives` says how non-edges were drawn; labels have none. `is_partial` says that the search was interrupted
    before it had looked at all dimensions that may be the best.
    """

    scores: SplitScores
    covered: tuple[SplitScores, ...]
    margin: float
    task: str
    score: str
    guessing: Guessing
    most_dimensions: int
    max_rank: int
    negatives: str | None
    seed: int
    facts: GraphFacts
    choices: tuple[Choice, ...]
    at: tuple[int, ...] = ()
    sample: int | None = None
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    is_partial: bool = False

    def __post_init__(self) -> None:
        """Say first what was noticed about the graph."""
        object.__setattr__(self, "notes", tuple(dict.fromkeys((*self.facts.notes, *self.notes))))

    @property
    def dimension(self) -> int | None:
        """The smallest dimension that is as good as the best; None if no dimension is better than guessing."""
        return None if self.as_good is None else self.as_good[0]

    @property
    def as_good(self) -> tuple[int, int] | None:
        """The smallest and the largest dimension within the margin of the best; None if all are as good as guesses."""
        return self.scores.as_good(self.margin) if self.scores.beats(self.guessing) else None

    @property
    def maybe_as_good(self) -> tuple[int, int] | None:
        """The range that cannot be ruled out to be as good, by the 95 % intervals over splits; None for one split."""
        return self.scores.maybe_as_good(self.margin)

    @property
    def best(self) -> int:
        """The dimension with the highest mean score."""
        return self.scores.best

    @property
    def best_score(self) -> float:
        """The mean score of the best dimension."""
        return float(self.scores.mean.max())

    @property
    def curve(self) -> Curve:
        """The mean score at each measured dimension, with its 95 % interval over splits."""
        return joined_curve((self.scores, *self.covered), self.score)

    @property
    def selections(self) -> list[dict[str, Any]]:
        """Every method's choice as plain values, with what it costs on the measured curve."""
        return [self._selection(choice) for choice in self.choices]

    def deficit(self, dimension: int) -> Deficit | None:
        """By how much a dimension scores below the best; None beyond what was measured."""
        return deficit_of(dimension, (self.scores, *self.covered))

    def n_splits_at(self, dimension: int) -> int:
        """How many splits tell what a dimension costs; 0 beyond what was measured."""
        part = part_at(dimension, (self.scores, *self.covered))
        return 0 if part is None else part.n_splits

    def summary(self) -> dict[str, Any]:
        """Every fact of the result as plain values; text, JSON and page render this."""
        return {
            "dimension": self.dimension,
            "as_good": None if self.as_good is None else list(self.as_good),
            "best": self.best,
            "best_score": self.best_score,
            "score": self.score,
            "guessing": self.guessing.score,
            "method": "cv",
            "task": self.task,
            "margin": self.margin,
            "max_rank": self.max_rank,
            "negatives": self.negatives,
            "seed": self.seed,
            "sample": self.sample,
            "n_splits": self.scores.n_splits,
            "maybe_as_good": None if self.maybe_as_good is None else list(self.maybe_as_good),
            "curve": [point._asdict() for point in self.curve.points],
            "selections": self.selections,
            "at": [self._verdict(dimension) for dimension in self.at],
            **self.facts.summary(),
            "notes": list(self.notes),
            "caveats": list(wording.caveats(self)),
            "seconds": self.seconds,
        }

    def to_json(self) -> str:
        """The summary as one JSON object."""
        return json.dumps(self.summary(), ensure_ascii=False)

    def plot(self) -> Any:
        """The measured curve as an altair chart, every method a mark on it; it needs `graphdim[report]`."""
        return self._chart()

    def write_html(self, path: str | PathLike[str]) -> Path:
        """One page that opens anywhere without a network; it needs `graphdim[report]`."""
        from graphdim.comparing.page import comparison_section, page_facts
        from graphdim.report.files import write

        # A method that has a section of its own is shown below the measured answer.
        explained = (choice.selection for choice in self.choices if choice.selection)
        prior = next((chosen for chosen in explained if hasattr(chosen.selector, "section")), None)
        return write([page_facts(self, prior)], comparison_section(prior), path)

    def table(self) -> list[tuple[str, ...]]:
        """Every method's choice and the user's own, below a header, as the panel and the page show them."""
        fixed = [Choice(f"fixed {dimension}", "nothing", dimension, 0.0) for dimension in self.at]
        header = ("method", "looks at", "dimension", "worse by", "seconds", "")
        return [header, *(self._row(choice) for choice in (*self.choices, *fixed))]

    def headline(self) -> tuple[str, str]:
        """The answer, and what produced it."""
        return wording.headline(self)

    def lines(self) -> Iterator[tuple[str, str]]:
        """Label and sentence of every line below the headline."""
        return wording.lines(self)

    def __index__(self) -> int:
        """Let an answer stand wherever an integer is expected."""
        if self.dimension is None:
            raise GraphError(NO_BETTER)
        return self.dimension

    def __repr__(self) -> str:
        """The panel: the answer, the curve, and the table of methods."""
        points = self.curve.points
        plot = text_plot([point.dimension for point in points], [point.score for point in points], self.as_good)
        header, *rows = self.table()
        table = text_table(header, rows, right=(2, 3, 4))
        return "\n".join([panel(self.headline(), self.lines()), "", plot, "", table])

    def _repr_html_(self) -> str:
        return markup(self.headline(), self.lines(), lambda: self._chart(titled=False), self.table())

    def cells(self) -> dict[str, str]:
        """The columns of its row in a table of several graphs, by their titles."""
        return {
            **self.facts.cells(),
            "dimension": "–" if self.dimension is None else str(self.dimension),
            "as good": "–" if self.as_good is None else span(self.as_good),
            "best": f"{self.best} ({100 * self.best_score:.1f} %)",
            **{f"{dimension} worse by": wording.worse_by(self.deficit(dimension)) for dimension in self.at},
        }

    def _chart(self, *, titled: bool = True) -> Any:
        from graphdim.comparing.page import ComparisonSection, page_facts
        from graphdim.report.charts import leading

        return leading(page_facts(self), ComparisonSection(), titled=titled)

    def _selection(self, choice: Choice) -> dict[str, Any]:
        deficit = None if choice.dimension is None else self.deficit(choice.dimension)
        return {
            "method": choice.method,
            "dimension": choice.dimension,
            "looks_at": choice.looks_at,
            "deficit": None if deficit is None else deficit.mean,
            "seconds": choice.seconds,
            "note": choice.note,
        }

    def _verdict(self, dimension: int) -> dict[str, Any]:
        return {"dimension": dimension, **deficit_facts(self.deficit(dimension))}

    def _row(self, choice: Choice) -> tuple[str, ...]:
        # Where the best is no better than a guess, it is no measure for the others.
        is_judged = self.dimension is not None
        deficit = self.deficit(choice.dimension) if is_judged and choice.dimension is not None else None
        return (
            choice.method,
            choice.looks_at,
            "–" if choice.dimension is None else str(choice.dimension),
            wording.worse_by(deficit),
            f"{choice.seconds:.1f}" if choice.seconds else "–",
            choice.note,
        )
