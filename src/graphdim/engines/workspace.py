"""A folder for temporary files that leaves nothing behind, not even after a kill.

Each folder holds a mark that its process keeps locked. A folder whose mark is free belongs to a process that was
killed, and the next one to start removes it: the files that the disk engine writes, and nothing else.

Others may write where temporary files are. So only a folder that this user owns and nobody else may enter is looked
into, no link is followed, and files are removed through the open folder: a path could lead elsewhere by then.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from graphdim.errors import GraphDimError, ParameterError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DiskFullError", "workspace"]

PREFIX = "graphdim-"
MARK = ".graphdim-workspace"
OURS = re.compile(r"[0-9]+-[0-9]+\.(?:keys|weights)")

AS_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
AS_MARK = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK  # a pipe in its place must not keep us waiting
AS_NEW_MARK = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class DiskFullError(GraphDimError, OSError):
    """There is no room left for temporary files."""


@contextmanager
def workspace(base: str | os.PathLike[str] | None = None) -> Iterator[Path]:
    """A fresh folder below `base` (TMPDIR if not given), removed at the end whatever happens."""
    home = Path(base or tempfile.gettempdir())
    if not home.is_dir():
        msg = f"{home}: no folder for temporary files; create it, or name another with --temporary-folder"
        raise ParameterError(msg)
    _sweep(home)
    path, folder, mark = _claim(home)
    try:
        yield path
    except OSError as error:
        if error.errno not in NO_ROOM or isinstance(error, GraphDimError):
            raise
        raise _full(home) from error
    finally:
        _remove(path, folder)
        os.close(mark)
        os.close(folder)


def _claim(home: Path) -> tuple[Path, int, int]:
    """A new folder, open, with its locked mark; another if it was taken for a dead process's before it was locked."""
    try:
        while True:
            path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=home))
            folder = os.open(path, AS_FOLDER)
            mark = os.open(MARK, AS_NEW_MARK, 0o600, dir_fd=folder)
            fcntl.flock(mark, fcntl.LOCK_EX)
            if os.fstat(mark).st_nlink:
                return path, folder, mark
            os.close(mark)
            os.close(folder)
    except OSError as error:
        if error.errno in NO_ROOM:
            raise _full(home) from error
        msg = f"{home}: temporary files cannot be written: {error.strerror}; name another with --temporary-folder"
        raise ParameterError(msg) from error


def _full(home: Path) -> DiskFullError:
    words = "8 bytes per row, 16 with weights; free some space, or name a --temporary-folder"
    return DiskFullError(f"{home}: no room left for temporary files, {words}")


def _sweep(home: Path) -> None:
    """Remove what killed processes of this user left."""
    with suppress(OSError):
        for path in home.glob(f"{PREFIX}*"):
            _sweep_one(path)


def _sweep_one(path: Path) -> None:
    with suppress(OSError), _opened(path, AS_FOLDER) as folder:  # a link, in use, or another user's
        if _is_private(folder):
            with _opened(MARK, AS_MARK, folder) as mark:
                fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _remove(path, folder)


@contextmanager
def _opened(path: str | Path, flags: int, folder: int | None = None) -> Iterator[int]:
    handle = os.open(path, flags, dir_fd=folder)
    try:
        yield handle
    finally:
        os.close(handle)


def _is_private(folder: int) -> bool:
    """Whether this user owns the folder, and nobody else may enter it."""
    facts = os.fstat(folder)
    return facts.st_uid == os.geteuid() and stat.S_IMODE(facts.st_mode) == stat.S_IRWXU


def _remove(path: Path, folder: int) -> None:
    """Take away what is ours in the open folder, and the folder if that was all."""
    with suppress(OSError):
        for name in os.listdir(folder):
            if OURS.fullmatch(name):
                os.unlink(name, dir_fd=folder)
        os.unlink(MARK, dir_fd=folder)  # last: what is removed by halves is found again
        path.rmdir()
