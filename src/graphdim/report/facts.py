"""Sentences about a graph that every result shares."""

from collections.abc import Mapping
from typing import Any

from graphdim.words import counted

__all__ = ["graph_line", "size"]

UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")


def size(n_bytes: float) -> str:
    """Bytes in the unit that keeps the number short.

    >>> size(1061536)
    '1.0 MiB'
    """
    unit = 0
    while n_bytes >= 1024 and unit < len(UNITS) - 1:  # noqa: PLR2004 - the step between units
        n_bytes, unit = n_bytes / 1024, unit + 1
    return f"{n_bytes:.1f} {UNITS[unit]}" if unit else f"{n_bytes:.0f} {UNITS[unit]}"


def graph_line(facts: Mapping[str, Any]) -> str:
    """Size of a graph, and what cleaning changed."""
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
    kinds = facts.get("kinds")
    n_nodes = "{:,} + {:,} nodes".format(*kinds) if kinds else counted(facts["n_nodes"], "node")
    size_of_graph = f"{n_nodes} · {counted(n_edges, 'edge')}"
    return f"{size_of_graph}  ({', '.join(changes)})" if changes else size_of_graph
