"""The Parquet files that a folder or a glob holds, taken together as one table.

A file is Parquet by its name or, whatever its name, by its first bytes. Folders named `key=value` below the place that
was given are a column, which the files themselves need not hold; folders above it are none.
"""

from __future__ import annotations

from dataclasses import dataclass
from glob import glob
from itertools import takewhile
from pathlib import Path
from urllib.parse import unquote

from graphdim.errors import NotFoundError, SourceError
from graphdim.reading.files.content import Content, is_compressed, suffix
from graphdim.words import counted, listed, visible

__all__ = ["PARQUET", "Parts", "below", "matching", "named_above"]

PARQUET = (".parquet", ".pq")
# Entries of a folder that are not Parquet by their name: more than that, and it holds other things.
MOST_OTHERS = 20_000


@dataclass(frozen=True)
class Parts:
    """The files of one table, what the names of their folders say of each, and what was left out."""

    paths: tuple[Path, ...]
    folder_values: tuple[dict[str, str], ...]
    notes: tuple[str, ...] = ()


def below(folder: Path) -> Parts:
    """The Parquet files in a folder and in those inside it."""
    files = _files(folder)
    paths = [path for path in files if _is_parquet(path)]
    if not paths:
        msg = f"{visible(str(folder))}: the folder holds no Parquet files (*.parquet, *.pq)"
        raise SourceError(msg)
    parts = set(paths)
    others = [path.name for path in files if path not in parts]
    what = f"{counted(len(others), 'file')} in the folder {'is' if len(others) == 1 else 'are'} not Parquet"
    notes = (f"{what} and ignored: {listed(others)}",) if others else ()
    return Parts(tuple(paths), _folder_values(paths, folder), notes)


def _files(folder: Path) -> list[Path]:
    """The files in a folder and below, in order; a folder of very many other things is left soon."""
    files, n_others = [], 0
    for path in folder.rglob("*"):
        n_others += 1 if suffix(path.name) not in PARQUET else -1
        if n_others > MOST_OTHERS:
            fault = f"hardly any of the first {n_others:,} entries below it is a Parquet file (*.parquet, *.pq)"
            msg = f"{visible(str(folder))}: {fault}; name the folder of the edges itself"
            raise SourceError(msg)
        # Spark calls a folder of files edges.parquet too; what begins with _ or . it hides, such as writes that failed.
        if _is_file(path, folder) and not _is_hidden(path.relative_to(folder)):
            files.append(path)
    return sorted(files)


def _is_file(path: Path, folder: Path) -> bool:
    try:
        return path.is_file()
    except OSError as error:
        fault = f"{visible(str(path))} cannot be looked at ({error.strerror})"
        msg = f"{visible(str(folder))}: {fault}; name the folder of the edges itself"
        raise SourceError(msg) from error


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
    return Parts(tuple(paths), _folder_values(paths, _fixed(pattern)), notes)


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


def named_above(path: Path) -> dict[str, str]:
    """What the folders directly above a file say, as in source=1/kind=2/part-0.parquet."""
    above = takewhile(lambda folder: _pair(folder.name), path.absolute().parents)
    return dict(pair for folder in above if (pair := _pair(folder.name)))


def _folder_values(paths: list[Path], top: Path) -> tuple[dict[str, str], ...]:
    """What the folders below `top` say of each file, which must be of the same columns for all."""
    values = tuple(_values(path.relative_to(top).parent) for path in paths)
    for path, own in zip(paths, values, strict=True):
        if own.keys() != values[0].keys():
            here, there = (listed(f"{key}=" for key in keys) for keys in (own, values[0]))
            rule = "the folders of one table are named after the same columns"
            msg = f"{visible(str(path))}: its folders name {here}, those of {visible(str(paths[0]))} {there}; {rule}"
            raise SourceError(msg)
    return values


def _values(folders: Path) -> dict[str, str]:
    """Column and value of every folder that is named so."""
    pairs = [pair for folder in folders.parts if (pair := _pair(folder))]
    values = dict(pairs)
    if len(values) < len(pairs):
        msg = f"{visible(str(folders))}: two of these folders are named after the same column; give the inner ones"
        raise SourceError(msg)
    return values


def _pair(folder: str) -> tuple[str, str] | None:
    """Column and value in the name of a folder, with what writers escape."""
    key, mark, value = folder.partition("=")
    return (unquote(key), unquote(value)) if key and mark else None


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
