"""zstd: at most how many bytes compressed data holds, by the headers of its blocks, without unpacking any.

    frame: magic · descriptor · window, dictionary and content size · blocks · checksum
    block: 3 bytes with its size and kind; raw and repeated ones hold that size, compressed ones at most 128 KiB

The content size in a frame's header is a claim, which a hostile file need not keep; the blocks are what it is made of.
"""

__all__ = ["first_frame", "most_bytes"]

MAGIC = b"\x28\xb5\x2f\xfd"
SKIPPED = 0x184D2A50 >> 4  # a frame for other programs
LARGEST_BLOCK = 2**17
RAW, REPEATED, COMPRESSED = range(3)
DICTIONARY = (0, 1, 2, 4)
CONTENT_SIZE = (0, 2, 4, 8)


def first_frame(data: bytes) -> int:
    """Where the first frame begins that is not for other programs."""
    place = 0
    while _is_skipped(data, place):
        place = _behind_skipped(data, place)
    return place


def most_bytes(data: bytes) -> int:
    """An upper bound of what the data unpacks to; ValueError for what is not zstd or is cut off."""
    total = place = 0
    while place < len(data):
        if _is_skipped(data, place):
            place = _behind_skipped(data, place)
        elif data[place : place + 4] == MAGIC:
            n_bytes, place = _frame(data, place + 4)
            total += n_bytes
        else:
            msg = "what follows a zstd frame is none"
            raise ValueError(msg)
    return total


def _is_skipped(data: bytes, place: int) -> bool:
    return int.from_bytes(data[place : place + 4], "little") >> 4 == SKIPPED


def _behind_skipped(data: bytes, place: int) -> int:
    behind = place + 8 + int.from_bytes(data[place + 4 : place + 8], "little")
    if behind > len(data):
        msg = "a zstd frame is cut off"
        raise ValueError(msg)
    return behind


def _frame(data: bytes, place: int) -> tuple[int, int]:
    """At most how many bytes a frame holds, and where it ends."""
    descriptor = _byte(data, place)
    is_single = bool(descriptor & 0x20)
    content_size = CONTENT_SIZE[descriptor >> 6] or int(is_single)
    place += 1 + (not is_single) + DICTIONARY[descriptor & 3] + content_size
    total, is_last = 0, False
    while not is_last:
        header = int.from_bytes(data[place : place + 3], "little")
        is_last, kind, n_bytes = bool(header & 1), header >> 1 & 3, header >> 3
        if place + 3 > len(data) or kind > COMPRESSED:
            msg = "a zstd frame is damaged or cut off"
            raise ValueError(msg)
        place += 3 + (1 if kind == REPEATED else n_bytes)
        total += LARGEST_BLOCK if kind == COMPRESSED else n_bytes
    return total, place + 4 * bool(descriptor & 4)


def _byte(data: bytes, place: int) -> int:
    return data[place] if place < len(data) else 0
