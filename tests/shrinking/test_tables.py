"""Tables of an embedding as pandas writes them: headers that count the columns, and indices of every kind."""

from __future__ import annotations

import csv

import numpy as np
import pandas as pd
import pytest

import graphdim as gd
from graphdim.errors import GraphError, SourceError
from graphdim.shrinking.sources import rows_of

ROWS = np.random.default_rng(0).standard_normal((60, 12)).astype(np.float32)
NAMES = [f"n{number}" for number in range(60)]
FRAME = pd.DataFrame(ROWS)


def named(index_name: str | None) -> pd.DataFrame:
    return pd.DataFrame(ROWS, index=pd.Index(NAMES, name=index_name))


@pytest.mark.parametrize(
    ("frame", "options", "ids"),
    [
        (FRAME, {"index": False}, None),
        (FRAME.iloc[:, :2], {"index": False}, None),
        (FRAME, {}, [str(number) for number in range(60)]),
        (named(None), {}, NAMES),
        (named("id"), {}, NAMES),
        (named("node"), {}, NAMES),
        (named("user"), {}, NAMES),
        (named("id").reset_index(), {}, NAMES),
        (named(None), {"sep": "\t"}, NAMES),
        (FRAME.assign(id=NAMES), {"index": False}, NAMES),
    ],
    ids=["bare", "two columns", "counted", "named", "id", "node", "user", "numbers and id", "tabs", "id last"],
)
def test_the_header_of_a_frame_is_no_row(frame, options, ids, tmp_path):
    frame.to_csv(tmp_path / "rows.csv", **options)
    rows = rows_of(tmp_path / "rows.csv")
    assert rows.ids == (None if ids is None else tuple(ids))
    assert rows.read(slice(0, 60)) == pytest.approx(ROWS[:, : rows.shape[1]], abs=1e-6)
    assert (rows.shape[1], rows.notes) == (min(12, frame.shape[1]), ())


LEFT_OVER = np.roll(np.arange(60), 7)  # an index of numbers, as filtering and sorting leave behind


@pytest.mark.parametrize(
    "frame",
    [
        named(None),
        named("id").reset_index().set_index(LEFT_OVER),
        named("user").reset_index().set_index(LEFT_OVER),
    ],
)
def test_an_index_in_parquet_is_ids_or_nothing_and_no_dimension(frame, tmp_path):
    frame.rename(columns=str).to_parquet(tmp_path / "rows.parquet")
    rows = rows_of(tmp_path / "rows.parquet")
    assert (rows.ids, rows.shape) == (tuple(NAMES), ROWS.shape)


def test_a_shuffled_index_in_parquet_is_ids(tmp_path):
    FRAME.rename(columns=str).set_index(LEFT_OVER).to_parquet(tmp_path / "rows.parquet")
    rows = rows_of(tmp_path / "rows.parquet")
    assert (rows.ids, rows.shape) == (tuple(map(str, LEFT_OVER)), ROWS.shape)


def test_integers_below_a_count_are_read_as_before_with_a_note(tmp_path):
    (tmp_path / "rows.csv").write_text("0,1,2\n1,0,2\n2,1,1\n")
    result = gd.shrink(tmp_path / "rows.csv")
    assert (result.n_rows, result.n_columns) == (3, 2)
    assert "first line read as a row, not as a header (0,1,2…)" in repr(result)


def ring(n_nodes: int) -> list[tuple[int, int]]:
    return [(node, (node + 1) % n_nodes) for node in range(n_nodes)]


def test_one_row_too_many_may_be_a_header(tmp_path):
    FRAME[[3, 5, 9]].to_csv(tmp_path / "rows.csv", index=False)
    with pytest.raises(GraphError, match="61 rows without ids for 60 nodes; the first line may be a header; name"):
        gd.shrink(tmp_path / "rows.csv", edges=ring(60))


def test_one_row_too_many_is_of_a_node_without_edges_where_no_header_is_possible(tmp_path):
    FRAME.to_csv(tmp_path / "rows.csv", index=False, header=False)
    for source in (tmp_path / "rows.csv", ROWS):
        assert "1 row of 60 has no edge" in gd.shrink(source, edges=ring(59)).notes


ORDER = np.random.default_rng(1).permutation(60)


@pytest.mark.parametrize(
    "name", ["ids", "id", "nodes", "names", "keys", "node_ids", "node_id", "nid", "index", "user_id", "vocab", "words"]
)
def test_an_array_with_a_usual_name_for_ids_is_ids(name, tmp_path):
    for ids in (ORDER, ORDER[:, None], ORDER.astype(str), ORDER.astype("S")):
        np.savez(tmp_path / "rows.npz", rows=ROWS, **{name: ids, "labels": ORDER % 3})
        assert rows_of(tmp_path / "rows.npz").ids == tuple(map(str, ORDER))


def test_another_array_that_may_hold_ids_is_refused(tmp_path):
    for ids in (ORDER, ORDER.astype(float), ORDER.astype(str)):
        np.savez(tmp_path / "rows.npz", rows=ROWS, movies=ids)
        with pytest.raises(
            SourceError, match="array 'movies' has another value for each of the 60 rows; .* save it as"
        ):
            rows_of(tmp_path / "rows.npz")


def test_arrays_that_hold_no_ids_are_told(tmp_path):
    np.savez(tmp_path / "rows.npz", rows=ROWS, time=ORDER, degrees=ORDER % 7, pagerank=ORDER / 7)
    rows = rows_of(tmp_path / "rows.npz")
    unread = [f"rows.npz: array {name!r} holds no ids and was not read" for name in ("time", "degrees", "pagerank")]
    assert (rows.ids, [note.split("/")[-1] for note in rows.notes]) == (None, unread)


TOKENS = ["#tag", "%", '"', "#", ",", "a,b", "x;y", '"quoted"', "\u00a0", *NAMES[9:]]


def as_glove(path, *, count=False, names=TOKENS):
    rows = (f"{name} {' '.join(map(str, row))}\n" for name, row in zip(names, ROWS.tolist(), strict=True))
    path.write_text(("60 12\n" if count else "") + "".join(rows))
    return path


@pytest.mark.parametrize("count", [True, False], ids=["word2vec", "GloVe"])
@pytest.mark.parametrize("shift", range(9))
def test_every_word_of_word_vectors_is_an_id(count, shift, tmp_path):
    names = TOKENS[shift:] + TOKENS[:shift]
    rows = rows_of(as_glove(tmp_path / "rows.txt", count=count, names=names))
    assert (rows.ids, rows.notes) == (tuple(names), ())
    assert np.array_equal(rows.read(slice(0, 60)), ROWS)


def test_names_in_quotes_throughout_are_unquoted(tmp_path):
    assert rows_of(as_glove(tmp_path / "rows.txt", names=[f'"{name}"' for name in NAMES])).ids == tuple(NAMES)


def test_comments_above_numbers_are_comments(tmp_path):
    np.savetxt(tmp_path / "rows.txt", ROWS, header="made by hand, in two hours")
    rows = rows_of(tmp_path / "rows.txt")
    assert (rows.ids, rows.shape, rows.notes) == (None, ROWS.shape, ())


def test_rows_of_a_table_that_begin_like_comments_are_told(tmp_path):
    names = ["#tag", "a", "# b", "##c", *NAMES[4:]]
    pd.DataFrame(ROWS, index=names).to_csv(tmp_path / "rows.csv")
    rows = rows_of(tmp_path / "rows.csv")
    assert rows.ids == ("a", *NAMES[4:])
    [note] = rows.notes
    assert "3 comments look like rows and were skipped (line 2: '#tag,0.1257" in note
    assert note.endswith("put quotes around a name that begins with # or %")


def test_quoted_names_that_begin_like_comments_are_read(tmp_path):
    pd.DataFrame(ROWS, index=["#tag", *NAMES[1:]]).to_csv(tmp_path / "rows.csv", quoting=csv.QUOTE_NONNUMERIC)
    assert rows_of(tmp_path / "rows.csv").ids == ("#tag", *NAMES[1:])


def test_a_file_without_rows_is_told_what_rows_are(tmp_path):
    (tmp_path / "empty.csv").write_text("# x\n")
    with pytest.raises(SourceError, match="only comments and blank lines; rows of an embedding have an id and numbers"):
        gd.shrink(tmp_path / "empty.csv")
    with pytest.raises(SourceError, match="only comments and blank lines; a table of nodes has an id and at least one"):
        gd.shrink(ROWS, labels=tmp_path / "empty.csv")
