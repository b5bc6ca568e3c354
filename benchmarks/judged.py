"""The ledger of benchmarks/judging.py → the tables of docs/selectors.md.

    regret = best mean score over the seeds - mean score at the choices            in points, for each graph

Means, medians and their 95 % intervals are over graphs, which are drawn again with replacement. Seconds are the median
over the graphs of the quickest seed; labels are learned from a spectrum that only the first seed pays for, so that this
one counts.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["LEDGER", "lines", "tables", "write_tables"]

LEDGER = Path(__file__).with_name("judging.jsonl")
PAGE = Path(__file__).parents[1] / "docs" / "selectors.md"
MARKS = ("<!-- judged -->", "<!-- end of judged -->")
FIXED = (16, 32, 64, 128, 256)
# What a choice costs that knows the test: the noise of the tables.
OTHERS = "best of other seeds"
SHOWN = ("cv best", "cv", "ecv", "minge", "fixed 64", "fixed 128", OTHERS)
# Below this many labelled nodes the noise of the test decides.
FEW_LABELS = ("air_europe",)


def lines() -> list[dict[str, Any]]:
    """What the ledger holds; a torn last line is left out."""
    known = []
    for line in LEDGER.read_text(encoding="utf-8").splitlines() if LEDGER.exists() else []:
        try:
            known.append(json.loads(line))
        except ValueError:
            continue
    return known


@dataclass
class Judged:
    """All outer splits of one task."""

    task: str
    curves: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    choices: dict[tuple[str, str], dict[int, dict[str, Any]]] = field(default_factory=lambda: defaultdict(dict))

    def __post_init__(self) -> None:
        rows = [line for line in lines() if line["task"] == self.task]
        self.curves = {(row["graph"], row["seed"]): row for row in rows if row["method"] == "curve"}
        for row in rows:
            if row["method"] != "curve" and (row["graph"], row["seed"]) in self.curves:
                self.choices[row["method"], row["graph"]][row["seed"]] = row
        for graph, seed in self.curves:
            for fixed in FIXED:
                self.choices[f"fixed {fixed}", graph][seed] = {"dimension": fixed, "seconds": 0.0}
            others = [curve for (name, other), curve in self.curves.items() if name == graph and other != seed]
            if others:
                self.choices[OTHERS, graph][seed] = {"dimension": best(others), "seconds": 0.0}

    @property
    def graphs(self) -> list[str]:
        """Graphs with a curve, in the order of the ledger."""
        return list(dict.fromkeys(graph for graph, _ in self.curves))

    @property
    def methods(self) -> list[str]:
        """Methods with a choice."""
        return list(dict.fromkeys(method for method, _ in self.choices))

    def regret(self, method: str, graph: str) -> float | None:
        """Points below the best on one graph; None if a choice is missing or was not measured."""
        chosen = self.choices.get((method, graph), {})
        both = [(chosen[seed]["dimension"], self.curves[graph, seed]) for seed in chosen]
        if not both or any(dimension is None or dimension > curve["dimensions"][-1] for dimension, curve in both):
            return None
        best = np.mean([curve["scores"] for _, curve in both], axis=0).max()
        at = [np.interp(np.log2(k), np.log2(curve["dimensions"]), curve["scores"]) for k, curve in both]
        return float(100 * (best - np.mean(at)))

    def regrets(self, method: str, without: tuple[str, ...] = ()) -> NDArray[np.float64]:
        """Its points below the best, on every graph that counts."""
        known = [self.regret(method, graph) for graph in self.graphs if graph not in without]
        return np.array([points for points in known if points is not None])

    def seconds(self, method: str) -> float:
        """The time to choose, the median over graphs."""
        times = [
            [row["seconds"] for seed, row in chosen.items() if self.task == "links" or seed == 0]
            for (name, _), chosen in self.choices.items()
            if name == method
        ]
        return float(np.median([min(each) for each in times if each]))

    def dimension(self, method: str) -> int:
        """Its choice, the median over all splits."""
        rows = [row for (name, _), chosen in self.choices.items() if name == method for row in chosen.values()]
        return round(float(np.median([row["dimension"] for row in rows if row["dimension"] is not None])))

    def best(self, graph: str) -> int:
        """The dimension with the best mean score."""
        return best([curve for (name, _), curve in self.curves.items() if name == graph])


def best(curves: list[dict[str, Any]]) -> int:
    """The dimension at which the mean of some curves is highest."""
    return int(curves[0]["dimensions"][np.argmax(np.mean([curve["scores"] for curve in curves], axis=0))])


@cache
def judged(task: str) -> Judged:
    """The splits of a task, read once."""
    return Judged(task)


def interval(points: NDArray[np.float64], statistic: Any) -> str:
    """A statistic with its interval over graphs."""
    drawn = np.random.default_rng(0).choice(points, size=(10_000, len(points)))
    low, high = np.percentile(statistic(drawn, axis=1), [2.5, 97.5])
    return f"{number(statistic(points))} [{number(low)}, {number(high)}]"


def number(points: float) -> str:
    """A number of points, without a negative zero."""
    return f"{round(points, 1) + 0.0:.1f}"


def summary(task: str) -> str:
    """Regret and time of every method over the graphs, the smallest mean first."""
    result = judged(task)
    regrets = {method: result.regrets(method) for method in result.methods}
    rows = ["| method | mean [95 %] | median [95 %] | worst | graphs | dimension | seconds |", "|---|" + "---|" * 6]
    for method, points in sorted(regrets.items(), key=lambda item: item[1].mean() if len(item[1]) else np.inf):
        if len(points):
            time = "" if method == OTHERS or method.startswith("fixed") else f"{result.seconds(method):.1f}"
            rows.append(
                f"| `{method}` | {interval(points, np.mean)} | {interval(points, np.median)} "
                f"| {number(points.max())} | {len(points)} | {result.dimension(method)} | {time} |"
            )
    return "\n".join(rows)


def by_graph(task: str) -> str:
    """The regret of a few methods on every graph."""
    result = judged(task)
    shown = [*SHOWN, "cv on links"] if task == "labels" else SHOWN
    rows = ["| graph | seeds | best | " + " | ".join(f"`{name}`" for name in shown) + " |"]
    rows.append("|---|---|---|" + "---|" * len(shown))
    for graph in sorted(result.graphs):
        seeds = sum(name == graph for name, _ in result.curves)
        cells = [result.regret(name, graph) for name in shown]
        written = " | ".join("" if cell is None else number(cell) for cell in cells)
        rows.append(f"| {graph} | {seeds} | {result.best(graph)} | {written} |")
    return "\n".join(rows)


def headline(task: str) -> str:
    """What was judged, and how cross-validation did."""
    result = judged(task)
    without = FEW_LABELS if task == "labels" else ()
    said = [
        f"`{name}` lies {points.mean():.2f} points below the best on average and {points.max():.2f} at worst"
        for name in ("cv best", "cv")
        if len(points := result.regrets(name, without))
    ]
    graphs = f", on the {len(set(result.graphs) - set(without))} graphs with at least 500 labelled nodes"
    size = f"{len(result.graphs)} graphs, {len(result.curves)} outer splits"
    return f"### {task.capitalize()}\n\n{size}; {', '.join(said)}{graphs if without else ''}."


def tables() -> str:
    """Both tasks, as Markdown."""
    return "\n\n".join(f"{headline(task)}\n\n{summary(task)}\n\n{by_graph(task)}" for task in ("links", "labels"))


def write_tables() -> None:
    """Put the tables between the two marks of docs/selectors.md."""
    text = PAGE.read_text(encoding="utf-8")
    start, end = text.index(MARKS[0]) + len(MARKS[0]), text.index(MARKS[1])
    PAGE.write_text(f"{text[:start]}\n\n{tables()}\n\n{text[end:]}", encoding="utf-8")
