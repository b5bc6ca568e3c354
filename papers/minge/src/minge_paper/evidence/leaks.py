"""How much of the printed scores the leaks of the authors' script explain.

explained = (score with leaks - score without) / (printed score - score without)

A leak that lifts our score far above the print does not explain the print: it was hardly made with that leak.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphdim.training.definition import LEAKS
from minge_paper.evidence.rows import NAMES, shown
from minge_paper.markdown import gap, mean, pipes
from minge_paper.published import printed_scores
from minge_paper.statistics import Difference, Mean, mean_of, paired
from minge_paper.text import number

if TYPE_CHECKING:
    from graphdim.training.definition import Training
    from minge_paper.results import Results

__all__ = ["Leak", "leaks", "section"]

# What a share of the gap is called from there on.
AMOUNTS = (1.0, "the whole gap"), (0.5, "most of the gap"), (0.0, "less than half of the gap")
OVERSHOT = 1.2  # from this share on a score with the leak lies clearly above the print, which it does not reproduce
INTRODUCTION = """\
## Leaks of the authors' script

For link prediction the authors' script passes messages over all edges, counts self-loops as positives, and draws
negatives from a set that contains edges. On Airport's labels it uses a split made for two classes: it trains on 2,840
entries in place of 80 nodes, and with four classes, nodes of the other two are in training and in test at once (404 of
986 test nodes, drawn with seed 0). Here each is a switch, off in all tables. *overlap-removed* is no leak but its
control: that split without the nodes of test in training and validation, to tell what the leak is worth from what more
training nodes are worth. A score that reaches the print with leaks does not show that the print has them.
"""


@dataclass(frozen=True, slots=True)
class Leak:
    """One model on one graph with leaks and without them, over the seeds that both have."""

    training: Training
    honest: Mean | None
    leaking: Mean
    gain: Difference | None
    printed: float | None

    @property
    def name(self) -> str:
        """The model, the graph and the dimension."""
        return f"{NAMES[self.training.model]} on {shown(self.training.dataset)} at {self.training.dimension}"

    @property
    def explained(self) -> float | None:
        """The share of the gap to the print; None where there is no gap, or nothing to compare with."""
        if self.printed is None or self.honest is None or self.gain is None or self.printed <= self.honest.mean:
            return None
        return self.gain.mean / (self.printed - self.honest.mean)


def leaks(results: Results) -> list[Leak]:
    """Every cell of the ledger with leaks: by model and graph, single ones first."""
    leaking = sorted((cell for cell in results.cells if cell.leaks), key=_place)
    return [_leak(results, cell) for cell in leaking]


def _place(cell: Training) -> tuple[str, str, int, int, list[int]]:
    order = [LEAKS[cell.task].index(leak) for leak in cell.leaks]
    return cell.dataset, cell.model, cell.dimension, len(cell.leaks), order


def _leak(results: Results, cell: Training) -> Leak:
    leaking, honest = results.scores(cell), results.scores(replace(cell, leaks=()))
    shared = sorted(leaking.keys() & honest.keys())
    without = mean_of([honest[seed] for seed in shared]) if shared else None
    printed = printed_scores(cell.task, cell.dataset, cell.model).get(cell.dimension)
    return Leak(cell, without, mean_of([leaking[seed] for seed in shared or leaking]), paired(leaking, honest), printed)


def section(results: Results) -> str:
    """The section with its table and a sentence for each model and graph; empty if no leak was measured."""
    measured = leaks(results)
    if not measured:
        return ""
    head = ["model and graph", "leak", "seeds", "without", "with", "gain", "printed", "of the gap explained"]
    lines = [_line(leak) for leak in measured]
    names = dict.fromkeys(leak.name for leak in measured)
    by_name = {name: [leak for leak in measured if leak.name == name] for name in names}
    sentences = [f"- {_of_split(results, each) or _sentence(name, each)}" for name, each in by_name.items()]
    return "\n".join([INTRODUCTION, *sentences, "", pipes(head, lines, left=2), "", ""])


def _line(leak: Leak) -> list[str]:
    share = "no gap" if leak.printed and leak.honest and leak.printed <= leak.honest.mean else _share(leak.explained)
    scores = [mean(leak.honest), mean(leak.leaking), gap(leak.gain), number(leak.printed)]
    return [leak.name, _words(leak), str(leak.gain.seeds if leak.gain else 0), *scores, share]


def _share(explained: float | None) -> str:
    if explained is None:
        return number(None)
    if explained >= OVERSHOT:
        return "overshot"
    return f"{number(100 * explained, 0)} %" if explained > 0 else "none"


def _sentence(name: str, measured: list[Leak]) -> str:
    """What all leaks together explain, as the authors' script has them, and the strongest of the others."""
    most = max(measured, key=lambda leak: (len(leak.training.leaks), leak.gain.mean if leak.gain else 0.0))
    if most.honest is None or most.printed is None:
        return f"{name}: nothing to compare with."
    lead = f"{name}: printed {number(most.printed)}, ours without a leak {mean(most.honest)}"
    if most.explained is None or most.explained >= OVERSHOT:
        return f"{lead}, with {_words(most)} {mean(most.leaking)}: {_overshot(most, most.printed)}."
    others = [leak for leak in measured if leak is not most and leak.gain]
    strongest = max(others, key=lambda leak: leak.gain.mean if leak.gain else 0.0, default=None)
    also = f"; with {_words(strongest)} alone {mean(strongest.leaking)}, {_amount(strongest)}" if strongest else ""
    return f"{lead}, with {_words(most)} {mean(most.leaking)}, {_amount(most)}{also}."


def _of_split(results: Results, measured: list[Leak]) -> str:
    """What the authors' split is worth with its overlap and without it; empty for leaks without a control."""
    by_kind = {leak.training.leaks: leak for leak in measured}
    released, control = by_kind.get(("overlapping-split",)), by_kind.get(("overlap-removed",))
    if released is None or control is None or released.honest is None:
        return ""
    overlap = paired(results.scores(released.training), results.scores(control.training))
    size = released.training.train_per_class
    ours = f"ours {mean(released.honest)} with {size} training nodes per class"
    theirs = f"{mean(released.leaking)} on the authors' split and {mean(control.leaking)} on it without the overlap"
    worth = f"the overlap is worth {gap(overlap)}, the rest is the number of training nodes and the mix of classes"
    looks = (
        f"; {_overshot(released, released.printed)}"
        if released.printed and _share(released.explained) == "overshot"
        else ""
    )
    return f"{released.name}: printed {number(released.printed)}, {ours}; {theirs}: {worth}{looks}."


def _overshot(leak: Leak, printed: float) -> str:
    """What a leak shows where it lifts the score above the print, or where the score was above it already."""
    beyond = leak.leaking.mean - printed
    if beyond <= 0:
        return "there is no gap that a leak would have to explain"
    these = "this leak" if len(leak.training.leaks) == 1 else "these leaks"
    return f"{number(beyond)} points above the print, which was hardly made with {these}"


def _words(leak: Leak) -> str:
    together = len(leak.training.leaks) == len(LEAKS["link-prediction"])
    return "all three leaks" if together else ", ".join(leak.training.leaks)


def _amount(leak: Leak) -> str:
    """How much of the gap the leak explains, and how certain that is."""
    share = leak.explained or 0.0
    if share <= 0 or leak.gain is None:
        return "which explains nothing"
    words = next(words for least, words in AMOUNTS if share >= least)
    doubt = ", one seed" if leak.gain.p_value is None else "" if leak.gain.is_beyond_noise else ", within noise"
    return f"which would explain {words} ({_share(share)}{doubt})"
