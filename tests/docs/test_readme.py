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
        r"within noise of the best in \d+ of \d+ experiments of node classification and \d+ of \d+ experiments of link",
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
    alike, worse = re.search(r"a fixed ([\w ]+) is not told apart from it, ([\w ]+) are surely worse", README).groups()
    [beside] = [line for line in EVIDENCE.splitlines() if line.startswith("- **Beside a fixed dimension**")]
    for word, numbers in (("not told apart", alike), ("surely worse", worse)):
        [told] = re.findall(rf"{word}: ([^;]*?)(?:;|\. MinGE)", beside)
        assert all(f"always {number} " in told for number in re.findall(r"\d+", numbers))


def test_where_it_is_worse_the_best_is_larger():
    assert "Where it is worse than the best, the best is larger." in README
    [larger, smaller] = re.search(r"the best is larger in (\d+) and smaller in (\d+)", EVIDENCE).groups()
    assert int(larger) > 0 == int(smaller)
