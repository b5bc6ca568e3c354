"""A cut in sentences: the headline and the lines of its panel, and notes about what the scores do not tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.report.facts import size
from graphdim.words import certainty, counted, points, span, times

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.shrinking.curves import TaskCurve
    from graphdim.shrinking.result import Shrinkage

__all__ = ["NO_BETTER", "headline", "lines", "notes", "word"]

NO_BETTER = "no dimension is better than guessing, so the rows do not tell how far they can be cut"
# Below this share, what moved is the rounding of float32 sums.
ROUNDING = 1e-7
TASKS = {
    "link-prediction": "edges told from non-edges",
    "node-classification": "labels learned from the rows",
    "rows": "no task was measured: neighbours kept by the rows alone",
}
ORDERED = {"link-prediction": "nodes", "node-classification": "labels"}


def headline(result: Shrinkage) -> tuple[str, str]:
    """The answer, and what produced it."""
    tasks = " and ".join(_task(curve) for curve in result.curves)
    answer = f"Dimension {result.dimension}" if result.dimension else "No dimension is better than guessing"
    return answer, f"of {result.n_columns}, cut by {result.method}; {tasks}"


def _task(curve: TaskCurve) -> str:
    """What was measured."""
    return TASKS[curve.task] + (" drawn by degree" if curve.by_degree else "")


def lines(result: Shrinkage) -> Iterator[tuple[str, str]]:
    """Label and sentence of every line below the headline."""
    yield "rows", _memory(result)
    for curve in result.curves:
        yield _guesses(curve) if curve.is_chance else ("as good", _range(result, curve))
        yield "scored by", curve.how
    for dimension in result.at:
        yield str(dimension), _sentence(result, dimension)
    if result.inner_products_moved is not None:
        moved = _percent(result.inner_products_moved)
        yield "products", f"inner products of all rows move by {moved} % of their size"
    yield "sure", _certainty(result)
    if result.output is not None:
        yield "written", result.output
    for note in notes(result):
        yield "note", note


def notes(result: Shrinkage) -> Iterator[str]:
    """What was noticed about the sources, and what the scores of each task do not tell."""
    yield from result.notes
    for curve in result.curves:
        if curve.degrees is not None:
            yield _beyond_degrees(curve, curve.degrees)
        if curve.is_doubtful:
            yield _doubt(curve, is_answered=result.dimension is not None)
        if curve.note and not curve.is_chance:
            yield curve.note


def word(result: Shrinkage, dimension: int) -> str:
    """Whether a dimension loses more than the margin in any task, as far as the intervals show it."""
    deficits = result.deficits(dimension)
    mean, low, high = (max(values) for values in zip(*((each.mean, *each.ends) for each in deficits), strict=True))
    if high <= result.margin:
        return "sufficient"
    if low > result.margin:
        return "too small" if dimension < int(result) else "too large"
    return "sufficient on average, not surely" if mean <= result.margin else "not shown to be enough"


def _memory(result: Shrinkage) -> str:
    """How large the rows are, and what the cut saves."""
    whole = f"{result.n_rows:,} of {result.n_columns} numbers: {size(result.n_bytes)}"
    if result.dimension is None or result.bytes_saved is None:
        return whole
    ratio = result.bytes_at(result.dimension) / result.n_bytes
    saved = f"{100 * (1 - ratio):.0f} % saved" if ratio <= 1 else f"{times(ratio)} as much"
    other = "" if result.bytes_at(result.n_columns) == result.n_bytes else f" as {result.dtype}"
    return f"{whole}, cut {size(result.bytes_at(result.dimension))}{other} ({saved})"


def _guesses(curve: TaskCurve) -> tuple[str, str]:
    """How close to guessing the best cut comes."""
    best = f"{curve.scores.best}, {100 * curve.scores.mean.max():.1f} % {curve.score}"
    return "best", f"{best}; {_guessing(curve)}, and up to {100 * curve.lucky:.1f} % by chance"


def _range(result: Shrinkage, curve: TaskCurve) -> str:
    uncut = f"{100 * curve.scores.mean[-1]:.1f} % {curve.score}"
    (first, last), best = curve.as_good(result.margin), curve.reference(result.margin)
    within = f"at most {points(result.margin)} below"
    if best < result.n_columns:
        score = f"{100 * curve.scores.mean.max():.1f} % at {best}"
        return f"{span((first, last))}: {within} the best cut ({score}; uncut rows {uncut})"
    which = span((first, result.n_columns)) if first < result.n_columns else f"only all {result.n_columns}"
    return f"{which}: {within} the uncut rows ({uncut})"


def _sentence(result: Shrinkage, dimension: int) -> str:
    """The verdict on a dimension of the user's own."""
    deficit = result.deficit(dimension)
    if deficit is None:
        return f"the rows have {result.n_columns} dimensions only"
    is_above = deficit.mean < 0
    low, mean, high = sorted((-100 if is_above else 100) * value for value in (deficit.mean, *deficit.ends))
    is_uncut = all(curve.reference(result.margin) == result.n_columns for curve in result.judged)
    whom = "the uncut rows" if is_uncut else "the best cut"
    side = f"{mean:.1f} points {'above' if is_above else 'below'} {whom} [{low:.1f}, {high:.1f}]"
    memory = f"{size(result.bytes_at(dimension))} instead of {size(result.n_bytes)}"
    verdict = "not known" if result.dimension is None else word(result, dimension)
    return f"{verdict}: {side}, {memory}"


def _certainty(result: Shrinkage) -> str:
    """Which answers the splits leave possible."""
    curve, scores = result.decisive, result.decisive.scores
    if result.dimension is None:
        return f"{counted(scores.n_splits, 'split')}: the rows do not tell how far they can be cut"
    return certainty(scores.n_splits, curve.possible(result.margin))


def _doubt(curve: TaskCurve, *, is_answered: bool) -> str:
    """What is to be said of rows that are no better than guesses."""
    order = f"are the rows in the order of the {ORDERED[curve.task]}?"
    if curve.is_chance:
        left = ", so this task does not count" if is_answered else ""
        return f"the rows are no better than guessing ({TASKS[curve.task]}){left}; {order}"
    fault = f"the uncut rows hardly do better than chance ({TASKS[curve.task]})"
    return f"{fault}: {_guessing(curve)}, so the answer means little; {order}"


def _guessing(curve: TaskCurve) -> str:
    return f"guessing has {100 * (0.0 if curve.guessing is None else curve.guessing.score):.1f} %"


def _beyond_degrees(curve: TaskCurve, degrees: float) -> str:
    """That degrees nearly suffice, and what follows from it."""
    known = f"degrees alone tell edges from random pairs nearly as well as the rows do ({100 * degrees:.1f} %)"
    if curve.by_degree:
        return f"{known}, so non-edges were drawn by degree"
    return f"{known}, and beyond degrees the rows are no better than guessing"


def _percent(share: float) -> str:
    """A share in percent with two digits; what is only rounding is 0."""
    return f"{100 * share:.2g}" if share > ROUNDING else "0"
