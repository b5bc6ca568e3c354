"""The Parquet files that a folder or a glob holds, taken together as one table.

A file is Parquet by its name or, whatever its name, by its first bytes. Folders named `key=value` are a column.
"""

from __future__ import annotations

from dataclasses import dataclass
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING

from graphdim.errors import NotFoundError, SourceError
from graphdim.reading.files.content import Content, is_compressed, suffix
from graphdim.words import counted, listed, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PARQUET", "Parts", "below", "matching"]

PARQUET = (".parquet", ".pq")


@dataclass(frozen=True)
class Parts:
    """The files of one table, the columns that are in the names of their folders, and what was left out."""

    paths: tuple[Path, ...]
    folder_columns: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


def below(folder: Path) -> Parts:
    """The Parquet files in a folder and in those inside it."""
    # Spark calls a folder of files edges.parquet too; what begins with _ or . it hides, such as writes that failed.
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not _is_hidden(path.relative_to(folder)))
    paths = [path for path in files if _is_parquet(path)]
    if not paths:
        msg = f"{visible(str(folder))}: the folder holds no Parquet files (*.parquet, *.pq)"
        raise SourceError(msg)
    others = [path.name for path in files if path not in set(paths)]
    what = f"{counted(len(others), 'file')} in the folder {'is' if len(others) == 1 else 'are'} not Parquet"
    notes = (f"{what} and ignored: {listed(others)}",) if others else ()
    return Parts(tuple(paths), _folder_columns(paths, folder), notes)


def matching(pattern: Path) -> Parts:
    """The Parquet files that a glob finds, or that are in the folders that it finds."""
    places = [Path(name) for name in sorted(glob(str(pattern), recursive=True))]  # noqa: PTH207 - pathlib raises on a**b
    if not places:
        msg = f"{visible(str(pattern))}: no file matches"
        raise NotFoundError(msg)
    for path in places:
        if path.is_file() and not _is_parquet(path):
            raise SourceError(_no_parquet(pattern, path))
    folders = {path: below(path) for path in places if path.is_dir()}
    paths = [part for path in places for part in (folders[path].paths if path in folders else (path,))]
    notes = tuple(note for parts in folders.values() for note in parts.notes)
    return Parts(tuple(paths), _folder_columns(paths, _fixed(pattern)), notes)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(("_", ".")) for part in path.parts)


def _is_parquet(path: Path) -> bool:
    """Whether the name says so; only where it does not, the file is looked at."""
    if suffix(path.name) in PARQUET:
        return True
    try:
        with path.open("rb") as file:
            return Content(path.name, file.read(2**6), path).is_parquet
    except OSError as error:
        msg = f"{visible(str(path))}: {error.strerror}"
        raise SourceError(msg) from error


def _folder_columns(paths: list[Path], top: Path) -> frozenset[str]:
    """The columns that the folders below `top` are named after, as in source=1/part-0.parquet."""
    above = {key for key, _ in _pairs(top)}
    return frozenset(key for path in paths for key, _ in _pairs(path.relative_to(top).parent) if key not in above)


def _pairs(path: Path) -> Iterator[tuple[str, str]]:
    for part in path.parts:
        key, mark, value = part.partition("=")
        if key and mark:
            yield key, value


def _fixed(pattern: Path) -> Path:
    """The folders of a glob above its first wildcard."""
    wild = next(place for place, part in enumerate(pattern.parts) if any(mark in part for mark in "*?["))
    return Path(*pattern.parts[:wild])


def _no_parquet(pattern: Path, path: Path) -> str:
    joined = f"cat {pattern} | graphdim dimension -"
    once = f"awk 'FNR > 1 || NR == 1' {pattern} | graphdim dimension -"
    first = "unpack and join" if is_compressed(path) else "join"
    ways = f"{first} parts of text: {joined}, or, if each begins with a header: {once}"
    return visible(f"{pattern}: a glob is for Parquet files, and {path} is none; {ways}")
