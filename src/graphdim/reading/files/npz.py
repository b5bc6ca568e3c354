"""NumPy archives: a sparse matrix saved by SciPy, or a labelled graph as plain arrays.

A labelled graph holds `n` (the number of nodes), `edges` (E, 2), and, for experiments, `labels` (n; -1 for none)
and features as a CSR matrix `x_data x_indices x_indptr x_shape`. Nothing pickled is ever loaded.
"""

from __future__ import annotations

import struct
import tokenize
import zipfile
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import SourceError
from graphdim.reading.edges import Attributes, Edges, integers
from graphdim.reading.files.array_file import lettered
from graphdim.reading.files.content import Content, source_errors
from graphdim.reading.files.promises import check_claim
from graphdim.reading.objects import scipy as sparse
from graphdim.reading.room import IN_PIECES, check_room
from graphdim.words import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from scipy.sparse import csr_array

__all__ = ["DAMAGE", "arrays", "edges", "opened", "sparse_rows"]

MATRIX = "scipy matrix"

DAMAGE = (
    ValueError,
    OSError,
    EOFError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    OverflowError,
    MemoryError,  # a header that promises a huge array
    RuntimeError,  # an encrypted member
    SyntaxError,
    struct.error,
    tokenize.TokenError,
    zipfile.BadZipFile,
    zlib.error,
)


def arrays(content: Content) -> dict[str, Any]:
    """Every array of an .npz file by its name, but for what is pickled: that is never loaded."""
    arrays_read: dict[str, Any] = {}
    with opened(content) as archive:
        for name in archive.files:
            try:
                arrays_read[name] = archive[name]
            except ValueError as error:
                if "allow_pickle" not in str(error):
                    raise
        # What is no array comes as bytes.
        return {name: lettered(values) for name, values in arrays_read.items() if not isinstance(values, bytes)}


def edges(content: Content, weight: str | None) -> Edges:
    """The edges of an .npz file."""
    with opened(content) as archive:
        names = set(archive.files)
        if {"n", "edges"} <= names:
            return _labelled(archive, weight, content)
        if "format" not in names:
            raise _no_matrix(content, names, "give a matrix saved by scipy, or n and edges")
    matrix = _matrix(content)
    with source_errors(content.name, MATRIX, *DAMAGE):
        check_claim(content, max(matrix.shape))
        return sparse.edges(matrix, weight)


def sparse_rows(content: Content) -> csr_array:
    """A sparse matrix with a row for each node, as SciPy saves it."""
    from scipy.sparse import csr_array

    with opened(content) as archive:
        if "format" not in archive.files:
            raise _no_matrix(content, archive.files, "give a matrix saved by scipy, or an array saved by numpy as .npy")
    with source_errors(content.name, MATRIX, *DAMAGE):
        return csr_array(_matrix(content))


def _unpacked_size(file: BinaryIO) -> int:
    """Bytes that an archive takes in memory: zeros, which pack to nothing, their full size; cleaning as much again."""
    with zipfile.ZipFile(file) as archive:
        n_bytes = 2 * sum(member.file_size for member in archive.infolist())
    file.seek(0)
    return n_bytes


@contextmanager
def opened(content: Content, way: str = IN_PIECES) -> Iterator[np.lib.npyio.NpzFile]:
    """The arrays of an archive by name, each read when it is asked for; refused if they do not fit into memory."""
    with (
        source_errors(content.name, "npz archive", *DAMAGE),
        content.open() as file,
        np.load(file, allow_pickle=False) as archive,
    ):
        check_room(content.name, _unpacked_size(file), way)
        yield archive


def _labelled(archive: np.lib.npyio.NpzFile, weight: str | None, content: Content) -> Edges:
    name = content.name
    if weight is not None:
        msg = f"{name}: a labelled graph has no weight named {weight!r}"
        raise SourceError(msg)
    ends = archive["edges"]
    if ends.ndim != 2 or ends.shape[1] != 2:  # noqa: PLR2004 - two ends of an edge
        msg = f"{name}: edges has shape {ends.shape}; it must be (E, 2)"
        raise SourceError(msg)
    ends = integers(ends, f"{name}: edges")
    [n_nodes] = integers(archive["n"].reshape(-1), f"{name}: n").tolist()
    if n_nodes < 0:
        msg = f"{name}: n is {n_nodes}; it is the number of nodes"
        raise SourceError(msg)
    check_claim(content, n_nodes)
    return Edges(ends[:, 0], ends[:, 1], n_nodes=n_nodes, attributes=_attributes(archive))


def _attributes(archive: np.lib.npyio.NpzFile) -> Attributes:
    """Columns of the features, and how many labels there are; whether they make sense is found out in training."""
    shape, labels = (archive[name] if name in archive.files else None for name in ("x_shape", "labels"))
    n_features = int(shape[1]) if shape is not None and shape.shape == (2,) else None
    if labels is None or labels.dtype.kind not in "iu":
        return Attributes(n_features)
    return Attributes(n_features, len(np.unique(labels[labels >= 0])))


def _matrix(content: Content) -> Any:
    """The matrix in any format of SciPy's; its indices are checked, since compiled code follows them blindly."""
    from scipy.sparse import load_npz

    with source_errors(content.name, MATRIX, *DAMAGE), content.open() as file:
        return sparse.checked(load_npz(file))


def _no_matrix(content: Content, names: Iterable[str], way_out: str) -> SourceError:
    held = listed(sorted(names), "nothing")
    return SourceError(f"{content.name}: it holds {held}; {way_out}")
