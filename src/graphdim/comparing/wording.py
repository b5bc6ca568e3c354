"""A comparison in sentences: the headline and the lines of its panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.report.facts import graph_line
from graphdim.words import certainty, counted, listed, points, span, times

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.comparing.comparison import Comparison
    from graphdim.deficit import Deficit

__all__ = ["caveats", "headline", "lines", "worse_by"]

HOLDS = {
    "link-prediction": (
        "holds for links by eigenvectors of the adjacency normalised by degrees plus their mean; other matrices,"
        " DeepWalk and networks may need more and lose less above it: graphdim sweep measures them"
    ),
    "node-classification": (
        "holds for labels by logistic regression on a spectral embedding; links may want another dimension"
    ),
}
HOW = {
    "link-prediction": "spectral embedding, cross-validated on held-out edges",
    "node-classification": "spectral embedding, cross-validated on held-out labels",
}


def headline(comparison: Comparison) -> tuple[str, str]:
    """The answer, and what produced it."""
    how = HOW[comparison.task]
    if comparison.negatives == "degree":
        how += " against non-edges drawn by degree"
    if comparison.sample is not None:
        how += f", on a sample of {comparison.sample:,} of {comparison.facts.n_nodes:,} nodes"
    if comparison.dimension:
        return f"Dimension {comparison.dimension}", how
    return f"No dimension is better than guessing{' so far' if comparison.is_partial else ''}", how


def lines(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Label and sentence of every line below the headline."""
    yield "graph", graph_line(comparison.facts.summary())
    yield _range(comparison)
    for dimension in comparison.at:
        yield str(dimension), _verdict(comparison, dimension)
    yield "sure", _certainty(comparison)
    for note in (*comparison.notes, *caveats(comparison)):
        yield "note", note


def caveats(comparison: Comparison) -> Iterator[str]:
    """What the answer does not tell, and what it holds for."""
    yield from _limits(comparison)
    if comparison.dimension is not None:
        yield HOLDS[comparison.task]


def worse_by(deficit: Deficit | None) -> str:
    """A deficit in points, if it was measured."""
    # Adding 0 turns -0.0 into 0.0.
    return "–" if deficit is None else f"{round(100 * deficit.mean, 1) + 0:.1f}"


def _range(comparison: Comparison) -> tuple[str, str]:
    """The range that is as good and what cannot be told from it, or how close to guessing the best comes."""
    score = f"{100 * comparison.best_score:.1f} % {comparison.score}"
    if comparison.as_good is None:
        reached = comparison.guessing.reached(comparison.scores.n_splits)
        guess = f"guessing has {100 * comparison.guessing.score:.1f} %, and up to {100 * reached:.1f} % by chance"
        return "best", f"{comparison.best}, {score}; {guess}"
    surely = "surely " if comparison.scores.surely and not comparison.is_partial else ""
    best = "the best so far" if comparison.is_partial else "the best"
    within = f"{surely}within {points(comparison.margin)} of {best} ({comparison.best}, {score})"
    return "as good", f"{span(comparison.as_good)}: {within}"


def _certainty(comparison: Comparison) -> str:
    """What the splits cannot rule out to be as good."""
    scores = comparison.scores
    if scores.n_splits == 1:
        return "1 split, which does not show how sure the answer is"
    if comparison.as_good is None:
        return f"{counted(scores.n_splits, 'split')}: the graph does not tell what it needs"
    return certainty(scores.n_splits, comparison.maybe_as_good)


def _verdict(comparison: Comparison, dimension: int) -> str:
    """What a dimension of the user's own costs."""
    deficit = comparison.deficit(dimension)
    if deficit is None:
        if comparison.max_rank < dimension <= comparison.most_dimensions:
            return f"not measured: --max-rank is {comparison.max_rank} (max_rank in Python)"
        measured = comparison.curve.points[-1].dimension
        return f"not measured: this graph was factorised to {counted(measured, 'dimension')} at most"
    below = _difference(deficit)
    if comparison.as_good is None:
        return f"{below}, which is no better than guessing either"
    low, high = comparison.as_good
    memory = f"{times(dimension / low)} the memory of {low}"
    return f"as good: {below}, {memory}" if low <= dimension <= high else f"{below}, {memory}"


def _difference(deficit: Deficit) -> str:
    """How far below the best of the search a dimension lies, with its interval; one beside the grid may lie above."""
    side, sign = ("above", -1) if round(1000 * deficit.mean) < 0 else ("below", 1)
    difference = f"{100 * sign * deficit.mean + 0:.1f} points {side} the best"
    if deficit.low is None or deficit.high is None:
        return difference
    low, high = sorted(100 * sign * end for end in (deficit.low, deficit.high))
    return f"{difference} [{low:.1f}, {high:.1f}]"


def _higher(comparison: Comparison) -> Iterator[str]:
    """That a dimension beyond the search scores more than its best, if one does."""
    highest = max(comparison.curve.points, key=lambda point: point.score).dimension
    deficit = comparison.deficit(highest)
    if deficit is not None and -deficit.mean > comparison.margin:
        stop = int(comparison.scores.dimensions[-1])
        gain = f"{highest} scores {-100 * deficit.mean:.1f} points more than {comparison.best}"
        yield f"{gain}, the best of the search, which stopped at {stop} since it had found nothing better near there"


def _fewer_splits(comparison: Comparison) -> Iterator[str]:
    """That the cost of some choices was measured on fewer splits than the curve."""
    chosen = sorted({choice.dimension for choice in comparison.choices if choice.dimension})
    n_splits = {dimension: comparison.n_splits_at(dimension) for dimension in chosen}
    few = [dimension for dimension in chosen if 0 < n_splits[dimension] < comparison.scores.n_splits]
    if few:
        cost = f"the cost of {listed(map(str, few))} was measured on {n_splits[few[0]]}"
        yield f"{cost} of the {comparison.scores.n_splits} splits; --at N uses all of them"


def _limits(comparison: Comparison) -> Iterator[str]:
    """What the curve does not tell: dimensions beyond it, and, from a sample, the graph."""
    yield from _higher(comparison)
    if comparison.dimension is not None:
        yield from _fewer_splits(comparison)
    last = comparison.curve.points[-1].dimension
    beyond = range(last + 1, comparison.most_dimensions + 1)
    unknown = [choice.dimension for choice in comparison.choices if choice.dimension and choice.dimension in beyond]
    if unknown:
        way_out = "--at N measures one" if min(unknown) <= comparison.max_rank else "--max-rank N measures more"
        yield f"dimensions above {last} were not measured, so what choices there cost is unknown; {way_out}"
    if comparison.sample is not None and comparison.dimension is not None:
        safer = f"{comparison.best}, its best, is the safer choice"
        yield f"a sample supports fewer dimensions than the whole graph: {safer}"
