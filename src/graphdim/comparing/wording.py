"""A comparison in sentences: the headline and the lines of its panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.report.facts import graph_line
from graphdim.words import counted, span, times

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.comparing.comparison import Comparison
    from graphdim.selectors.cv.scores import Deficit

__all__ = ["headline", "lines", "points"]

HOLDS = {
    "link-prediction": (
        "holds for links by a spectral embedding (SVD, ASE, NetMF); DeepWalk and networks mostly rise and saturate:"
        " graphdim sweep measures them"
    ),
    "node-classification": (
        "holds for labels by logistic regression on a spectral embedding; links may want another dimension"
    ),
}
# The ROC-AUC of guesses.
GUESSING = 0.5
HOW = {
    "link-prediction": "spectral embedding, cross-validated on held-out edges",
    "node-classification": "spectral embedding, cross-validated on held-out labels",
}


def headline(comparison: Comparison) -> tuple[str, str]:
    """The answer, and what produced it."""
    how = HOW[comparison.task]
    if comparison.sample is not None:
        how += f", on a sample of {comparison.sample:,} of {comparison.facts.n_nodes:,} nodes"
    return f"Dimension {comparison.dimension}", how


def lines(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Label and sentence of every line below the headline."""
    yield "graph", graph_line(comparison.facts.summary())
    yield "as good", _range(comparison)
    for dimension in comparison.at:
        yield str(dimension), _verdict(comparison, dimension)
    yield "sure", _certainty(comparison)
    for note in (*comparison.facts.notes, *comparison.notes, *_limits(comparison), HOLDS[comparison.task]):
        yield "note", note


def points(cost: Deficit | None) -> str:
    """A cost in points, if it was measured."""
    # Adding 0 turns -0.0 into 0.0.
    return "–" if cost is None else f"{round(100 * cost.deficit, 1) + 0:.1f}"


def _range(comparison: Comparison) -> str:
    best = f"{comparison.best}, {100 * comparison.best_score:.1f} % {comparison.score}"
    within = f"within {100 * comparison.margin:g} points of the best ({best})"
    return f"{span(comparison.as_good)}: {within}"


def _certainty(comparison: Comparison) -> str:
    """How many splits there were, and which dimensions they cannot tell from those that are as good."""
    scores = comparison.scores
    maybe = comparison.maybe_as_good
    if maybe is None:
        return "1 split, which does not show how sure the answer is"
    splits = counted(scores.n_splits, "split")
    low, high = scores.spread(comparison.margin)
    answers = f"leaving out any one of them {'always ' * (low == high)}gives {span((low, high))}"
    if maybe == comparison.as_good:
        return f"{splits}; {answers}"
    return f"{splits}; {answers}, and {span(maybe)} cannot be ruled out (95 %)"


def _verdict(comparison: Comparison, dimension: int) -> str:
    """What a dimension of the user's own costs."""
    cost = comparison.cost(dimension)
    if cost is None:
        measured = int(comparison.covered.dimensions[-1])
        return f"not measured: this graph was factorised to {counted(measured, 'dimension')} at most"
    low, high = comparison.as_good
    below = f"{points(cost)} points below the best{_interval(cost)}"
    memory = f"{times(dimension / comparison.dimension)} the memory of {comparison.dimension}"
    return f"as good: {below}, {memory}" if low <= dimension <= high else f"{below}, {memory}"


def _higher(comparison: Comparison) -> Iterator[str]:
    """That a dimension beyond the search scores more than its best, if one does."""
    highest = comparison.covered.best
    cost = comparison.cost(highest)
    if cost is not None and -cost.deficit > comparison.margin:
        stop = int(comparison.scores.dimensions[-1])
        gain = f"{highest} scores {-100 * cost.deficit:.1f} points more than {comparison.best}"
        yield f"{gain}, the best of the search, which stopped at {stop} since it had found nothing better near there"


def _is_chance(comparison: Comparison) -> bool:
    """Whether the interval of the best score holds that of guessing."""
    best = next(point for point in comparison.curve.points if point.dimension == comparison.best)
    return comparison.score == "ROC-AUC" and best.low is not None and best.low <= GUESSING


def _interval(cost: Deficit) -> str:
    """The interval of a cost in points, if it has one."""
    if cost.low is None or cost.high is None:
        return ""
    return f" [{100 * cost.low:.1f}, {100 * cost.high:.1f}]"


def _limits(comparison: Comparison) -> Iterator[str]:
    """What the curve does not tell: anything if it is chance, dimensions beyond it, and, from a sample, the graph."""
    if _is_chance(comparison):
        yield "no dimension is better than guessing, so the edges do not tell which one the graph needs"
    yield from _higher(comparison)
    last = int(comparison.covered.dimensions[-1])
    beyond = range(last + 1, comparison.facts.n_nodes)
    if any(choice.dimension in beyond for choice in comparison.choices):
        yield f"dimensions above {last} were not measured, so what choices there cost is unknown; --at N measures one"
    if comparison.sample is not None:
        safer = f"{comparison.best}, its best, is the safer choice"
        yield f"a sample supports fewer dimensions than the whole graph: {safer}"
