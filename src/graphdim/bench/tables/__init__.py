"""The tables of the paper from the ledger alone, each number beside the printed one.

records → Results → one file per table → Table → render
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.bench.tables import further, table1, table2, table3, table4
from graphdim.bench.tables.results import Results

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphdim.bench.ledger import Record
    from graphdim.bench.tables.blocks import Table

__all__ = ["TABLES", "build"]

TABLES = {"1": table1.table, "2": table2.table, "3": table3.table, "4": table4.table, "further": further.table}


def build(name: str, records: Iterable[Record]) -> Table:
    """One table of what the ledger holds; what it does not hold is shown as missing."""
    return TABLES[name](Results(records))
