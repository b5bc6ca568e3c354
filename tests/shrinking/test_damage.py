"""Damaged files of rows: always one clear error, never another exception."""

import io
import random

import numpy as np
import polars as pl
import pytest

import graphdim as gd
from graphdim.errors import GraphDimError, SourceError
from graphdim.reading.room import limited
from graphdim.shrinking.sources import rows_of

ROWS = np.random.default_rng(0).standard_normal((60, 12)).astype(np.float32)
NAMES = np.array([f"n{number}" for number in range(60)])


def written(write) -> bytes:
    buffer = io.BytesIO()
    write(buffer)
    return buffer.getvalue()


WHOLE = {
    "rows.npz": written(lambda file: np.savez(file, rows=ROWS, ids=NAMES)),
    "packed.npz": written(lambda file: np.savez_compressed(file, rows=ROWS, ids=NAMES)),
    "rows.parquet": written(pl.DataFrame(ROWS).insert_column(0, pl.Series("id", NAMES)).write_parquet),
    "lists.parquet": written(pl.DataFrame({"id": NAMES, "vector": ROWS.tolist()}).write_parquet),
}


@pytest.mark.parametrize("name", WHOLE)
def test_flipped_bits_are_refused_or_harmless(tmp_path, name):
    chance, path = random.Random(name), tmp_path / name
    refused = 0
    for _ in range(150):
        data = bytearray(WHOLE[name])
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        try:
            rows_of(path)
        except GraphDimError:
            refused += 1
    assert refused


def test_an_archive_that_unpacks_to_more_than_there_is_room_for_is_refused(tmp_path):
    np.savez_compressed(tmp_path / "a.npz", rows=np.zeros((10_000, 100)))
    with limited(2**20), pytest.raises(SourceError, match="reading it takes about .* save the rows as .npy"):
        gd.shrink(tmp_path / "a.npz")

