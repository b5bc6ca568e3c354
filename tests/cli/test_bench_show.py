"""`graphdim bench tables` and `figures`: from a ledger to the screen and to files."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.ledgers import record
from graphdim.bench.ledger import Ledger
from graphdim.cli import graphdim


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    path = tmp_path / "ledger.jsonl"
    for dimension in (20, 98):
        for seed in range(3):
            Ledger(path).append(record(0.8 + 0.01 * seed, dimension=dimension, seed=seed))
    return str(path)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(graphdim, ["bench", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def test_all_tables_by_default(ledger: str) -> None:
    text = run("tables", "--ledger", ledger)
    assert [f"Table {number}:" in text for number in (1, 2, 3, 4)] == [True] * 4
    assert "Further graphs:" in text


def test_one_table_as_json(ledger: str) -> None:
    told = json.loads(run("tables", "--ledger", ledger, "--table", "2", "--format", "json"))
    wanted = {"task": "node-classification", "dataset": "cora", "model": "gcn"}
    [row] = [row for row in told["rows"] if wanted.items() <= row.items()]
    assert [cell["seeds"] for cell in row["cells"]] == [3, 0, 0, 0, 3, 0, 0, 0, 0]


def test_figures_print_the_names_of_their_files(ledger: str, tmp_path: Path) -> None:
    out = tmp_path / "drawn"
    assert run("figures", "--ledger", ledger, "--figure", "3", "--format", "svg,html", "--out", str(out)).split() == [
        str(out / "figure3.svg"),
        str(out / "figures.html"),
    ]


LACKING = """
import sys
lacking = sys.argv.pop(1)
class Absent:
    def find_spec(name, path, target=None):
        if name.partition(".")[0] == lacking:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent)
from graphdim.cli import main
main()
"""


def without(place: Path, package: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command on a machine that lacks a package."""
    command = [sys.executable, "-c", LACKING, package, *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=place)


@pytest.mark.parametrize(
    ("package", "extra", "arguments"),
    [
        ("torch", "bench", ("bench", "run", "--quick")),
        ("torch", "bench", ("sweep", "dataset:karate")),
        ("altair", "report", ("bench", "figures")),
        ("vl_convert", "report", ("bench", "figures")),
    ],
)
def test_a_missing_package_is_one_line_with_the_command_that_helps(
    tmp_path: Path, ledger: str, package: str, extra: str, arguments: tuple[str, ...]
) -> None:
    told = without(tmp_path, package, *arguments, *(["--ledger", ledger] if arguments[0] == "bench" else []))
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.splitlines() == [told.stderr.strip()]
    assert f"pip install 'graphdim[{extra}]'" in told.stderr


def test_tables_need_no_torch(tmp_path: Path, ledger: str) -> None:
    told = without(tmp_path, "torch", "bench", "tables", "--ledger", ledger)
    assert (told.returncode, told.stderr) == (0, "")


def test_a_ledger_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "graphdim", "bench", "tables"], check=False, capture_output=True, text=True, cwd=tmp_path
    )
    assert result.returncode == 2
    assert result.stderr == (
        "Error: ledger.jsonl: there is no such ledger; graphdim bench run --ledger ledger.jsonl writes it\n"
    )


@pytest.mark.parametrize(
    "command",
    [["bench"], ["bench", "run"], ["bench", "tables"], ["bench", "figures"], ["bench", "evidence"], ["sweep"]],
)
def test_every_help_has_an_example_and_imports_nothing_heavy(command: list[str]) -> None:
    code = (
        "import sys; from graphdim.cli import graphdim\n"
        "try: graphdim.main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('numpy', 'scipy', 'polars', 'torch', 'rich') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code, *command, "--help"], check=True, capture_output=True, text=True)
    assert "Example" in told.stdout
    assert told.stdout.splitlines()[-1] == "[]"
