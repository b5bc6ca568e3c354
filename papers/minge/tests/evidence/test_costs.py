"""Costs: MinGE beside a training, and the time of the ledger by part, each training counted once."""

import pytest

from minge_ledgers import GRID, LINKS, flat, row
from minge_paper.curves import Curve
from minge_paper.evidence.costs import compared_with_training, computing, grid_in_trainings, machines, relative_cost
from minge_paper.evidence.rows import paper_rows
from minge_paper.results import Results


def lines(table: str) -> dict[str, list[str]]:
    split = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return {cells[0]: cells[1:] for cells in split}


def test_every_training_counts_in_one_part() -> None:
    records = [
        *row(flat(), seeds=2),
        *row({98: 80.0}, model="gcnii", layers=2, seeds=1),
        *row({69: 80.0}, seeds=1),
        *row({98: 80.0}, train_per_class=80, seeds=3),
        *row({8: 80.0}, dataset="toy", seeds=4),
        *row({98: 80.0}, task=LINKS, leaks=("self-loops-as-positives",), seeds=5),
        *row({98: 80.0}, max_epochs=3, seeds=6),
    ]
    told = lines(computing(Results(records), records))
    assert {name: cells[0] for name, cells in told.items() if cells[0].isdecimal()} == {
        "Table 2": str(2 * len(GRID)),
        "Table 3, beyond Table 2": "1",
        "Table 4, beyond Table 2": "1",
        "Figure 2, beyond Table 2": "3",
        "further graphs": "4",
        "leaks": "5",
        "other": "6",
        "**all networks**": str(len(records)),
        "embeddings, without a network": "0",
    }
    assert told["further graphs"][1] == "8.0 s"
    curve = Curve("toy", "link-prediction", "prone", {8: {0: 80.0, 1: 81.0}, 16: {0: 82.0, 1: 83.0}}, seconds=6.0)
    assert lines(computing(Results([], [curve]), []))["embeddings, without a network"] == ["4", "6.0 s"]
    assert lines(computing(Results([]), []))["leaks"] == ["0", "–"]


def test_minge_stands_beside_one_training_and_the_grid() -> None:
    results = Results(row(flat(), seeds=2))
    [line] = [line for line in compared_with_training(results).splitlines() if line.startswith("| Cora | GCN ")]
    assert line == "| Cora | GCN | 2.0 ms | 2.0 s | 1,000 | 18.0 s | 0.5 | 256 |"
    assert grid_in_trainings(results) == 9.0
    assert grid_in_trainings(Results([])) is None


def test_a_larger_dimension_is_dearer() -> None:
    [found] = [each for each in paper_rows(Results(row(flat()))) if each.records]
    assert relative_cost(found, 20) == pytest.approx((98 / 20, 1.0))


def test_machines_are_named_once() -> None:
    assert machines(row(flat())) == "a processor × 2 (python 3.11)"
    assert machines([]) == "0 machines"
