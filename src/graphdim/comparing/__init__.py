"""Several selectors on one graph → one measured curve, one recommendation, and what every choice costs on that curve.

view → cross-validation (the curve) → every selector's choice → Comparison
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graphdim.checks import check_number
from graphdim.comparing.comparison import Choice, Comparison
from graphdim.comparing.methods import default_methods, methods_of
from graphdim.errors import GraphDimError, GraphError, ParameterError
from graphdim.reading.labels import class_numbers
from graphdim.selectors import run, selector
from graphdim.selectors.cv import CrossValidation
from graphdim.selectors.cv.labels import LabelSplits
from graphdim.selectors.cv.measuring import covering, measured

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graphdim.engines.view import GraphView
    from graphdim.selectors.cv.measuring import Splits
    from graphdim.selectors.cv.scores import SplitScores

__all__ = ["Comparison", "Question", "compare_view", "question_of"]

INTERRUPTED = "interrupted: what is missing was not computed"


@dataclass(frozen=True, slots=True)
class Question:
    """What to compare: the user's own dimensions, the methods, and how to cross-validate."""

    at: tuple[int, ...] = ()
    methods: tuple[str, ...] | None = None
    cv: CrossValidation = field(default_factory=CrossValidation)


def question_of(at: Sequence[int], methods: Sequence[str], **parameters: Any) -> Question:
    """A question, refused if it makes no sense, before anything is read."""
    own = [check_number("at", dimension, least=1, whole=True) for dimension in at]
    return Question(tuple(dict.fromkeys(own)), methods_of(tuple(methods)), CrossValidation(**parameters))


def compare_view(view: GraphView, question: Question, labels: NDArray[np.int64] | None = None) -> Comparison:
    """The measured curve of the graph in view, and every method's choice on it."""
    started = time.perf_counter()
    splits = question.cv.splits(view) if labels is None else _label_splits(view, labels, question.cv.seed)
    scores = measured(splits, margin=question.cv.margin, max_rank=question.cv.max_rank)
    own_seconds = time.perf_counter() - started
    names = question.methods or default_methods(view.facts.n_edges)
    choices, notes = _choices([name for name in names if name != question.cv.name], view)
    scores = _covered(splits, scores, question, choices)
    first = Choice(
        question.cv.name,
        "held-out edges" if labels is None else "held-out labels",
        scores.as_good(question.cv.margin)[0],
        own_seconds,
    )
    return Comparison(
        scores=scores,
        margin=question.cv.margin,
        task="link-prediction" if labels is None else "node-classification",
        score=splits.score,
        facts=view.facts,
        choices=(first, *choices),
        at=question.at,
        notes=(*splits.notes, *notes),
        seconds=time.perf_counter() - started,
    )


def _label_splits(view: GraphView, labels: NDArray[np.int64], seed: int) -> LabelSplits:
    try:
        return LabelSplits(view.spectra, class_numbers(labels, view.facts.n_nodes), seed)
    except GraphError as error:
        msg = f"labels: {error}"
        raise ParameterError(msg) from error


def _choices(names: Sequence[str], view: GraphView) -> tuple[list[Choice], tuple[str, ...]]:
    """What each method chooses, or why it cannot; an interrupt keeps what is there."""
    choices: list[Choice] = []
    try:
        choices.extend(_choice(name, view) for name in names)
    except KeyboardInterrupt:
        return choices, (INTERRUPTED,)
    return choices, ()


def _choice(name: str, view: GraphView) -> Choice:
    chosen = selector(name)
    started = time.perf_counter()
    try:
        selection = run(chosen, view)
    except GraphDimError as error:
        return Choice(name, chosen.looks_at, None, time.perf_counter() - started, str(error))
    return Choice(name, chosen.looks_at, selection.dimension, selection.seconds, "; ".join(selection.notes))


def _covered(splits: Splits, scores: SplitScores, question: Question, choices: Sequence[Choice]) -> SplitScores:
    """The curve as far as the user's own dimensions and, where that is cheap, the methods' choices lie."""
    limit = question.cv.max_rank
    wanted = {dimension for dimension in question.at if dimension <= limit}
    if splits.is_cheap:
        wanted |= {choice.dimension for choice in choices if choice.dimension and choice.dimension <= limit}
    return covering(splits, scores, wanted) if wanted else scores
