r"""Edge lists of nothing but digits, one separator and newlines: the usual large file, read faster than any table.

    12\t345\n  →  a word of eight bytes from each field  →  "1"·10 + "2", then pairs of pairs, then fours of fours

Three multiplications turn the digits of a word into a number, for all fields of a piece at once: NumPy alone, no
library to import, faster than a CSV reader (docs/performance.md). reading.files.text takes that for everything else.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from graphdim.reading.edges import Edges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphdim.reading.files.dialect import Dialect
    from graphdim.reading.files.pieces import Piece

    Bytes = NDArray[np.uint8]
    Places = NDArray[np.int64]
    Words = NDArray[np.uint64]

__all__ = ["CHUNK", "DigitReader", "are_usual"]

CHUNK = 2**20
WORD = 8  # bytes, hence digits
LONGEST = 2 * WORD  # digits of an id
LINE = 2 * (LONGEST + 1)

ZERO, NINE, NEWLINE = np.uint8(ord("0")), np.uint8(9), ord("\n")
DIGITS = np.uint64(0x0F0F0F0F0F0F0F0F)  # "7" is 0x37
# Two neighbours, of one, two and four digits, become one number in the upper half of their place.
JOINS = tuple(
    (np.uint64((ten << bits) + 1), np.uint64(bits), np.uint64(mask))
    for ten, bits, mask in ((10, 8, 0x00FF00FF00FF00FF), (100, 16, 0x0000FFFF0000FFFF), (10_000, 32, 0xFFFFFFFF))
)


def are_usual(dialect: Dialect) -> bool:
    """Whether the first edge is written in this way."""
    return len(dialect.names) == 2 and bool(dialect.separator) and all(map(_is_digits, dialect.first))  # noqa: PLR2004


def _is_digits(field: str) -> bool:
    return field.isascii() and field.isdigit()


class DigitReader(threading.local):
    """Lines → edges. Each thread keeps its working memory: asking for it anew would take longer than reading."""

    def __init__(self, separator: str) -> None:
        self.marks = np.uint16(ord(separator) + 256 * NEWLINE)
        self.offsets = np.empty(CHUNK + LINE, dtype=np.uint8)
        self.is_mark = np.empty(CHUNK + LINE, dtype=bool)
        self.vectors = np.empty((4, CHUNK // 2 + LINE), dtype=np.int64)

    def edges(self, piece: Piece) -> Edges | None:
        """Two numbers from each line; None if anything is written in another way."""
        chunk, size = piece.buffer, piece.size
        if size > len(self.offsets):
            return None
        # Unsigned, so that whatever is no digit is above nine.
        offsets = np.subtract(chunk[:size], ZERO, out=self.offsets[:size])
        ends = np.flatnonzero(np.greater(offsets, NINE, out=self.is_mark[:size]))
        too_many = len(ends) > size // 2  # a field has a digit at least
        if too_many or len(ends) % 2 or (chunk.take(ends).view("<u2") != self.marks).any():
            return None
        starts, lengths = self.vectors[:2, : len(ends)]
        starts[0] = 0
        np.add(ends[:-1], 1, out=starts[1:])
        np.subtract(ends, starts, out=lengths)
        longest = lengths.max()
        if lengths.min() == 0 or longest > LONGEST:
            return None
        is_short = longest <= WORD
        numbers = self._numbers(chunk, starts, lengths) if is_short else self._long(chunk, starts, lengths, ends)
        return Edges(numbers[0::2], numbers[1::2])

    def _long(self, chunk: Bytes, starts: Places, lengths: Places, ends: Places) -> Places:
        """The number in each field, of up to sixteen digits: the last eight, and those before them."""
        numbers = self._numbers(chunk, np.maximum(starts, ends - WORD), np.minimum(lengths, WORD))
        numbers += self._numbers(chunk, starts, np.maximum(lengths - WORD, 0)) * 10**WORD
        return numbers

    def _numbers(self, chunk: Bytes, starts: Places, lengths: Places) -> Places:
        """The number that is written in the `lengths` bytes from `starts` on, at most eight."""
        shifts, following = self.vectors[2:, : len(starts)].view(np.uint64)
        words = np.empty(len(starts), dtype=np.uint64)
        # The eight bytes lie in two aligned words, the first byte lowest. A shift by 64 leaves nothing.
        aligned = chunk[: len(chunk) // WORD * WORD].view("<u8")
        np.bitwise_and(starts, 7, out=shifts.view(np.int64))
        shifts <<= np.uint64(3)
        places = np.right_shift(starts, 3, out=starts)
        aligned.take(places, out=words, mode="clip")
        places += 1
        aligned.take(places, out=following, mode="clip")
        words >>= shifts
        following <<= np.subtract(np.uint64(64), shifts, out=shifts)
        words |= following
        words &= DIGITS
        # The bytes behind the field leave at the top, and zeros take the place of leading digits.
        np.multiply(lengths, -8, out=shifts.view(np.int64))
        shifts += np.uint64(64)
        words <<= shifts
        for join, bits, mask in JOINS:
            words *= join
            words >>= bits
            words &= mask
        return words.view(np.int64)
