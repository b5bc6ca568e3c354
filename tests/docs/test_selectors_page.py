"""docs/selectors.md describes every selector, and its tables are those of the ledger."""

import re
import runpy
from pathlib import Path

import pytest

from graphdim.selectors import SELECTORS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "selectors.md").read_text(encoding="utf-8")
PARTS = ("**Looks at**", "**Formula**", "**Cost**", "**When it fails**")


def test_the_tables_are_those_of_the_ledger():
    tables = runpy.run_path(str(ROOT / "benchmarks" / "judged.py"))["tables"]
    assert tables() in PAGE


@pytest.mark.parametrize("name", SELECTORS)
def test_every_selector_has_its_four_parts(name):
    sections = re.split(r"^### ", PAGE, flags=re.MULTILINE)
    (section,) = [text for text in sections if f"`{name}`" in text.partition("\n")[0] and "another" not in text[:40]]
    assert [part for part in PARTS if part not in section] == []
