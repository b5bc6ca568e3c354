"""A file that is written to while it is read is refused: part of it would be of yesterday, part of today."""

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from graphdim.errors import SourceError
from graphdim.graph.build import build
from graphdim.reading import edges_of


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
