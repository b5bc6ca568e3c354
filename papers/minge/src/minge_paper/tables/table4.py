"""Table 4: the dimension for each structure weight λ, and the accuracy of GCN at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.training.facts import selected
from minge_paper.facts import STRUCTURE_WEIGHTS
from minge_paper.presets import DATASETS, TABLES, cells
from minge_paper.published import printed_by_lambda
from minge_paper.results import compared
from minge_paper.statistics import regret
from minge_paper.tables.blocks import Block, Table
from minge_paper.tables.scored import Cell, block, judged

if TYPE_CHECKING:
    from minge_paper.results import Results

__all__ = ["table"]


def table(results: Results) -> Table:
    """One block for each dataset."""
    blocks = tuple(_row(results, dataset) for dataset in DATASETS)
    return Table("4", "Table 4: GCN at the dimension of each structure weight λ, accuracy in percent", blocks)


def _row(results: Results, dataset: str) -> Block:
    facts = results.facts()
    trainings = {training.dimension: training for training in cells(TABLES[4].changed(datasets=(dataset,)), facts)}
    printed = printed_by_lambda(dataset)
    ours = [selected(facts[dataset], weight) for weight in STRUCTURE_WEIGHTS]
    columns = [
        Cell(
            f"λ={weight:g}: {dimension}",
            trainings[dimension],
            results.records(trainings[dimension]),
            printed[weight][1],
        )
        for weight, dimension in zip(STRUCTURE_WEIGHTS, ours, strict=True)
    ]
    scores = {cell.training.dimension: cell.scores for cell in columns}
    comparison, chosen = compared(scores), selected(facts[dataset])
    sentences, verdict = judged(comparison, regret(scores, comparison, chosen), chosen)
    printed_dimensions = [printed[weight][0] for weight in STRUCTURE_WEIGHTS]
    if printed_dimensions != ours:
        sentences.append(f"The paper prints the dimensions {', '.join(map(str, printed_dimensions))}.")
    by_lambda = {"structure_weights": list(STRUCTURE_WEIGHTS), "printed_dimensions": printed_dimensions}
    return block(dataset, columns, sentences, {"dataset": dataset, **by_lambda, **verdict})
