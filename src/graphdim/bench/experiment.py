"""From what is wanted to what the ledger holds: plan → what is missing → workers → ledger."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphdim.bench.estimate import Clock
from graphdim.bench.facts import facts_of
from graphdim.bench.ledger import Ledger
from graphdim.bench.plan import trainings
from graphdim.bench.progress import announce, say, watched
from graphdim.bench.workers import Crew, Station
from graphdim.errors import DatasetError
from graphdim.extras import require
from graphdim.threads import n_cores
from graphdim.words import counted

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

    from graphdim.bench.ledger import Record
    from graphdim.bench.plan import Wanted

__all__ = ["execute"]


def execute(wanted: Wanted, ledger: str | os.PathLike[str], *, workers: int | None = None) -> Iterator[Record]:
    """Train what is wanted and not in the ledger yet; every record is in the ledger when it is yielded.

    Interrupted, it says in the interrupt what the ledger holds.
    """
    require("torch", "training")
    graphs = graph_facts(wanted.datasets)
    planned = trainings(replace(wanted, datasets=tuple(graphs)), graphs)
    known = Ledger(ledger).records()
    done = {record.training for record in known}
    missing = [training for training in planned if training not in done]
    if not missing:
        say(f"The ledger {ledger} holds all of it already: {counted(len(planned), 'training')}.")
        return
    Ledger(ledger).prepare()
    clock = Clock(known)
    try:
        with Crew(Station(graphs, Path(ledger)), min(workers or n_cores(), len(missing))) as crew:
            announce(missing, len(planned) - len(missing), clock, crew)
            yield from watched(clock.longest_first(missing), clock, crew)
    except KeyboardInterrupt:
        # Read again: workers may have written what was not yielded any more.
        kept = len({record.training for record in Ledger(ledger).records()} & set(planned))
        msg = f"{kept:,} of {counted(len(planned), 'training')} are in {ledger}; the same command goes on"
        raise KeyboardInterrupt(msg) from None


def graph_facts(datasets: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The facts of every dataset, by name; all names are checked before the first is loaded."""
    from graphdim.bench.data import load, trainable

    known = trainable()
    for dataset in datasets:
        if dataset.lower() not in map(str.lower, known):
            msg = f"dataset {dataset!r} is unknown or has no labels; those to train on are {', '.join(known)}"
            raise DatasetError(msg)
    loaded = [load(dataset) for dataset in datasets]
    return {graph.name: facts_of(graph.name, graph) for graph in loaded}
