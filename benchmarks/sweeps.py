"""Sweeps of real graphs beside their full grids: does the race give the same answer, and how much does it save?

    python benchmarks/sweeps.py         # trains what benchmarks/sweeps/ lacks, then writes the table of docs/racing.md
    python benchmarks/sweeps.py --table # writes the cases whose ledgers are complete

Every case has a ledger with all dimensions and seeds. The sweep is replayed on it: it asks for a training, and takes
the score that the ledger has for it. Interrupted, it goes on where it stopped.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from race_simulation import PAGE, markdown, write
from scipy.sparse.linalg import svds

import graphdim as gd
from graphdim.racing.identity import identity, name_of
from graphdim.racing.ledger import RaceLedger
from graphdim.racing.result import Race
from graphdim.racing.terms import race_terms
from graphdim.racing.trial import train
from graphdim.sweeping.candidates import candidates
from graphdim.sweeping.objectives import objective_of
from graphdim.sweeping.own import own_graph

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from graphdim.sweeping.objectives import Objective


FOLDER = Path(__file__).with_suffix("")
MARGIN, LEVEL = 0.01, 0.05
HEAD = ["graph", "task", "model", "grid, by means", "grid, shown", "sweep", "trainings", "saved"]


def svd(adjacency: csr_array, dimension: int, seed: int) -> NDArray[np.float64]:
    """A function such as a user would write: the left singular vectors, each times the root of its value."""
    start = np.random.default_rng(seed).normal(size=adjacency.shape[0])
    vectors, values, _ = svds(adjacency.astype(np.float64), dimension, v0=start)
    return vectors * np.sqrt(values)


class Case(NamedTuple):
    """What is swept."""

    graph: str
    task: str
    model: str | Callable[..., NDArray[np.float64]]
    max_seeds: int = 10

    @property
    def name(self) -> str:
        """What its ledger is called."""
        return f"{self.graph}-{self.task}-{self.model if isinstance(self.model, str) else name_of(self.model)}"


CASES = (
    Case("cora", "node-classification", "gcn"),
    Case("air_usa", "link-prediction", "deepwalk"),
    Case("polblogs", "link-prediction", "spectral"),
    Case("polblogs", "link-prediction", svd),
)


def prepared(case: Case) -> tuple[Objective, RaceLedger, tuple[int, ...]]:
    """The objective of a case, its ledger, and the dimensions of its grid."""
    graph, labelled = own_graph(f"dataset:{case.graph}")
    _, objective = objective_of(case.model, case.task, graph, labelled, is_dataset=True)
    ledger = RaceLedger(FOLDER / f"{case.name}.jsonl", identity(objective), case.name)
    return objective, ledger, candidates("auto", (), graph.n_nodes)


def fill(case: Case) -> None:
    """Train what the ledger lacks, seed by seed."""
    objective, ledger, tried = prepared(case)
    known = ledger.trainings()
    for cell in ((dimension, seed) for seed in range(case.max_seeds) for dimension in reversed(tried)):
        if cell not in known:
            training = train(objective, *cell)
            ledger.append(training)
            print(case.name, *cell, f"{training.score:.4f}", file=sys.stderr, flush=True)


def races(case: Case) -> tuple[Race, Race] | None:
    """The full grid of a case as one race, and the race that the sweep would have been; None if cells are missing."""
    objective, ledger, tried = prepared(case)
    whole = Race(race_terms(tried, MARGIN, LEVEL, case.max_seeds), ended="seeds").adding(ledger.trainings().values())
    if whole.n_trainings < whole.terms.size:
        return None
    options = {"margin": MARGIN, "level": LEVEL, "max_seeds": case.max_seeds}
    return whole, gd.race(objective, tried, ledger=ledger.path, **options)


def row(case: Case, whole: Race, swept: Race) -> list[str]:
    """A line of the table."""
    means = {point.dimension: point.mean for point in whole.curve}
    within = min(dimension for dimension, mean in means.items() if mean >= max(means.values()) - MARGIN)
    return [
        case.graph,
        case.task,
        case.model if isinstance(case.model, str) else f"own function (`{name_of(case.model)}`)",
        str(within),
        str(whole.dimension or "none"),
        str(swept.dimension or "none"),
        f"{swept.n_trainings} of {whole.n_trainings}",
        f"{100 - 100 * swept.n_trainings / whole.n_trainings:.0f} %",
    ]


def main() -> None:
    """Fill the ledgers, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", action="store_true", help="train nothing")
    if not parser.parse_args().table:
        for case in CASES:
            fill(case)
    both = {case: races(case) for case in CASES}
    write("sweeps", markdown(HEAD, [row(case, *found) for case, found in both.items() if found]), PAGE)


if __name__ == "__main__":
    main()
