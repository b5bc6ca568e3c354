"""Records by cell: the scores of a training over its seeds."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graphdim.training.definition import Training
    from graphdim.training.ledger import Record

__all__ = ["Results"]


class Results:
    """Records by cell and seed, and the facts of their graphs. A cell is a training whatever its seed."""

    def __init__(self, records: Iterable[Record]) -> None:
        self.graphs: dict[str, Mapping[str, Any]] = {}
        self._cells: dict[Training, dict[int, Record]] = defaultdict(dict)
        for record in records:
            self.graphs[record.training.dataset] = record.graph
            self._cells[replace(record.training, seed=0)][record.training.seed] = record

    @property
    def cells(self) -> list[Training]:
        """Every cell that has a record, as its training with seed 0."""
        return list(self._cells)

    def records(self, cell: Training) -> dict[int, Record]:
        """The records of a cell by seed."""
        return dict(self._cells.get(replace(cell, seed=0), {}))

    def scores(self, cell: Training) -> dict[int, float]:
        """The scores of a cell in percent, by seed."""
        return {seed: 100 * record.outcome.score for seed, record in sorted(self.records(cell).items())}
