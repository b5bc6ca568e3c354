"""A folder for temporary files that leaves nothing behind, not even after a kill.

Each folder holds a file that its process keeps locked. A folder whose lock is free belongs to a process that was
killed, and the next one to start removes it.
"""

from __future__ import annotations

import errno
import fcntl
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from graphdim.errors import GraphDimError, ParameterError

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

__all__ = ["DiskFullError", "workspace"]

PREFIX = "graphdim-"
LOCK = "lock"


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
    try:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=home))
        try:
            with (folder / LOCK).open("w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) or isinstance(error, GraphDimError):
            raise
        msg = f"{home}: no room left for temporary files, 8 bytes an edge; free some, or name a --temporary-folder"
        raise DiskFullError(msg) from error


def _sweep(home: Path) -> None:
    """Remove what killed processes left."""
    for path in home.glob(f"{PREFIX}*/{LOCK}"):
        try:
            with path.open("r+") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path.parent, ignore_errors=True)
        except OSError:
            continue  # in use, or another user's
