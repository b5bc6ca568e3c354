"""Train at a few dimensions with shared seeds until the answer is clear or the budget is spent.

Seeds come one after the other for all dimensions: differences are paired. sweeping.answer says what the answer is, and
when it is clear.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from graphdim.api import ideal_dimension
from graphdim.checks import check_choice, check_number
from graphdim.errors import ParameterError
from graphdim.extras import require
from graphdim.reading.edges import IGNORED_WEIGHT
from graphdim.reading.node_data import is_dataset
from graphdim.sweeping.curve import Sweep
from graphdim.sweeping.own import own_graph
from graphdim.training.definition import MODELS, TASKS
from graphdim.training.facts import graph_facts
from graphdim.training.grid import Grid, cells, trainings
from graphdim.training.settings import DEFAULTS
from graphdim.training.workers import WorkerContext, WorkerPool

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graphdim.training.ledger import Record

__all__ = ["seconds_of", "sweep"]

BUDGET = "10m"
MOST_SEEDS = 30
AROUND = (1 / 8, 1 / 4, 1 / 2, 1, 2)
UNITS = {"": 1, "s": 1, "m": 60, "min": 60, "h": 3600}


def sweep(
    source: Any,
    *,
    labels: Any = None,
    features: Any = None,
    columns: Sequence[str] | None = None,
    bipartite: bool = False,
    task: str = "node-classification",
    model: str = "gcn",
    dimensions: str | Iterable[int] = "auto",
    budget: float | str = BUDGET,
    workers: int | None = None,
    max_epochs: int | None = None,
    watch: Callable[[Record, Sweep], None] | None = None,
) -> Sweep:
    """Measure which dimension a graph needs, and what MinGE's choice gains or costs.

    Parameters
    ----------
    source
        Anything that `ideal_dimension` reads; a PyG `Data` brings its labels and features.
    labels
        A file with an id and a label per line, the name of a column or attribute, a mapping from ids, or one label
        per node. Link prediction needs none.
    features
        A file with an id and numbers per line, an .npy or .npz file, or a matrix; without any, one-hot degrees.
    columns
        Names of the two columns of a table that hold the ends of an edge, as in `ideal_dimension`.
    bipartite
        Whether the two columns name different things, as in `ideal_dimension`.
    dimensions
        "auto" for an eighth, a quarter and a half of MinGE's dimension, MinGE's and twice that; or your own numbers.
    budget
        Seconds, or a text such as "90s", "10m", "2h". A training that has begun is finished.
    workers
        None trains in this process; a number trains in as many others.
    max_epochs
        Epochs at most; None for the model's own, which may be too few for a large graph: the answer then says so.
    watch
        Called with each record and the result so far.
    """
    check_choice("task", task, TASKS)
    check_choice("model", model, MODELS)
    for name, number in (("workers", workers), ("max_epochs", max_epochs)):
        if number is not None:
            check_number(name, number, least=1, whole=True)
    require("torch", "training")
    deadline = time.monotonic() + seconds_of(budget)
    graph, labelled = own_graph(source, labels, features, columns, bipartite=bipartite)
    selection = ideal_dimension(graph)
    name = labelled.name
    # Settings for a named dataset are for that dataset alone, not for a user's graph of the same name.
    settings = DEFAULTS if is_dataset(source) else DEFAULTS.for_any_graph
    facts = {name: graph_facts(graph, labelled, selection)}
    tried = _dimensions(dimensions, selection.dimension)
    grid = Grid((name,), tried, (task,), (model,), max_epochs=max_epochs)
    planned = trainings(cells(grid, facts, settings), MOST_SEEDS)
    lopsided = labelled.is_lopsided(settings.value("node-classification", "lopsided"))
    score = "ROC-AUC" if task == "link-prediction" or lopsided else "accuracy"
    # A sweep does not use weights, so it must not advise the option for them.
    notes = tuple(note for note in graph.notes if getattr(note, "kind", "") != IGNORED_WEIGHT)
    result = Sweep(selection, task, model, name, notes + labelled.notes, dimensions=tried, score=score)
    context = WorkerContext(facts, settings, own={name: labelled})
    with WorkerPool(context, workers) if workers else nullcontext() as pool:
        for record in pool.run(planned) if pool else map(context.train, planned):
            result = result.adding(record, _end(result, record, deadline))
            if watch is not None:
                watch(record, result)
            if result.ended:
                break
    return result


def seconds_of(budget: float | str) -> float:
    """A budget in seconds.

    >>> seconds_of("10m"), seconds_of("1.5 h"), seconds_of(90)
    (600.0, 5400.0, 90.0)
    """
    parts = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(s|m|min|h|)", str(budget).strip())
    if parts is None or float(parts[1]) == 0:
        msg = f"the budget is {budget!r}; give seconds, or a text such as 90s, 10m, 2h"
        raise ParameterError(msg)
    return float(parts[1]) * UNITS[parts[2]]


def _dimensions(asked: str | Iterable[int], selected: int) -> tuple[int, ...]:
    """The dimensions to try, in order; MinGE's is always among them."""
    if asked == "auto":
        return tuple(sorted({max(2, round(share * selected)) for share in AROUND}))
    if isinstance(asked, str) or not isinstance(asked, Iterable):
        msg = f"dimensions is {asked!r}; give 'auto' or whole numbers"
        raise ParameterError(msg)
    given = list(asked)
    for dimension in given:
        check_number("dimension", dimension, least=1, whole=True)
    return tuple(sorted({*map(int, given), selected}))


def _end(result: Sweep, record: Record, deadline: float) -> str:
    """Why to stop after this record; empty to go on."""
    after = result.adding(record, "")
    if after.is_clear:
        return "clear"
    if time.monotonic() >= deadline:
        return "budget"
    return "seeds" if len(after.records) == MOST_SEEDS * len(after.scores) else ""
