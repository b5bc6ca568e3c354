"""The disk engine: edges in files, in memory only the node vectors and one bucket at a time.

    keys → buckets by hash, so that equal keys meet → each bucket sorted and made unique → streamed for every sum

Memory is 29 bytes a node, 8 more for each thread, and a fixed budget; disk is 8 bytes a row, 16 with weights. Takes
edges, yields a view.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from graphdim.engines.blocks import BlockView, summed_up
from graphdim.engines.limits import BASE
from graphdim.engines.workspace import workspace
from graphdim.errors import ParameterError
from graphdim.reading.graph import Block
from graphdim.reading.packing import Packing, merged, pack
from graphdim.report.facts import size
from graphdim.threads import each, n_threads

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from graphdim.engines.options import SourceOptions
    from graphdim.engines.sums import Part
    from graphdim.reading.edges import Edges, EdgeStream, Floats
    from graphdim.reading.packing import Keys

__all__ = ["open"]

# Fibonacci hashing: the high bits of the product scatter even regular keys evenly.
SCATTER = np.uint64(0x9E3779B97F4A7C15)
MOST_BUCKETS = 256
BLOCK = 2**18


@contextmanager
def open(edges: Edges | EdgeStream, options: SourceOptions, name: str) -> Iterator[BlockView]:  # noqa: A001
    """The view of a graph that need not fit in memory; its files are there until the block ends."""
    _check_limit(edges.n_nodes or 0, options.most_memory)
    with workspace(options.temporary_folder) as folder:
        yield pack(edges, partial(_view, folder=folder, options=options, name=name))


def _view(packing: Packing, *, folder: Path, options: SourceOptions, name: str) -> BlockView:
    limit = options.most_memory
    files = split(packing, folder, limit)
    _check_limit(packing.n_places, limit)
    n_edges = sum(each(merge, files))
    parts = [part for file in files for part in _parts(file)]
    return BlockView(*summed_up(packing, n_edges, parts, options, engine="disk", source=name))


def split(packing: Packing, folder: Path, limit: int) -> list[Path]:
    """Write every key into the bucket that its hash names; equal keys land in one bucket."""
    # Each thread sorts a bucket in memory: a sixteenth of the limit for all leaves room for lopsided ones.
    wanted = 8 * packing.edges.n_rows // max(limit // (16 * n_threads()), 1) + 1
    bits = min(wanted, MOST_BUCKETS).bit_length()
    files = [folder / f"{number:03}" for number in range(2**bits)]
    with ExitStack() as stack:
        keys_out = [stack.enter_context(file.with_suffix(".keys").open("wb")) for file in files]
        weights_out = [stack.enter_context(file.with_suffix(".weights").open("wb")) for file in files]
        for keys, weights in packing:
            bucket = ((keys * SCATTER) >> np.uint64(64 - bits)).astype(np.uint16)
            order = np.argsort(bucket, kind="stable")
            ends = np.cumsum(np.bincount(bucket, minlength=len(files)))
            _append(keys_out, keys[order], ends)
            if weights is not None:
                _append(weights_out, weights[order], ends)
    return files


def _append(outs: Sequence[BinaryIO], values: Keys | Floats, ends: NDArray[np.int64]) -> None:
    for out, (start, end) in zip(outs, pairwise([0, *ends.tolist()]), strict=True):
        out.write(values[start:end].data)


def merge(file: Path) -> int:
    """Make the keys of one bucket unique, in place on disk; returns how many there are."""
    keys, weights = merged(*_load(file))
    keys.tofile(file.with_suffix(".keys"))
    if weights is not None:
        weights.tofile(file.with_suffix(".weights"))
    return len(keys)


def _load(file: Path, start: int = 0, count: int = -1) -> tuple[Keys, Floats | None]:
    keys = np.fromfile(file.with_suffix(".keys"), dtype=np.uint64, count=count, offset=8 * start)
    weights = np.fromfile(file.with_suffix(".weights"), dtype=np.float64, count=count, offset=8 * start)
    return keys, weights if len(weights) else None


def _parts(file: Path) -> list[Part]:
    n_keys = file.with_suffix(".keys").stat().st_size // 8
    return [partial(_block, file, start) for start in range(0, n_keys, BLOCK)]


def _block(file: Path, start: int) -> Block:
    return Block.of(*_load(file, start, BLOCK))


def _check_limit(n_nodes: int, limit: int) -> None:
    """Three node vectors, one more for each thread, and the numbers of the nodes, as far as they are known."""
    needed = BASE + n_nodes * (8 * (3 + n_threads()) + 5)
    if needed > limit:
        needs = f"{n_nodes:,} nodes need" if n_nodes else "even a small graph needs"
        msg = f"{needs} a memory limit of at least {size(needed)}, not {size(limit)}"
        raise ParameterError(msg)
