"""The README of the paper lists its files and settings as they are; that of the project quotes the evidence."""

import re

from minge_ledgers import LINKS, flat, row
from minge_paper.evidence.deviations import settings
from minge_paper.evidence.quotation import quotation, quoting
from minge_paper.places import PAGE, PAPER, README
from minge_paper.results import Results

TEXT = (PAPER / "README.md").read_text(encoding="utf-8")


def test_it_ends_with_every_setting_and_its_source() -> None:
    assert TEXT.endswith(f"{settings()}\n"), "the README ends with the table of minge_paper.evidence.deviations"


def test_it_names_every_file_of_its_folder() -> None:
    named = {name for name in re.findall(r"^\| `([^`]+)` \|", TEXT, re.MULTILINE) if not name.startswith("--")}
    files = {path.name for path in PAPER.iterdir() if path.suffix == ".toml"}
    kept = {"results/*.jsonl", "results/embeddings/*.jsonl", "results/choices/*.json"}
    assert named == {*kept, "src/minge_paper", *files} - {"pyproject.toml"}


def test_the_projects_readme_quotes_the_ledger() -> None:
    """make check compares it; here the sentences must be those of the page."""
    readme = " ".join(README.read_text(encoding="utf-8").split())
    quoted = readme.partition("<!-- evidence -->")[2].partition("<!-- end of evidence -->")[0].strip()
    page = " ".join(PAGE.read_text(encoding="utf-8").replace("**", "").split())
    title, *sentences = re.split(r"(?<=[.]) (?=[A-Z])", quoted)
    assert page.startswith(f"# {title.removesuffix('.')} {sentences[0]}")
    assert [sentence for sentence in sentences if sentence not in page] == []


def test_the_quotation_changes_with_the_ledger() -> None:
    means = {16: 70.0, 64: 85.0, 98: 80.0}
    records = [
        *row({**means, 32: 82.0}, dataset="one", spread=0.1),
        *row({**means, 32: 78.0}, dataset="two", spread=0.1),
    ]
    results = Results([*records, *row(flat(), spread=1.0), *row({98: 93.0}, task=LINKS)])
    sentences = quotation(results)
    assert sentences.startswith(
        "Every dimension from 20 to 180 is within noise of the best in 1 of 1 experiment of node"
    )
    assert "being trained again" not in sentences
    assert "being trained again" in quotation(Results(records))


def test_only_the_marked_part_of_a_readme_changes() -> None:
    results = Results(row(flat(), spread=1.0))
    before = "- A point.\n  <!-- evidence -->\n  old\n  words\n  <!-- end of evidence -->\n- Another.\n"
    after = quoting(before, results)
    assert after.startswith("- A point.\n  <!-- evidence -->\n  Every dimension from 20 to 180 ")
    assert after.endswith("\n  <!-- end of evidence -->\n- Another.\n")
    assert max(map(len, after.splitlines())) <= 120
    assert quoting(after, results) == after
    assert quoting("no marks", results) == "no marks"
