"""NumPy is told to leave AVX-512 alone on Zen 4 alone, by the command alone."""

import os
import subprocess
import sys

import pytest

from graphdim.processor import AVX_512, VARIABLE, is_zen_4

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
from graphdim import processor
processor.CPU_INFO = sys.argv[1]
processor.avoid_slow_sorts()
import numpy as np
assert list(np.sort(np.array([3, 1, 2] * 999, dtype=np.uint64))[::999]) == [1, 2, 3]
print(os.environ.get(processor.VARIABLE))
"""


@pytest.mark.parametrize(("before", "after"), [({}, AVX_512), ({VARIABLE: ""}, "")])
def test_the_variable_is_set_before_numpy_is_loaded_unless_the_user_did(tmp_path, before, after):
    (tmp_path / "cpuinfo").write_text(ZEN_4)
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE} | before
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "cpuinfo")]
    assert subprocess.check_output(command, env=environment, text=True) == f"{after}\n"


def test_a_program_that_has_loaded_numpy_is_left_alone(tmp_path):
    (tmp_path / "cpuinfo").write_text(ZEN_4)
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    command = [sys.executable, "-c", "import numpy\n" + SCRIPT, str(tmp_path / "cpuinfo")]
    assert subprocess.check_output(command, env=environment, text=True) == "None\n"
