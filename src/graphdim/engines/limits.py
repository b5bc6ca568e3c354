"""Memory: how much is free, how much a graph needs, and how to parse a size such as 1GiB."""

from __future__ import annotations

import os
import re
from pathlib import Path

from graphdim.checks import plain_number
from graphdim.errors import ParameterError
from graphdim.words import shown

__all__ = ["BASE", "SMALLEST_ROOM", "available_memory", "n_bytes", "needed_by_memory_engine"]

UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}
LARGEST = 2.0**63
SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]i?|)b?\s*", re.IGNORECASE)

# Interpreter, libraries and read buffers; then one key per edge and, for sorting and sums, as much again.
BASE = 300 * 2**20
BYTES_PER_ROW = 16
# Any limit leaves this much for a file that is held in memory: the base is rarely needed in full.
SMALLEST_ROOM = 64 * 2**20
# A name beside its letters: its places in the columns of names, in the table of hashes and in the node vectors.
BYTES_PER_NAME = 96
# Most graphs have fewer nodes than this for each row.
NODES_PER_ROW = 0.5


def n_bytes(size: int | str) -> int:
    """A size as a number of bytes.

    >>> n_bytes("1GiB"), n_bytes("500 MB"), n_bytes(64)
    (1073741824, 500000000, 64)
    """
    amount = _written(size) if isinstance(size, str) else plain_number(size)
    if not 1 <= amount < LARGEST:
        msg = f"{shown(size)} is not a size; write it like 1GiB, 500MB or a number of bytes"
        raise ParameterError(msg)
    return int(amount)


def _written(size: str) -> float:
    match = SIZE.fullmatch(size)
    return 0.0 if match is None else float(match[1]) * UNITS[match[2].lower()]


def needed_by_memory_engine(n_rows: int, name_length: int = 0) -> int:
    """About how many bytes the memory engine takes for that many rows, with names of this length if it is not 0."""
    per_name = BYTES_PER_NAME + name_length if name_length else 0
    return BASE + BYTES_PER_ROW * n_rows + int(NODES_PER_ROW * n_rows * per_name)


def available_memory() -> int:
    """Bytes that this process may take: what the machine has free, or less if its control group says so."""
    limits = [_free(), _allowed("/sys/fs/cgroup/memory.max"), _allowed("/sys/fs/cgroup/memory/memory.limit_in_bytes")]
    return min(size for size in limits if size is not None)


def _free() -> int:
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    try:
        facts = dict(line.split(":") for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines())
        return int(facts["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return total


def _allowed(path: str) -> int | None:
    try:
        return int(Path(path).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
