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

LEDGER = Path(__file__).with_suffix(".jsonl")
GRAPHS = (
    "air_europe", "chameleon_filtered", "air_usa", "polblogs", "squirrel_filtered", "cora", "airport", "citeseer",
    "blogcatalog_attr", "actor", "amazon_photo", "tolokers", "amazon_computers", "coauthor_cs", "pubmed",
)  # fmt: skip
SEEDS = range(5)
MARGIN = 0.005
MAX_RANK = 512
SLOW = {"snml", "aic", "bic", "normalized-loss-walks"}
MARKS = ("<!-- judged -->", "<!-- end of judged -->")
FIXED = (16, 32, 64, 128, 256)


class Links:
    """The outer split of edges: what selectors see, and the curve of what they do not."""

    task = "links"

    def __init__(self, graph: Any, seed: int) -> None:
        adjacency = adjacency_of(graph.pairs, graph.n_nodes)
        self.splits = LinkSplits(adjacency, seed=10_000 + seed)
        self.split = self.splits.split(0)

    def seen(self) -> Any:
        """The remaining edges, as a source."""
        return self.split.spectra.adjacency

    def curve(self) -> dict[int, float]:
        """The score of the held-out edges at each dimension."""
        grid = dimension_grid(min(MAX_RANK, self.splits.most_dimensions))
        return dict(zip(grid, self.split.scores(grid), strict=True))

    def inner(self, view: Any, seed: int) -> Any:
        """The splits that cross-validation makes of what it sees."""
        return LinkSplits(view.adjacency(), seed)


class Labels:
    """The outer split of labelled nodes; every edge is seen."""

    task = "labels"

    def __init__(self, graph: Any, labels: NDArray[np.int64], seed: int) -> None:
        self.adjacency, self.labels, self.seed = adjacency_of(graph.pairs, graph.n_nodes), labels, seed
        rng = np.random.default_rng([20_000, seed])
        self.hidden = np.zeros(len(labels), dtype=bool)
        for label in np.unique(labels[labels >= 0]):
            members = rng.permutation(np.flatnonzero(labels == label))
            self.hidden[members[: len(members) // 2]] = True

    def seen(self) -> Any:
        """All edges."""
        return self.adjacency

    def curve(self) -> dict[int, float]:
        """The score of the hidden labels at each dimension, learned from the others."""
        with engines.open(self.adjacency, SourceOptions()) as view:
            splits = OuterLabels(view.spectra, self.labels)
            splits.is_test = self.hidden[view.spectra.nodes][splits.nodes]
            grid = splits.grid(min(MAX_RANK, splits.most_dimensions))
            return dict(zip(grid, splits.measure(grid, range(1)).scores[0].tolist(), strict=True))

    def inner(self, view: Any, seed: int) -> Any:
        """Splits of the labels that are seen."""
        return LabelSplits(view.spectra, np.where(self.hidden, -1, self.labels), seed)


class OuterLabels(LabelSplits):
    """One split, which is given."""

    is_test: NDArray[np.bool_]

    def halves(self, number: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The nodes that are seen, and those that are hidden."""
        assert number == 0
        return np.flatnonzero(~self.is_test), np.flatnonzero(self.is_test)


def judge(
    task: Links | Labels, graph: str, seed: int, known: set[tuple[Any, ...]], methods: list[str]
) -> Iterator[Any]:
    """What is missing of one outer split: its curve, and every method's choice."""
    key = {"task": task.task, "graph": graph, "seed": seed}
    if (task.task, graph, seed, "curve") not in known:
        curve = task.curve()
        yield {
            **key,
            "method": "curve",
            "dimensions": list(curve),
            "scores": [round(each, 6) for each in curve.values()],
        }
    missing = [name for name in methods if (task.task, graph, seed, name) not in known]
    if not missing:
        return
    with engines.open(task.seen(), SourceOptions()) as view:
        for name in missing:
            yield {**key, "method": name, **choice(task, view, name, seed)}


def choice(task: Links | Labels, view: Any, name: str, seed: int) -> dict[str, Any]:
    """One method's choice, or why there is none."""
    started = time.perf_counter()
    try:
        if name in ("cv", "cv best"):
            scores = measured(task.inner(view, seed), margin=MARGIN, max_rank=MAX_RANK)
            found = scores.best if name == "cv best" else scores.as_good(MARGIN)[0]
        else:
            found = run(selector(name), view).dimension
    except GraphDimError as error:
        return {"dimension": None, "why": str(error), "seconds": round(time.perf_counter() - started, 3)}
    return {"dimension": found, "seconds": round(time.perf_counter() - started, 3)}


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


def compute(graphs: list[str], tasks: list[str]) -> None:
    """Fill the ledger, seed by seed, small graphs first."""
    known = {(line["task"], line["graph"], line["seed"], line["method"]) for line in lines()}
    methods = ["cv", "cv best", *(name for name in SELECTORS if name not in {"cv", *SLOW})]
    for seed in SEEDS:
        for name in graphs:
            graph = read(f"dataset:{name}")
            for task in tasks:
                outer = Links(graph, seed) if task == "links" else Labels(graph, labels_of(name, graph.n_nodes), seed)
                for line in judge(outer, name, seed, known, methods):
                    with LEDGER.open("a", encoding="utf-8") as ledger:
                        ledger.write(json.dumps(line) + "\n")
                    print({key: line[key] for key in line if key not in ("dimensions", "scores")}, flush=True)


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
    given = parser.parse_args()
    if given.what == "run":
        compute(given.graphs.split(","), given.tasks.split(","))
    else:
        write_table()


if __name__ == "__main__":
    main()
