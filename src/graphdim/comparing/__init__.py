"""Several selectors on one graph → one measured curve, one recommendation, and what every choice costs on that curve.

view → cross-validation (the curve) → every selector's choice → Comparison
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graphdim import progress
from graphdim.checks import check_number
from graphdim.comparing.comparison import Comparison
from graphdim.comparing.work import Work
from graphdim.selectors.cv import CrossValidation
from graphdim.selectors.cv.labels import LabelSplits
from graphdim.selectors.duration import LONG, expected_seconds
from graphdim.selectors.methods import default_methods, methods_of
from graphdim.words import about, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graphdim.engines.view import GraphView

__all__ = ["Comparison", "Interrupted", "Question", "compare_view", "question_of"]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C after something was measured, which is in `comparison`."""

    def __init__(self, comparison: Comparison) -> None:
        super().__init__(comparison.notes[-1].removeprefix("interrupted: "))
        self.comparison = comparison


@dataclass(frozen=True, slots=True)
class Question:
    """What to compare: the user's own dimensions, the methods, and how to cross-validate."""

    at: tuple[int, ...] = ()
    methods: tuple[str, ...] | None = None
    cv: CrossValidation = field(default_factory=CrossValidation)


def question_of(at: Sequence[int], methods: Sequence[str], **parameters: Any) -> Question:
    """A question, refused if it makes no sense, before anything is read."""
    for dimension in at:
        check_number("at", dimension, least=1, whole=True)
    return Question(tuple(dict.fromkeys(map(int, at))), methods_of(tuple(methods)), CrossValidation(**parameters))


def compare_view(
    view: GraphView, question: Question, labels: NDArray[np.int64] | None = None, notes: tuple[str, ...] = ()
) -> Comparison:
    """The measured curve of the graph in view, and every method's choice on it; `notes` go with the answer.

    Raises Interrupted with what is there on Ctrl-C, if at least one split was measured.
    """
    names = [name for name in question.methods or default_methods(view.facts.n_edges) if name != question.cv.name]
    seconds = expected_seconds([question.cv.name, *names], view.facts, on_labels=labels is not None)
    _announce(view, seconds)
    splits = question.cv.splits(view) if labels is None else LabelSplits(view.spectra, labels, question.cv.seed)
    work = Work(view, splits, question.cv, question.at, notes)
    with progress.stage("comparing", sum(seconds.values())) as advance:
        try:
            scores = work.measured(lambda share: advance(share * seconds[question.cv.name]))
            work.choose(names, lambda name: advance(seconds[name]))
            scores = work.covered(scores)
        except KeyboardInterrupt:
            if work.scores is None:
                raise
            raise Interrupted(work.interrupted(work.scores, names)) from None
    return work.comparison(scores)


def _announce(view: GraphView, seconds: dict[str, float]) -> None:
    """Say how long it will take, if that is long."""
    total = sum(seconds.values())
    if total > LONG:
        methods = counted(len(seconds), "method")
        progress.announce(f"Comparing {methods} on {counted(view.facts.n_edges, 'edge')}: {about(total)}")
