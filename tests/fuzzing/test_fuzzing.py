"""A few hundred of the messy files that `make fuzz` reads by the thousand."""

from collections import Counter

import pytest

from fuzzing.fuzz import judge
from fuzzing.messy_files import make

BLOCK = 50


@pytest.mark.parametrize("start", range(0, 400, BLOCK))
def test_no_messy_file_is_misread(tmp_path, start):
    verdicts = {seed: judge(make(seed), tmp_path) for seed in range(start, start + BLOCK)}
    assert {seed: verdict for seed, verdict in verdicts.items() if verdict.startswith("wrong")} == {}
    # A reader that refuses everything would be right as well.
    assert Counter(verdicts.values())["right"] > BLOCK / 2
