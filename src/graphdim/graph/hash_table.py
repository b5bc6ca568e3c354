"""Hashes → numbers from 0: an open-addressed table in NumPy, for many hashes at a time.

    slot = high bits of the hash;  taken by another hash → the next slot, for all hashes that need it at once

Two names may have the same hash, and the table cannot tell: graph.numbering compares the names.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["ABSENT", "HashTable", "Hashes", "Places"]

Hashes = NDArray[np.uint64]
Slots = NDArray[np.int64]
Places = NDArray[np.int32]

ABSENT = -1
FEWEST_SLOTS = 2**12
BLOCK = 2**16  # numbers that are placed at a time, so that a table that grows takes little memory beside itself
# Fibonacci hashing: the high bits of the product depend on every bit of the hash.
SCATTER = np.uint64(0x9E3779B97F4A7C15)


class HashTable:
    """Distinct hashes, numbered in the order in which they are added: 16 to 32 bytes for each."""

    def __init__(self) -> None:
        self.size = 0
        self._hashes: Hashes = np.zeros(FEWEST_SLOTS // 2, dtype=np.uint64)  # by number
        self._numbers: Places = np.full(FEWEST_SLOTS, ABSENT, dtype=np.int32)  # by slot

    @property
    def n_bytes(self) -> int:
        """Bytes of memory."""
        return self._hashes.nbytes + self._numbers.nbytes

    def find(self, hashes: Hashes) -> Places:
        """The number of each hash, or ABSENT."""
        slots = self._slots(hashes)
        numbers = self._at(slots)
        rest = np.flatnonzero(self._belong_to_others(numbers, hashes))
        slots = slots[rest]
        while len(rest):
            slots = self._next(slots)
            numbers[rest] = found = self._at(slots)
            onward = self._belong_to_others(found, hashes[rest])
            rest, slots = rest[onward], slots[onward]
        return numbers

    def add(self, hashes: Hashes) -> None:
        """Give the next numbers to hashes that are distinct and absent."""
        start, self.size = self.size, self.size + len(hashes)
        is_full = self.size > len(self._hashes)
        if is_full:
            n_slots = 2 << (self.size - 1).bit_length()
            self._hashes = np.concatenate([self._hashes[:start], np.zeros(n_slots // 2 - start, dtype=np.uint64)])
            self._numbers = np.full(n_slots, ABSENT, dtype=np.int32)
        self._hashes[start : self.size] = hashes
        for begin in range(0 if is_full else start, self.size, BLOCK):
            self._place(np.arange(begin, min(begin + BLOCK, self.size), dtype=np.int32))

    def _place(self, numbers: Places) -> None:
        """Put each number into the first free slot for its hash."""
        slots = self._slots(self._hashes[numbers])
        while len(numbers):
            is_free = self._at(slots) == ABSENT
            # Where several meet in one slot the last stays, and the others go on.
            self._numbers[slots[is_free]] = numbers[is_free]
            onward = self._at(slots) != numbers
            numbers, slots = numbers[onward], self._next(slots[onward])

    def _slots(self, hashes: Hashes) -> Slots:
        n_bits = (len(self._numbers) - 1).bit_length()
        return ((hashes * SCATTER) >> np.uint64(64 - n_bits)).view(np.int64)

    def _next(self, slots: Slots) -> Slots:
        return (slots + 1) & (len(self._numbers) - 1)

    def _at(self, slots: Slots) -> Places:
        # No slot is outside; to clip takes less time than to check.
        return self._numbers.take(slots, mode="clip")

    def _belong_to_others(self, numbers: Places, hashes: Hashes) -> NDArray[np.bool_]:
        others: NDArray[np.bool_] = self._hashes.take(numbers, mode="clip") != hashes
        others &= numbers != ABSENT
        return others
