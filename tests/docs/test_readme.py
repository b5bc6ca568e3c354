"""What the README says of the evidence is what the evidence says."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
EVIDENCE = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "pattern",
    [
        r"within noise of the best in \d+ of \d+ experiments of node classification",
        r"MinGE gives away [\d.]+ \[[-\d., ]+\] points to the best dimension",
    ],
)
def test_it_quotes_the_evidence(pattern):
    [quoted] = re.findall(pattern, README)
    assert quoted in EVIDENCE


def test_the_median_row():
    [quoted] = re.findall(r"in the median row ([\d.]+);", README)
    assert f"in the median row it gives away {quoted}." in EVIDENCE


def test_fixed_dimensions_fare_as_it_says():
    smallest, largest = re.search(r"no fixed dimension from (\d+) to (\d+) is told apart from it", README).groups()
    [beside] = [line for line in EVIDENCE.splitlines() if line.startswith("- **Beside a fixed dimension**")]
    [alike] = re.findall(r"not told apart: ([^;]*?)(?:;|\. MinGE)", beside)
    fixed = [int(number) for number in re.findall(r"always (\d+) ", beside)]
    assert (min(fixed), max(fixed)) == (int(smallest), int(largest))
    assert all(f"always {number} " in alike for number in fixed)


def test_links_are_claimed_once_they_are_trained():
    again = "Link prediction is being trained again" in README
    assert again == ("The new trainings of link prediction are not in the ledger yet" in EVIDENCE)
