"""The parts of the page that differ from graph to graph: tables, lists and sentences, escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from graphdim.report.costs import WIDTHS, row
from graphdim.report.facts import size
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Facts = Mapping[str, Any]

__all__ = ["cleaning", "costs", "degrees", "scrolling", "sweep", "sweep_card", "unmeasured"]

TITLES = {"table": "embedding table", "network": "parameters of a network"}


def degrees(facts: Facts) -> str:
    """The chart with what it leaves out, or why there is none."""
    if facts["degrees"] is None:
        return '<p class="note">The degrees stayed with Spark, where the edges are.</p>'
    if not any(low > 0 for low, _, _ in facts["degrees"]):
        return '<p class="note">No node has a neighbour.</p>'
    isolated = facts["n_isolated"]
    left_out = f" {counted(isolated, 'isolated node')} cannot be shown on it." if isolated else ""
    wide = any(high - low > 1 for low, high, _ in facts["degrees"])
    binned = " A point at a large degree is the mean over a range of them." if wide else ""
    note = f"Both axes are logarithmic.{left_out}{binned}"
    return f'<div class="chart" data-chart="degrees"></div>\n<p class="note">{note}</p>'


def costs(facts: Facts, words: Mapping[str, str]) -> str:
    """A row for the selected dimension, which follows λ, and one for each usual width, in order of width."""
    known = None not in (facts["n_features"], facts["n_classes"])
    names = ("table", "network") if known else ("table",)
    head = "".join(f'<th scope="col">{title}</th>' for title in ("width", *(TITLES[name] for name in names)))
    selected = facts["dimension"]
    own = {each["dimension"] for each in facts.get("at", ())}
    rows = [(width, _usual(facts, width, names)) for width in {*WIDTHS, *own} - {selected}]
    chosen = [] if selected is None else [(selected, _chosen(words, names))]
    body = "".join(row for _, row in sorted([*rows, *chosen]))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'{scrolling(table, "Costs by width")}\n<p class="note">{_assumed(facts, known=known)}</p>'


def scrolling(table: str, name: str) -> str:
    """A table that scrolls in its card where it is wider, by touch, wheel or keyboard."""
    return f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(name)}">{table}</div>'


def _chosen(words: Mapping[str, str], names: tuple[str, ...]) -> str:
    live = "".join(f'<td data-step="{name}">{words[name]}</td>' for name in names)
    return (
        f'<tr class="selected"><th scope="row"><span data-step="dimension">{words["dimension"]}</span></th>{live}</tr>'
    )


def _usual(facts: Facts, width: int, names: tuple[str, ...]) -> str:
    numbers = row(facts, width)
    cells = [size(numbers["table"] or 0), *(f"{numbers[name]:,}" for name in names[1:])]
    return f'<tr data-width="{width}"><th scope="row">{width}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _assumed(facts: Facts, *, known: bool) -> str:
    if not known:
        return (
            "The table holds one float32 vector per node. Parameters of a network need the number of features and of"
            " classes: <code>--features N --classes N</code>."
        )
    shape = f"{counted(facts['n_features'], 'feature')} and {counted(facts['n_classes'], 'class', 'classes')}"
    return f"The table holds one float32 vector per node; the network is a GCN or MLP of two layers with {shape}."


def unmeasured(facts: Facts) -> str:
    """Why the number below which this stands was not measured, if somebody might expect that; else nothing."""
    reason = facts.get("unmeasured")
    return f'<p class="verdict">A prior: {escape(reason)}.</p>\n' if reason else ""


def cleaning(facts: Facts) -> str:
    """What the source listed, what became of it, and notes on what was read and left."""
    items = "".join(f"<li>{escape(change)}</li>" for change in _changes(facts))
    return f"<ul>{items}</ul>"


def _changes(facts: Facts) -> Iterator[str]:
    counts = facts["cleaning"]
    yield f"{counted(counts['rows'], 'row')} listed by the source"
    yield f"{counted(counts['self_loops'], 'self-loop')} dropped" if counts["self_loops"] else "no self-loops"
    merged = f"{counted(counts['repeated'], 'repeated or reversed edge')} merged"
    yield merged if counts["repeated"] else "no repeated edges"
    yield f"{counted(facts['n_edges'], 'edge')} between {counted(facts['n_nodes'], 'node')} left"
    yield counted(facts["n_isolated"], "isolated node") if facts["n_isolated"] else "no isolated nodes"
    yield from facts["notes"]


def sweep(facts: Facts, number: int) -> str:
    """The card of a sweep."""
    title, body = sweep_card(facts, f"scores{number}")
    return f'<section class="card">\n<h3>{escape(title)}</h3>\n{body}\n</section>'


def sweep_card(facts: Facts, place: str) -> tuple[str, str]:
    """A curve of scores and its marks in words: title and body."""
    sentences = " ".join(map(escape, facts["sentences"]))
    return facts["title"], f'<div class="chart" data-chart="{place}"></div>\n<p class="note">{sentences}</p>'
