"""The paper's results by cell; what the ledger does not know about a graph of the paper comes from the print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.training import results
from minge_paper.facts import STRUCTURE_WEIGHTS
from minge_paper.presets import DATASETS
from minge_paper.published import printed_by_lambda, printed_facts
from minge_paper.statistics import Comparison, compare

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from graphdim.training.ledger import Record
    from minge_paper.choices import Choice
    from minge_paper.curves import Curve

__all__ = ["Results", "compared"]


class Results(results.Results):
    """Records by cell and seed, curves of embeddings without a network, and what each selector chooses by graph."""

    def __init__(
        self,
        records: Iterable[Record],
        curves: Sequence[Curve] = (),
        choices: Mapping[str, Mapping[str, Choice]] | None = None,
    ) -> None:
        self.every = list(records)
        super().__init__(self.every)
        self.curves = tuple(curves)
        self.choices = choices or {}

    def selection_seconds(self, dataset: str) -> list[float]:
        """How long MinGE took on a graph, each time that it was measured."""
        cells = [cell for cell in self.cells if cell.dataset == dataset]
        graphs = [record.graph for cell in cells for record in self.records(cell).values()]
        return [graph["selection_seconds"] for graph in graphs if "selection_seconds" in graph]

    def facts(self) -> dict[str, Mapping[str, Any]]:
        """The facts of the paper's graphs; for one that the ledger does not know, what the paper prints."""
        return {dataset: self.graphs.get(dataset) or _printed(dataset) for dataset in DATASETS}


def compared(row: Mapping[int, Mapping[int, float]]) -> Comparison | None:
    """The dimensions of a row against the best of them; None if only one was trained, which shows nothing."""
    return compare(row) if sum(map(bool, row.values())) > 1 else None


def _printed(dataset: str) -> dict[str, Any]:
    by_lambda = printed_by_lambda(dataset)
    sizes = {f"n_{name}": number for name, number in printed_facts(dataset).items()}
    return {**sizes, "selected": {f"{weight:g}": by_lambda[weight][0] for weight in STRUCTURE_WEIGHTS}}
