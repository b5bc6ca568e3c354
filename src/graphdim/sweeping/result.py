"""The answer of a sweep: a race on a graph, with the verdict on the user's own dimensions and MinGE's beside it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from graphdim.deficit import deficit_facts
from graphdim.racing.raced import Raced
from graphdim.sweeping import panel
from graphdim.sweeping.chance import beats_guessing

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
    and all that follows from them; `selection` is MinGE's choice, which needs no training. `guessing` is the score of
    guesses: where no dimension is shown to be above it, there is no answer, whatever the race shows. `degrees` is what
    the degrees of two nodes alone score, once a sweep on links has ended; the answer does not depend on it.
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
    guessing: float | None = None
    degrees: float | None = None
    is_own_model: bool = False

    @property
    def beats_guessing(self) -> bool | None:
        """Whether a dimension is shown to score above guessing; None where that is not known."""
        return None if self.guessing is None else beats_guessing(self.race.scores, self.guessing, self.race.terms)

    @property
    def is_guess(self) -> bool:
        """Whether the scores may be those of guesses, so that they say nothing about dimensions."""
        return self.beats_guessing is False

    @property
    def dimension(self) -> int | None:
        """The smallest dimension shown to be at most the margin below the best; None while there is none."""
        return None if self.is_guess else self.race.dimension

    @property
    def best(self) -> int | None:
        """The dimension with the highest mean so far."""
        return self.race.best

    @property
    def sufficient(self) -> tuple[int, ...]:
        """All dimensions that are shown to be at most the margin below the best."""
        return () if self.is_guess else self.race.sufficient

    @property
    def curve(self) -> tuple[Point, ...]:
        """Mean score, interval and seeds of every dimension that was trained; of guesses none is good enough."""
        is_guess = self.is_guess
        return tuple(replace(point, standing="open") if is_guess else point for point in self.race.curve)

    @property
    def certainty(self) -> float | None:
        """How sure the answer is, over all looks and candidates; None while undecided, or by guessing."""
        return None if self.is_guess else self.race.certainty

    @property
    def n_trainings(self) -> int:
        """How many trainings it took, those from the ledger included."""
        return self.race.n_trainings

    @property
    def ended(self) -> str:
        """Why it stopped: "decided", "guessing", "seeds", "budget" or "interrupted"; "" while it is under way."""
        return "guessing" if self.is_guess and self.race.ended in ("decided", "seeds") else self.race.ended

    @property
    def outlook(self) -> Outlook | None:
        """What would probably suffice; None when nothing more is needed, or when nothing within reach would do."""
        return self.race.outlook

    def verdict(self, dimension: int) -> dict[str, Any]:
        """What one dimension costs compared with the best, as plain values; all None if it was not trained."""
        points = {point.dimension: point.standing for point in self.curve}
        deficit = self.race.deficit(dimension) if dimension in points else None
        is_best = {"deficit": 0.0} if dimension == self.best else {}
        return {"dimension": dimension, "standing": points.get(dimension), **deficit_facts(deficit), **is_best}

    def summary(self) -> dict[str, Any]:
        """Every fact of the result as plain values; text, JSON, chart and page render this."""
        return {
            **self.race.summary(),
            "dimension": self.dimension,
            "sufficient": list(self.sufficient),
            "certainty": self.certainty,
            "ended": self.ended,
            "curve": [asdict(point) for point in self.curve],
            "guessing": self.guessing,
            "beats_guessing": self.beats_guessing,
            "degrees": self.degrees,
            "model": self.model,
            "is_own_model": self.is_own_model,
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

        facts = {**report_facts(self.selection), "sweeps": [curve_of(self.summary())]}
        prior, every = section_of(self.selection), led([facts])
        # Nothing leads before anything is trained but MinGE.
        return write([facts], prior, path) if every is None else write(every, SweepSection(prior), path)
