"""The disk engine: edges in files, in memory only the node vectors and one bucket at a time.

    keys → buckets by hash, so that equal keys meet → each bucket sorted and made unique → streamed for every sum

Memory: 29 bytes per node, 8 more for each thread, its name, and a fixed budget. Disk: 8 bytes per row, 16 with weights.
Takes edges, yields a view.
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
from graphdim.graph.blocks import Block
from graphdim.graph.keys import recoded, unique
from graphdim.graph.packing import pack
from graphdim.report.facts import size
from graphdim.threads import map_in_threads, n_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from graphdim.engines.options import SourceOptions
    from graphdim.engines.sums import Part
    from graphdim.graph.keys import Keys
    from graphdim.graph.numbering import Numbers
    from graphdim.graph.packing import Packing
    from graphdim.reading.edges import Edges, EdgeStream, Floats

__all__ = ["open"]

# Fibonacci hashing: the high bits of the product scatter even regular keys evenly.
SCATTER = np.uint64(0x9E3779B97F4A7C15)
MOST_BUCKETS = 256
BLOCK = 2**18
KINDS = (".keys", ".weights")


@contextmanager
def open(edges: Edges | EdgeStream, options: SourceOptions, name: str) -> Iterator[BlockView]:  # noqa: A001
    """The view of a graph that need not fit in memory; its files are there until the block ends."""
    limit = options.most_memory
    _check_limit(edges.n_nodes or 0, limit)
    with workspace(options.temporary_folder) as folder, BucketFiles(folder, edges.n_rows, limit) as buckets:
        packing = pack(edges, buckets, partial(_check_names, limit))
        _check_limit(packing.n_places, limit)
        n_edges = buckets.merge()
        yield BlockView(*summed_up(packing, n_edges, buckets.parts(), options, engine="disk", source=name))


class BucketFiles(ExitStack):
    """Keys in files, each in the bucket that its hash names, so that equal keys meet in one bucket."""

    def __init__(self, folder: Path, n_rows: int, limit: int) -> None:
        super().__init__()
        # Each thread sorts a bucket in memory: a sixteenth of the limit for all leaves room for lopsided ones.
        wanted = 8 * n_rows // max(limit // (16 * n_threads()), 1) + 1
        self._bits = min(wanted, MOST_BUCKETS).bit_length()
        self._folder = folder
        self._generation = 0
        self._open()

    def add(self, keys: Keys, weights: Floats | None) -> None:
        """Append each key to its bucket."""
        bucket = ((keys * SCATTER) >> np.uint64(64 - self._bits)).astype(np.uint16)
        order = np.argsort(bucket, kind="stable")
        ends = np.cumsum(np.bincount(bucket, minlength=len(self._files)))
        _append(self._keys_out, keys[order], ends)
        if weights is not None:
            _append(self._weights_out, weights[order], ends)

    def recode(self, number: Callable[[Numbers], Numbers]) -> None:
        """Renumber all nodes: every key moves to the bucket of its new hash, and the old files go one by one."""
        old = self._files
        self.close()
        self._open()
        for file in old:
            for start in range(0, _n_keys(file), BLOCK):
                keys, weights = _load(file, start, BLOCK)
                self.add(recoded(keys, number), weights)
            _remove(file)

    def merge(self) -> int:
        """Make the keys of each bucket unique, in place on disk; returns how many there are in all."""
        self.close()
        return sum(map_in_threads(_merge, self._files))

    def parts(self) -> list[Part]:
        """Blocks of all buckets, each read when it is called."""
        return [partial(_block, file, start) for file in self._files for start in range(0, _n_keys(file), BLOCK)]

    def _open(self) -> None:
        """Start a new generation of empty files."""
        self._generation += 1
        self._files = [self._folder / f"{self._generation}-{bucket:03}" for bucket in range(2**self._bits)]
        self._keys_out, self._weights_out = (
            [self.enter_context(file.with_suffix(kind).open("xb")) for file in self._files] for kind in KINDS
        )


def _append(outs: Sequence[BinaryIO], values: Keys | Floats, ends: NDArray[np.int64]) -> None:
    for out, (start, end) in zip(outs, pairwise([0, *ends.tolist()]), strict=True):
        out.write(values[start:end].data)


def _merge(file: Path) -> int:
    """Make the keys of one bucket unique; returns how many there are."""
    keys, weights = unique(*_load(file))
    keys.tofile(file.with_suffix(".keys"))
    if weights is not None:
        weights.tofile(file.with_suffix(".weights"))
    return len(keys)


def _load(file: Path, start: int = 0, count: int = -1) -> tuple[Keys, Floats | None]:
    keys = np.fromfile(file.with_suffix(".keys"), dtype=np.uint64, count=count, offset=8 * start)
    weights = np.fromfile(file.with_suffix(".weights"), dtype=np.float64, count=count, offset=8 * start)
    return keys, weights if len(weights) else None


def _n_keys(file: Path) -> int:
    return file.with_suffix(".keys").stat().st_size // 8


def _block(file: Path, start: int) -> Block:
    return Block.of(*_load(file, start, BLOCK))


def _remove(file: Path) -> None:
    for kind in KINDS:
        file.with_suffix(kind).unlink()


def _check_names(limit: int, packing: Packing) -> None:
    """Refuse names that are too much for the limit as soon as they are; how many nodes there are is known later."""
    if packing.table is not None:
        nodes = f"the first {packing.n_places:,} nodes and their names need"
        _refuse_beyond(limit, _needed(packing.n_places) + packing.n_bytes, nodes)


def _check_limit(n_nodes: int, limit: int) -> None:
    what = f"{n_nodes:,} nodes need" if n_nodes else "even a small graph needs"
    _refuse_beyond(limit, _needed(n_nodes), what)


def _needed(n_nodes: int) -> int:
    """Three node vectors, one more for each thread, and the numbers of the nodes."""
    return BASE + n_nodes * (8 * (3 + n_threads()) + 5)


def _refuse_beyond(limit: int, needed: int, what: str) -> None:
    if needed > limit:
        msg = f"{what} a memory limit of at least {size(needed)}, not {size(limit)}"
        raise ParameterError(msg)
