"""The best score of each graph and embedding, and that at 128: what the embedding matters next to its dimension."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from minge_paper.embeddings import GRAPHS
from minge_paper.evidence.judged import LABELS, LINKS, SITUATIONS, curves
from minge_paper.evidence.rows import NAMES, shown
from minge_paper.markdown import folded, pipes
from minge_paper.text import MISSING, number

if TYPE_CHECKING:
    from minge_paper.curves import Curve
    from minge_paper.results import Results

__all__ = ["scores"]

HABIT = 128
# Trained on every graph; GAT and GCNII only on those of the paper.
MODELS = {"spectral": "Spectral embedding", "prone": "ProNE", "deepwalk": "DeepWalk", "gcn": NAMES["gcn"]}
TASKS = {LINKS: "Links: ROC-AUC", LABELS: "Labels: accuracy, or ROC-AUC for two lopsided classes"}
LEGEND = """\
The best mean over seeds with its dimension, then the mean at 128; the best is picked on the seeds that it is scored
on. Networks see the features of a graph, where it has any, embeddings see its edges alone."""
APART = " Embeddings learn from half of the labelled nodes, networks from other splits: do not compare these two."


def scores(results: Results) -> str:
    """A table for each task, which unfolds."""
    known = {(curve.task, curve.dataset, curve.model): curve for of in SITUATIONS for curve in curves(results, of)}
    return "\n\n".join(_table(task, title, known) for task, title in TASKS.items())


def _table(task: str, title: str, known: dict[tuple[str, str, str], Curve]) -> str:
    graphs = [graph for graph in GRAPHS if any((task, graph, model) in known for model in MODELS)]
    if not graphs:
        return f"{title}: nothing is measured yet."
    legend = LEGEND + (APART if task == LABELS else "")
    lines = [[shown(graph), *(_cell(known.get((task, graph, model))) for model in MODELS)] for graph in graphs]
    return folded(f"{title}, by graph and embedding", f"{legend}\n\n{pipes(['graph', *MODELS.values()], lines)}")


def _cell(curve: Curve | None) -> str:
    if curve is None:
        return MISSING
    means = {dimension: fmean(curve.scores[dimension].values()) for dimension in curve.dimensions}
    best = max(means, key=lambda dimension: (round(means[dimension], 9), -dimension))
    habit = number(fmean(curve.at(HABIT, seed) for seed in curve.seeds))
    return f"{number(means[best])} at {best}; {habit}"
