"""A folder for temporary files that leaves nothing behind, not even after a kill.

Each folder holds a mark that its process keeps locked. A folder whose mark is free belongs to a process that was
killed, and the next one to start removes it: the files that the disk engine writes, and nothing else.
"""

from __future__ import annotations

import errno
import fcntl
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from graphdim.errors import GraphDimError, ParameterError

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from typing import TextIO

__all__ = ["DiskFullError", "workspace"]

PREFIX = "graphdim-"
MARK = ".graphdim-workspace"
OURS = ("*.keys", "*.weights", MARK)  # the mark last: what is removed by halves is found again

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
    folder, mark = _claim(home)
    with mark:
        try:
            yield folder
        except OSError as error:
            if error.errno not in NO_ROOM or isinstance(error, GraphDimError):
                raise
            raise _full(home) from error
        finally:
            _remove(folder)


def _claim(home: Path) -> tuple[Path, TextIO]:
    """A new folder and its locked mark; another one if it was taken for a dead process's before it was locked."""
    try:
        while True:
            folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=home))
            mark = (folder / MARK).open("w")
            fcntl.flock(mark, fcntl.LOCK_EX)
            if (folder / MARK).exists():
                return folder, mark
            mark.close()
    except OSError as error:
        if error.errno in NO_ROOM:
            raise _full(home) from error
        msg = f"{home}: temporary files cannot be written: {error.strerror}; name another with --temporary-folder"
        raise ParameterError(msg) from error


def _full(home: Path) -> DiskFullError:
    words = "8 bytes per row, 16 with weights; free some space, or name a --temporary-folder"
    return DiskFullError(f"{home}: no room left for temporary files, {words}")


def _sweep(home: Path) -> None:
    """Remove what killed processes left."""
    for path in home.glob(f"{PREFIX}*/{MARK}"):
        with suppress(OSError), path.open("r+") as mark:  # in use, or another user's
            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _remove(path.parent)


def _remove(folder: Path) -> None:
    """Take away what is ours, and the folder if that was all."""
    with suppress(OSError):
        for pattern in OURS:
            for path in folder.glob(pattern):
                path.unlink()
        folder.rmdir()
