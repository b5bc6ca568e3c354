"""Figure 3: does MinGE cost much less than one training? And what does the whole grid search cost?"""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any

from graphdim.words import counted
from minge_paper.evidence.rows import NAMES, shown
from minge_paper.evidence.verdicts import FAILS, HOLDS, UNDECIDED, Claim, Judgement, tally, together
from minge_paper.figures.figure3 import bars
from minge_paper.markdown import duration, times

if TYPE_CHECKING:
    from minge_paper.results import Results

__all__ = ["less_than_training"]

MUCH = 0.1  # less than a tenth is much less


def less_than_training(results: Results) -> Claim:
    """Every model on every dataset; times differ by factors, so that no test is needed."""
    all_bars = bars(results)
    minge = {bar["dataset"]: bar["seconds"] for bar in all_bars if bar["what"] == "minge"}
    trained = [bar for bar in all_bars if bar["what"] != "minge"]
    judgements = tuple(_judged(bar, minge[bar["dataset"]]) for bar in trained)
    numbers = [f"{tally(judgements).capitalize()}.", *_numbers(trained, minge)]
    return Claim("less-than-training", together(judgements), " ".join(numbers), judgements)


def _judged(bar: dict[str, Any], minge: float | None) -> Judgement:
    where = f"{NAMES[bar['what']]} on {shown(bar['dataset'])}"
    if minge is None or bar["seconds"] is None:
        return Judgement(where, UNDECIDED, None)
    holds = minge < MUCH * bar["seconds"]
    return Judgement(where, HOLDS if holds else FAILS, 1.0 if holds else 0.0)


def _numbers(trained: list[dict[str, Any]], minge: dict[str, float | None]) -> list[str]:
    timed = [(bar, cost) for bar in trained if (cost := minge[bar["dataset"]]) and bar["seconds"]]
    if not timed:
        return []
    ratios = [bar["seconds"] / cost for bar, cost in timed]
    span = f"{times(min(ratios)).removesuffix(' times')} to {times(max(ratios))}"
    costs = [cost for cost in minge.values() if cost]
    grids = [bar["grid"] / bar["seconds"] for bar, _ in timed if bar["grid"]]
    whole = [f"The whole grid takes {times(median(grids))} as long as one training, in the median."] if grids else []
    lead = f"MinGE takes {duration(min(costs))} to {duration(max(costs))}"
    return [f"{lead}; one training takes {span} as long ({counted(len(timed), 'pair')} of model and graph).", *whole]
