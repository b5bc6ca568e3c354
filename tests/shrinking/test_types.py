"""What the cut rows weigh: floats keep their type, whole numbers become float32; the sizes shown are those written."""

from __future__ import annotations

import json

import numpy as np
import polars as pl
import pytest
import torch

import graphdim as gd
from graphdim.errors import SourceError
from graphdim.shrinking.sources import rows_of

RNG = np.random.default_rng(0)
ROWS = RNG.standard_normal((300, 4)) @ RNG.standard_normal((4, 32))


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("<f2", "<f2"), ("<f4", "<f4"), ("<f8", "<f8"), (">f8", "<f8"), ("<i8", "<f4"), ("<i1", "<f4"), ("?", "<f4"),
        (np.longdouble, "<f8"),
    ],
)  # fmt: skip
def test_the_sizes_are_those_of_the_file(given, written, tmp_path):
    rows = (10 * ROWS).astype(given)
    result = gd.shrink(rows, output=tmp_path / "small.npy")
    cut, made = np.load(tmp_path / "small.npy"), np.load(tmp_path / "small.projection.npz")
    assert cut.dtype == written
    assert (result.n_bytes, result.bytes_at(result.dimension)) == (rows.nbytes, cut.nbytes)
    facts = json.loads(result.to_json())
    assert (facts["bytes_saved"], facts["dtype"]) == (rows.nbytes - cut.nbytes, cut.dtype.name)
    again = ((rows - made["mean"]) @ made["axes"]).astype(written)
    assert np.allclose(again, cut, rtol=1e-12 if written == "<f8" else 1e-2 if written == "<f2" else 1e-4, atol=1e-3)


def test_floats_that_take_more_than_whole_numbers_did_are_said_to():
    rows = RNG.integers(-9, 9, (300, 8)).astype(np.int8)
    assert "300 of 8 numbers: 2.3 KiB, cut 9.4 KiB as float32 (4.0 times as much)" in repr(gd.shrink(rows))
    wide = (10 * ROWS).astype(np.int64)
    assert "KiB as float32 (" in repr(gd.shrink(wide))
    assert " % saved)" in repr(gd.shrink(wide))
    assert " as float64" not in repr(gd.shrink(ROWS))


def test_numbers_that_float16_cannot_hold_are_refused(tmp_path):
    with pytest.raises(SourceError, match="the cut rows have numbers too large for float16; give the rows as float32"):
        gd.shrink(np.full((9, 4), 60_000, dtype=np.float16), output=tmp_path / "small.npy")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("given", "held"), [(pl.Float64, "float64"), (pl.Float32, "float32"), (pl.Int16, "float32")])
def test_parquet_keeps_the_type_of_its_floats(given, held, tmp_path):
    frame = pl.DataFrame((100 * ROWS).astype(np.float64)).cast(given)
    frame.insert_column(0, pl.Series("id", range(300))).write_parquet(tmp_path / "rows.parquet")
    assert rows_of(tmp_path / "rows.parquet").array.dtype == held


def test_bfloat16_is_said_to_be_read_as_float32():
    result = gd.shrink(torch.tensor(ROWS).bfloat16())
    assert "the numbers of type torch.bfloat16 were read as float32: sizes are those of float32" in result.notes
    assert result.n_bytes == 4 * ROWS.size
