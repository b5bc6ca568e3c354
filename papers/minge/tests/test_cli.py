"""`minge-paper`: from a ledger to the screen, to figures and to the page."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphdim.training.ledger import Ledger
from minge_ledgers import record
from minge_paper.places import PAPER


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    path = tmp_path / "ledger.jsonl"
    for dimension in (20, 98):
        for seed in range(3):
            Ledger(path).append(record(0.8 + 0.01 * seed, dimension=dimension, seed=seed))
    return str(path)


def test_all_tables_by_default(paper, ledger: str) -> None:
    text = paper("tables", "--ledger", ledger).stdout
    assert [f"Table {number}:" in text for number in (1, 2, 3, 4)] == [True] * 4
    assert "Further graphs:" in text


def test_one_table_as_json(paper, ledger: str) -> None:
    table = json.loads(paper("tables", "--ledger", ledger, "--table", "2", "--format", "json").stdout)
    cora = {"task": "node-classification", "dataset": "cora", "model": "gcn"}
    [row] = [row for row in table["rows"] if cora.items() <= row.items()]
    assert [cell["seeds"] for cell in row["cells"]] == [3, 0, 0, 0, 3, 0, 0, 0, 0]


def test_figures_print_the_names_of_their_files(paper, ledger: str, tmp_path: Path) -> None:
    out = tmp_path / "drawn"
    done = paper("figures", "--ledger", ledger, "--figure", "3", "--format", "svg,html", "--out", str(out))
    assert done.stdout.split() == [str(out / "figure3.svg"), str(out / "figures.html")]


def test_the_page_is_written_and_checked(paper, ledger: str, tmp_path: Path) -> None:
    Ledger(tmp_path / "further.jsonl").append(
        record(0.7, dimension=8, dataset="toy", train_per_class=None, max_epochs=2000)
    )
    options = ("--ledger", ledger, "--ledger", str(tmp_path / "further.jsonl"), "--out", "page.md")
    done = paper("evidence", *options)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "page.md"
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "7 trainings" in text
    assert "GCN on toy, node classification" in text
    assert paper("evidence", *options, "--check").returncode == 0


def test_the_check_says_in_one_line_what_is_wrong(paper, ledger: str) -> None:
    paper("evidence", "--ledger", ledger, "--out", "page.md")
    Ledger(ledger).append(record(0.9, dimension=98, seed=3))
    done = paper("evidence", "--ledger", ledger, "--out", "page.md", "--check")
    assert (done.returncode, done.stdout) == (1, "")
    [line] = done.stderr.splitlines()
    assert line.startswith("Error: page.md differs from line ")
    assert line.endswith("make evidence writes what the ledger gives")


@pytest.mark.parametrize("what", ["evidence", "figures"])
def test_a_place_that_cannot_be_written_is_one_line(paper, ledger: str, what: str) -> None:
    out = {"evidence": "/proc/x/page.md", "figures": "/proc/x"}[what]
    done = paper(what, "--out", out, "--ledger", ledger)
    assert (done.returncode, done.stderr) == (2, "Error: /proc/x: No such file or directory\n")


def test_a_ledger_that_is_not_there_is_one_line(paper) -> None:
    done = paper("tables", "--ledger", "nowhere.jsonl")
    message = "Error: nowhere.jsonl: there is no such ledger; a run of trainings writes it\n"
    assert (done.returncode, done.stderr) == (2, message)


def test_a_line_under_other_settings_is_refused(paper, ledger: str) -> None:
    facts = json.loads(record(seed=7).to_line()) | {"settings": "0123456789ab"}
    with Path(ledger).open("a") as lines:
        lines.write(json.dumps(facts) + "\n")
    done = paper("tables", "--ledger", ledger)
    assert done.returncode == 2
    assert "it was trained with other settings, 0123456789ab, where they are" in done.stderr


def test_presets_exclude_each_other(paper) -> None:
    done = paper("run", "--table", "2", "--quick")
    assert done.returncode == 2
    assert "--table, --figure and --quick exclude each other" in done.stderr


@pytest.mark.usefixtures("real_data")
def test_a_preset_is_trained_into_a_ledger(paper, tmp_path: Path) -> None:
    options = ("--quick", "--dataset", "cora", "--model", "mlp", "--dimension", "by-lambda", "--seeds", "1")
    done = paper("run", *options, "--max-epochs", "3")
    assert done.stdout == "4 trainings added to ledger.jsonl\n", done.stderr
    lines = [json.loads(line) for line in (tmp_path / "ledger.jsonl").read_text().splitlines()]
    assert {line["dimension"] for line in lines} == {69, 82, 98, 131}
    assert set(lines[0]["graph"]["selected"]) == {"0.1", "0.5", "1", "2"}


LACKING = """
import sys
lacking = sys.argv.pop(1)
class Absent:
    def find_spec(name, path, target=None):
        if name.partition(".")[0] == lacking:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent)
from minge_paper.cli import main
main()
"""


def without(place: Path, package: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command on a machine that lacks a package."""
    command = [sys.executable, "-c", LACKING, package, *arguments]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(PAPER / "src"), os.environ.get("PYTHONPATH", "")])}
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=place, env=environment)


@pytest.mark.parametrize(
    ("package", "extra", "command"),
    [("torch", "bench", "run"), ("altair", "report", "figures"), ("vl_convert", "report", "figures")],
)
def test_a_missing_package_is_one_line_with_the_command_that_helps(
    tmp_path: Path, ledger: str, package: str, extra: str, command: str
) -> None:
    done = without(tmp_path, package, command, "--ledger", ledger)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [done.stderr.strip()]
    assert f"pip install 'graphdim[{extra}]'" in done.stderr


def test_tables_need_no_torch(tmp_path: Path, ledger: str) -> None:
    done = without(tmp_path, "torch", "tables", "--ledger", ledger)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["run", "experiments", "tables", "figures", "evidence"])
def test_every_help_has_an_example(paper, command: str) -> None:
    assert "Example" in paper(command, "--help").stdout
