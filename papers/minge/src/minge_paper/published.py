"""What the paper prints, as data with its place in it: published.toml. Tables and figures show it next to ours."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from minge_paper import places

__all__ = ["printed_by_lambda", "printed_by_layers", "printed_claim", "printed_facts", "printed_scores"]


@cache
def _printed() -> dict[str, Any]:
    return tomllib.loads(places.PUBLISHED.read_text(encoding="utf-8"))


def printed_facts(dataset: str) -> dict[str, int]:
    """Table 1: nodes, edges, features and classes of a dataset; empty for a dataset that the paper has not.

    >>> printed_facts("cora")["edges"]
    5429
    """
    return dict(_printed()["table1"].get(dataset, {}))


def printed_scores(task: str, dataset: str, model: str) -> dict[int, float]:
    """Table 2: percent by dimension.

    >>> printed_scores("node-classification", "cora", "gcn")[98]
    83.5
    """
    row = _row("table2", task=task, dataset=dataset, model=model)
    return dict(zip(row["dimensions"], row["score"], strict=True)) if row else {}


def printed_by_layers(dataset: str) -> dict[tuple[int, str], float]:
    """Table 3: percent of GCNII by number of layers and kind of dimension, default or selected.

    >>> printed_by_layers("citeseer")[2, "selected"]
    72.1
    """
    row = _row("table3", dataset=dataset)
    return {
        (layers, kind): score
        for kind in ("default", "selected")
        for layers, score in zip(row.get("layers", ()), row.get(f"{kind}_dimension", ()), strict=True)
    }


def printed_by_lambda(dataset: str) -> dict[float, tuple[int, float]]:
    """Table 4: the dimension, and percent of GCN at it, by structure weight λ.

    >>> printed_by_lambda("pubmed")[0.5]
    (102, 78.4)
    """
    row = _row("table4", dataset=dataset)
    if not row:
        return {}
    pairs = zip(row["dimension"], row["gcn_accuracy"], strict=True)
    return dict(zip(row["structure_weight"], pairs, strict=True))


def printed_claim(name: str) -> dict[str, Any]:
    """A claim of the text: its words, its place, and the numbers it names.

    >>> printed_claim("improves-cora")["gains"]["gcn"]
    2.0
    """
    return _row("claims", name=name)


def _row(table: str, **where: str) -> dict[str, Any]:
    """The row of a table that matches; empty if the paper has none."""
    return next((row for row in _printed()[table] if where.items() <= row.items()), {})
