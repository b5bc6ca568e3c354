"""The summary of a race as text: the answer first, how sure it is and what it took, then the curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.report import panel as panels
from graphdim.report.text_table import text_table
from graphdim.words import counted, duration

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Facts = Mapping[str, Any]

__all__ = [
    "STANDINGS",
    "certainty_of",
    "curve_table",
    "headline",
    "lines",
    "note_of",
    "panel",
    "side_of",
    "trainings_of",
    "with_table",
]

COLUMNS = ("dimension", "score", "95 % interval", "seeds", "")
STANDINGS = {"sufficient": "as good", "worse": "worse", "open": "open"}
ENDS = {"budget": "the budget is spent", "interrupted": "it was interrupted"}
MOST_CERTAIN = 0.9999


def panel(facts: Facts) -> str:
    """The answer on the first line, one indented line for each reason, and the curve as a table."""
    return with_table(panels.panel(headline(facts), lines(facts)), curve_table(facts))


def with_table(text: str, table: Sequence[Sequence[str]]) -> str:
    """A panel with a table below it, unless the table has a header alone."""
    header, *rows = table
    return "\n".join([text, *([text_table(header, rows, right=range(len(header) - 1))] if rows else [])])


def headline(facts: Facts) -> tuple[str, str]:
    """The answer, and what it means."""
    enough = f"shown to be at most {facts['margin']:g} {side_of(facts)} the best"
    if facts["dimension"] is None:
        return "No dimension yet", f"none is {enough}"
    return f"Dimension {facts['dimension']}", f"the smallest {enough}"


def side_of(facts: Facts) -> str:
    """Where worse scores lie, as seen from the best."""
    return "above" if facts["direction"] == "minimize" else "below"


def lines(facts: Facts) -> Iterator[tuple[str, str]]:
    """Label and sentence of every line below the headline."""
    if facts["sufficient"]:
        yield "as good", ", ".join(map(str, facts["sufficient"]))
    if facts["best"] is not None:
        mean = next(point["mean"] for point in facts["curve"] if point["dimension"] == facts["best"])
        yield "best", f"{facts['best']}, with a mean score of {mean:.4g}"
    if facts["certainty"] is not None:
        yield "sure", certainty_of(facts)
    yield "trainings", trainings_of(facts)
    for note in (*facts["notes"], *filter(None, [note_of(facts, f"{facts['margin']:g}")])):
        yield "note", note


def trainings_of(facts: Facts) -> str:
    """How many trainings finished, and what they took, for a line that is called so."""
    n_trainings = facts["n_trainings"]
    found = f"{n_trainings:,} in {duration(facts['seconds'])}" if n_trainings else "none finished"
    return f"{found}; the full grid has {facts['n_grid']:,}"


def certainty_of(facts: Facts) -> str:
    """How sure the answer is."""
    share = "more than 99.99 %" if facts["certainty"] > MOST_CERTAIN else f"{100 * facts['certainty']:.3g} %"
    return f"{share}, over all looks and candidates"


def note_of(facts: Facts, margin: str) -> str:
    """Why there is no answer, and what would probably give one; "" for a race that is decided."""
    if facts["ended"] == "decided":
        return ""
    if facts["ended"] == "seeds":
        return f"{_too_few(facts)}; {_more_seeds(facts['outlook'], margin)}"
    lead = ENDS.get(facts["ended"], "it is under way")
    if not facts["n_trainings"]:  # nothing was timed, so nothing can be forecast
        return f"{lead}, and no training finished; a larger budget or smaller dimensions may help"
    smaller = "" if facts["dimension"] is None else " and smaller dimensions are still open"
    return f"{lead}{smaller}; {_more_time(facts['outlook'])}"


def _too_few(facts: Facts) -> str:
    """Why the seeds do not suffice."""
    seeds = counted(facts["max_seeds"], "seed")
    if facts["noise"] == 0:
        return f"{seeds} are too few to show that the differences between dimensions never vary"
    return f"{seeds} will probably not settle it, as scores vary too much with the seed"


def _more_seeds(outlook: Facts | None, margin: str) -> str:
    if outlook is None:
        return f"raise the margin above {margin}"
    time = duration(outlook["seconds"])
    return f"max_seeds={outlook['max_seeds']} would probably do (about {time} more), or a larger margin"


def _more_time(outlook: Facts | None) -> str:
    if outlook is None:
        return "more time would probably not decide it, but more seeds or a larger margin might"
    more = f"{duration(outlook['seconds'])} more ({counted(outlook['n_trainings'], 'training')})"
    return f"it takes at least {more}" if outlook["is_lower_bound"] else f"about {more} would probably suffice"


def curve_table(facts: Facts) -> list[tuple[str, ...]]:
    """The curve, a row per dimension below a header."""
    return [COLUMNS, *map(_row, facts["curve"])]


def _row(point: Facts) -> tuple[str, ...]:
    interval = "" if point["low"] is None else f"{point['low']:.4f} to {point['high']:.4f}"
    standing = STANDINGS[point["standing"]]
    return f"{point['dimension']:,}", f"{point['mean']:.4f}", interval, f"{point['seeds']}", standing
