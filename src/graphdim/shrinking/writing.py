"""The cut rows and the projection as files: written block by block beside their places, then put there whole."""

from __future__ import annotations

import io
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim import progress
from graphdim.checks import check_path
from graphdim.errors import ParameterError, SourceError
from graphdim.folders import user_path, whole_file, write_whole
from graphdim.linalg.blas import single_threaded_blas
from graphdim.threads import map_ahead
from graphdim.words import visible

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from numpy.typing import NDArray

    from graphdim.shrinking.projection import Projection
    from graphdim.shrinking.rows import Rows

__all__ = ["check_output", "projection_path", "write"]

WIDER = {2: "give the rows as float32", 4: "give the rows as float64"}


def check_output(path: str | os.PathLike[str], inputs: Iterable[Any] = ()) -> Path:
    """Refuse what cannot become an .npy file, or would replace an input, before anything is measured."""
    check_path("output", path)
    target = user_path(path)
    if target.suffix != ".npy":
        msg = f"output is {visible(str(target))!r}; the cut rows are written as .npy, so name it such as small.npy"
        raise ParameterError(msg)
    if not target.parent.is_dir():
        msg = f"{visible(str(target))}: there is no folder {visible(str(target.parent))}; make it, or name another"
        raise ParameterError(msg)
    for written in (target, projection_path(target)):
        if any(_is_file_of(given, written) for given in inputs):
            msg = f"{visible(str(written))}: the output would replace this input; name another file with output"
            raise ParameterError(msg)
    return target


def _is_file_of(given: Any, written: Path) -> bool:
    """Whether an input is read from the file that is to be written, by whatever name; so may an array on disk be."""
    source = getattr(given, "filename", given)
    if not isinstance(source, str | os.PathLike):
        return False
    with suppress(OSError, ValueError):  # no such file, or no path at all
        return user_path(source).samefile(written)
    return False


def projection_path(target: Path) -> Path:
    """Where the projection of a file of rows is written: small.npy has small.projection.npz."""
    return target.with_name(f"{target.stem}.projection.npz")


def write(rows: Rows, projection: Projection, dimension: int, target: Path) -> None:
    """The rows, cut to a dimension, in their order; and the mean, the axes and the ids, by which others can be cut.

    Floats are written in the type that they came in.
    """
    kind = np.float64 if rows.cut_type.itemsize > np.dtype(np.float32).itemsize else np.float32
    try:
        with whole_file(target) as file:
            header = {"descr": rows.cut_type.str, "fortran_order": False, "shape": (rows.shape[0], dimension)}
            np.lib.format.write_array_header_1_0(file, header)
            with single_threaded_blas(), progress.stage("writing rows", rows.shape[0]) as advance:
                for cut in map_ahead(lambda which: projection.apply(rows.read(which, kind), dimension), rows.blocks()):
                    file.write(_converted(cut, rows).data)
                    advance(len(cut))
        write_whole(projection_path(target), _projection(rows, projection, dimension))
    except OSError as error:
        msg = f"{visible(str(target))}: cannot be written ({error.strerror}); name another place"
        raise ParameterError(msg) from error


def _converted(cut: NDArray[Any], rows: Rows) -> NDArray[Any]:
    """The cut rows in the size of the rows that were given, and in the type that they are written in."""
    try:
        with np.errstate(over="raise"):
            sized = np.ldexp(cut, rows.exponent) if rows.exponent else cut
            return np.ascontiguousarray(sized, dtype=rows.cut_type)
    except FloatingPointError as error:
        way_out = WIDER.get(rows.cut_type.itemsize, "divide the rows by a constant")
        msg = f"{rows.name}: the cut rows have numbers too large for {rows.cut_type}; {way_out}"
        raise SourceError(msg) from error


def _projection(rows: Rows, projection: Projection, dimension: int) -> bytes:
    mean = np.ldexp(projection.mean.astype(np.float64), rows.exponent) if rows.exponent else projection.mean
    parts = {"mean": mean, "axes": projection.axes_at(dimension)}
    if rows.ids is not None:
        parts["ids"] = np.array(rows.ids, dtype=str)
    buffer = io.BytesIO()
    np.savez(buffer, **parts)  # type: ignore[arg-type]
    return buffer.getvalue()
