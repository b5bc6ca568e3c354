"""Files and folders: finds out what a path holds and hands it to the reader of that format.

The first bytes decide where a format has a signature, the extension otherwise.
"""

import codecs
import importlib
from pathlib import Path

from graphdim.errors import NotFoundError, SourceError
from graphdim.reading.addresses import refuse_address
from graphdim.reading.columns import refuse_columns
from graphdim.reading.edges import Edges, EdgeStream
from graphdim.reading.files import parquet
from graphdim.reading.files.content import Content, load, standard_input, suffix
from graphdim.reading.files.parquet_parts import PARQUET, Parts, below, matching

__all__ = ["SUFFIXES", "edges"]

SIGNATURES = {
    b"PK\x03\x04": "npz",
    b"PK\x05\x06": "npz",  # an archive of nothing
    b"\x93NUMPY": "npy",
    b"%%MatrixMarket": "matrix_market",
    b"<?xml": "graphml",
    b"<graphml": "graphml",
}
SUFFIXES = {
    **dict.fromkeys(("", ".txt", ".csv", ".tsv", ".tab", ".ssv", ".dat", ".data"), "text"),
    **dict.fromkeys((".edges", ".edgelist", ".el", ".wel", ".ncol", ".links", ".cites"), "text"),
    **dict.fromkeys(PARQUET, "parquet"),
    ".mtx": "matrix_market",
    ".npz": "npz",
    ".npy": "npy",
    ".graphml": "graphml",
    ".gml": "gml",
}
# Formats that show in their first bytes.
SIGNED = {
    "parquet": "Parquet file",
    "npz": "npz archive",
    "npy": "npy file",
    "matrix_market": "Matrix Market file",
}
# Formats of text with a reader of their own; a table is looked at line by line.
WRITTEN = {"gml": "a whole GML file", "graphml": "XML"}
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
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
        return parquet.edges_of(below(path), weight, ends)
    if not path.exists() and any(mark in place for mark in "*?["):
        return parquet.edges_of(_matching(path, place), weight, ends)
    if not path.exists():
        raise NotFoundError(_missing(path, place))
    return _parse(load(path), weight, ends)


def _matching(path: Path, place: str) -> Parts:
    """What a glob finds; a name with brackets that finds nothing is more often that of a file."""
    try:
        return matching(path)
    except NotFoundError as error:
        if any(mark in place for mark in "*?"):
            raise
        raise NotFoundError(_missing(path, place)) from error


def _locate(place: str) -> Path:
    """The path with ~ resolved, or an error where the system cannot even look: a name too long, a closed folder."""
    if not place:
        msg = "the path is empty; give a file, a folder, dataset:NAME or -"
        raise NotFoundError(msg)
    try:
        path = Path(place).expanduser()
        is_there = path.exists()
    except (OSError, RuntimeError) as error:
        msg = f"{place}: {getattr(error, 'strerror', error)}"
        raise SourceError(msg) from error
    if not is_there:
        refuse_address(place)
    return path


def _parse(content: Content, weight: str | None, ends: tuple[str, str] | None) -> Edges | EdgeStream:
    kind = _format(content)
    reader = importlib.import_module(f"graphdim.reading.files.{kind}")
    if kind in TABLES:
        return reader.edges(content, weight, ends)  # type: ignore[no-any-return]
    if ends is not None:
        refuse_columns(content.name, ends)
    edges_read: Edges = reader.edges(content, weight)
    content.check_unchanged()
    return edges_read


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
            _refuse_zeros(content, name)
            return name
    if ending not in SUFFIXES:
        known = " ".join(sorted(filter(None, SUFFIXES)))
        msg = (
            f"{content.name}: {ending!r} names no graph format; known are {known}, each also as .gz or .bz2, text also"
            " as .zst (an edge list under another name can come from standard input, '-')"
        )
        raise SourceError(msg)
    _refuse_other_bytes(content, SUFFIXES[ending])
    return SUFFIXES[ending]


def _refuse_other_bytes(content: Content, kind: str) -> None:
    """Refuse a file that is not what its name says before the rest of it is unpacked."""
    if kind in SIGNED:
        msg = f"{content.name}: not a readable {SIGNED[kind]}: its first bytes are not those of one"
        raise SourceError(msg)
    _refuse_zeros(content, kind)


def _refuse_zeros(content: Content, kind: str) -> None:
    """Refuse zero bytes in text; in UTF-16, whose letters may have one each, three in a row."""
    zeros = b"\0\0\0" if kind == "graphml" and content.head.startswith(UTF_16) else b"\0"
    if kind in WRITTEN and zeros in content.head:
        msg = f"{content.name}: not {WRITTEN[kind]}; it holds binary data"
        raise SourceError(msg)


def _missing(path: Path, place: str) -> str:
    from graphdim.reading.datasets.catalogue import NAMES

    if path.is_symlink():
        return f"{place}: the link points to {path.readlink()}, which is not there"
    hint = f"; the dataset is dataset:{place.lower()}" if place.lower() in NAMES else ""
    return f"{place}: no such file{hint}"
