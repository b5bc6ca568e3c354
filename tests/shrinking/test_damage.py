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
    "rows.npy": written(lambda file: np.save(file, ROWS)),
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


def test_ids_may_be_bytes_of_a_text(tmp_path):
    names = [f"é{name}" for name in NAMES]
    np.savez(tmp_path / "a.npz", rows=ROWS, ids=np.array([name.encode() for name in names]))
    assert rows_of(tmp_path / "a.npz").ids == tuple(names)
    np.savez(tmp_path / "a.npz", rows=ROWS, ids=np.array([name.encode("latin-1") for name in names]))
    with pytest.raises(SourceError, match="array 'ids' holds no texts .*; save the ids as texts or numbers"):
        gd.shrink(tmp_path / "a.npz")


def test_what_is_no_letter_is_refused(tmp_path):
    names = NAMES.copy()
    names.view(np.uint32)[7] = 0x110000
    np.savez(tmp_path / "a.npz", rows=ROWS, ids=names)
    with pytest.raises(SourceError, match="stand for no letter"):
        gd.shrink(tmp_path / "a.npz")
    for name, array in (("labels.npy", names), ("edges.npy", names.reshape(-1, 2))):
        np.save(tmp_path / name, array)
    with pytest.raises(SourceError, match=r"labels\.npy: not a readable array: its texts hold .* no letter"):
        gd.compare([(number, number + 1) for number in range(59)], labels=tmp_path / "labels.npy")
    with pytest.raises(SourceError, match=r"edges\.npy: not a readable npy file: its texts hold .* no letter"):
        gd.read(tmp_path / "edges.npy")
