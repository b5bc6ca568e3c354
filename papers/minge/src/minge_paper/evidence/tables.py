"""The paper's tables with our numbers, in few lines: two for each model or graph, ours and printed."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from minge_paper.evidence.claims.dimension import near
from minge_paper.evidence.rows import NAMES, shown
from minge_paper.facts import STRUCTURE_WEIGHTS
from minge_paper.markdown import escaped, gap, mean, pipes
from minge_paper.statistics import Mean
from minge_paper.tables import table1, table2, table3, table4
from minge_paper.text import MISSING, number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from minge_paper.evidence.rows import Row
    from minge_paper.results import Results
    from minge_paper.tables.blocks import Block

__all__ = ["by_row", "sizes", "table_2", "table_3", "table_4"]

LEAST_P = 0.001


def sizes(results: Results) -> str:
    """Table 1."""
    [block] = table1.table(results).blocks
    lines = [[label.strip(), *line] for label, line in block.lines]
    return pipes(["", *map(shown, block.columns)], lines)


def table_2(results: Results) -> str:
    """Table 2: for each task and dataset, the models by dimension."""
    blocks = table2.table(results).blocks
    parts = []
    for (task, dataset), of_part in groupby(blocks, key=lambda block: (block.facts["task"], block.facts["dataset"])):
        models = list(of_part)
        lines = [line for block in models for line in _both(NAMES[block.facts["model"]], block)]
        title = f"**{shown(dataset)}, {task.replace('-', ' ')}**"
        parts.append(f"{title}\n\n{pipes(['', *map(escaped, models[0].columns)], lines)}")
    return "\n\n".join(parts)


def table_3(results: Results) -> str:
    """Table 3: layers × width in each column, the graphs one below the other."""
    blocks = table3.table(results).blocks
    return "\n\n".join(
        f"**{shown(block.facts['dataset'])}**\n\n"
        + pipes(["layers × width", *map(escaped, block.columns)], [*_both("GCNII", block), *_costs(block)])
        for block in blocks
    )


def _costs(block: Block) -> list[list[str]]:
    return [[label, *line] for label, line in block.lines if label in ("parameters", "peak MiB")]


def table_4(results: Results) -> str:
    """Table 4: the dimension at each λ and the score at it."""
    lines = []
    for block in table4.table(results).blocks:
        ours = [str(cell["dimension"]) for cell in block.facts["cells"]]
        printed = [str(dimension) for dimension in block.facts["printed_dimensions"]]
        lines += [
            [f"{shown(block.facts['dataset'])}, dimension", *ours],
            ["printed", *printed],
            *_both("GCN at it", block),
        ]
    return pipes(["", *(f"λ = {weight:g}" for weight in STRUCTURE_WEIGHTS)], lines)


def _both(name: str, block: Block) -> list[list[str]]:
    """Ours with its interval, and the printed line; the best in bold, ↓ what is worse than it beyond noise."""
    within, best = block.facts.get("within_noise"), block.facts.get("best")
    ours = [_cell(cell, best, within) for cell in block.facts["cells"]]
    return [[name, *ours], ["printed", *(number(cell["printed"]) for cell in block.facts["cells"])]]


def _cell(cell: dict[str, Any], best: int | None, within: list[int] | None) -> str:
    if cell["mean"] is None:
        return MISSING
    score = mean(Mean(cell["mean"], cell["deviation"], cell["seeds"], cell["low"], cell["high"]))
    if cell["dimension"] == best:
        return f"**{score}**"
    return f"{score} ↓" if within and cell["dimension"] not in within else score


def by_row(rows: Iterable[Row], *, mark: tuple[str, ...] = ()) -> str:
    """Every row: the best, how many dimensions are within noise of it, the smallest, and the selected one's regret."""
    head = ["row", "seeds", "selected", "best", "any difference", "within noise", "smallest", "regret of the selected"]
    return pipes([*head, "near the best", "out of epochs"], [_of_row(row, mark) for row in rows])


def _of_row(row: Row, mark: tuple[str, ...]) -> list[str]:
    name = f"{row.name}{' (heterophilous)' if row.dataset in mark else ''}"
    if row.comparison is None:
        return [name, "0", str(row.selected), *[MISSING] * 7]
    trained = sum(dimension in row.records for dimension in row.grid)
    within = f"{len(row.within_noise)} of {trained}" if row.is_comparable else MISSING
    least = row.comparison.smallest
    of_least = row.regret_of(least) if least else None
    smallest = f"{least} (-{number(of_least.mean)})" if of_least else MISSING
    p_value = _p_value(row.comparison.any_difference)
    regret = gap(row.regret_of(row.selected), sign=False)
    where = [str(len(row.comparison.seeds)), str(row.selected), str(row.comparison.best)]
    verdict, cut = near(row, row.selected).verdict, f"{number(100 * row.at_cap, 0)} %"
    return [name, *where, p_value, within, smallest, regret, verdict, cut]


def _p_value(p_value: float | None) -> str:
    return f"< {LEAST_P}" if p_value is not None and p_value < LEAST_P else number(p_value, 3)
