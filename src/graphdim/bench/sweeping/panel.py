"""The summary of a sweep as text: the answer first, the curve, and what MinGE's choice gains and costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.bench.tables.blocks import MISSING, Block
from graphdim.bench.tables.render import text_block

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["panel"]

SCORES = {"node-classification": "accuracy", "link-prediction": "ROC-AUC"}
ENDS = {
    "clear": "the answer is clear",
    "budget": "the budget is spent",
    "seeds": "more seeds would not make it clearer",
    "": "still under way",
}


MOSTLY = 0.5  # more trainings than this out of epochs are worth a word
MORE = 5


def panel(facts: Mapping[str, Any]) -> str:
    """The answer on the first line, the curve and one sentence for each finding below."""
    answer = f"Dimension {facts['dimension']}" if facts["dimension"] else "No answer yet"
    head = f"{answer}  ({facts['model']}, {facts['task']} on {facts['graph']})"
    return "\n".join([head, text_block(_curve(facts)), *(f"  {sentence}" for sentence in sentences(facts))])


def sentences(facts: Mapping[str, Any]) -> Iterator[str]:
    """What the sweep found, a sentence each."""
    yield f"{facts['shared_seeds']} shared seeds; stopped because {ENDS[facts['ended']]}."
    if facts["dimension"] is None:
        yield "That is too little to tell the dimensions apart; give a larger budget."
        return
    within = ", ".join(map(str, facts["within_noise"]))
    smallest = f"The smallest of these is {facts['dimension']}"
    if facts["dimension"] != facts["best"]:
        smallest += f", {100 * facts['smallest_regret']:.1f} points below"
    yield f"Best at {facts['best']}; within noise of it: {within}. {smallest}."
    yield _minge(facts)
    if facts["out_of_epochs"] > MOSTLY:
        yield _cut(facts)
    yield from facts["notes"]


def _minge(facts: Mapping[str, Any]) -> str:
    selected, gap = facts["selected"], facts["regret"]
    within = "within noise of the best" if selected in facts["within_noise"] else "worse than the best beyond noise"
    lead = f"MinGE says {selected}: {within}, {100 * gap['mean']:.1f} points below it"
    if gap["low"] is not None:
        lead += f" [{100 * gap['low']:.1f}, {100 * gap['high']:.1f}]"
    if selected == facts["dimension"]:
        return f"{lead}; it is the smallest such dimension."
    parameters, seconds = (f"{facts['cost'][name]:.1f} times" for name in ("parameters", "seconds"))
    return f"{lead}; beside {facts['dimension']} it takes {parameters} the parameters and {seconds} the time."


def _cut(facts: Mapping[str, Any]) -> str:
    """A cap that stops narrow models early makes wide ones look better."""
    share = f"{100 * facts['out_of_epochs']:.0f} % of the trainings stopped at their last epoch, {facts['max_epochs']}"
    return f"{share}: small dimensions learn slowly and may catch up with --max-epochs {MORE * facts['max_epochs']}."


def _curve(facts: Mapping[str, Any]) -> Block:
    curve = facts["curve"]
    columns = tuple(f"{point['dimension']}{'*' if point['dimension'] == facts['selected'] else ''}" for point in curve)
    lines = (
        (f"{SCORES[facts['task']]}, %", tuple(f"{100 * point['mean']:.1f}" for point in curve)),
        ("interval", tuple(_half(point) for point in curve)),
        ("parameters", tuple(f"{point['parameters']:,}" for point in curve)),
        ("seconds", tuple(f"{point['seconds']:.2f}" for point in curve)),
    )
    return Block("", columns, lines, (), {})


def _half(point: Mapping[str, Any]) -> str:
    return MISSING if point["high"] is None else f"±{100 * (point['high'] - point['mean']):.1f}"
