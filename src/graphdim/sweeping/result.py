"""The answer of a sweep: a race on a graph, with the verdict on the user's own dimensions and MinGE's beside it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from graphdim.racing.raced import Raced
from graphdim.sweeping import panel

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path
    from types import ModuleType

    from graphdim.racing.result import Outlook, Point, Race
    from graphdim.selectors.selection import Selection

__all__ = ["Sweep"]


@dataclass(frozen=True, slots=True, repr=False, eq=False, kw_only=True)
class Sweep(Raced):
    """The smallest sufficient dimension of a model on a graph.

    Scores lie between 0 and 1; the panel prints percent, and points for their differences. `race` holds the trainings
    and all that follows from them; `selection` is MinGE's choice, which needs no training.
    """

    noun: ClassVar[str] = "sweep"
    panels: ClassVar[ModuleType] = panel

    race: Race
    model: str
    task: str
    score: str
    selection: Selection
    at: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    ledger: str = ""

    @property
    def dimension(self) -> int | None:
        """The smallest dimension shown to be at most the margin below the best; None while undecided."""
        return self.race.dimension

    @property
    def best(self) -> int | None:
        """The dimension with the highest mean so far."""
        return self.race.best

    @property
    def as_good(self) -> tuple[int, ...]:
        """All dimensions that are shown to be at most the margin below the best."""
        return self.race.as_good

    @property
    def curve(self) -> tuple[Point, ...]:
        """Mean score, interval and seeds of every dimension that was trained."""
        return self.race.curve

    @property
    def certainty(self) -> float | None:
        """How sure the answer is, over all looks and candidates; None while undecided."""
        return self.race.certainty

    @property
    def n_trainings(self) -> int:
        """How many trainings it took, those from the ledger included."""
        return self.race.n_trainings

    @property
    def ended(self) -> str:
        """Why it stopped: "decided", "seeds", "budget" or "interrupted"; "" while it is under way."""
        return self.race.ended

    @property
    def outlook(self) -> Outlook | None:
        """What would probably suffice; None when nothing more is needed, or when nothing within reach would do."""
        return self.race.outlook

    def verdict(self, dimension: int) -> dict[str, Any]:
        """What one dimension costs compared with the best, as plain values; all None if it was not trained."""
        points = {point.dimension: point.standing for point in self.curve}
        deficit = self.race.deficit(dimension) if dimension in points else None
        known = {"mean": None, "low": None, "high": None} if deficit is None else asdict(deficit)
        is_best = {"mean": 0.0} if dimension == self.best else {}
        return {"dimension": dimension, "standing": points.get(dimension), **known, **is_best}

    def summary(self) -> dict[str, Any]:
        """Every fact of the result as plain values; text, JSON, chart and page render this."""
        return {
            **self.race.summary(),
            "model": self.model,
            "task": self.task,
            "score": self.score,
            "at": [self.verdict(dimension) for dimension in self.at],
            "minge": self.verdict(self.selection.dimension),
            **self.selection.facts.summary(),
            "notes": list(self.notes),
            "ledger": self.ledger,
        }

    def write_html(self, path: str | PathLike[str]) -> Path:
        """One page that opens anywhere without a network; it needs `graphdim[report]`."""
        from graphdim.report.files import write
        from graphdim.selectors.reporting import report_facts, section_of
        from graphdim.sweeping.curves import curve_of
        from graphdim.sweeping.page import SweepSection, led

        facts = [{**report_facts(self.selection), "sweeps": [curve_of(self.summary())]}]
        every = led(facts)
        # Without an answer, MinGE's stays in front.
        return write(facts, section_of(self.selection), path) if every is None else write(every, SweepSection(), path)
