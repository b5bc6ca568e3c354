"""Records to fill ledgers with."""

from typing import Any

from graphdim.training.definition import Outcome, Training
from graphdim.training.ledger import Record
from graphdim.training.settings import DEFAULTS, Settings

GRAPH = {
    "n_nodes": 2708,
    "n_edges": 5278,
    "fingerprint": "of cora",
    "n_features": 1433,
    "n_classes": 7,
    "selected": {"0.1": 69, "0.5": 82, "1": 98, "2": 131},
    "selection_seconds": 0.002,
    "selection_peak_bytes": 500_000,
}


def training(**changes: Any) -> Training:
    facts = {
        "task": "node-classification",
        "dataset": "cora",
        "model": "gcn",
        "dimension": 98,
        "layers": 2,
        "train_per_class": 20,
        "seed": 0,
        "max_epochs": 200,
    }
    return Training(**facts | changes)


def record(
    score: float = 0.8,
    *,
    seconds: float = 2.0,
    graph: dict[str, Any] | None = None,
    settings: Settings = DEFAULTS,
    **changes: Any,
) -> Record:
    this = training(**changes)
    outcome = Outcome(score, score, None, 200, seconds, this.dimension, 1000 * this.dimension, 2**28)
    digest = settings.digest(this.model, this.dataset, this.task)
    return Record(this, outcome, digest, graph or GRAPH, {"python": "3.11"}, "a processor × 2", "0.1.0")
