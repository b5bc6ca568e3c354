"""What every selector chooses on the fifteen graphs, kept in one file for each graph under results/choices.

A selector sees the whole graph here, without features or labels, except `cv on labels`. Where its choice is judged on
held-out edges, these edges were among what it saw; docs/selectors.md judges selectors on edges that they never saw.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphdim import engines
from graphdim.choices import STRUCTURES
from graphdim.comparing import Question, compare_view
from graphdim.engines.options import SourceOptions
from graphdim.errors import GraphDimError
from graphdim.folders import write_whole
from graphdim.graph.matrices import adjacency_of
from graphdim.selectors import SELECTORS, run, selector
from graphdim.selectors.methods import SLOW
from graphdim.training.data import load
from minge_paper import places
from minge_paper.embeddings import GRAPHS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from graphdim.engines.view import GraphView

__all__ = ["ON_LABELS", "Choice", "choices_of", "choose_all"]

ON_LABELS = "cv on labels"


@dataclass(frozen=True, slots=True)
class Choice:
    """A selector's dimension, or None with the reason, and the seconds it took beyond reading the graph."""

    dimension: int | None
    seconds: float
    why: str = ""


def choices_of(dataset: str) -> dict[str, Choice]:
    """Every selector's choice by its name; empty if they were not computed yet."""
    path = _path(dataset)
    if not path.exists():
        return {}
    return {name: Choice(**facts) for name, facts in json.loads(path.read_text(encoding="utf-8")).items()}


def choose_all() -> Iterator[str]:
    """Compute what is missing, graph by graph; yields the names of the graphs."""
    for dataset in GRAPHS:
        if not _path(dataset).exists():
            content = json.dumps(_choices(dataset), indent=1)
            places.CHOICES.mkdir(parents=True, exist_ok=True)
            write_whole(_path(dataset), f"{content}\n".encode())
            yield dataset


def _path(dataset: str) -> Path:
    return places.CHOICES / f"{dataset}.json"


def _choices(dataset: str) -> dict[str, dict[str, Any]]:
    graph = load(dataset)
    with engines.open(adjacency_of(graph.edges, graph.n_nodes), SourceOptions()) as view:
        names = [name for name in SELECTORS if name not in SLOW]
        chosen = {name: _choice(view, name) for name in names}
        chosen |= {f"minge, {term}": _choice(view, "minge", structure=term) for term in STRUCTURES[1:]}
        started = time.perf_counter()
        measured = compare_view(view, Question(methods=("cv",)), graph.labels)
        why = {} if measured.dimension else {"why": "no dimension is better than guessing"}
        seconds = round(time.perf_counter() - started, 2)
        chosen[ON_LABELS] = {"dimension": measured.dimension, "seconds": seconds, **why}
    return chosen


def _choice(view: GraphView, name: str, **parameters: Any) -> dict[str, Any]:
    started = time.perf_counter()
    try:
        dimension, why = run(selector(name, **parameters), view).dimension, {}
    except GraphDimError as error:
        dimension, why = None, {"why": str(error)}
    return {"dimension": dimension, "seconds": round(time.perf_counter() - started, 2), **why}
