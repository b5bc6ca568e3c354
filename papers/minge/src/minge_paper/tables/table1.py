"""Table 1: the size of the datasets, as the files hold them and as the paper prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minge_paper.presets import DATASETS
from minge_paper.published import printed_facts
from minge_paper.tables.blocks import Block, Table
from minge_paper.text import number

if TYPE_CHECKING:
    from minge_paper.results import Results

__all__ = ["table"]

QUANTITIES = ("nodes", "edges", "features", "classes")


def table(results: Results) -> Table:
    """Datasets as columns, each quantity ours and printed; distinct edges, self-loops left out."""
    lines: list[tuple[str, tuple[str, ...]]] = []
    for quantity in QUANTITIES:
        ours = [results.graphs.get(dataset, {}).get(f"n_{quantity}") for dataset in DATASETS]
        lines += [
            (quantity, tuple(number(count, 0) for count in ours)),
            ("  printed", tuple(number(printed_facts(dataset)[quantity], 0) for dataset in DATASETS)),
        ]
    cells = [
        {"dataset": dataset}
        | {quantity: results.graphs.get(dataset, {}).get(f"n_{quantity}") for quantity in QUANTITIES}
        | {f"printed_{quantity}": count for quantity, count in printed_facts(dataset).items()}
        for dataset in DATASETS
    ]
    block = Block("", DATASETS, tuple(lines), (), {"cells": cells})
    return Table("1", "Table 1: the datasets; edges are distinct, self-loops left out", (block,))
