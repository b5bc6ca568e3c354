"""The summary of a sweep as text: the answer first, the curve, and what MinGE's choice gains and costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.bench.sweeping.answer import FEWEST_SEEDS
from graphdim.bench.tables.blocks import Block, around, interval
from graphdim.bench.tables.render import text_block
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["panel", "too_little"]

ENDS = {
    "clear": "the answer is clear",
    "budget": "the budget is spent; a larger --budget makes the answer surer",
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
    return "\n".join([head, text_block(_curve(facts)), *(f"  {sentence}" for sentence in sentences(facts))])


def too_little(facts: Mapping[str, Any]) -> str:
    """Why there is no answer, and what would give one."""
    seeds = counted(facts["shared_seeds"], "seed")
    return (
        f"Too little to tell: {seeds} shared by all dimensions, it takes {FEWEST_SEEDS}; a larger --budget gives more."
    )


def _answer(facts: Mapping[str, Any]) -> str:
    if facts["dimension"] is None:
        return "No answer yet"
    return f"Dimension {facts['dimension']}{'' if facts['ended'] in FINAL else ', so far'}"


def sentences(facts: Mapping[str, Any]) -> Iterator[str]:
    """What the sweep found, a sentence each."""
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
        yield f"Not told apart from the best, but more than a point below it: {', '.join(map(str, further))}."
    yield _minge(facts)
    if facts["out_of_epochs"] > MOSTLY:
        yield _cut(facts)


def _smallest(facts: Mapping[str, Any]) -> str:
    told = "itself" if facts["dimension"] == facts["best"] else _below(facts["regret_of_dimension"])
    return f"The smallest of these at most a point below the best is {facts['dimension']}, {told}."


def _below(gap: Mapping[str, Any]) -> str:
    """How far below the best; equal differences have no interval."""
    told = f"{100 * gap['mean']:.1f} points below"
    known = gap["low"] is not None and gap["high"] - gap["low"] > DUST
    return f"{told} {interval(100 * gap['low'], 100 * gap['high'])}" if known else told


def _minge(facts: Mapping[str, Any]) -> str:
    selected = facts["selected"]
    lead = f"MinGE says {selected}: {_standing(facts)}"
    if selected == facts["dimension"]:
        return f"{lead}; it is the answer."
    parameters, seconds = (f"{facts['cost'][name]:.1f} times" for name in ("parameters", "seconds"))
    return f"{lead}; beside {facts['dimension']} it takes {parameters} the parameters and {seconds} the time."


def _standing(facts: Mapping[str, Any]) -> str:
    """Where MinGE's dimension is, seen from the best."""
    if facts["selected"] == facts["best"]:
        return "the best itself"
    within = facts["selected"] in facts["within_noise"]
    return f"{'within noise of' if within else 'beyond noise worse than'} the best, {_below(facts['regret'])}"


def _cut(facts: Mapping[str, Any]) -> str:
    """A cap that stops narrow models early makes wide ones look better."""
    share = f"{100 * facts['out_of_epochs']:.0f} % of the trainings stopped at their last epoch, {facts['max_epochs']}"
    return f"{share}: small dimensions learn slowly and may catch up with --max-epochs {MORE * facts['max_epochs']}."


def _curve(facts: Mapping[str, Any]) -> Block:
    curve = facts["curve"]
    columns = tuple(f"{point['dimension']}{'*' if point['dimension'] == facts['selected'] else ''}" for point in curve)
    lines = (
        (f"{facts['score']}, %", tuple(f"{100 * point['mean']:.1f}" for point in curve)),
        ("interval", tuple(_around(point) for point in curve)),
        ("parameters", tuple(f"{point['parameters']:,}" for point in curve)),
        ("seconds", tuple(f"{point['seconds']:.2f}" for point in curve)),
    )
    return Block("", columns, lines, (), {})


def _around(point: Mapping[str, Any]) -> str:
    mean, low, high = (None if point[name] is None else 100 * point[name] for name in ("mean", "low", "high"))
    return around(mean or 0.0, low, high)
