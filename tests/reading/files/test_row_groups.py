"""Row groups as a Parquet footer tells them, with pyarrow as the oracle; damaged footers, and what is cut where."""

import io
import random
from contextlib import nullcontext
from itertools import accumulate

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import graphdim as gd
from graphdim.errors import SourceError
from graphdim.reading.files import parquet
from graphdim.reading.files.row_groups import END, LONGEST, MARK, RowGroup, row_groups
from graphdim.reading.frames import LONGEST_SLICE, SLICE, slices
from graphdim.reading.room import limited

NAMES = pl.DataFrame(
    {"source": [f"n{row % 97}" for row in range(1000)], "target": [f"n{row * 7 % 89}" for row in range(1000)]}
)


def expected(content):
    metadata = pq.ParquetFile(io.BytesIO(content)).metadata
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    return [RowGroup(group.num_rows, _sizes(group)) for group in groups]


def _sizes(group):
    columns = [group.column(number) for number in range(group.num_columns)]
    return {column.path_in_schema: column.total_compressed_size for column in columns}


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
    groups = row_groups(file)
    assert groups == expected(file.getvalue())
    assert [group.n_rows for group in groups] == [8] * 6 + [2]


def test_duckdb(tmp_path):
    path = tmp_path / "edges.parquet"
    duckdb.sql(f"COPY (SELECT range AS a FROM range(5000)) TO '{path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)")
    with path.open("rb") as file:
        assert row_groups(file) == expected(path.read_bytes())


def test_no_rows():
    file = io.BytesIO()
    NAMES.head(0).write_parquet(file)
    assert sum(group.n_rows for group in row_groups(file)) == 0


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
        with_footer(b"\x49\x1c\x19\x0c\x26\x01\x00\x00"),  # -1 rows
        with_footer(b"\x49\x1c\x26\x04\x00\x00"),  # a row group without columns
        *(with_footer(b"\x49" + bytes([0xF0 + kind]) + b"\x80\xd0\xac\xf3\x0e\0") for kind in (1, 2, 3, 7)),
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
    column = b"\x3c\x39\x18\x01a\x46\x12\x00\x00"  # facts: a list with one text, 9 bytes
    footer = b"\x49\x2c" + b"".join(b"\x19\x1c" + column + b"\x26" + rows + b"\x00" for rows in (b"\x0a", b"\x06"))
    assert row_groups(io.BytesIO(with_footer(footer + b"\x00"))) == [RowGroup(5, {"a": 9}), RowGroup(3, {"a": 9})]


@pytest.mark.parametrize("seed", range(20))
def test_damaged_bytes_never_raise(seed):
    draw = random.Random(seed)
    content = bytearray(written(row_group_size=50))
    for _ in range(20):
        content[draw.randrange(len(content) - 8 - 2000, len(content) - 8)] = draw.randrange(256)
    assert all(group.n_rows >= 0 for group in row_groups(io.BytesIO(bytes(content))))


def told(monkeypatch, tmp_path, groups):
    """A file of 1,000 rows whose footer names these groups."""
    path = tmp_path / "names.parquet"
    path.write_bytes(written(row_group_size=64))
    monkeypatch.setattr(parquet, "row_groups", lambda _: [RowGroup(n_rows, {}) for n_rows in groups])
    return path


@pytest.mark.parametrize("groups", [[], [1000], [500, 500], [1] * 1000, [0, 999, 0, 1]])
def test_the_answer_does_not_depend_on_the_groups(tmp_path, monkeypatch, groups):
    path = told(monkeypatch, tmp_path, groups)
    assert gd.structure_entropy(path) == gd.structure_entropy(NAMES)


@pytest.mark.parametrize("groups", [[1, 2, 3], [999], [10**15], [0]])
def test_a_footer_that_contradicts_itself_is_refused(tmp_path, monkeypatch, groups):
    path = told(monkeypatch, tmp_path, groups)
    with pytest.raises(SourceError, match=f"its footer counts 1,000 rows, and its row groups {sum(groups):,}"):
        gd.structure_entropy(path)


def claiming(n_rows, kind):
    """A file of 50 rows whose footer claims another number."""
    table = pl.DataFrame({"source": range(50), "target": range(1, 51)}).cast(kind)
    file = io.BytesIO()
    pq.write_table(table.to_arrow(), file)
    content = file.getvalue()
    length = END.unpack(content[-8:])[0]
    footer = content[-8 - length : -8]
    assert footer.count(b"\x16\x64\x19\x1c") == 1  # 50 rows, then the row groups
    footer = footer.replace(b"\x16\x64\x19\x1c", bytes([0x16, 2 * n_rows]) + b"\x19\x1c")
    return content[: -8 - length] + footer + content[-8:]


@pytest.mark.parametrize("engine", ["memory", "disk"])
@pytest.mark.parametrize("kind", [pl.String, pl.Int64])
@pytest.mark.parametrize("n_rows", [10, 49, 51])
def test_rows_that_a_file_does_not_say_it_has(tmp_path, monkeypatch, n_rows, kind, engine):
    path = tmp_path / "edges.parquet"
    path.write_bytes(claiming(n_rows, kind))
    with pytest.raises(SourceError, match=f"its footer counts {n_rows} rows, and its row groups 50"):
        gd.structure_entropy(path, engine=engine)
    # The same where the footer is too long to be looked into.
    monkeypatch.setattr("graphdim.reading.files.row_groups.LONGEST", 0)
    with pytest.raises(SourceError, match=r"more rows than the|of the 51 rows|not a readable Parquet file"):
        gd.structure_entropy(path, engine=engine)


@pytest.mark.parametrize("kind", [pl.String, pl.Int64])
def test_a_row_group_that_there_is_no_room_for(tmp_path, kind):
    path = tmp_path / "edges.parquet"
    numbers = np.random.default_rng(0).integers(0, 10**12, (2, 20_000))
    table = pl.DataFrame({"source": numbers[0], "target": numbers[1], "story": ["x" * 50] * 20_000}).cast(
        {"source": kind, "target": kind}
    )
    for row_group_size, fits in ((20_000, False), (1000, True)):
        table.write_parquet(path, row_group_size=row_group_size)
        with limited(100_000), nullcontext() if fits else pytest.raises(SourceError, match="a row group of it takes"):
            assert gd.read(path, columns=("source", "target")).n_edges == 20_000


def test_the_parts_of_a_folder_are_cut_too(tmp_path, monkeypatch):
    for part in range(3):
        NAMES.write_parquet(tmp_path / f"{part}.parquet", row_group_size=300)
    monkeypatch.setattr(pl.LazyFrame, "collect_batches", None)
    assert gd.structure_entropy(tmp_path) == gd.structure_entropy(NAMES)


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


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        (NAMES.with_columns(target=pl.Series(["x"] * 777 + [None] * 223)), "'target', row 778: the node id is empty"),
        (NAMES.with_columns(w=pl.Series([1.0] * 900 + [-1.0] * 100)), "'w', entry 901: -1.0 is no weight"),
        (pl.DataFrame({"source": [0.0] * 950 + [0.5], "target": range(951)}), "'source', entry 951: 0.5 is no node id"),
    ],
)
def test_the_row_at_fault_is_found_without_the_whole_table(tmp_path, monkeypatch, table, fault):
    path = tmp_path / "edges.parquet"
    table.write_parquet(path, row_group_size=64)
    monkeypatch.setattr("graphdim.reading.frames.SLICE", 100)
    lengths = []
    collect = pl.LazyFrame.collect
    monkeypatch.setattr(pl.LazyFrame, "collect", lambda frame: lengths.append(len(got := collect(frame))) or got)
    with pytest.raises(SourceError, match=fault):
        gd.read(path, weight="w" if "w" in table.columns else None)
    assert max(lengths) <= 100
