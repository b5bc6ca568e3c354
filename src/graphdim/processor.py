"""Which instructions NumPy should leave alone on this processor; the command says so before NumPy is loaded.

NumPy sorts by AVX-512 wherever it finds it. On Zen 4 the instruction that such a sort consists of, a compressed store,
is microcoded, and AVX2 sorts five times as fast (numpy/x86-simd-sort, issue 6): a graph of 67 million edges then takes
less than two thirds of the time.
"""

import os
import sys

__all__ = ["avoid_slow_sorts", "is_zen_4"]

CPU_INFO = "/proc/cpuinfo"
VARIABLE = "NPY_DISABLE_CPU_FEATURES"
AVX_512 = "X86_V4 AVX512_ICL"  # the names since NumPy 2.4; earlier ones only know the second, and stay slow


def avoid_slow_sorts() -> None:
    """Let NumPy sort by AVX2 on Zen 4, unless it is loaded already or the user has set the variable."""
    if "numpy" not in sys.modules and VARIABLE not in os.environ and is_zen_4(CPU_INFO):
        os.environ[VARIABLE] = AVX_512


def is_zen_4(cpu_info: str) -> bool:
    """Whether the first processor that Linux describes is a Zen 4: of family 25, which Zen 3 shares, with AVX-512."""
    try:
        with open(cpu_info, encoding="utf-8") as file:  # noqa: PTH123 - help needs no pathlib, and is quick
            first = file.read().partition("\n\n")[0]
    except (OSError, ValueError):
        return False
    lines = [line.partition(":") for line in first.splitlines()]
    facts = {name.strip(): value.strip() for name, _, value in lines}
    family = facts.get("vendor_id"), facts.get("cpu family")
    return family == ("AuthenticAMD", "25") and "avx512f" in facts.get("flags", "").split()
