"""Frames in memory: ids in a column, by one rule with CSV and Parquet, columns of lists, and what is not numbers."""

from __future__ import annotations

import pickle

import gensim
import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
import torch

import graphdim as gd
from graphdim.errors import GraphDimError, SourceError
from graphdim.shrinking.sources import rows_of

N_ROWS, WIDTH = 50, 6
ROWS = np.random.default_rng(0).standard_normal((N_ROWS, WIDTH)).astype(np.float32)
IDS = np.random.default_rng(1).permutation(N_ROWS) + 100
NUMBERS = {f"x{place}": ROWS[:, place] for place in range(WIDTH)}
LIBRARIES = pytest.mark.parametrize("library", [pd, pl], ids=["pandas", "polars"])


def forms_with_lists(table: dict, folder):
    """A table with lists in Parquet, as both libraries write it."""
    pl.DataFrame(table).write_parquet(folder / "polars.parquet")
    pd.DataFrame(table).to_parquet(folder / "pandas.parquet")
    return folder / "polars.parquet", folder / "pandas.parquet"


def forms(table: dict, folder):
    """A table as a frame of both libraries and in both kinds of files."""
    frame = pl.DataFrame(table)
    frame.write_csv(folder / "rows.csv")
    frame.write_parquet(folder / "rows.parquet")
    return pd.DataFrame(table), frame, folder / "rows.csv", folder / "rows.parquet"


@pytest.mark.parametrize("name", ["user_id", "item_id", "nid", "nodeId", "uid", "index"])
def test_a_usual_name_for_ids_is_one_in_every_table(name, tmp_path):
    for table in ({name: IDS} | NUMBERS, NUMBERS | {name: IDS}):
        for form in forms(table, tmp_path):
            rows = rows_of(form)
            assert (rows.ids, rows.shape, rows.notes) == (tuple(map(str, IDS)), ROWS.shape, ())


def test_a_former_index_is_ids_where_the_frame_has_no_others():
    frame = pd.DataFrame(NUMBERS, index=IDS).reset_index()
    assert rows_of(frame).ids == tuple(map(str, IDS))
    assert rows_of(frame.assign(id=range(N_ROWS))).ids == tuple(map(str, range(N_ROWS)))


def test_a_first_column_that_is_taken_for_ids_by_guess_is_told(tmp_path):
    for form in forms({"movie": IDS} | NUMBERS, tmp_path):
        rows = rows_of(form)
        assert (rows.ids, rows.shape) == (tuple(map(str, IDS)), ROWS.shape)
        [note] = rows.notes
        assert note.endswith("column 'movie' was read as ids; put this one behind another if it holds none")


def test_whole_numbers_alone_have_ids_if_the_first_are_all_different(tmp_path):
    whole = {"b": IDS % 7, "c": IDS % 5, "d": IDS % 3}
    for form in forms({"a": IDS} | whole, tmp_path):
        assert rows_of(form).ids == tuple(map(str, IDS))
        assert "column 'a' was read as ids, as its numbers are all different" in rows_of(form).notes[0]
    for form in forms(whole, tmp_path):
        rows = rows_of(form)
        assert (rows.ids, rows.shape) == (None, (N_ROWS, 3))
        assert "column 'b' was read as numbers, not as ids, as they are not all different" in rows.notes[0]


def test_whole_numbers_beside_fractions_are_ids_or_refused(tmp_path):
    for form in forms({"movie": IDS // 2} | NUMBERS, tmp_path):
        with pytest.raises(GraphDimError, match="column 'movie' may hold ids, but its whole numbers are not all diff"):
            rows_of(form)


def test_an_id_and_numbers_without_a_header_need_no_note(tmp_path):
    pd.DataFrame({"id": IDS} | NUMBERS).to_csv(tmp_path / "rows.csv", index=False, header=False)
    assert (rows_of(tmp_path / "rows.csv").ids, rows_of(tmp_path / "rows.csv").notes) == (tuple(map(str, IDS)), ())


def test_an_index_with_a_name_or_of_text_is_ids():
    whole = pd.DataFrame({"a": IDS, "b": IDS % 7})
    assert rows_of(whole.set_index(pd.Index(IDS[::-1], name="user"))).ids == tuple(map(str, IDS[::-1]))
    assert rows_of(whole.set_index(pd.Index([f"n{node}" for node in IDS]))).ids[0] == f"n{IDS[0]}"
    assert rows_of(whole.set_index(IDS[::-1])[["b", "b"]]).ids == tuple(map(str, IDS[::-1]))


@pytest.mark.parametrize("lists", [ROWS.tolist(), list(ROWS)], ids=["lists", "arrays"])
@LIBRARIES
def test_a_column_of_lists_holds_the_rows(library, lists):
    for name in ("id", "movie"):
        rows = rows_of(library.DataFrame({name: IDS, "emb": lists}))
        assert (rows.ids, rows.notes) == (tuple(map(str, IDS)), ())
        assert np.allclose(rows.read(slice(0, N_ROWS)), ROWS)
    assert rows_of(library.DataFrame({"emb": lists})).ids is None


def test_a_column_of_lists_has_its_ids_in_an_index_too(tmp_path):
    frame = pd.DataFrame({"emb": ROWS.tolist()}, index=IDS)
    frame.to_parquet(tmp_path / "rows.parquet")
    for form in (frame, tmp_path / "rows.parquet"):
        assert (rows_of(form).ids, rows_of(form).shape) == (tuple(map(str, IDS)), ROWS.shape)


@LIBRARIES
def test_what_stands_beside_a_column_of_lists_is_told_and_two_such_columns_are_refused(library, tmp_path):
    table = {"id": IDS, "emb": ROWS.tolist(), "age": range(N_ROWS)}
    for form in (library.DataFrame(table), *forms_with_lists(table, tmp_path)):
        rows = rows_of(form)
        assert rows.notes[0].endswith("the rows are column 'emb'; left out: age")
        assert (rows.shape, rows.ids) == (ROWS.shape, tuple(map(str, IDS)))
    table |= {"older": (2 * ROWS).tolist()}
    for form in (library.DataFrame(table), *forms_with_lists(table, tmp_path)):
        with pytest.raises(GraphDimError, match="2 columns hold lists of numbers: emb, older; keep the one"):
            rows_of(form)


@LIBRARIES
def test_what_is_not_a_table_of_numbers_is_named(library):
    with pytest.raises(GraphDimError, match="column 'x9': a row holds an id and numbers, and 'Rome' is none; name"):
        rows_of(library.DataFrame({"id": IDS, "x9": ["Rome"] * N_ROWS} | NUMBERS))
    with pytest.raises(GraphDimError, match="the lists in column 'emb' have different lengths"):
        rows_of(library.DataFrame({"id": [1, 2], "emb": [[1.0, 2.0], [3.0]]}))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (scipy.sparse.csr_array(ROWS), r"rows: a sparse matrix; .* give rows.toarray\(\)"),
        (
            torch.tensor(ROWS).to_sparse(),
            "a torch.sparse_coo tensor of torch.float32 on cpu cannot be read; give a dense",
        ),
        (pd.DataFrame({"x0": [1.0, 2.0], "x1": [None, "?"]}), "not every value is a number"),
    ],
)
def test_what_holds_no_dense_numbers_is_refused_for_what_it_is(rows, message):
    with pytest.raises(GraphDimError, match=message):
        gd.shrink(rows)


def test_nullable_numbers_of_pandas_are_numbers():
    assert np.allclose(rows_of(pd.DataFrame(NUMBERS).astype("Float64")).read(slice(0, N_ROWS)), ROWS)


SHORT = torch.tensor(ROWS).bfloat16()


@pytest.mark.parametrize(
    "rows",
    [SHORT, torch.nn.Embedding.from_pretrained(SHORT), dict(enumerate(SHORT))],
    ids=["tensor", "Embedding", "dict"],
)
def test_bfloat16_is_read_as_float32(rows):
    assert np.array_equal(rows_of(rows).read(slice(0, N_ROWS)), SHORT.float().numpy())


@pytest.mark.parametrize("is_zip", [True, False])
@pytest.mark.parametrize("name", ["rows.pt", "rows.bin"])
def test_torch_files_are_refused_with_the_way_out(name, is_zip, tmp_path):
    torch.save(torch.tensor(ROWS), tmp_path / name, _use_new_zipfile_serialization=is_zip)
    expected = {"rows.pt": "a torch file is not read; .* save them by numpy.save as .npy"}
    otherwise = "a zip archive with .*data.pkl, .* numpy.save" if is_zip else "a pickle can hold any program"
    with pytest.raises(GraphDimError, match=expected.get(name, otherwise)):
        gd.shrink(tmp_path / name)


LABELS, TIMES = IDS % 3, 1_700_000_000 + IDS
OTHERS = {"label": LABELS, "class": [f"c{label}" for label in LABELS], "timestamp": TIMES, "item_id": IDS}


def test_columns_of_other_things_are_left_out_with_a_note(tmp_path):
    for form in forms({"id": IDS} | NUMBERS | OTHERS, tmp_path):
        rows = rows_of(form)
        assert (rows.ids, rows.shape) == (tuple(map(str, IDS)), ROWS.shape)
        assert "not those of dimensions: label, class, timestamp, item_id; if one is a dimension" in rows.notes[0]
    for form in forms({"year": LABELS} | NUMBERS, tmp_path):
        assert (rows_of(form).ids, rows_of(form).shape) == (None, ROWS.shape)


@pytest.mark.parametrize("stem", ["x", "", "dim_", "e."])
@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("others", [{"cluster": LABELS}, {"city": ["Rome", "Oslo"] * 25, "share": ROWS[:, 0]}])
def test_columns_beside_numbered_ones_are_left_out_with_a_note(stem, start, others, tmp_path):
    numbers = {f"{stem}{start + place}": ROWS[:, place] for place in range(WIDTH)}
    for ids in ({"id": IDS}, {}):
        for form in forms(ids | numbers | others, tmp_path):
            if not stem and "city" in others and str(form).endswith(".csv"):
                continue  # whether 0,1,2,city is a header, nobody can tell: it is refused
            rows = rows_of(form)
            assert (rows.ids, rows.shape) == (tuple(map(str, IDS)) if ids else None, ROWS.shape)
            left, way = ", ".join(others), f"if one is a dimension, rename it, such as {stem}{start + WIDTH}"
            assert f"as their names are not those of dimensions: {left}; {way}" in rows.notes[0]


SIDES = [("svd_", "w2v_"), ("x", "y"), ("l1_", "l2_"), ("x", "X")]


@pytest.mark.parametrize(("first", "second"), SIDES)
@pytest.mark.parametrize("others", [{}, {"cluster": LABELS}])
def test_numbered_columns_of_every_stem_are_dimensions(first, second, others, tmp_path):
    n_second = 1 if second == "X" else 3
    start = n_second if second == "X" else 0
    numbers = {f"{second}{place}": ROWS[:, place] for place in range(n_second)}
    numbers |= {f"{first}{start + place}": ROWS[:, place] for place in range(WIDTH)}
    for form in forms({"id": IDS} | numbers | others, tmp_path):
        rows = rows_of(form)
        assert rows.shape == (N_ROWS, WIDTH + n_second)
        assert len(rows.notes) == len(others)


def test_ids_behind_numbered_columns_are_refused_with_the_way_out(tmp_path):
    for values in (IDS, IDS.astype(float), [f"ann {node}" for node in IDS]):
        for form in forms(NUMBERS | {"author": values}, tmp_path):
            with pytest.raises(SourceError, match="column 'author' is no dimension .* name it 'id' if it does, else"):
                rows_of(form)
        for form in forms({"id": IDS} | NUMBERS | {"author": values}, tmp_path):
            assert "not those of dimensions: author" in rows_of(form).notes[0]


@pytest.mark.parametrize("names", ["abcdefg", ["x0", "x1", "x2", "x4", "x5", "x6", "x7"], ["x0", "x1", *"abcde"]])
def test_without_a_count_of_names_every_column_is_a_dimension(names, tmp_path):
    for form in forms(dict(zip(names, [*ROWS.T, ROWS[:, 0]], strict=True)), tmp_path):
        assert rows_of(form).shape == (N_ROWS, WIDTH + 1)


def test_whole_numbers_behind_fractions_are_told(tmp_path):
    rows = np.column_stack([ROWS, LABELS])
    np.savetxt(tmp_path / "rows.csv", rows, fmt=["%.5f"] * WIDTH + ["%d"], delimiter=",")
    np.save(tmp_path / "rows.npy", rows)
    for form in (rows, tmp_path / "rows.csv", tmp_path / "rows.npy", dict(zip(IDS.tolist(), rows, strict=True))):
        [note] = rows_of(form).notes
        assert "the last number of each row is whole, unlike all others, and counts as a dimension; if it is" in note
    for last in (np.zeros(N_ROWS), ROWS[:, 0]):
        assert rows_of(np.column_stack([ROWS, last])).notes == ()


@pytest.mark.parametrize("names", [("x", "y"), ("x", "y", "z", "w"), ("time_1", "time_2"), ("label", "weight")])
def test_names_that_may_be_dimensions_are(names, tmp_path):
    for form in forms({"id": IDS} | {name: ROWS[:, place] for place, name in enumerate(names)}, tmp_path):
        assert (rows_of(form).shape, rows_of(form).notes) == ((N_ROWS, len(names)), ())


def test_whole_floats_in_front_are_ids_with_a_note(tmp_path):
    for form in forms({"entity": IDS.astype(float)} | NUMBERS, tmp_path):
        rows = rows_of(form)
        assert ([float(node) for node in rows.ids], rows.shape) == (IDS.tolist(), ROWS.shape)
        assert "column 'entity' was read as ids, as its numbers are whole and all different" in rows.notes[0]
    for form in forms({"x6": IDS % 2.0} | NUMBERS, tmp_path):
        assert (rows_of(form).ids, rows_of(form).shape) == (None, (N_ROWS, WIDTH + 1))
    for form in forms({"x": IDS.astype(float), "y": IDS[::-1].astype(float)}, tmp_path):
        assert (rows_of(form).ids, rows_of(form).shape) == (None, (N_ROWS, 2))


@pytest.mark.parametrize("separator", [" ", ","])
def test_ids_that_numpy_writes_beside_rows_are_ids(separator, tmp_path):
    np.savetxt(tmp_path / "rows.txt", np.column_stack([IDS, ROWS]), delimiter=separator)
    rows = rows_of(tmp_path / "rows.txt")
    assert (rows.ids, rows.shape) == (tuple(map(str, IDS)), ROWS.shape)
    assert "the first column was read as ids" in rows.notes[0]


def test_ids_inside_an_array_are_told(tmp_path):
    np.save(tmp_path / "rows.npy", np.column_stack([IDS, ROWS]))
    for rows in (tmp_path / "rows.npy", np.column_stack([IDS, ROWS])):
        assert (
            "is whole and a different one, and counts as a dimension; if they are ids, give" in rows_of(rows).notes[0]
        )
    assert rows_of(ROWS).notes == rows_of(np.column_stack([IDS, IDS[::-1]]).astype(float)).notes == ()


@pytest.mark.parametrize("name", ["entity", "label", "x"])
@pytest.mark.parametrize("index", [range(N_ROWS), np.roll(IDS, 7)], ids=["counted", "shuffled"])
def test_a_frame_is_one_in_memory_and_in_a_file(name, index, tmp_path):
    frame = pd.DataFrame({name: LABELS if name == "label" else IDS} | NUMBERS, index=index)
    frame.to_csv(tmp_path / "rows.csv")
    in_memory, in_file = rows_of(frame), rows_of(tmp_path / "rows.csv")
    expected = index if name == "label" else IDS
    assert in_file.ids == tuple(map(str, expected))
    assert in_memory.ids in ((None, in_file.ids) if name == "label" else (in_file.ids,))
    assert in_file.shape == in_memory.shape == ROWS.shape


def as_pickle(path):
    path.write_bytes(pickle.dumps(ROWS))


def as_word2vec(path):
    vectors = gensim.models.KeyedVectors(WIDTH)
    vectors.add_vectors(list(map(str, IDS)), ROWS)
    vectors.save_word2vec_format(path, binary=True)


def as_kv(path):
    vectors = gensim.models.KeyedVectors(WIDTH)
    vectors.add_vectors(list(map(str, IDS)), ROWS)
    vectors.save(str(path))


def as_objects(path):
    with path.open("wb") as file:
        np.save(file, ROWS.astype(object))


def as_archive_of_objects(path):
    with path.open("wb") as file:
        np.savez(file, rows=ROWS, ids=IDS.astype(object))


@pytest.mark.parametrize(
    ("write", "way"),
    [
        (as_pickle, "a pickle can hold any program and is not read; .* by numpy.save as .npy; .*, binary=False"),
        (as_kv, r"is not read; .*; save gensim's vectors by save_word2vec_format\(path, binary=False\)"),
        (as_word2vec, r"word2vec's binary format is not read; .* save_word2vec_format\(path, binary=False\)"),
        (lambda path: path.write_bytes(b"\x01\x00" + ROWS.tobytes()), "binary data, no text; load it .* by numpy.save"),
        (as_objects, r"it holds Python objects; save numbers or texts, such as numpy.stack\(rows\)"),
        (as_archive_of_objects, r"it holds Python objects; save numbers or texts, .* or ids.astype\(str\)"),
    ],
)
def test_files_that_are_not_read_are_refused_with_the_way_out(write, way, tmp_path):
    for name in ("rows.npy", "rows.txt"):
        write(tmp_path / name)
        with pytest.raises(SourceError, match=way):
            gd.shrink(tmp_path / name)
