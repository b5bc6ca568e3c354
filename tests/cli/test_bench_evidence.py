"""`graphdim bench evidence`: the page from the ledgers of the checkout, and the check in one line."""

from pathlib import Path

import pytest

from bench.ledgers import record
from graphdim.bench.ledger import Ledger

RESULTS = Path("papers/minge/results")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two ledgers where a checkout has them."""
    monkeypatch.chdir(tmp_path)
    for seed in range(2):
        Ledger(RESULTS / "paper.jsonl").append(record(0.8 + 0.01 * seed, dimension=98, seed=seed))
    Ledger(RESULTS / "further.jsonl").append(
        record(0.7, dimension=8, dataset="toy", train_per_class=None, max_epochs=2000)
    )
    return tmp_path


@pytest.mark.usefixtures("checkout")
def test_all_ledgers_of_the_checkout_are_read(command) -> None:
    done = command("bench", "evidence")
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().splitlines()[0] == "docs/evidence.md"
    text = Path("docs/evidence.md").read_text(encoding="utf-8")
    assert "which holds\n3 trainings" in text
    assert "GCN on toy, node classification" in text
    assert command("bench", "evidence", "--check").returncode == 0


@pytest.mark.usefixtures("checkout")
def test_the_check_says_in_one_line_what_is_wrong(command) -> None:
    command("bench", "evidence")
    Ledger(RESULTS / "paper.jsonl").append(record(0.9, dimension=98, seed=2))
    done = command("bench", "evidence", "--check")
    assert (done.returncode, done.stdout) == (1, b"")
    [line] = done.stderr.decode().splitlines()
    assert line.startswith("Error: docs/evidence.md differs from line ")
    assert line.endswith("graphdim bench evidence writes what the ledger gives")


def test_without_a_ledger_the_way_to_one_is_told(refused, tmp_path: Path) -> None:
    told = refused("bench", "evidence", cwd=tmp_path)
    assert told == (
        "papers/minge/results/paper.jsonl: there is no such ledger; "
        "graphdim bench run --ledger papers/minge/results/paper.jsonl writes it"
    )


@pytest.mark.usefixtures("checkout")
@pytest.mark.parametrize("what", ["evidence", "figures"])
def test_a_place_that_cannot_be_written_is_one_line(refused, what: str) -> None:
    out = {"evidence": "/proc/x/page.md", "figures": "/proc/x"}[what]
    ledgers = [f"--ledger={path}" for path in RESULTS.glob("*.jsonl")]
    assert "/proc/x: No such file or directory" in refused("bench", what, "--out", out, *ledgers)
