"""Where the user's cache is, and files and lines that are written whole or not at all."""

import errno
import fcntl
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

__all__ = [
    "append_line",
    "cache_folder",
    "is_foreign",
    "json_lines",
    "open_lines",
    "user_path",
    "whole_file",
    "write_whole",
]


def user_path(path: str | os.PathLike[str]) -> Path:
    """A path with ~ as the user's home; that of a user whom nobody knows stays as it is, and is not found."""
    return Path(os.path.expanduser(path))  # noqa: PTH111 - pathlib raises for an unknown user


def cache_folder() -> Path:
    """The user's cache, by the XDG convention."""
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return user_path(base) / "graphdim"


def write_whole(target: Path, content: bytes) -> None:
    """A file with this content, whole or not at all."""
    with whole_file(target) as file:
        file.write(content)


@contextmanager
def whole_file(target: Path) -> Iterator[BinaryIO]:
    """A file beside the target that takes its place once it is complete; a failure leaves what was there.

    A link is followed, and a device or a pipe is written to: these are not to be replaced.
    """
    target = target.resolve()
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
        return
    handle, part = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(part).chmod(0o666 & ~_mask())
        Path(part).replace(target)
    finally:
        Path(part).unlink(missing_ok=True)


def append_line(path: Path, line: str) -> None:
    """Write a line so that it is whole on the disk when this returns, whoever else is writing.

    A full disk leaves the file as it was. A line torn by a crash is left alone, and the next one starts below it.
    """
    handle = open_lines(path)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        size = os.fstat(handle).st_size
        is_torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
        content = f"{chr(10) if is_torn else ''}{line}\n".encode()
        if os.write(handle, content) != len(content):
            os.ftruncate(handle, size)
            raise OSError(errno.ENOSPC, "the disk is full; the line was taken back", str(path))
        os.fsync(handle)
    finally:
        os.close(handle)


def json_lines(content: bytes) -> Iterator[tuple[int, Any]]:
    r"""What each line of JSON Lines holds, with its number; a line torn by a crash is not JSON, and left out.

    >>> list(json_lines(b'{"a": 1}\n{"a"\n3\n'))
    [(1, {'a': 1}), (3, 3)]
    """
    # Split at line feeds alone: a torn line may hold any bytes.
    for number, line in enumerate(content.split(b"\n"), start=1):
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError):
            continue


def is_foreign(content: bytes, key: str) -> bool:
    r"""Whether a file has content, but no line of JSON, and none that is torn and begins with this key.

    >>> is_foreign(b"a,b\n1,2\n", "race"), is_foreign(b'{"race": "8', "race"), is_foreign(b"", "race")
    (True, False, False)
    """
    start = f'{{"{key}": '.encode()
    is_torn = start.startswith(content.lstrip()) or any(line.startswith(start) for line in content.split(b"\n"))
    return not is_torn and next(json_lines(content), None) is None


def open_lines(path: Path) -> int:
    """A file to append lines to, made if need be with its folder; a device or a pipe would keep nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not a file", str(path))
    return os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)


def _mask() -> int:
    """What the user takes away from the mode of new files; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
