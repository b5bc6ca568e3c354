"""Judge every selector on edges and labels that it never saw, and write the table of docs/selectors.md.

    python benchmarks/judging.py run        # resumable: benchmarks/judging.jsonl keeps every choice and curve
    python benchmarks/judging.py table      # ledger → docs/selectors.md

Outer split, by seed: a tenth of the edges (links), or half of the labelled nodes (labels), is held out. Selectors see
the rest alone; cross-validation makes its own splits inside it. The curve of the held-out part then says what each
choice costs: the mean score of the best dimension minus the mean score at the choice, over the seeds.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

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

LEDGER = Path(__file__).with_suffix(".jsonl")
GRAPHS = (
    "air_europe", "chameleon_filtered", "air_usa", "polblogs", "squirrel_filtered", "cora", "airport", "citeseer",
    "blogcatalog_attr", "actor", "amazon_photo", "tolokers", "amazon_computers", "coauthor_cs", "pubmed",
)  # fmt: skip
SEEDS = range(5)
MARGIN = 0.005
MAX_RANK = 512
SLOW = {"snml", "aic", "bic"}
METHODS = ("cv", "cv on links", *(name for name in SELECTORS if name not in {"cv", *SLOW}))
MARKS = ("<!-- judged -->", "<!-- end of judged -->")
FIXED = (16, 32, 64, 128, 256)


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


def lines() -> list[dict[str, Any]]:
    """What the ledger holds; a torn last line is left out."""
    if not LEDGER.exists():
        return []
    known = []
    for line in LEDGER.read_text(encoding="utf-8").splitlines():
        try:
            known.append(json.loads(line))
        except ValueError:
            continue
    return known


def compute(graphs: list[str], tasks: list[str], methods: list[str]) -> None:
    """Fill the ledger, seed by seed, small graphs first."""
    known = {(line["task"], line["graph"], line["seed"], line["method"]): line for line in lines()}
    with ExitStack() as views:
        tasks_of = Tasks(views)
        for seed, name, task in product(SEEDS, graphs, tasks):
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


def regrets(task: str) -> dict[str, dict[str, float]]:
    """Points below the best, by method and graph; only seeds for which a graph's curve and every choice are there."""
    rows = [line for line in lines() if line["task"] == task]
    curves = {(row["graph"], row["seed"]): row for row in rows if row["method"] == "curve"}
    choices: dict[tuple[str, str], dict[int, int | None]] = {}
    for row in rows:
        if row["method"] != "curve" and (row["graph"], row["seed"]) in curves:
            choices.setdefault((row["method"], row["graph"]), {})[row["seed"]] = row["dimension"]
    for graph, seed in curves:
        for fixed in FIXED:
            choices.setdefault((f"fixed {fixed}", graph), {})[seed] = fixed
    costs: dict[str, dict[str, float]] = {}
    for (method, graph), chosen in choices.items():
        cost = regret([curves[graph, seed] for seed in chosen], list(chosen.values()))
        if cost is not None:
            costs.setdefault(method, {})[graph] = cost
    return costs


def regret(curves: list[dict[str, Any]], chosen: list[int | None]) -> float | None:
    """The best mean score over the seeds minus the mean score at the choices; None if a choice was not measured."""
    both = list(zip(chosen, curves, strict=True))
    if any(dimension is None or dimension > curve["dimensions"][-1] for dimension, curve in both):
        return None
    best = np.mean([curve["scores"] for curve in curves], axis=0).max()
    at = [np.interp(np.log2(k), np.log2(c["dimensions"]), c["scores"]) for k, c in both]
    return float(100 * (best - np.mean(at)))


def table(task: str) -> str:
    """Mean, median and worst regret of every method over the graphs, the smallest mean first."""
    costs = {method: list(by_graph.values()) for method, by_graph in regrets(task).items()}
    rng = np.random.default_rng(0)
    rows = ["| method | mean [95 %] | median | worst | graphs |", "|---|---|---|---|---|"]
    for method, points in sorted(costs.items(), key=lambda item: np.mean(item[1])):
        means = rng.choice(points, size=(10_000, len(points))).mean(axis=1)
        low, high = np.percentile(means, [2.5, 97.5]).round(1) + 0.0  # no -0.0
        rows.append(
            f"| `{method}` | {np.mean(points):.1f} [{low:.1f}, {high:.1f}] | {np.median(points):.1f} "
            f"| {max(points):.1f} | {len(points)} |"
        )
    return "\n".join(rows)


def write_table() -> None:
    """Put the tables between the two marks of docs/selectors.md."""
    page = Path(__file__).parents[1] / "docs" / "selectors.md"
    text = page.read_text(encoding="utf-8")
    parts = []
    for task in ("links", "labels"):
        curves = [
            (line["graph"], line["seed"]) for line in lines() if line["task"] == task and line["method"] == "curve"
        ]
        if curves:
            graphs = len({graph for graph, _ in curves})
            size = f"{graphs} graphs, {len(curves)} outer splits"
            parts.append(f"**{task.capitalize()}** ({size}), points below the best:\n\n{table(task)}")
    start, end = text.index(MARKS[0]) + len(MARKS[0]), text.index(MARKS[1])
    page.write_text(text[:start] + "\n\n" + "\n\n".join(parts) + "\n\n" + text[end:], encoding="utf-8")


def main() -> None:
    """Run, or write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["run", "table"])
    parser.add_argument("--graphs", default=",".join(GRAPHS))
    parser.add_argument("--tasks", default="links,labels")
    parser.add_argument("--methods", default=",".join(METHODS))
    given = parser.parse_args()
    if given.what == "run":
        compute(given.graphs.split(","), given.tasks.split(","), given.methods.split(","))
    else:
        write_table()


if __name__ == "__main__":
    main()
