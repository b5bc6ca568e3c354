"""A ledger of experiments → the races that its trainings would have been, one for each dataset, task and model.

Reads what graphdim bench run wrote; feeds the curves of the report.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from graphdim.choices import MODELS, TASKS
from graphdim.racing.result import Race
from graphdim.racing.terms import LEVEL, MARGIN, race_terms
from graphdim.racing.trial import Trial
from graphdim.sweeping.panel import NAMES
from graphdim.training.grid import departures
from graphdim.training.results import Results
from graphdim.training.settings import DEFAULTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from graphdim.training.definition import Training
    from graphdim.training.ledger import Ledger, Record

__all__ = ["ledger_races"]

FEWEST = 2  # dimensions that make a curve


def ledger_races(ledger: Ledger) -> Iterator[tuple[dict[str, Any], Race]]:
    """What was trained, and its race, for each dataset, task and model.

    A row that departs from the settings counts only where no other is there.
    """
    by_settings: dict[str, list[Record]] = defaultdict(list)
    for record in ledger.records():
        by_settings[record.settings].append(record)
    rows = [row for records in by_settings.values() for row in _rows(Results(records))]
    usual = {_kind(row) for row, _, _ in rows if not departures(row, DEFAULTS)}
    for row, cells, results in sorted(rows, key=lambda item: _kind(item[0])):
        if len(cells) >= FEWEST and (not departures(row, DEFAULTS) or _kind(row) not in usual):
            yield _measured(row, results.graphs[row.dataset]), _race(cells, results)


def _rows(results: Results) -> list[tuple[Training, list[Training], Results]]:
    """The cells that differ in nothing but the dimension, together."""
    rows: dict[Training, list[Training]] = defaultdict(list)
    for cell in results.cells:
        rows[replace(cell, dimension=1)].append(cell)
    return [(row, cells, results) for row, cells in rows.items()]


def _kind(cell: Training) -> tuple[str, int, int]:
    """What a reader looks for: the graph, the task, the model."""
    return cell.dataset, TASKS.index(cell.task), MODELS.index(cell.model)


def _departing(cell: Training) -> list[str]:
    """Where a training does not keep to the settings, in words."""
    return [f"{name.replace('_', ' ')} {getattr(cell, name)}" for name in departures(cell, DEFAULTS)]


def _measured(row: Training, graph: Mapping[str, Any]) -> dict[str, Any]:
    """What was trained, on which graph, and how it is scored."""
    return {
        "graph": row.dataset,
        "n_nodes": graph["n_nodes"],
        "n_edges": graph["n_edges"],
        "fingerprint": graph.get("fingerprint"),
        "title": ", ".join([row.model.upper(), NAMES[row.task], *_departing(row)]),
        "score": _score(row, graph),
        "default": DEFAULTS.model(row.model, row.dataset).default_width,
    }


def _race(cells: Sequence[Training], results: Results) -> Race:
    """The race that these trainings would have been."""
    records = [record for cell in cells for record in results.records(cell).values()]
    max_seeds = max(FEWEST, *(1 + record.training.seed for record in records))
    terms = race_terms((cell.dimension for cell in cells), MARGIN, LEVEL, max_seeds)
    trainings = [
        Trial(record.training.dimension, record.training.seed, record.outcome.score, record.outcome.seconds)
        for record in records
    ]
    return Race(terms, ended="seeds").adding(trainings)


def _score(row: Training, graph: Mapping[str, Any]) -> str:
    """The name of the score; of two classes the ledger does not tell whether they were lopsided, and ranked."""
    if row.task == "link-prediction":
        return "ROC-AUC"
    return "score" if graph.get("n_classes") == 2 else "accuracy"  # noqa: PLR2004
