"""Files and folders: finds out what a path holds and hands it to the reader of that format.

The first bytes decide where a format has a signature, the extension otherwise.
"""

import importlib
from glob import glob
from pathlib import Path

from graphdim.errors import NotFoundError, SourceError
from graphdim.reading.columns import refuse_columns
from graphdim.reading.edges import Edges, EdgeStream
from graphdim.reading.files.content import Content, is_compressed, load, standard_input, suffix

__all__ = ["edges"]

SIGNATURES = {
    b"PK\x03\x04": "npz",
    b"\x93NUMPY": "npy",
    b"%%MatrixMarket": "matrix_market",
    b"<?xml": "graphml",
    b"<graphml": "graphml",
}
SUFFIXES = {
    **dict.fromkeys(("", ".txt", ".csv", ".tsv", ".tab", ".ssv", ".dat", ".data"), "text"),
    **dict.fromkeys((".edges", ".edgelist", ".el", ".wel", ".ncol", ".links", ".cites"), "text"),
    **dict.fromkeys((".parquet", ".pq"), "parquet"),
    ".mtx": "matrix_market",
    ".npz": "npz",
    ".npy": "npy",
    ".graphml": "graphml",
    ".gml": "gml",
}
TABLES = ("text", "parquet")
LOADED = "load it and pass what it holds to graphdim.ideal_dimension"
WAYS_OUT = {
    ".zip": "a zip archive is not read; unzip it and give the file inside",
    **dict.fromkeys((".pt", ".pth"), f"a torch file is not read; {LOADED}: a tensor, or a Data of PyG"),
    **dict.fromkeys((".pkl", ".pickle"), f"a pickle can hold any program and is not read; {LOADED}"),
}


def edges(place: str, weight: str | None, ends: tuple[str, str] | None) -> Edges | EdgeStream:
    """The edges at a path: a file, a folder or glob of Parquet files, or "-" for standard input."""
    if place == "-":
        return _parse(standard_input(), weight, ends)
    path = _locate(place)
    if path.is_dir():
        return _parquet_files(_below(path), weight, ends)
    if not path.exists() and any(mark in place for mark in "*?["):
        return _parquet_files(_matching(path), weight, ends)
    if not path.exists():
        raise NotFoundError(_missing(path, place))
    return _parse(load(path), weight, ends)


def _locate(place: str) -> Path:
    """The path with ~ resolved, or an error where the system cannot even look: a name too long, a closed folder."""
    if not place:
        msg = "the path is empty; give a file, a folder, dataset:NAME or -"
        raise NotFoundError(msg)
    try:
        path = Path(place).expanduser()
        path.exists()
    except (OSError, RuntimeError) as error:
        msg = f"{place}: {getattr(error, 'strerror', error)}"
        raise SourceError(msg) from error
    return path


def _parse(content: Content, weight: str | None, ends: tuple[str, str] | None) -> Edges | EdgeStream:
    kind = _format(content)
    reader = importlib.import_module(f"graphdim.reading.files.{kind}")
    if kind in TABLES:
        return reader.edges(content, weight, ends)  # type: ignore[no-any-return]
    if ends is not None:
        refuse_columns(content.name, ends)
    return reader.edges(content, weight)  # type: ignore[no-any-return]


def _format(content: Content) -> str:
    ending = suffix(content.name)
    if ending in WAYS_OUT:
        msg = f"{content.name}: {WAYS_OUT[ending]}"
        raise SourceError(msg)
    if content.is_parquet:
        return "parquet"
    start = content.head.lstrip(b"\xef\xbb\xbf \t\r\n")
    for signature, name in SIGNATURES.items():
        if start.startswith(signature):
            return name
    if ending not in SUFFIXES:
        known = " ".join(sorted(filter(None, SUFFIXES)))
        msg = (
            f"{content.name}: {ending!r} names no graph format; known are {known}, each also as .gz or .bz2, text also"
            " as .zst (an edge list under another name can come from standard input, '-')"
        )
        raise SourceError(msg)
    return SUFFIXES[ending]


def _parquet_files(paths: list[Path], weight: str | None, ends: tuple[str, str] | None) -> EdgeStream:
    from graphdim.reading.files import parquet

    return parquet.edges_of(paths, weight, ends)


def _below(folder: Path) -> list[Path]:
    # Spark calls a folder of files edges.parquet too; what begins with _ or . it hides, such as writes that failed.
    found = (path for ending in ("parquet", "pq") for path in folder.rglob(f"*.{ending}") if path.is_file())
    paths = sorted(path for path in found if not _is_hidden(path.relative_to(folder)))
    if not paths:
        msg = f"{folder}: the folder holds no Parquet files (*.parquet, *.pq)"
        raise SourceError(msg)
    return paths


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(("_", ".")) for part in path.parts)


def _matching(pattern: Path) -> list[Path]:
    found = [Path(name) for name in sorted(glob(str(pattern), recursive=True))]  # noqa: PTH207 - pathlib raises on a**b
    if not found:
        msg = f"{pattern}: no file matches"
        raise NotFoundError(msg)
    for path in found:
        if path.is_file() and not _is_parquet(path):
            raise SourceError(_no_parquet(pattern, path))
    return [path for place in found for path in (_below(place) if place.is_dir() else [place])]


def _is_parquet(path: Path) -> bool:
    """Whether the name says so; only where it does not, the file is looked at."""
    if is_compressed(path) or SUFFIXES.get(suffix(path.name)) == "parquet":
        return SUFFIXES.get(suffix(path.name)) == "parquet"
    return load(path).is_parquet


def _no_parquet(pattern: Path, path: Path) -> str:
    joined = f"cat {pattern} | graphdim dimension -"
    once = f"awk 'FNR > 1 || NR == 1' {pattern} | graphdim dimension -"
    first = "unpack and join" if is_compressed(path) else "join"
    ways = f"{first} parts of text: {joined}, or, if each begins with a header: {once}"
    return f"{pattern}: a glob is for Parquet files, and {path} is none; {ways}"


def _missing(path: Path, place: str) -> str:
    from graphdim.reading.datasets.catalogue import NAMES

    if path.is_symlink():
        return f"{place}: the link points to {path.readlink()}, which is not there"
    hint = f"; the dataset is dataset:{place.lower()}" if place.lower() in NAMES else ""
    return f"{place}: no such file{hint}"
