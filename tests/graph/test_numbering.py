"""Names get one number each, whatever their hashes; collisions are seen and cost time, never an answer."""

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import polars as pl
import pytest

from graphdim.graph import names, numbering
from graphdim.graph.hash_table import ABSENT, HashTable
from graphdim.graph.numbering import IdTable

# Hashes that collide for most names, that all fall into the last slots of the table, and those in use.
HASHES = {
    "three values": lambda column, _: column.str.len_bytes().cast(pl.UInt64).to_numpy() % 3,
    "one value": lambda column, _: np.full(len(column), 2**64 - 1, dtype=np.uint64),
    "sound": names.hashes_of,
}


def some_names(n_names: int, seed: int) -> list[str]:
    rng = random.Random(seed)
    return [rng.choice("aä#") * rng.randrange(20) + str(rng.randrange(n_names)) for _ in range(2 * n_names)]


@pytest.mark.parametrize("hashes", HASHES.values(), ids=HASHES)
def test_equal_names_and_only_they_share_a_number(hashes, monkeypatch):
    monkeypatch.setattr(numbering, "hashes_of", hashes)
    table, seen = IdTable(), {}
    for seed in range(4):
        batch = some_names(100, seed)
        for name, number in zip(batch, table.numbers(pl.Series(batch)).tolist(), strict=True):
            assert seen.setdefault(name, number) == number
    assert table.n_nodes == len(seen) == len(set(seen.values()))
    assert table.ids().to_list() == sorted(seen, key=seen.__getitem__)


def test_threads_agree_on_the_numbers():
    batches = [some_names(3000, seed) for seed in range(16)]
    table = IdTable()
    with ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(lambda batch: table.numbers(pl.Series(batch)), batches))
    ids = table.ids()
    assert ids.n_unique() == table.n_nodes == len({name for batch in batches for name in batch})
    for batch, numbered in zip(batches, numbers, strict=True):
        assert ids.gather(numbered).to_list() == batch


def test_a_number_and_its_digits_are_one_id():
    table = IdTable()
    assert table.numbers(np.array([7, 2**63 + 1], dtype=np.uint64)).tolist() == [0, 1]
    assert table.numbers(pl.Series(["9223372036854775809", "07", "7"])).tolist() == [1, 2, 0]


def test_numbers_do_not_depend_on_the_seed():
    batch = pl.Series(some_names(1000, 0))
    assert IdTable().numbers(batch).tolist() == IdTable().numbers(batch).tolist()


def test_hashes_in_a_row_wrap_around_and_survive_growth():
    # Multiplied by the inverse of the scattering factor, all of these belong into the last slot.
    inverse = pow(0x9E3779B97F4A7C15, -1, 2**64)
    hashes = np.array([(2**64 - 1 - low) * inverse % 2**64 for low in range(300)], dtype=np.uint64)
    table = HashTable()
    for start in range(0, 300, 100):
        table.add(hashes[start : start + 100])
    table.add(np.arange(1, 5001, dtype=np.uint64))
    assert table.find(hashes).tolist() == list(range(300))
    assert table.find(np.arange(5002, dtype=np.uint64)).tolist() == [ABSENT, *range(300, 5300), ABSENT]


def test_names_are_in_few_columns():
    kept = names.Names()
    for start in range(0, 1000, 7):
        kept.add(pl.Series(map(str, range(start, min(start + 7, 1000)))))
    assert len(kept.parts) < 10
    assert kept.all().to_list() == [str(number) for number in range(1000)]
