"""One training: what identifies it, and what comes out of it. Plain facts; torch is not needed to hold them.

The ledger stores both; trainer.train computes the outcome.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

from graphdim.checks import check_choice, check_count, check_number
from graphdim.choices import MODELS, TASKS
from graphdim.errors import ParameterError
from graphdim.words import is_plain, shown

__all__ = ["LEAKS", "Outcome", "Training"]

# Information about what is held out that published code is known to use; each can be switched on, none is by default.
# `overlap-removed` is no leak but the control of `overlapping-split`: the same split after its leak is removed.
LEAKS = {
    "link-prediction": ("messages-over-all-edges", "self-loops-as-positives", "edges-among-negatives"),
    "node-classification": ("overlapping-split", "overlap-removed"),
}

# The least a training can be asked for, and the least it can give.
LEAST = {"dimension": 1, "layers": 1, "seed": 0, "max_epochs": 1, "patience": 1}
LEAST_GIVEN = {"epochs": 1, "width": 1, "parameters": 1, "peak_memory_bytes": 0}


@dataclass(frozen=True, slots=True)
class Training:
    """What identifies one training: under equal settings, equal trainings differ in time and memory alone.

    `train_per_class` is the number of training nodes per class, 20 for the public split; None for link
    prediction and for graphs that are split by shares. `per_head` is for GAT alone: the dimension is then the
    width of each head and not of all heads together.

    >>> Training("link-prediction", "cora", "gcn", 98, layers=2, train_per_class=None, seed=0, max_epochs=200).leaks
    ()
    """

    task: str
    dataset: str
    model: str
    dimension: int
    layers: int
    train_per_class: int | None
    seed: int
    max_epochs: int
    patience: int = 100
    leaks: tuple[str, ...] = ()
    per_head: bool = False

    def __post_init__(self) -> None:
        """Refuse what no training can be run with."""
        check_choice("task", self.task, TASKS)
        check_choice("model", self.model, MODELS)
        if not is_plain(self.dataset):
            msg = f"the dataset's name {self.dataset!r} holds markup or control characters"
            raise ParameterError(msg)
        for leak in self.leaks:
            check_choice("leak", leak, LEAKS[self.task])
        for name, least in LEAST.items():
            check_count(name, getattr(self, name), least=least)
        if not isinstance(self.per_head, bool):
            msg = f"per_head is {shown(self.per_head)}; it is true or false"
            raise ParameterError(msg)
        if self.train_per_class is not None:
            check_count("train_per_class", self.train_per_class, least=1)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a training gives; the scores lie between 0 and 1.

    `score` is read on the test part at the best validation loss: accuracy, or ROC-AUC for link prediction and
    for two lopsided classes. `epochs` counts the epochs run, `seconds` times the epoch loop alone, `width` is
    the real width of the representation, and `peak_memory_bytes` the most memory that the process held.
    """

    score: float
    validation_score: float
    average_precision: float | None
    epochs: int
    seconds: float
    width: int
    parameters: int
    peak_memory_bytes: int

    def __post_init__(self) -> None:
        """Refuse what no training can give."""
        _check_share("score", self.score)
        _check_share("validation score", self.validation_score)
        if self.average_precision is not None:
            _check_share("average precision", self.average_precision)
        for name, least in LEAST_GIVEN.items():
            check_count(name, getattr(self, name), least=least)
        check_number("seconds", self.seconds, least=0)


def _check_share(name: str, given: float) -> None:
    if not (isinstance(given, Real) and 0 <= given <= 1):
        msg = f"{name} is {given}; it must lie between 0 and 1"
        raise ParameterError(msg)
