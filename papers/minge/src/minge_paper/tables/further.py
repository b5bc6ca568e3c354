"""Beyond the paper: scores by dimension on every other graph that the ledger knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minge_paper.presets import DATASETS, is_standard
from minge_paper.tables.blocks import Table
from minge_paper.tables.table2 import row, rows

if TYPE_CHECKING:
    from graphdim.training.definition import Training
    from minge_paper.results import Results

__all__ = ["table"]


def table(results: Results) -> Table:
    """One block for each task, graph and model, with the dimensions that were trained."""
    others = [cell for cell in results.cells if cell.dataset not in DATASETS and is_standard(cell)]
    blocks = tuple(row(results, of_row) for of_row in rows(sorted(others, key=_order)))
    return Table("further", "Further graphs: score by dimension in percent, * the dimension that MinGE selects", blocks)


def _order(cell: Training) -> tuple[str, str, str, int]:
    return cell.task, cell.dataset, cell.model, cell.dimension
