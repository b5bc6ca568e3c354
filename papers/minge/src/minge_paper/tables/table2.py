"""Table 2: scores by dimension, for every task, dataset and model; the selected dimension stands in the grid."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from graphdim.training.facts import selected
from minge_paper.presets import TABLES, cells
from minge_paper.published import printed_scores
from minge_paper.results import compared
from minge_paper.statistics import regret
from minge_paper.tables.blocks import Block, Table
from minge_paper.tables.scored import Cell, block, judged

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphdim.training.definition import Training
    from minge_paper.results import Results

__all__ = ["row", "rows", "table"]


def table(results: Results) -> Table:
    """One block for each task, dataset and model."""
    blocks = tuple(row(results, of_row) for of_row in rows(cells(TABLES[2], results.facts())))
    return Table("2", "Table 2: score by dimension in percent, * the dimension that MinGE selects", blocks)


def rows(trainings: Iterable[Training]) -> list[list[Training]]:
    """The trainings of each task, dataset and model together, as they come."""
    return [list(of_row) for _, of_row in groupby(trainings, key=_key)]


def row(results: Results, trainings: list[Training]) -> Block:
    """Every dimension of one task, dataset and model against the best of them."""
    task, dataset, model = _key(trainings[0])
    chosen = selected({**results.facts(), **results.graphs}[dataset])
    printed = printed_scores(task, dataset, model)
    scores = {training.dimension: results.scores(training) for training in trainings}
    comparison = compared(scores)
    shortfall = regret(scores, comparison, chosen)
    sentences, verdict = judged(comparison, shortfall, chosen)
    columns = [
        Cell(
            f"{dimension}{'*' if dimension == chosen else ''}",
            training,
            results.records(training),
            printed.get(dimension),
        )
        for training in trainings
        for dimension in [training.dimension]
    ]
    facts = {"task": task, "dataset": dataset, "model": model, **verdict}
    return block(f"{task} · {dataset} · {model}", columns, sentences, facts)


def _key(training: Training) -> tuple[str, str, str]:
    return training.task, training.dataset, training.model
