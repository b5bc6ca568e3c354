"""Judge every selector on edges and labels that it never saw, and write the table of docs/selectors.md.

    python benchmarks/judging.py run        # resumable: benchmarks/judging.jsonl keeps every choice and curve
    python benchmarks/judging.py table      # ledger → docs/selectors.md

Outer split, by seed: a tenth of the edges (links), or half of the labelled nodes (labels), is held out. Selectors see
the rest alone; cross-validation makes its own splits inside it. The curve of the held-out part then says what each
choice costs: the mean score of the best dimension minus the mean score at the choice, over the seeds. `judged` makes
the tables.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from judged import LEDGER, lines, write_tables

from graphdim import engines, read
from graphdim.engines.options import SourceOptions
from graphdim.errors import GraphDimError
from graphdim.graph.matrices import adjacency_of
from graphdim.selectors import SELECTORS, run, selector
from graphdim.selectors.cv.labels import LabelSplits
from graphdim.selectors.cv.links import LinkSplits
from graphdim.selectors.cv.measuring import measured
from graphdim.selectors.cv.scores import dimension_grid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Known = dict[tuple[str, str, int, str], dict[str, Any]]

GRAPHS = (
    "air_europe", "chameleon_filtered", "air_usa", "polblogs", "squirrel_filtered", "cora", "airport", "citeseer",
    "blogcatalog_attr", "actor", "amazon_photo", "tolokers", "amazon_computers", "coauthor_cs", "pubmed",
)  # fmt: skip
SEEDS = range(5)
MARGIN = 0.005
MAX_RANK = 512
SLOW = {"snml", "aic", "bic", "normalized-loss-walks"}
METHODS = ("cv", "cv on links", *(name for name in SELECTORS if name not in {"cv", *SLOW}))


class Links:
    """The outer split of edges: what selectors see, and the curve of what they do not."""

    task = "links"

    def __init__(self, graph: Any, seed: int) -> None:
        adjacency = adjacency_of(graph.pairs, graph.n_nodes)
        self.splits = LinkSplits(adjacency, seed=10_000 + seed)
        self.split = self.splits.split(0)

    def seen(self) -> AbstractContextManager[Any]:
        """A view of the remaining edges."""
        return engines.open(self.split.spectra.adjacency, SourceOptions())

    def curve(self) -> dict[int, float]:
        """The score of the held-out edges at each dimension."""
        grid = dimension_grid(min(MAX_RANK, self.splits.most_dimensions))
        return dict(zip(grid, self.split.scores(grid), strict=True))

    def inner(self, view: Any, seed: int) -> Any:
        """The splits that cross-validation makes of what it sees."""
        return LinkSplits(view.adjacency(), seed)


class Labels:
    """The outer split of labelled nodes; every edge is seen, so that all seeds share one view of the graph."""

    task = "labels"

    def __init__(self, view: Any, labels: NDArray[np.int64], seed: int) -> None:
        self.view, self.labels = view, labels
        rng = np.random.default_rng([20_000, seed])
        self.hidden = np.zeros(len(labels), dtype=bool)
        for label in np.unique(labels[labels >= 0]):
            members = rng.permutation(np.flatnonzero(labels == label))
            self.hidden[members[: len(members) // 2]] = True

    @contextmanager
    def seen(self) -> Iterator[Any]:
        """All edges."""
        yield self.view

    def curve(self) -> dict[int, float]:
        """The score of the hidden labels at each dimension, learned from the others."""
        splits = OuterLabels(self.view.spectra, self.labels)
        splits.is_test = self.hidden[self.view.spectra.nodes][splits.nodes]
        grid = splits.grid(min(MAX_RANK, splits.most_dimensions))
        return dict(zip(grid, splits.measure(grid, range(1)).scores[0].tolist(), strict=True))

    def inner(self, view: Any, seed: int) -> Any:
        """Splits of the labels that are seen."""
        return LabelSplits(view.spectra, np.where(self.hidden, -1, self.labels), seed)


class OuterLabels(LabelSplits):
    """One split, which is given."""

    is_test: NDArray[np.bool_]

    def parts(self, number: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The nodes that are seen, and those that are hidden."""
        assert number == 0
        return np.flatnonzero(~self.is_test), np.flatnonzero(self.is_test)


def judge(task: Links | Labels, graph: str, seed: int, known: Known, methods: list[str]) -> Iterator[dict[str, Any]]:
    """What is missing of one outer split: every method's choice, and the curve."""
    key = {"task": task.task, "graph": graph, "seed": seed}
    # On links, cross-validation on links is what "cv" is.
    fitting = [name for name in methods if task.task == "labels" or name != "cv on links"]
    missing = [name for name in fitting if (task.task, graph, seed, name) not in known]
    if missing:
        with task.seen() as view:
            for name in missing:
                # Methods that look at edges alone see the same graph whichever labels are hidden.
                same = known.get((task.task, graph, 0, name)) if task.task == "labels" and name != "cv" else None
                found = {name: same} if same else choices(task, view, name, seed)
                yield from ({**choice, **key, "method": method} for method, choice in found.items())
    if (task.task, graph, seed, "curve") not in known:
        curve = task.curve()
        scores = [round(score, 6) for score in curve.values()]
        yield {**key, "method": "curve", "dimensions": list(curve), "scores": scores}


def choices(task: Links | Labels, view: Any, name: str, seed: int) -> dict[str, dict[str, Any]]:
    """A method's choice, or why there is none; cross-validation also has the best of its curve."""
    started = time.perf_counter()
    try:
        if name == "cv":
            scores = measured(task.inner(view, seed), margin=MARGIN, max_rank=MAX_RANK)
            found = {"cv": scores.as_good(MARGIN)[0], "cv best": scores.best}
        else:
            found = {name: run(selector("cv" if name == "cv on links" else name), view).dimension}
    except GraphDimError as error:
        return {name: {"dimension": None, "why": str(error), "seconds": round(time.perf_counter() - started, 3)}}
    seconds = round(time.perf_counter() - started, 3)
    return {method: {"dimension": dimension, "seconds": seconds} for method, dimension in found.items()}


def compute(graphs: list[str], tasks: list[str], methods: list[str], seeds: list[int]) -> None:
    """Fill the ledger, seed by seed, small graphs first."""
    known = {(line["task"], line["graph"], line["seed"], line["method"]): line for line in lines()}
    with ExitStack() as views:
        tasks_of = Tasks(views)
        for seed, name, task in product(seeds, graphs, tasks):
            for line in judge(tasks_of(name, task, seed), name, seed, known, methods):
                known[task, name, seed, line["method"]] = line
                with LEDGER.open("a", encoding="utf-8") as ledger:
                    ledger.write(json.dumps(line) + "\n")
                print({key: line[key] for key in line if key not in ("dimensions", "scores")}, flush=True)


class Tasks:
    """The outer splits; graphs are read once, and views for labels stay open."""

    def __init__(self, views: ExitStack) -> None:
        self._views = views
        self.graph = cache(lambda name: read(f"dataset:{name}"))
        self.view = cache(self._opened)

    def __call__(self, name: str, task: str, seed: int) -> Links | Labels:
        """One of the outer splits."""
        if task == "links":
            return Links(self.graph(name), seed)
        return Labels(self.view(name), labels_of(name, self.graph(name).n_nodes), seed)

    def _opened(self, name: str) -> Any:
        graph = self.graph(name)
        return self._views.enter_context(engines.open(adjacency_of(graph.pairs, graph.n_nodes), SourceOptions()))


def labels_of(name: str, n_nodes: int) -> NDArray[np.int64]:
    """The labels of a dataset."""
    from graphdim.reading.datasets import contents

    return contents(name, n_nodes).labels


def main() -> None:
    """Run, or write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["run", "table"])
    parser.add_argument("--graphs", default=",".join(GRAPHS))
    parser.add_argument("--tasks", default="links,labels")
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--seeds", type=int, nargs="+", default=list(SEEDS))
    given = parser.parse_args()
    if given.what == "run":
        compute(given.graphs.split(","), given.tasks.split(","), given.methods.split(","), given.seeds)
    else:
        write_tables()


if __name__ == "__main__":
    main()
