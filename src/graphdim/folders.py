"""Where the user's cache is, and files that are written whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["cache_folder", "whole_file", "write_whole"]


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


def _mask() -> int:
    """What the user takes away from the mode of new files; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
