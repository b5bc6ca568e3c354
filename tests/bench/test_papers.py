"""papers/minge: the README tells the settings as they are, and the script runs what the page needs."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from bench.evidence.synthetic import graph
from graphdim.bench.evidence.deviations import settings
from graphdim.bench.plan import DATASETS, FIGURES, TABLES, Wanted, cells
from graphdim.bench.training import LEAKS, Training
from graphdim.cli.bench.run import _wanted, run

PAPER = Path(__file__).parents[2] / "papers" / "minge"


def test_the_readme_has_every_setting_with_its_source() -> None:
    text = (PAPER / "README.md").read_text(encoding="utf-8")
    assert text.endswith(f"{settings()}\n"), "papers/minge/README.md ends with the table of bench.evidence.deviations"


def test_the_readme_names_every_file_of_its_folder() -> None:
    text = (PAPER / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE))
    assert named == {"results/*.jsonl", *(path.name for path in PAPER.iterdir() if path.suffix in (".toml", ".sh"))}


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """What the script asks of graphdim, in its order."""
    place = tmp_path_factory.mktemp("bin")
    told = place / "told"
    recorder = place / "graphdim"
    recorder.write_text(f'#!/bin/sh\necho "$@" >> {shlex.quote(str(told))}\n')
    recorder.chmod(0o755)
    environment = {**os.environ, "PATH": f"{place}:{os.environ['PATH']}"}
    subprocess.run([PAPER / "experiments.sh", "--workers", "2"], check=True, env=environment)
    return [line.split() for line in told.read_text().splitlines()]


def wanted(command: list[str]) -> tuple[Wanted, str]:
    """The command as the real command line understands it."""
    assert command[:2] == ["bench", "run"]
    options = run.make_context("run", list(command[2:])).params
    assert options.pop("workers") == 2
    ledger, _ = options.pop("ledger"), options.pop("as_json")
    preset = {name: options.pop(name) for name in ("table", "figure", "quick")}
    return _wanted(preset["table"], preset["figure"], options, quick=preset["quick"]), ledger


def trained(commands: list[list[str]], ledger: str) -> dict[Training, int]:
    """The cells that a ledger gets, with their seeds."""
    seeds: dict[Training, int] = {}
    for command in commands[:-1]:
        plan, name = wanted(command)
        if name.endswith(ledger):
            graphs = {dataset: graph(dataset) for dataset in plan.datasets}
            seeds |= {cell: max(plan.seeds, seeds.get(cell, 0)) for cell in cells(plan, graphs)}
    return seeds


def test_the_script_ends_with_the_page(commands: list[list[str]]) -> None:
    assert commands[-1] == ["bench", "evidence"]


def test_the_script_trains_all_of_the_paper(commands: list[list[str]]) -> None:
    found = trained(commands, "paper.jsonl")
    facts = {dataset: graph(dataset) for dataset in DATASETS}
    assert all(cell in found for number in TABLES for cell in cells(TABLES[number], facts))
    small = TABLES[2].but(datasets=("cora", "citeseer", "airport"))
    assert all(found[cell] >= 3 for cell in cells(small, facts))
    often = small.but(tasks=("node-classification",), models=("mlp", "gcn", "gat"))
    assert {found[cell] for cell in cells(often, facts)} == {10}
    sizes = FIGURES[2].but(models=("mlp", "gcn"))
    assert all(found[cell] >= 3 for cell in cells(sizes, facts))


def test_the_script_trains_the_further_graphs_and_the_leaks(commands: list[list[str]]) -> None:
    further = trained(commands, "further.jsonl")
    assert len({cell.dataset for cell in further}) == 11
    assert {seeds for cell, seeds in further.items() if cell.task == "node-classification"} == {3}
    assert {seeds for cell, seeds in further.items() if cell.task == "link-prediction"} == {2, 3}
    assert {cell.dimension for cell in further} >= {8, 16, 32, 64, 98, 128, 256}
    leaking = {(cell.dataset, cell.model, cell.leaks) for cell in trained(commands, "leaks.jsonl")}
    kinds = [*((leak,) for leak in LEAKS), LEAKS]
    assert leaking == {(*of, kind) for of in (("cora", "gcn"), ("citeseer", "gcnii")) for kind in kinds}


@pytest.mark.usefixtures("real_data")
def test_the_further_graphs_are_those_of_the_data_folder(commands: list[list[str]]) -> None:
    there = {path.stem for path in Path(os.environ["GRAPHDIM_DATA"], "graphs").glob("*.npz")}
    assert {cell.dataset for cell in trained(commands, "further.jsonl")} == there
