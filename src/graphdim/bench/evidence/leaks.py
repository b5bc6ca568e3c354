"""How much of the printed link prediction the leaks of the authors' script explain.

explained = (score with leaks - score without) / (printed score - score without)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphdim.bench.evidence.numbers import gap, mean, number, pipes
from graphdim.bench.evidence.rows import NAMES, shown
from graphdim.bench.published import printed_scores
from graphdim.bench.statistics import Difference, Mean, mean_of, paired
from graphdim.bench.training import LEAKS

if TYPE_CHECKING:
    from graphdim.bench.tables.results import Results
    from graphdim.bench.training import Training

__all__ = ["Leak", "leaks", "section"]

MOST = 0.5  # of the gap
WHOLE = 1.0


@dataclass(frozen=True, slots=True)
class Leak:
    """One model on one graph with leaks switched on, and what they gain over the same seeds without them."""

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
    return cell.dataset, cell.model, cell.dimension, len(cell.leaks), [LEAKS.index(leak) for leak in cell.leaks]


def _leak(results: Results, cell: Training) -> Leak:
    with_leaks, every = results.scores(cell), results.scores(replace(cell, leaks=()))
    without = {seed: score for seed, score in every.items() if seed in with_leaks}
    honest = mean_of(list(without.values())) if without else None
    printed = printed_scores(cell.task, cell.dataset, cell.model).get(cell.dimension)
    return Leak(cell, honest, mean_of(list(with_leaks.values())), paired(with_leaks, without), printed)


def section(results: Results) -> str:
    """The table of leaks, and a sentence for each model and graph."""
    found = leaks(results)
    if not found:
        return "No training with a leak is in the ledger: missing."
    head = ["model and graph", "leak", "without", "with", "gain", "printed", "of the gap explained"]
    lines = [_line(leak) for leak in found]
    told = dict.fromkeys(leak.name for leak in found)
    sentences = [f"- {_sentence(name, [leak for leak in found if leak.name == name])}" for name in told]
    return "\n".join([*sentences, "", pipes(head, lines, left=2)])


def _line(leak: Leak) -> list[str]:
    share = "no gap" if leak.printed and leak.honest and leak.printed <= leak.honest.mean else _share(leak.explained)
    return [leak.name, _words(leak), mean(leak.honest), mean(leak.leaking), gap(leak.gain), number(leak.printed), share]


def _share(explained: float | None) -> str:
    return number(None) if explained is None else f"{number(100 * explained, 0)} %"


def _sentence(name: str, found: list[Leak]) -> str:
    """What the leaks that gain most explain."""
    strongest = max(found, key=lambda leak: leak.gain.mean if leak.gain else 0.0)
    if strongest.honest is None or strongest.printed is None:
        return f"{name}: nothing to compare with."
    lead = f"{name}: printed {number(strongest.printed)}, ours without a leak {mean(strongest.honest)}"
    if strongest.explained is None:
        return f"{lead}. There is no gap that a leak would have to explain."
    return f"{lead}, with {_words(strongest)} {mean(strongest.leaking)}: {_amount(strongest)}."


def _words(leak: Leak) -> str:
    return "all three leaks" if len(leak.training.leaks) == len(LEAKS) else ", ".join(leak.training.leaks)


def _amount(leak: Leak) -> str:
    """How much of the gap the leak explains, and whether that is more than noise."""
    share = leak.explained or 0.0
    words = "the whole gap" if share >= WHOLE else "most of the gap" if share > MOST else "less than half of the gap"
    beyond = leak.gain is not None and leak.gain.low is not None and leak.gain.low > 0
    return f"{words if share > 0 else 'nothing'} is explained ({_share(share)}{'' if beyond else ', within noise'})"
