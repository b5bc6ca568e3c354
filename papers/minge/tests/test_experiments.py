"""The list of runs trains everything that the page needs."""

from pathlib import Path

import pytest

from graphdim.choices import MODELS
from graphdim.training.definition import LEAKS, Training
from minge_ledgers import graph
from minge_paper.experiments import RUNS
from minge_paper.presets import DATASETS, FIGURES, TABLES, cells


def trained(ledger: str) -> dict[Training, int]:
    """The cells that a ledger gets, with their seeds."""
    seeds: dict[Training, int] = {}
    for run in RUNS:
        if run.ledger == ledger:
            graphs = {dataset: graph(dataset) for dataset in run.preset.grid.datasets}
            found = cells(run.preset, graphs)
            seeds |= {cell: max(run.preset.grid.seeds, seeds.get(cell, 0)) for cell in found}
    return seeds


def test_all_of_the_paper_is_trained() -> None:
    found = trained("paper")
    facts = {dataset: graph(dataset) for dataset in DATASETS}
    assert all(cell in found for number in TABLES for cell in cells(TABLES[number], facts))
    small = TABLES[2].changed(datasets=("cora", "citeseer", "airport"))
    assert all(found[cell] >= 3 for cell in cells(small, facts))
    often = small.changed(tasks=("node-classification",), models=("mlp", "gcn", "gat"))
    assert {found[cell] for cell in cells(often, facts)} == {10}
    sizes = FIGURES[2].changed(models=("mlp", "gcn"))
    assert all(found[cell] >= 3 for cell in cells(sizes, facts))


def test_further_graphs_and_leaks_are_trained() -> None:
    further = trained("further")
    assert len({cell.dataset for cell in further}) == 11
    assert {seeds for cell, seeds in further.items() if cell.task == "node-classification"} == {3}
    assert {seeds for cell, seeds in further.items() if cell.task == "link-prediction"} == {2, 3}
    assert {cell.dimension for cell in further} >= {8, 16, 32, 64, 98, 128, 256}
    leaking = {(cell.dataset, cell.model, cell.leaks) for cell in trained("leaks")}
    of_links = LEAKS["link-prediction"]
    kinds = [*((leak,) for leak in of_links), of_links]
    assert leaking == {
        *((*of, kind) for of in (("cora", "gcn"), ("citeseer", "gcnii")) for kind in kinds),
        *((*of, of_links) for of in (("citeseer", "gat"), ("cora", "gcnii"))),
        *(("airport", model, (leak,)) for model in MODELS for leak in LEAKS["node-classification"]),
    }


@pytest.mark.usefixtures("real_data")
def test_the_further_graphs_are_those_of_the_data_folder(real_data: Path) -> None:
    there = {path.stem for path in (real_data / "graphs").glob("*.npz")}
    assert {cell.dataset for cell in trained("further")} == there
