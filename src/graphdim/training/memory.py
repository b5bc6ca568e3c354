"""The most memory that this process held since a mark; only Linux forgets its record on request."""

import ctypes
import resource
import sys
from pathlib import Path

__all__ = ["forget_peak", "peak_memory"]

FORGET_PEAK = "5"  # what /proc/self/clear_refs takes to reset the record
STATUS = Path("/proc/self/status")


def forget_peak() -> None:
    """Give freed memory back and start the record anew, where the system can."""
    if not sys.platform.startswith("linux"):
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc alone has it
    if trim is not None:
        trim(0)
    try:
        Path("/proc/self/clear_refs").write_text(FORGET_PEAK, encoding="ascii")
    except OSError:
        return


def peak_memory() -> int:
    """The record in bytes."""
    if STATUS.exists():
        record = next(
            (line for line in STATUS.read_text(encoding="ascii").splitlines() if line.startswith("VmHWM:")), None
        )
        if record is not None:
            return int(record.split()[1]) * 1024
    largest = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return largest if sys.platform == "darwin" else largest * 1024
