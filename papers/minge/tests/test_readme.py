"""papers/minge/README.md lists the files and the settings as they are."""

import re

from minge_paper.evidence.deviations import settings
from minge_paper.places import PAPER

TEXT = (PAPER / "README.md").read_text(encoding="utf-8")


def test_it_ends_with_every_setting_and_its_source() -> None:
    assert TEXT.endswith(f"{settings()}\n"), "the README ends with the table of minge_paper.evidence.deviations"


def test_it_names_every_file_of_its_folder() -> None:
    named = {name for name in re.findall(r"^\| `([^`]+)` \|", TEXT, re.MULTILINE) if not name.startswith("--")}
    files = {path.name for path in PAPER.iterdir() if path.suffix == ".toml"}
    assert named == {"results/*.jsonl", "src/minge_paper", *files} - {"pyproject.toml"}
