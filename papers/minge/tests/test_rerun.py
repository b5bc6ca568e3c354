"""Cheap cells of the committed ledger, trained again: the same seed gives the same score."""

import math
from dataclasses import replace

import pytest
from scipy.stats import t as student

from graphdim.training.data import load
from graphdim.training.definition import Training
from graphdim.training.kernels import REVISION
from graphdim.training.ledger import Record, read_ledgers
from graphdim.training.stamp import stamp
from graphdim.training.trainer import train
from minge_paper.places import RESULTS
from minge_paper.presets import SETTINGS
from minge_paper.statistics import mean_of

LEDGER = RESULTS / "paper.jsonl"
RECORDS = {record.training: record for record in read_ledgers([LEDGER], SETTINGS)}
CELLS = {
    "mlp on cora": Training("node-classification", "cora", "mlp", 20, 2, 20, 0, 250),
    "gcn on citeseer": Training("node-classification", "citeseer", "gcn", 40, 2, 20, 1, 200),
}


def is_by_these_kernels(record: Record) -> bool:
    """Whether the same kernels would give the same last digit."""
    return record.versions.get("kernels") == REVISION


def quickest_links() -> dict[str, Training]:
    """The cheapest training of link prediction by today's kernels; none as long as the ledger holds none."""
    links = [each for each in RECORDS if each.task == "link-prediction" and is_by_these_kernels(RECORDS[each])]
    return {"links": min(links, key=lambda each: RECORDS[each].outcome.seconds)} if links else {}


CELLS |= quickest_links()


@pytest.fixture(scope="module")
def ledger() -> dict[Training, Record]:
    return RECORDS


@pytest.mark.usefixtures("real_data")
@pytest.mark.parametrize("name", CELLS)
def test_a_cell_of_the_ledger_comes_out_again(ledger: dict[Training, Record], name: str) -> None:
    cell = CELLS[name]
    assert cell in ledger, f"the ledger does not hold {cell}"
    again = train(cell, load(cell.dataset), SETTINGS)
    if is_same_machine(ledger[cell]):
        assert again.score == ledger[cell].outcome.score
        assert again.epochs == ledger[cell].outcome.epochs
    else:
        low, high = where_one_more_seed_falls(ledger, cell)
        assert low <= again.score <= high


def test_the_cells_are_by_the_kernels_of_today(ledger: dict[Training, Record]) -> None:
    """Otherwise only the interval would be held: remove their lines from the ledger, and train them again."""
    assert "links" in CELLS
    assert all(is_by_these_kernels(ledger[cell]) for cell in CELLS.values())


def is_same_machine(record: Record) -> bool:
    """The last bit of a product depends on the versions and on the kind of processor, not on how many cores it has."""
    here = stamp()
    kinds = [cpu.rpartition(" × ")[0] for cpu in (record.cpu, here["cpu"])]
    return record.versions == here["versions"] and kinds[0] == kinds[1]


def where_one_more_seed_falls(ledger: dict[Training, Record], cell: Training) -> tuple[float, float]:
    """The 95 % interval of a single score, from those of all seeds of the cell."""
    scores = [record.outcome.score for training, record in ledger.items() if replace(training, seed=cell.seed) == cell]
    told = mean_of(scores)
    assert told.deviation is not None, "a single seed has no interval"
    half = float(student.ppf(0.975, told.seeds - 1)) * told.deviation * math.sqrt(1 + 1 / told.seeds)
    return told.mean - half, told.mean + half


@pytest.mark.parametrize("name", CELLS)
def test_the_interval_holds_what_the_ledger_holds(ledger: dict[Training, Record], name: str) -> None:
    """On another machine the interval decides, so it must not be empty or off."""
    low, high = where_one_more_seed_falls(ledger, CELLS[name])
    assert 0 < low < ledger[CELLS[name]].outcome.score < high < 1.5
