"""The check: what was written passes, and anything changed since is found."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from graphdim.training.ledger import Ledger, Record
from minge_ledgers import flat, row
from minge_paper.evidence.charts import FIGURES
from minge_paper.evidence.files import differences, write
from minge_paper.places import PAPER
from minge_paper.results import Results

RECORDS = [*row({**flat(), 20: 70.0}), *row({8: 70.0, 64: 71.0, 98: 72.0}, dataset="toy")]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("docs") / "evidence.md"
    assert write(Results(RECORDS), path) == [path, *(path.with_suffix("") / f"{name}.svg" for name in FIGURES)]
    return path


@pytest.fixture
def page(written: Path, tmp_path: Path) -> Path:
    """A copy that may be spoilt."""
    copy = tmp_path / "evidence.md"
    copy.write_text(written.read_text(encoding="utf-8"), encoding="utf-8")
    copy.with_suffix("").mkdir()
    for figure in written.with_suffix("").iterdir():
        (copy.with_suffix("") / figure.name).write_bytes(figure.read_bytes())
    return copy


def found(page: Path, records: list[Record] = RECORDS) -> list[str]:
    return [each.replace(str(page.parent), "") for each in differences(Results(records), page)]


def test_what_was_written_passes(page: Path) -> None:
    assert found(page) == []


def test_the_same_ledger_gives_the_same_bytes(written: Path, tmp_path: Path) -> None:
    again = write(Results(RECORDS), tmp_path / "evidence.md")
    before = [written, *(written.with_suffix("") / path.name for path in again[1:])]
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in before]


def test_a_changed_number_is_found(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    number = re.search(r"\| 83\.5 \|", text)
    assert number is not None
    page.write_text(text[: number.start()] + "| 83.6 |" + text[number.end() :], encoding="utf-8")
    line = text[: number.start()].count("\n") + 1
    assert found(page) == [f"/evidence.md differs from line {line} on"]


def test_a_hand_edited_page_is_found(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    page.write_text(f"{text}\nAll is well.\n", encoding="utf-8")
    assert found(page) == ["/evidence.md does not end where it should"]
    page.write_text(text.rstrip("\n"), encoding="utf-8")
    assert found(page) == ["/evidence.md does not end where it should"]


def test_a_changed_ledger_is_found(page: Path) -> None:
    more = [*RECORDS, *row({16: 60.0}, seeds=1)]
    assert found(page, more)[0].startswith("/evidence.md differs from line ")
    better = [*row({**flat(), 20: 71.0}), *RECORDS[45:]]
    assert "/evidence/curves_labels.svg shows other numbers" in found(page, better)


def test_a_hand_edited_figure_is_found(page: Path) -> None:
    figure = page.with_suffix("") / "regret.svg"
    figure.write_bytes(figure.read_bytes().replace(b"MinGE", b"Mingo", 1))
    (page.with_suffix("") / "curves_labels.svg").write_text("<svg/>")
    assert found(page) == [
        "/evidence/regret.svg was changed by hand",
        "/evidence/curves_labels.svg was changed by hand",
    ]


def test_missing_files_are_found(page: Path) -> None:
    (page.with_suffix("") / "figure3.svg").unlink()
    assert found(page) == ["/evidence/figure3.svg is missing"]
    page.unlink()
    assert found(page) == ["/evidence.md is missing", "/evidence/figure3.svg is missing"]


def test_the_check_needs_no_drawing_library(written: Path, tmp_path: Path) -> None:
    ledger = tmp_path / "ledger.jsonl"
    for record in RECORDS:
        Ledger(ledger).append(record)
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); from minge_paper.cli import paper\n"
        "try: paper.main(sys.argv[1:])\n"
        "except SystemExit as end: print(end.code)\n"
        "print([name for name in ('altair', 'vl_convert', 'torch') if name in sys.modules])"
    )
    options = ["evidence", "--check", "--ledger", str(ledger), "--out", str(written)]
    command = [sys.executable, "-c", code, str(PAPER / "src"), *options]
    told = subprocess.run(command, check=True, capture_output=True, text=True)
    assert told.stdout.splitlines() == ["0", "[]"]


def test_every_figure_is_drawn_from_an_empty_ledger_too(tmp_path: Path) -> None:
    path = tmp_path / "evidence.md"
    write(Results([]), path)
    assert list(differences(Results([]), path)) == []
    assert b"not in the ledger" in (tmp_path / "evidence" / "further_links.svg").read_bytes()
