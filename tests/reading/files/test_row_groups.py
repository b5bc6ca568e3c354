"""Row groups as a Parquet footer tells them, with pyarrow as the oracle; damaged footers, and what is cut where."""

import io
import random
from itertools import accumulate

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import graphdim as gd
from graphdim.reading.files import parquet
from graphdim.reading.files.row_groups import END, LONGEST, MARK, row_groups
from graphdim.reading.frames import LONGEST_SLICE, SLICE, slices

NAMES = pl.DataFrame(
    {"source": [f"n{row % 97}" for row in range(1000)], "target": [f"n{row * 7 % 89}" for row in range(1000)]}
)


def expected(content):
    metadata = pq.ParquetFile(io.BytesIO(content)).metadata
    return [metadata.row_group(number).num_rows for number in range(metadata.num_row_groups)]


def written(**options):
    file = io.BytesIO()
    NAMES.write_parquet(file, **options)
    return file.getvalue()


def with_footer(footer):
    return MARK + footer + END.pack(len(footer), MARK)


@pytest.mark.parametrize("row_group_size", [1, 7, 64, 1000])
def test_polars(row_group_size):
    content = written(row_group_size=row_group_size)
    assert row_groups(io.BytesIO(content)) == expected(content)


@pytest.mark.parametrize("n_columns", [1, 16, 200])
def test_pyarrow_with_nested_columns_and_all_statistics(n_columns):
    lists = pa.array([[row, None] for row in range(50)])
    structs = pa.array([{"x": row, "y": str(row)} for row in range(50)])
    floats = {f"column {number}": pa.array([0.5 * row for row in range(50)]) for number in range(n_columns)}
    table = pa.table({"lists": lists, "structs": structs, "flags": pa.array([True, False] * 25), **floats})
    file = io.BytesIO()
    pq.write_table(table, file, row_group_size=8, write_page_index=True)
    assert row_groups(file) == expected(file.getvalue()) == [8] * 6 + [2]


def test_duckdb(tmp_path):
    path = tmp_path / "edges.parquet"
    duckdb.sql(f"COPY (SELECT range AS a FROM range(5000)) TO '{path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)")
    with path.open("rb") as file:
        assert row_groups(file) == expected(path.read_bytes())


def test_no_rows():
    file = io.BytesIO()
    NAMES.head(0).write_parquet(file)
    assert sum(row_groups(file)) == 0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PAR1",
        with_footer(b""),
        with_footer(b"\x00"),
        with_footer(b"\x19" * 5000),  # lists in lists
        with_footer(b"\x1c" * 5000),  # structs in structs
        with_footer(b"\x16" + b"\xff" * 100_000),  # one long number
        with_footer(b"\x49\xfc\xff\xff\xff\xff\x0f"),  # a list of billions
        with_footer(b"\x18\xff\xff\xff\xff\x7f\x00"),  # a text of gigabytes
        with_footer(b"\x1b\x01\x88"),  # a map, which no footer has
        with_footer(b"\x49\x1c\x36\x01\x00\x00"),  # -1 rows
        with_footer(b"\x46\x08\x00"),  # row groups that are a number
        with_footer(b"\x49\x15\x08\x00"),  # row groups that are numbers
        MARK + END.pack(2**32 - 1, MARK),
        written()[:-1] + b"E",
        with_footer(b"\x00" * (LONGEST + 1)),
    ],
)
def test_a_footer_that_does_not_tell_gives_none(content):
    assert row_groups(io.BytesIO(content)) == []


def test_the_smallest_footer_that_tells():
    assert row_groups(io.BytesIO(with_footer(b"\x49\x2c\x36\x0a\x00\x36\x06\x00\x00"))) == [5, 3]


@pytest.mark.parametrize("seed", range(20))
def test_damaged_bytes_never_raise(seed):
    draw = random.Random(seed)
    content = bytearray(written(row_group_size=50))
    for _ in range(20):
        content[draw.randrange(len(content) - 8 - 2000, len(content) - 8)] = draw.randrange(256)
    assert all(rows >= 0 for rows in row_groups(io.BytesIO(bytes(content))))


@pytest.mark.parametrize("groups", [[], [1, 2, 3], [999], [10**12], [500, 500], [1] * 1000])
def test_the_answer_does_not_depend_on_what_the_footer_says(tmp_path, monkeypatch, groups):
    path = tmp_path / "names.parquet"
    path.write_bytes(written(row_group_size=64))
    monkeypatch.setattr(parquet, "row_groups", lambda _: groups)
    assert gd.structure_entropy(path) == gd.structure_entropy(NAMES)


@pytest.mark.parametrize(
    "groups", [[1], [0, 0], [SLICE + 1], [122_880] * 50, [2**20] * 100, [3] * 100_000, [10**8], [1, 10**7, 1]]
)
def test_slices_cover_every_row_once(groups):
    cuts = list(slices(groups))
    ends = list(accumulate((length for _, length in cuts), initial=0))
    assert [begin for begin, _ in cuts] == ends[:-1]
    assert ends[-1] == sum(groups)
    assert all(0 < length <= LONGEST_SLICE for _, length in cuts)


def test_a_slice_never_crosses_into_a_group_that_it_does_not_hold():
    groups = [122_880] * 100 + [70_000] * 10 + [1000] * 500
    bounds = set(accumulate(groups, initial=0))
    for begin, length in slices(groups):
        inside = [bound for bound in bounds if begin < bound < begin + length]
        assert not inside or {begin, begin + length} <= bounds
