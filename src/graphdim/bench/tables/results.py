"""The ledger by cell: which scores there are for a training, whatever its seed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from graphdim.bench.facts import STRUCTURE_WEIGHTS
from graphdim.bench.plan import DATASETS
from graphdim.bench.published import printed_by_lambda, printed_facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graphdim.bench.ledger import Record
    from graphdim.bench.training import Training

__all__ = ["Results"]


class Results:
    """Records by cell and seed, and the facts of their graphs."""

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

    def selection_seconds(self, dataset: str) -> list[float]:
        """How long MinGE took on a graph, each time that it was measured."""
        every = (record for cell, found in self._cells.items() if cell.dataset == dataset for record in found.values())
        return [record.graph["selection_seconds"] for record in every if "selection_seconds" in record.graph]

    def records(self, cell: Training) -> dict[int, Record]:
        """The records of a cell by seed."""
        return dict(self._cells.get(replace(cell, seed=0), {}))

    def scores(self, cell: Training) -> dict[int, float]:
        """The scores of a cell in percent, by seed."""
        return {seed: 100 * record.outcome.score for seed, record in sorted(self.records(cell).items())}

    def facts(self) -> dict[str, Mapping[str, Any]]:
        """The facts of the paper's graphs; for one that the ledger does not know, what the paper prints."""
        return {dataset: self.graphs.get(dataset) or _printed(dataset) for dataset in DATASETS}


def _printed(dataset: str) -> dict[str, Any]:
    by_lambda = printed_by_lambda(dataset)
    sizes = {f"n_{name}": number for name, number in printed_facts(dataset).items()}
    return {**sizes, "selected": {f"{weight:g}": by_lambda[weight][0] for weight in STRUCTURE_WEIGHTS}}
