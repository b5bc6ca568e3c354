"""The sentences of a result, worded once: report.panel sets them in text, report.markup in HTML."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from graphdim.words import counted

__all__ = ["SMALL", "headline", "lines", "size"]

SMALL = 100
UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")


def headline(facts: Mapping[str, Any]) -> tuple[str, str]:
    """The answer, and what produced it.

    >>> headline({"dimension": 104, "structure_weight": 1.0, "variant": "published", "multiple_of": 8})
    ('Dimension 104', 'MinGE, λ = 1, multiple of 8')
    """
    how = ["MinGE", f"λ = {facts['structure_weight']:g}"]
    if facts["variant"] != "published":
        how.append(f"{facts['variant']} variant")
    if facts["multiple_of"] > 1:
        how.append(f"multiple of {facts['multiple_of']}")
    return f"Dimension {facts['dimension']}", ", ".join(how)


def lines(facts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Label and sentence of every line below the headline."""
    n_nodes = facts["n_nodes"]
    yield "graph", _graph(facts)
    share = f"{100 * facts['structure_share']:.1f} % of the most that {n_nodes:,} nodes allow"
    yield "structure", f"{facts['structure_entropy']:.3f} nats, {share}"
    yield "crossing", f"{facts['crossing']:.2f}"
    yield "table", f"{size(facts['table_bytes'])} of float32 embeddings"
    for note in (*facts["notes"], _caveat(facts)):
        yield "note", note


def size(n_bytes: float) -> str:
    """Bytes in the unit that keeps the number short.

    >>> size(1061536)
    '1.0 MiB'
    """
    unit = 0
    while n_bytes >= 1024 and unit < len(UNITS) - 1:  # noqa: PLR2004 - the step between units
        n_bytes, unit = n_bytes / 1024, unit + 1
    return f"{n_bytes:.1f} {UNITS[unit]}" if unit else f"{n_bytes:.0f} {UNITS[unit]}"


def _graph(facts: Mapping[str, Any]) -> str:
    cleaning, n_edges = facts["cleaning"], facts["n_edges"]
    changes = []
    if 0 < cleaning["repeated"] == n_edges:
        changes.append("each listed twice")
    elif cleaning["repeated"]:
        changes.append(f"{counted(cleaning['repeated'], 'repeated edge')} merged")
    if cleaning["self_loops"]:
        changes.append(f"{counted(cleaning['self_loops'], 'self-loop')} dropped")
    if facts["n_isolated"]:
        changes.append(counted(facts["n_isolated"], "isolated node"))
    size_of_graph = f"{counted(facts['n_nodes'], 'node')} · {counted(n_edges, 'edge')}"
    return f"{size_of_graph}  ({', '.join(changes)})" if changes else size_of_graph


def _caveat(facts: Mapping[str, Any]) -> str:
    if facts["n_nodes"] < SMALL:
        return f"under {SMALL} nodes most practitioners stay at or below 10"
    low, high = facts["crossing_bounds"]
    span = f"{math.ceil(low)} to {math.ceil(high)}"
    return f"MinGE follows N almost alone: whatever its edges, a graph of this size gets {span}"
