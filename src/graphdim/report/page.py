"""Facts → one HTML page that needs nothing else: style, data, charts and the library that draws them are inside.

A page has one part for each section: that of the answer, which also shows what every page has, and those below it.
Numbers are worded here and in the sections; the script sets them and computes nothing. Everything that comes from
outside is escaped, the data cannot end the script that holds it, and the page's own policy lets no other script run or
load.
"""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.metadata import version
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from graphdim.report import parts
from graphdim.report.charts import page_charts
from graphdim.report.library import vega
from graphdim.report.section import NO_ANSWER, common_cards

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphdim.report.section import Card, Section

    Facts = Mapping[str, Any]

__all__ = ["page"]


@dataclass(frozen=True, slots=True)
class Part:
    """A section with the graphs that it shows; `first` is the number of its first graph on the page."""

    section: Section
    every: Sequence[Facts]
    first: int

    @property
    def leads(self) -> bool:
        """Whether it is the part of the answer."""
        return self.first == 0


def page(every: Sequence[Facts], section: Section) -> str:
    """The page of one graph, or of several side by side."""
    below = section.below(every)
    shown = [Part(section, every, 0), *(Part(own, facts, len(every)) for own, facts in below)]
    script = _text("page.js") + "".join(part.section.script for part in shown)
    library = vega()
    return Template(_text("page.html")).substitute(
        title=escape(f"graphdim: {', '.join(facts['source'] for facts in every)}"),
        policy=_policy(library, script),
        version=version("graphdim"),
        style=_text("page.css"),
        parts="\n".join(map(_part, shown)),
        about="\n".join(part.section.about(part.every) for part in shown),
        report=_inline(_state(shown)),
        library=library,
        script=script,
    )


def _state(shown: Sequence[Part]) -> dict[str, Any]:
    """What the script needs: of every graph its charts and its numbers at each position of the control."""
    graphs = [
        {"steps": part.section.steps(facts), "charts": charts}
        for part in shown
        for facts, charts in zip(part.every, page_charts(part.every, part.section, with_common=part.leads), strict=True)
    ]
    state: dict[str, Any] = {"graphs": graphs}
    for part in shown:
        state |= part.section.state(part.every)
    return state


def _part(part: Part) -> str:
    """A section: its heading and control, and an article for each graph."""
    cards = [_cards(facts, part) for facts in part.every]
    articles = (_graph(facts, cards[place], part, place) for place, facts in enumerate(part.every))
    heading, controls = part.section.heading, part.section.controls(part.every)
    title = f"<h2>{escape(heading)}</h2>" if heading and not part.leads else ""
    return Template(_text("part.html")).substitute(
        name=f' aria-label="{escape(heading)}"' if heading else "",
        heading=f'<div class="bar">\n{title}\n{controls}\n</div>' if title or controls else "",
        arrangement=f"{'one' if len(part.every) == 1 else 'several'} {part.section.kind}",
        cards=max(len(own) + len(facts.get("sweeps", ())) for own, facts in zip(cards, part.every, strict=True)),
        graphs="\n".join(articles),
    )


def _cards(facts: Facts, part: Part) -> list[Card]:
    """The number and its reasons, the cards of the section, and in the leading part what every page has."""
    words = part.section.words(facts)
    lead = f"{parts.unmeasured(facts) if part.leads else ''}{part.section.lead(facts, words)}"
    own = [(words["dimension"], lead), *part.section.cards(facts, words)]
    return own + common_cards(facts, words) if part.leads else own


def _graph(facts: Facts, cards: list[Card], part: Part, place: int) -> str:
    """The article of one graph: cards in two columns, the number first on the left."""
    number, control = part.first + place, part.section.control
    (dimension, lead), *others = cards
    titled = [_card(title, body, order) for order, (title, body) in enumerate(others, start=2)]
    return Template(_text("graph.html")).substitute(
        number=number,
        identity=f"dimension{number or ''}",
        control=f' for="{control}"' if control else "",
        source=escape(facts["source"]),
        dimension=dimension,
        unit="answer" if dimension == NO_ANSWER else "dimensions",
        lead=lead,
        left="\n".join(card for order, card in enumerate(titled) if order not in part.section.right),
        right="\n".join(card for order, card in enumerate(titled) if order in part.section.right),
        sweeps="\n".join(parts.sweep(sweep, order) for order, sweep in enumerate(facts.get("sweeps", ()))),
    )


def _card(title: str, body: str, order: int) -> str:
    return f'<section class="card" style="--order: {order}">\n<h3>{escape(title)}</h3>\n{body}\n</section>'


def _policy(*scripts: str) -> str:
    """Nothing is loaded, and no script runs but these; Vega turns its expressions into functions, hence the eval."""
    hashes = " ".join(f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts)
    return f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src {hashes} 'unsafe-eval'"


def _inline(facts: Facts) -> str:
    """JSON that cannot end the script that holds it: no angle bracket is left."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _text(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")
