"""The tables of the paper from the ledger alone, each number next to the printed one.

records → Results → one file per table → Table → render
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from minge_paper.results import Results
from minge_paper.tables import further, table1, table2, table3, table4

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphdim.training.ledger import Record
    from minge_paper.tables.blocks import Table

__all__ = ["TABLES", "build"]

TABLES = {"1": table1.table, "2": table2.table, "3": table3.table, "4": table4.table, "further": further.table}


def build(name: str, records: Iterable[Record]) -> Table:
    """One table of what the ledger holds; what it does not hold is shown as missing."""
    return TABLES[name](Results(records))
