"""From grids to a full ledger: grids → what is missing → workers → ledger."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from graphdim.errors import DatasetError
from graphdim.extras import require
from graphdim.threads import n_cores
from graphdim.training.estimate import Timings
from graphdim.training.facts import dataset_facts
from graphdim.training.grid import WORDS, cells, trainings
from graphdim.training.ledger import Ledger
from graphdim.training.progress import announce, say, watched
from graphdim.training.settings import DEFAULTS
from graphdim.training.workers import WorkerContext, worker_pool
from graphdim.words import counted

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from graphdim.training.data import LabelledGraph
    from graphdim.training.definition import Training
    from graphdim.training.grid import Graphs, Grid, Word
    from graphdim.training.ledger import Record
    from graphdim.training.settings import Settings

__all__ = ["Experiment"]


@dataclass(frozen=True, slots=True)
class Experiment:
    """Grids with the settings of their trainings, the words for dimensions, and what to note about each graph."""

    grids: tuple[Grid, ...]
    settings: Settings = DEFAULTS
    words: Mapping[str, Word] = field(default_factory=lambda: WORDS)
    facts: Callable[[LabelledGraph], dict[str, Any]] = dataset_facts

    def trainings(self, graphs: Graphs) -> list[Training]:
        """Every training of the grids once; a grid that has a dataset more often than another goes on with it."""
        planned = (
            training
            for grid in self.grids
            for training in trainings(cells(grid, graphs, self.settings, self.words), grid.seeds)
        )
        return list(dict.fromkeys(planned))

    def run(self, ledger: str | os.PathLike[str], *, workers: int | None = None) -> Iterator[Record]:
        """Train what the ledger does not hold yet; every record is in the ledger when it is yielded.

        Interrupted, the interrupt says how much the ledger holds.
        """
        require("torch", "training")
        graphs = facts_of_datasets([name for grid in self.grids for name in grid.datasets], self.facts)
        planned = self._spelt(graphs).trainings(graphs)
        known = Ledger(ledger).records(self.settings)
        done = {record.training for record in known}
        missing = [training for training in planned if training not in done]
        if not missing:
            say(f"The ledger {ledger} already holds everything: {counted(len(planned), 'training')}.")
            return
        Ledger(ledger).prepare()
        context = WorkerContext(graphs, self.settings)
        try:
            for record in _train(missing, len(planned), Timings(known), context, workers or n_cores()):
                Ledger(ledger).append(record)
                yield record
        except KeyboardInterrupt:
            # Read again: the last record may have been written and not yielded any more.
            kept = len({record.training for record in Ledger(ledger).records(self.settings)} & set(planned))
            msg = f"{kept:,} of {counted(len(planned), 'training')} are in {ledger}; the same command goes on"
            raise KeyboardInterrupt(msg) from None

    def _spelt(self, graphs: Graphs) -> Experiment:
        """The same with the names of datasets spelt as in the catalogue; users may write them in any case."""
        names = {name.lower(): name for name in graphs}
        grids = (replace(grid, datasets=tuple(names[name.lower()] for name in grid.datasets)) for grid in self.grids)
        return replace(self, grids=tuple(grids))


def _train(
    missing: Sequence[Training], n_planned: int, timings: Timings, context: WorkerContext, workers: int
) -> Iterator[Record]:
    with worker_pool(context, min(workers, len(missing))) as pool:
        announce(missing, n_planned - len(missing), timings, pool)
        yield from watched(timings.longest_first(missing), timings, pool)


def facts_of_datasets(
    datasets: Sequence[str], facts: Callable[[LabelledGraph], dict[str, Any]] = dataset_facts
) -> dict[str, dict[str, Any]]:
    """The facts of every dataset, by name; all names are checked before the first is loaded."""
    from graphdim.training.data import load, trainable

    known = trainable()
    for dataset in datasets:
        if dataset.lower() not in map(str.lower, known):
            msg = f"dataset {dataset!r} is unknown or has no labels; those to train on are {', '.join(known)}"
            raise DatasetError(msg)
    loaded = [load(dataset) for dataset in dict.fromkeys(name.lower() for name in datasets)]
    return {graph.name: facts(graph) for graph in loaded}
