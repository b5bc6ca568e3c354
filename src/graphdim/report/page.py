"""Facts → one HTML page that needs nothing else: style, data, charts and the library that draws them are inside.

The numbers at each λ are worded here, once; page.js sets them and computes nothing. Everything that comes from outside
is escaped, the data cannot end the script that holds it, and the page's own policy lets no other script run or load.
"""

from __future__ import annotations

import json
import math
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.metadata import version
from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING, Any

from graphdim.report import parts
from graphdim.report.charts import page_charts
from graphdim.report.charts.look import current
from graphdim.report.costs import MODELS, row
from graphdim.report.facts import size
from graphdim.report.library import vega
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Facts = Mapping[str, Any]

__all__ = ["page"]

CARDS = 6  # of every graph, beside its sweeps

SMALL = 100

HONEST = (
    "The dimension is a prior with a reason, free to compute: it follows the number of nodes almost alone, and the"
    " edges move it only between the two bounds. It does not see the features, the labels, the task or the model, so"
    " it cannot say whether half as many dimensions would serve you as well. That takes a measurement:"
    " <code>graphdim sweep</code> trains around the selected dimension on your own graph."
)
METHOD = (
    "MinGE, minimum graph entropy (Luo et al., IJCAI 2021), {variant} variant; graphdim {version}. Costs: float32;"
    " GCN of two layers, GAT of two layers with 8 heads and 1, GCNII of sixteen layers."
)


def page(every: Sequence[Facts]) -> str:
    """The page of one graph, or of several side by side."""
    charts = page_charts(every)
    script, library = _text("page.js"), vega()
    graphs = [{"steps": steps(facts), "charts": drawn} for facts, drawn in zip(every, charts, strict=True)]
    variant = every[0]["variant"]
    return Template(_text("page.html")).substitute(
        title=escape(f"graphdim: {', '.join(facts['source'] for facts in every)}"),
        policy=_policy(library, script),
        version=version("graphdim"),
        style=_text("page.css"),
        weight=f"{every[0]['structure_weight']:g}",
        dimensions=", ".join(str(facts["dimension"]) for facts in every),
        arrangement="one" if len(every) == 1 else "several",
        cards=CARDS + max(len(facts.get("sweeps", ())) for facts in every),
        graphs="\n".join(_graph(facts, number) for number, facts in enumerate(every)),
        honest=HONEST,
        method=METHOD.format(variant=variant, version=version("graphdim")),
        report=_inline({"weights": [step["structure_weight"] for step in every[0]["steps"]], "graphs": graphs}),
        library=library,
        script=script,
    )


def steps(facts: Facts) -> list[dict[str, str]]:
    """The words of the page at every λ."""
    return [_words(facts, step) for step in facts["steps"]]


def _words(facts: Facts, step: Facts) -> dict[str, str]:
    """What one λ changes on the page."""
    low, high = math.ceil(step["low"]), math.ceil(step["high"])
    open_part = step["high"] - step["low"]
    place = 100 * (step["crossing"] - step["low"]) / open_part if open_part else 100
    costs = row(facts, step["dimension"])
    learned = {name: "" if costs[name] is None else f"{costs[name]:,}" for name in MODELS}
    return {
        "dimension": f"{step['dimension']}",
        "crossing": f"{step['crossing']:.2f}",
        "table": size(costs["table"] or 0),
        "low": f"{low:,}",
        "high": f"{high:,}",
        "span": f"{low:,} to {high:,}" if low < high else f"{low:,}",
        "place": f"{place:.1f}",
        **learned,
    }


def _graph(facts: Facts, number: int) -> str:
    """The article of one graph at the λ of its result."""
    said = dict(facts["lines"])
    words = _words(facts, current(facts))
    small = facts["n_nodes"] < SMALL
    return Template(_text("graph.html")).substitute(
        words,
        number=number,
        identity='id="dimension"' if number == 0 else f'id="dimension{number}"',
        source=escape(facts["source"]),
        size=escape(said["graph"]),
        structure=escape(said["structure"]),
        nodes=counted(facts["n_nodes"], "node"),
        small=f"Under {SMALL} nodes most practitioners stay at or below 10." if small else "",
        multiple=f" to a multiple of {facts['multiple_of']}" if facts["multiple_of"] > 1 else "",
        degrees=parts.degrees(facts),
        costs=parts.costs(facts, words),
        cleaning=parts.cleaning(facts),
        sweeps="\n".join(parts.sweep(each, place) for place, each in enumerate(facts.get("sweeps", ()))),
    )


def _policy(*scripts: str) -> str:
    """Nothing is loaded, and no script runs but these; Vega turns its expressions into functions, hence the eval."""
    hashes = " ".join(f"'sha256-{b64encode(sha256(each.encode()).digest()).decode()}'" for each in scripts)
    return f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src {hashes} 'unsafe-eval'"


def _inline(facts: Facts) -> str:
    """JSON that cannot end the script that holds it: no angle bracket is left."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _text(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")
