"""NumPy is told to leave AVX-512 alone on Zen 4 alone, and Polars to hold back little memory, by the command alone."""

import os
import subprocess
import sys

import pytest

from graphdim.tuning import AVX_512, MEMORY, SORTS, is_zen_4

ZEN_4 = "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nflags\t\t: fpu avx2 avx512f avx512cd\n\n"


@pytest.mark.parametrize(
    ("text", "is_it"),
    [
        (ZEN_4, True),
        (ZEN_4.replace("avx512f avx512cd", ""), False),  # Zen 3
        (ZEN_4.replace(": 25", ": 26"), False),  # Zen 5
        (ZEN_4.replace("AuthenticAMD", "GenuineIntel"), False),
        ("processor\t: 0\nFeatures\t: fp asimd\n\n" + ZEN_4, False),
        ("", False),
    ],
)
def test_zen_4_is_known_by_its_family_and_its_instructions(tmp_path, text, is_it):
    (tmp_path / "cpuinfo").write_text(text)
    assert is_zen_4(str(tmp_path / "cpuinfo")) is is_it


def test_a_system_that_does_not_describe_its_processor(tmp_path):
    assert not is_zen_4(str(tmp_path / "nothing"))


SCRIPT = """
import os, sys
from graphdim import tuning
tuning.CPU_INFO = sys.argv[1]
tuning.tune()
print(os.environ.get(tuning.SORTS), os.environ.get(tuning.MEMORY), sep="\\n")
import numpy as np, polars as pl
assert list(np.sort(np.array([3, 1, 2] * 999, dtype=np.uint64))[::999]) == [1, 2, 3]
assert pl.Series(["b", "a"]).sort().to_list() == ["a", "b"]
"""


def variables_after(tmp_path, script, **before):
    """What the variables hold on a Zen 4 once a script has tuned."""
    (tmp_path / "cpuinfo").write_text(ZEN_4)
    environment = {name: value for name, value in os.environ.items() if name not in {SORTS, MEMORY}} | before
    command = [sys.executable, "-c", script, str(tmp_path / "cpuinfo")]
    finished = subprocess.run(command, env=environment, text=True, check=True, capture_output=True)
    # The allocator would say that it does not know an option.
    assert not finished.stderr
    return finished.stdout.splitlines()


def test_the_variables_are_set_before_numpy_and_polars_are_loaded(tmp_path):
    sorts, memory = variables_after(tmp_path, SCRIPT)
    assert sorts == AVX_512
    assert memory == f"narenas:{max(os.cpu_count() // 2, 1)},dirty_decay_ms:200,muzzy_decay_ms:0"


def test_what_the_user_has_set_stays(tmp_path):
    before = {SORTS: "", MEMORY: "narenas:3"}
    assert variables_after(tmp_path, SCRIPT, **before) == ["", "narenas:3"]


def test_a_program_that_has_loaded_numpy_and_polars_is_left_alone(tmp_path):
    script = "import numpy, polars, os\nos.environ.pop('_RJEM_MALLOC_CONF', None)\n" + SCRIPT
    assert variables_after(tmp_path, script) == ["None", "None"]
