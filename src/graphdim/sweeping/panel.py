"""The summary of a sweep as text: the answer first, the curve, and what MinGE's choice gains and costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.sweeping.answer import FEWEST_SEEDS
from graphdim.training.text import aligned, interval, number, plus_minus
from graphdim.words import counted, times

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["panel", "too_little"]

ENDS = {
    "clear": "the answer is clear",
    "budget": "the budget is spent; a larger --budget makes the answer more certain",
    "seeds": "more seeds would not make it clearer",
    "interrupted": "it was interrupted",
}

MOSTLY = 0.5  # more trainings than this out of epochs are worth a word
MORE = 5
FINAL = ("clear", "seeds")
DUST = 1e-12  # what rounding leaves of an interval of no width


def panel(facts: Mapping[str, Any]) -> str:
    """The answer on the first line, the curve and one sentence for each finding below."""
    head = f"{_answer(facts)}  ({facts['model']}, {facts['task']} on {facts['graph']})"
    return "\n".join([head, _curve(facts), *(f"  {sentence}" for sentence in sentences(facts))])


def too_little(facts: Mapping[str, Any]) -> str:
    """Why there is no answer, and what would give one."""
    seeds = counted(facts["shared_seeds"], "seed")
    return f"Too few seeds: all dimensions share {seeds}, an answer needs {FEWEST_SEEDS}; a larger --budget gives more."


def _answer(facts: Mapping[str, Any]) -> str:
    if facts["dimension"] is None:
        return "No answer yet"
    return f"Dimension {facts['dimension']}{'' if facts['ended'] in FINAL else ', so far'}"


def sentences(facts: Mapping[str, Any]) -> Iterator[str]:
    """The findings, one sentence each."""
    if facts["dimension"] is None:
        yield too_little(facts)
    else:
        yield f"{counted(facts['shared_seeds'], 'shared seed')}; {_end(facts['ended'])}."
        yield from _findings(facts)
    yield from facts["notes"]


def _end(ended: str) -> str:
    return f"stopped because {ENDS[ended]}" if ended else "still under way"


def _findings(facts: Mapping[str, Any]) -> Iterator[str]:
    within = ", ".join(map(str, facts["within_noise"]))
    yield f"Best at {facts['best']}; within noise of it: {within}. {_smallest(facts)}"
    further = sorted(set(facts["within_noise"]) - set(facts["as_good"]))
    if further:
        yield f"Within noise of the best, but more than a point below it: {', '.join(map(str, further))}."
    yield _minge(facts)
    if facts["out_of_epochs"] > MOSTLY:
        yield _cut(facts)


def _smallest(facts: Mapping[str, Any]) -> str:
    lead = f"The smallest of these at most a point below the best is {facts['dimension']}"
    is_best = facts["dimension"] == facts["best"]
    return f"{lead}, {'which is also the best' if is_best else _below(facts['regret_of_dimension'])}."


def _below(gap: Mapping[str, Any]) -> str:
    """How far below the best; equal differences have no interval."""
    points = f"{number(100 * gap['mean'])} points below"
    known = gap["low"] is not None and gap["high"] - gap["low"] > DUST
    return f"{points} {interval(100 * gap['low'], 100 * gap['high'])}" if known else points


def _minge(facts: Mapping[str, Any]) -> str:
    selected = facts["selected"]
    lead = f"MinGE says {selected}: {_standing(facts)}"
    if selected == facts["dimension"]:
        return f"{lead}; this is also the answer."
    parameters, seconds = (times(facts["cost"][name]) for name in ("parameters", "seconds"))
    return f"{lead}; it takes {parameters} the parameters and {seconds} the time of {facts['dimension']}."


def _standing(facts: Mapping[str, Any]) -> str:
    """How MinGE's dimension compares with the best."""
    if facts["selected"] == facts["best"]:
        return "the best"
    within = facts["selected"] in facts["within_noise"]
    return f"{'within noise of the best' if within else 'worse than the best beyond noise'}, {_below(facts['regret'])}"


def _cut(facts: Mapping[str, Any]) -> str:
    """A cap that stops narrow models early makes wide ones look better."""
    share, cap = number(100 * facts["out_of_epochs"], 0), facts["max_epochs"]
    catch_up = f"small dimensions learn slowly and may catch up with --max-epochs {MORE * cap}"
    return f"{share} % of the trainings stopped at the cap of {cap} epochs: {catch_up}."


def _curve(facts: Mapping[str, Any]) -> str:
    curve = facts["curve"]
    columns = tuple(f"{point['dimension']}{'*' if point['dimension'] == facts['selected'] else ''}" for point in curve)
    lines = (
        (f"{facts['score']}, %", tuple(number(100 * point["mean"]) for point in curve)),
        ("interval", tuple(_interval(point) for point in curve)),
        ("parameters", tuple(f"{point['parameters']:,}" for point in curve)),
        ("seconds", tuple(f"{point['seconds']:.2f}" for point in curve)),
    )
    return aligned(columns, lines)


def _interval(point: Mapping[str, Any]) -> str:
    mean, low, high = (None if point[name] is None else 100 * point[name] for name in ("mean", "low", "high"))
    return plus_minus(mean or 0.0, low, high)
