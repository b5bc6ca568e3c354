"""A file that is written to while it is read is refused: part of it would be of yesterday, part of today."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import numpy as np
import polars as pl
import pytest

from graphdim.errors import SourceError
from graphdim.graph.build import build
from graphdim.reading import edges_of
from graphdim.shrinking.sources import rows_of


def grow(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"7 8\n")


def shrink(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:40])


@pytest.mark.parametrize("change", [grow, shrink, Path.unlink])
def test_a_text_that_changes_while_it_is_read(change: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "edges.txt"
    path.write_text("".join(f"{node} {node + 1}\n" for node in range(100)))
    edges = edges_of(str(path), None)
    assert build(edges).n_edges == 100
    change(path)
    with pytest.raises(SourceError, match=r"edges.txt: it changed while it was read|No such file"):
        build(edges)


@pytest.mark.parametrize("place", ["part.parquet", ""])
def test_a_parquet_file_that_changes_while_it_is_read(place: str, tmp_path: Path) -> None:
    path = tmp_path / "part.parquet"
    pl.DataFrame({"source": range(9), "target": range(1, 10)}).write_parquet(path)
    edges = edges_of(str(tmp_path / place), None)
    parts = edges.parts()
    next(parts)
    path.touch()
    with pytest.raises(SourceError, match=r"part.parquet: it changed while it was read"):
        list(parts)


def cut(path: Path) -> None:
    os.truncate(path, 200)


ARRAYS = {
    "pairs": np.arange(2 * 10**5).reshape(-1, 2),
    "edge index": np.arange(2 * 10**5).reshape(2, -1),
    "matrix": np.eye(400, k=1),
    "rectangle": np.eye(400, 300),
}


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("name", ARRAYS)
def test_an_array_is_read_from_its_file_in_either_order(name: str, order: Literal["C", "F"], tmp_path: Path) -> None:
    path = tmp_path / "graph.npy"
    np.save(path, np.asarray(ARRAYS[name], order=order))
    on_disk, in_memory = build(edges_of(str(path), None)), build(edges_of(ARRAYS[name], None))
    assert (on_disk.n_nodes, on_disk.n_edges, on_disk.kinds) == (in_memory.n_nodes, in_memory.n_edges, in_memory.kinds)
    assert (on_disk.adjacency() != in_memory.adjacency()).nnz == 0


@pytest.mark.parametrize("change", [cut, Path.touch])
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("name", ["pairs", "edge index"])
def test_an_array_that_is_cut_short_while_it_is_read(
    name: str, order: Literal["C", "F"], change: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "graph.npy"
    np.save(path, np.asarray(ARRAYS[name], order=order))
    edges = edges_of(str(path), None)
    change(path)
    with pytest.raises(SourceError, match=r"graph.npy: it changed while it was read"):
        build(edges)


def test_a_table_of_rows_that_is_cut_short_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rows.npy"
    np.save(path, np.ones((100, 8), dtype=np.float32))
    rows = rows_of(path)
    os.truncate(path, 1000)
    with pytest.raises(SourceError, match=r"rows.npy: it changed while it was read"):
        rows.read(slice(50, 60))
    with pytest.raises(SourceError, match=r"rows.npy: it changed while it was read"):
        rows.take(np.array([99, 3]))
