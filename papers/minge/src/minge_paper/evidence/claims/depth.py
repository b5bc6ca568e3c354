"""Table 3: does GCNII with fewer layers and the selected dimension match more layers with the default one?

The selected dimension deserves the credit only if the default dimension does not manage the same with fewer layers,
so that is counted as well.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from graphdim.training.facts import selected
from minge_paper.evidence.rows import shown
from minge_paper.evidence.verdicts import HOLDS, NOT_CONTRADICTED, Claim, Judgement, better, similar, tally, together
from minge_paper.markdown import gap
from minge_paper.presets import DATASETS, TABLES, cells
from minge_paper.statistics import paired

if TYPE_CHECKING:
    from minge_paper.results import Results
    from minge_paper.statistics import Difference

    # Scores by seed, for each dataset, number of layers, and whether the dimension is the selected one.
    Scores = dict[tuple[str, int, bool], dict[int, float]]

__all__ = ["fewer_layers", "two_layers"]

DEPTHS = TABLES[3].grid.layers


def fewer_layers(results: Results) -> Claim:
    """Half the layers at the selected dimension against all of them at the default one."""
    scores = _scores(results)
    steps = [(dataset, *step) for dataset in DATASETS for step in pairwise(DEPTHS)]
    judgements = tuple(_half(scores, *step, chosen=True) for step in steps)
    control = [_half(scores, *step, chosen=False) for step in steps]
    n_judged = sum(judgement.against is not None for judgement in control)
    n_similar = sum(judgement.verdict in (HOLDS, NOT_CONTRADICTED) for judgement in control)
    numbers = [f"{tally(judgements).capitalize()}."]
    if n_judged:
        numbers.append(f"With half the layers, the default dimension does the same in {n_similar} of {n_judged}.")
    return Claim("fewer-layers", together(judgements), " ".join(numbers), judgements)


def two_layers(results: Results) -> Claim:
    """The text's example, two layers against sixteen on Citeseer."""
    scores = _scores(results)
    gain = _over(scores, ("citeseer", DEPTHS[0], True), ("citeseer", DEPTHS[-1], False))
    judgement = better("Citeseer", gain)
    points = "not trained" if gain is None else gap(gain)
    numbers = f"Two layers at the selected dimension minus sixteen at the default one: {points}."
    return Claim("two-layers", together([judgement]), numbers, (judgement,))


def _half(scores: Scores, dataset: str, fewer: int, more: int, *, chosen: bool) -> Judgement:
    gain = _over(scores, (dataset, fewer, chosen), (dataset, more, False))
    return similar(f"{shown(dataset)}, {fewer} layers for {more}", gain, dataset)


def _over(scores: Scores, one: tuple[str, int, bool], other: tuple[str, int, bool]) -> Difference | None:
    return paired(scores.get(one, {}), scores.get(other, {}))


def _scores(results: Results) -> Scores:
    facts = results.facts()
    return {
        (cell.dataset, cell.layers, cell.dimension == selected(facts[cell.dataset])): results.scores(cell)
        for cell in cells(TABLES[3], facts)
    }
