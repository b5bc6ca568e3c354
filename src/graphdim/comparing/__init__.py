"""Several selectors on one graph → one measured curve, one recommendation, and what every choice costs on that curve.

view → cross-validation (the curve) → every selector's choice → Comparison
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from graphdim import progress
from graphdim.checks import check_count
from graphdim.comparing.memory import largest_rank
from graphdim.comparing.sampled import sampled
from graphdim.comparing.work import Work
from graphdim.errors import GraphError
from graphdim.selectors.cv import CrossValidation
from graphdim.selectors.cv.labels import LabelSplits
from graphdim.selectors.duration import LONG, expected_seconds, in_all
from graphdim.selectors.methods import default_methods, methods_of
from graphdim.words import between, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from graphdim.comparing.comparison import Comparison
    from graphdim.comparing.sampled import SampledView
    from graphdim.engines.view import GraphFacts, GraphView
    from graphdim.selectors.cv.links import LinkSplits
    from graphdim.selectors.duration import Seconds

__all__ = ["Interrupted", "Question", "compare_view", "question_of"]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C after something was measured, which is in `comparison`."""

    def __init__(self, comparison: Comparison) -> None:
        super().__init__(comparison.notes[-1].removeprefix("interrupted: "))
        self.comparison = comparison


@dataclass(frozen=True, slots=True)
class Question:
    """What to compare: the user's own dimensions, the methods, how to cross-validate, and how many nodes to sample."""

    at: tuple[int, ...] = ()
    methods: tuple[str, ...] | None = None
    cv: CrossValidation = field(default_factory=CrossValidation)
    sample: int | None = None


def question_of(at: Sequence[int], methods: Sequence[str], *, sample: int | None = None, **parameters: Any) -> Question:
    """A question, refused if it makes no sense, before anything is read."""
    own = [check_count("at", dimension, least=1) for dimension in at]
    n_nodes = None if sample is None else check_count("sample", sample, least=2)
    return Question(tuple(dict.fromkeys(own)), methods_of(tuple(methods)), CrossValidation(**parameters), n_nodes)


def compare_view(
    view: GraphView,
    question: Question,
    labels: NDArray[np.int64] | None = None,
    notes: tuple[str, ...] = (),
    *,
    memory: int | None = None,
) -> Comparison:
    """The measured curve of the graph in view, and every method's choice on it; `notes` go with the answer.

    Refuses what would take more bytes than `memory`. Raises Interrupted with what is there on Ctrl-C, if at least one
    split was measured.
    """
    sample = None if question.sample is None else sampled(view, question.sample, question.cv.seed)
    size = view.facts if sample is None else sample.size
    cv, of_memory = _that_fits(question.cv, size, memory)
    names = [name for name in question.methods or default_methods(size.n_edges) if name != cv.name]
    labels = labels if labels is None or sample is None else labels[sample.nodes]
    seconds = expected_seconds([cv.name, *names], size, classes=_classes(labels))
    _announce(size, len(names) + 1, in_all(seconds))
    splits = _splits(view, cv, labels) if sample is None else _sampled_splits(sample, cv, labels)
    n_sampled = None if sample is None else len(sample.nodes)
    most_rank = cv.max_rank if of_memory else None
    work = Work(sample or view, splits, cv, question.at, (*notes, *of_memory), n_sampled, most_rank)
    # The bar counts with the least, which is what adds up.
    usual = {name: expected.low for name, expected in seconds.items()}
    with progress.stage("comparing", sum(usual.values())) as advance:
        try:
            scores = work.measured(lambda share: advance(share * usual[cv.name]))
            work.choose(names, lambda name: advance(usual[name]))
            covered = work.covered(scores)
        except KeyboardInterrupt:
            if work.scores is None:
                raise
            raise Interrupted(work.interrupted(work.scores, names)) from None
    return work.comparison(scores, covered)


def _that_fits(cv: CrossValidation, size: GraphFacts, memory: int | None) -> tuple[CrossValidation, tuple[str, ...]]:
    """Cross-validation up to the largest rank for which there is memory, and a note if that is not what was asked."""
    rank = cv.max_rank if memory is None else largest_rank(size, cv.max_rank, memory)
    if rank >= min(cv.max_rank, size.n_nodes - size.n_isolated):
        return cv, ()
    return replace(cv, max_rank=rank), (f"dimensions above {rank} would take more memory than there is",)


def _splits(view: GraphView, cv: CrossValidation, labels: NDArray[np.int64] | None) -> LinkSplits | LabelSplits:
    return cv.splits(view) if labels is None else LabelSplits(view.spectra, labels, cv.seed)


def _sampled_splits(
    sample: SampledView, cv: CrossValidation, labels: NDArray[np.int64] | None
) -> LinkSplits | LabelSplits:
    """The splits of a sample; a fault names it, since the whole graph may have none."""
    try:
        return _splits(sample, cv, labels)
    except GraphError as error:
        which = f"{len(sample.nodes):,} of {counted(sample.facts.n_nodes, 'node')}"
        msg = f"in a sample of {which}, {error}; take a larger sample with --sample (sample=…), or none"
        raise GraphError(msg) from None


def _classes(labels: NDArray[np.int64] | None) -> tuple[int, int] | None:
    """How many nodes have a label, and how many labels there are."""
    if labels is None:
        return None
    given = labels[labels >= 0]
    return len(given), len(set(given.tolist()))


def _announce(size: GraphFacts, n_methods: int, seconds: Seconds) -> None:
    """Say how long it will take, if that may be long."""
    if seconds.high > LONG:
        methods = counted(n_methods, "method")
        progress.announce(f"Comparing {methods} on {counted(size.n_edges, 'edge')}: {between(*seconds)}")
