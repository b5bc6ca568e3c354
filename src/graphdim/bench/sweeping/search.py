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
from graphdim.bench.facts import graph_facts
from graphdim.bench.plan import Wanted, trainings
from graphdim.bench.sweeping.curve import Sweep
from graphdim.bench.sweeping.own import own_graph
from graphdim.bench.training import MODELS, TASKS
from graphdim.bench.workers import Crew, Station
from graphdim.checks import check_choice, check_number
from graphdim.errors import ParameterError
from graphdim.extras import require
from graphdim.reading.edges import IGNORED_WEIGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from graphdim.bench.ledger import Record
    from graphdim.bench.training import Training

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
        A file with an id and a label a line, the name of a column or attribute, a mapping from ids, or one label a
        node. Link prediction needs none.
    features
        A file with an id and numbers a line, an .npy or .npz file, or a matrix; without any, one-hot degrees.
    columns
        Names of the two columns of a table that hold the ends of an edge, as in `ideal_dimension`.
    dimensions
        "auto" for an eighth, a quarter, a half of MinGE's, MinGE's and twice that; or the dimensions themselves.
    budget
        Seconds, or a text such as "90s", "10m", "2h". The training under way is finished.
    workers
        None trains in this process; a number trains in as many others.
    max_epochs
        Epochs at most; None for the model's own, which may be too few for a large graph: the answer then says so.
    watch
        Called with each record and what is known by then.
    """
    check_choice("task", task, TASKS)
    check_choice("model", model, MODELS)
    for name, number in (("workers", workers), ("max_epochs", max_epochs)):
        if number is not None:
            check_number(name, number, least=1, whole=True)
    require("torch", "training")
    deadline = time.monotonic() + seconds_of(budget)
    graph, labelled = own_graph(source, labels, features, columns)
    selection = ideal_dimension(graph)
    name = labelled.name
    facts = {name: graph_facts(graph, labelled)}
    tried = _dimensions(dimensions, selection.dimension)
    wanted = Wanted((task,), (name,), (model,), tried, seeds=MOST_SEEDS, max_epochs=max_epochs)
    planned = trainings(wanted, facts)
    score = "ROC-AUC" if task == "link-prediction" or labelled.is_lopsided else "accuracy"
    # A sweep counts no weights, so their option is none of its own.
    read = tuple(note for note in graph.notes if getattr(note, "kind", "") != IGNORED_WEIGHT)
    known = Sweep(selection, task, model, name, read + labelled.notes, dimensions=tried, score=score)
    station = Station(facts, own={name: labelled})
    with Crew(station, workers) if workers else nullcontext() as crew:
        for record in crew.run(planned) if crew else _here(station, planned):
            known = known.adding(record, _end(known, record, deadline))
            if watch is not None:
                watch(record, known)
            if known.ended:
                break
    return known


def seconds_of(budget: float | str) -> float:
    """A budget in seconds.

    >>> seconds_of("10m"), seconds_of("1.5 h"), seconds_of(90)
    (600.0, 5400.0, 90.0)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(s|m|min|h|)", str(budget).strip())
    if found is None or float(found[1]) == 0:
        msg = f"the budget is {budget!r}; give seconds, or a text such as 90s, 10m, 2h"
        raise ParameterError(msg)
    return float(found[1]) * UNITS[found[2]]


def _dimensions(asked: str | Iterable[int], selected: int) -> tuple[int, ...]:
    """The dimensions to try, in order; a choice of one's own is tried beside MinGE's."""
    if asked == "auto":
        return tuple(sorted({max(2, round(share * selected)) for share in AROUND}))
    if isinstance(asked, str) or not isinstance(asked, Iterable):
        msg = f"dimensions is {asked!r}; give 'auto' or whole numbers"
        raise ParameterError(msg)
    given = list(asked)
    for each in given:
        check_number("dimension", each, least=1, whole=True)
    return tuple(sorted({*map(int, given), selected}))


def _here(station: Station, planned: Sequence[Training]) -> Iterator[Record]:
    return (station.train(training) for training in planned)


def _end(known: Sweep, record: Record, deadline: float) -> str:
    """Why to stop after this record; empty to go on."""
    after = known.adding(record, "")
    if after.is_clear:
        return "clear"
    if time.monotonic() >= deadline:
        return "budget"
    return "seeds" if len(after.records) == MOST_SEEDS * len(after.scores) else ""
