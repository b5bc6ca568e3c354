"""Facts → one HTML page that needs nothing else: style, data, charts and the library that draws them are inside.

Numbers are worded here and in the method's section; the script sets them and computes nothing. Everything that comes
from outside is escaped, the data cannot end the script that holds it, and the page's own policy lets no other script
run or load.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.metadata import version
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from graphdim.report import parts
from graphdim.report.charts import page_charts
from graphdim.report.library import vega

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graphdim.report.section import Card, Section

    Facts = Mapping[str, Any]

__all__ = ["page"]


def page(every: Sequence[Facts], section: Section) -> str:
    """The page of one graph, or of several side by side."""
    charts = page_charts(every, section)
    script, library = _text("page.js") + section.script, vega()
    graphs = [{"steps": section.steps(facts), "charts": drawn} for facts, drawn in zip(every, charts, strict=True)]
    cards = [_cards(facts, section) for facts in every]
    articles = (_graph(facts, cards[number], number, section.control) for number, facts in enumerate(every))
    return Template(_text("page.html")).substitute(
        title=escape(f"graphdim: {', '.join(facts['source'] for facts in every)}"),
        policy=_policy(library, script),
        version=version("graphdim"),
        style=_text("page.css"),
        controls=section.controls(every),
        arrangement="one" if len(every) == 1 else "several",
        cards=max(len(own) + len(facts.get("sweeps", ())) for own, facts in zip(cards, every, strict=True)),
        graphs="\n".join(articles),
        about=section.about(every),
        report=_inline({**section.state(every), "graphs": graphs}),
        library=library,
        script=script,
    )


def _cards(facts: Facts, section: Section) -> list[Card]:
    """The number and its reasons, and the cards of the section."""
    words = section.words(facts)
    return [(words["dimension"], section.lead(facts, words)), *section.cards(facts, words)]


def _graph(facts: Facts, cards: list[Card], number: int, control: str) -> str:
    """The article of one graph: cards in two columns, the first on the left, the second on the right."""
    (dimension, lead), *others = cards
    titled = [_card(title, body, order) for order, (title, body) in enumerate(others, start=2)]
    return Template(_text("graph.html")).substitute(
        number=number,
        identity=f"dimension{number or ''}",
        control=f' for="{control}"' if control else "",
        source=escape(facts["source"]),
        dimension=dimension,
        lead=lead,
        left="\n".join(titled[1::2]),
        right="\n".join(titled[::2]),
        sweeps="\n".join(parts.sweep(sweep, place) for place, sweep in enumerate(facts.get("sweeps", ()))),
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
