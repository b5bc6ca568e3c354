"""Table 1: the size of the datasets, as the files hold them and as the paper prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.bench.plan import DATASETS
from graphdim.bench.published import printed_facts
from graphdim.bench.tables.blocks import MISSING, Block, Table

if TYPE_CHECKING:
    from graphdim.bench.tables.results import Results

__all__ = ["table"]

QUANTITIES = ("nodes", "edges", "features", "classes")


def table(results: Results) -> Table:
    """Datasets as columns, each quantity ours and printed; distinct edges, self-loops left out."""
    lines: list[tuple[str, tuple[str, ...]]] = []
    for quantity in QUANTITIES:
        ours = [results.graphs.get(dataset, {}).get(f"n_{quantity}") for dataset in DATASETS]
        lines += [
            (quantity, tuple(_count(number) for number in ours)),
            ("  printed", tuple(_count(printed_facts(dataset)[quantity]) for dataset in DATASETS)),
        ]
    cells = [
        {"dataset": dataset}
        | {quantity: results.graphs.get(dataset, {}).get(f"n_{quantity}") for quantity in QUANTITIES}
        | {f"printed_{quantity}": number for quantity, number in printed_facts(dataset).items()}
        for dataset in DATASETS
    ]
    block = Block("", DATASETS, tuple(lines), (), {"cells": cells})
    return Table("1", "Table 1: the datasets; edges are distinct, self-loops left out", (block,))


def _count(number: int | None) -> str:
    return MISSING if number is None else f"{number:,}"
