"""Labels: what is none, and what may come without ids."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import graphdim as gd
from graphdim.errors import GraphError, SourceError
from graphdim.reading.labels import check_order, class_numbers
from graphdim.reading.node_data import labels_of
from graphdim.reading.node_tables import read_table


@pytest.mark.parametrize("missing", ["", "nan", "NaN", "None", "null", "NA", "<NA>", "-1", "-1.0", " ", None, -3.5])
def test_what_is_written_for_no_label_is_no_class(missing):
    assert class_numbers(np.array(["a", missing, "b"], dtype=object), 3).tolist() == [0, -1, 1]


def test_equal_numbers_are_one_class():
    assert class_numbers(["1", "1.0", "2", "nan"], 4).tolist() == [0, 0, 1, -1]
    assert class_numbers([1.0, float("nan"), 2.0], 3).tolist() == [0, -1, 1]
    assert class_numbers([3, -1, -7], 3).tolist() == [3, -1, -1]


@pytest.mark.parametrize(
    "labels",
    [np.array([-1, 1, 1, -1]), [-1.0, 1.0, 1.0, -1.0], ["-1", "+1", "1", "-1.0"], np.array([[-1], [1], [1], [-1]])],
    ids=["integers", "floats", "texts", "column"],
)
def test_minus_one_and_one_alone_are_two_classes(labels):
    numbers, notes = labels_of(labels, None, ["0", "1", "2", "3"])
    assert (numbers.tolist(), notes) == ([0, 1, 1, 0], ("the labels are -1 and 1: both are classes",))


def test_minus_one_and_one_are_classes_where_others_have_none():
    numbers, notes = labels_of({"a": -1, "b": 1, "c": None}, None, ["a", "b", "c"])
    assert numbers.tolist() == [0, 1, -1]
    assert notes == (
        "the labels are -1 and 1: both are classes",
        "1 of 3 nodes has no label: neither learned from nor scored",
    )


@pytest.mark.parametrize("labels", [[-1, 0, 1], ["-1", "a", "1"], [-2.0, 1.0, 2.0]], ids=str)
def test_other_negative_numbers_are_no_label_and_a_note_says_so(labels):
    numbers, notes = labels_of(labels, None, ["0", "1", "2"])
    assert (numbers < 0).tolist() == [True, False, False]
    assert notes == (
        "1 of 3 nodes has no label: neither learned from nor scored",
        "negative numbers count as no label; if they are classes, add 1 to all labels, or write words",
    )


MEASURED = np.random.default_rng(0).standard_normal(60).round(4)


@pytest.mark.parametrize("labels", [MEASURED, MEASURED.astype(str), [*MEASURED[:55].tolist(), *[None] * 5]])
def test_measured_values_are_no_classes(labels):
    ids = list(map(str, range(60)))
    with pytest.raises(GraphError, match=r"the labels look continuous: \d+ different ones .* into a few ranges first"):
        labels_of(labels, None, ids)
    with pytest.raises(GraphError, match="the labels look continuous"):
        gd.shrink(np.random.default_rng(1).standard_normal((60, 4)), labels=labels)


@pytest.mark.parametrize(
    "labels", [np.arange(60) % 20 + 0.5, np.arange(60.0), [f"v{number}.5" for number in range(60)], [0.5, 0.25, 0.75]]
)
def test_other_labels_are_classes_however_they_are_written(labels):
    numbers, _ = labels_of(labels, None, list(map(str, range(len(labels)))))
    assert len(set(numbers.tolist())) == len(set(labels))


def test_values_that_a_dataset_carries_are_not_refused():
    assert class_numbers(np.abs(MEASURED), 60, is_given=False).max() > 30


def test_labels_may_stand_in_a_column():
    assert class_numbers(np.array([[3], [0]]), 2).tolist() == class_numbers([[3], [0]], 2).tolist() == [3, 0]


@pytest.mark.parametrize(
    ("labels", "fault"),
    [
        ([[1], None], r"the labels are \[\[1\], None\]; give one for each node, a number or a text"),
        ([[1], [1, 2]], r"the labels are \[\[1\], \[1, 2\]\]"),
        (np.zeros((1, 2, 1, 2)), r"the labels have shape \(1, 2, 1, 2\)"),
        ([(1, 2), (2, 1)], r"the labels have shape \(2, 2\)"),
        (iter([1, 2]), "the labels are <list_iterator"),
        ([{"a": 1}, {"a": 2}], r"{'a': 1} is no label; a label is a number or a text"),
        ([object(), "a"], r"<object object at .*> is no label"),
    ],
    ids=["none", "ragged", "boxes", "pairs", "iterator", "mappings", "objects"],
)
def test_a_node_has_one_label(labels, fault):
    with pytest.raises(GraphError, match=fault):
        class_numbers(labels, 2)


@pytest.mark.parametrize("label", [[1], [1, 2], {"a": 1}, {1}, (1,), np.array([1, 2])], ids=str)
def test_a_mapping_has_one_label_for_each_id(label):
    with pytest.raises(GraphError, match="a number or a text"):
        labels_of({"a": label, "b": 1}, None, ["a", "b", "c"])


@pytest.mark.parametrize("ids", [["0", "1", "2"], ["7", "9", "12"], ["-1", "2", ""]])
def test_numbers_have_an_order(ids):
    check_order(ids, "the labels")


@pytest.mark.parametrize("ids", [["ann", "bob"], ["9", "7"], ["1", "x"]])
def test_names_have_none(ids):
    with pytest.raises(GraphError, match=r"the labels come without ids, but the nodes have names such as"):
        check_order(ids, "the labels")


@pytest.fixture
def table(tmp_path):
    def read(text, ids):
        (tmp_path / "nodes.csv").write_text(text)
        return read_table(tmp_path / "nodes.csv", ids)

    return read


def test_a_first_row_with_a_sign_is_no_header(table):
    assert table("+7,x\n8,y\n", ["7", "8"]).column("1") == ["x", "y"]


def test_ids_of_numbers_are_found_however_they_are_written(table):
    assert table("007,x\n08,y\n", ["7", "8"]).column("1") == ["x", "y"]
    assert table("007,x\n08,y\n", ["007", "08"]).column("1") == ["x", "y"]


def test_quotes_comments_and_blanks_go_by_the_rules_of_edges(table):
    found = table('# of all nodes\nid;label\n"a;b" ;"1 "\n\n c;2\n', ["a;b", "c"])
    assert found.column("label") == ["1 ", "2"]


def test_features_are_numbers_and_the_offender_is_named(table):
    assert table("a 1 2.5\nb 3 4\n", ["b", "a", "lone"]).numbers().tolist() == [[3, 4], [1, 2.5], [0, 0]]
    with pytest.raises(SourceError, match=r"nodes\.csv, column 'w': features are numbers, and 'x' is none"):
        table("id,w\na,1\nb,x\n", ["a", "b"]).numbers()


def test_a_node_has_one_row(table):
    with pytest.raises(SourceError, match="node '7' has two rows"):
        table("7,x\n07,y\n", ["7"])


def test_the_column_of_ids_is_found_by_its_name(table):
    assert table("label,id\n0,1\n0,0\n1,2\n", ["0", "1", "2"]).column("label") == ["0", "0", "1"]
    assert table("label,id\nx,b\ny,a\n", ["a", "b"]).column("label") == ["y", "x"]


def test_a_column_called_name_may_hold_the_names_of_people(table):
    found = table("user,name,label\n7,Ann,x\n8,Bob,y\n", ["7", "8"])
    assert (found.columns, found.column("label")) == (["name", "label"], ["x", "y"])


def test_the_way_out_of_two_rows_is_a_name_for_the_ids(table):
    with pytest.raises(SourceError, match="first column: node '0' has two rows; .* name that column 'id'"):
        table("kind,person\n0,1\n0,2\n", ["0", "1", "2"])


def test_nodes_without_a_label_are_counted():
    labels = {"a": "x", "b": "", "c": "y"}
    numbers, notes = labels_of(labels, None, ["a", "b", "c"])
    assert numbers.tolist() == [0, -1, 1]
    assert notes == ("1 of 3 nodes has no label: neither learned from nor scored",)


def test_what_is_missing_in_parquet_is_empty(tmp_path):
    pl.DataFrame({"id": [1, 2, 3], "y": [0.5, float("nan"), None]}).write_parquet(tmp_path / "y.parquet")
    assert read_table(tmp_path / "y.parquet", ["1", "2", "3"]).column("y") == ["0.5", "", ""]


@pytest.mark.parametrize("header", [",0,1", "a,a,2", "1,1,1", ",column 1,1", "x,,2"])
def test_no_header_gives_two_columns_one_name(table, header):
    """Polars ends in a panic where two columns have one name."""
    found = table(f"{header}\nann,0.5,1.5\nbob,2.5,3.5\n", ["ann", "bob"])
    assert found.numbers().tolist() == [[0.5, 1.5], [2.5, 3.5]]


NAMES = ["ann", "bob", "cy"]
FEATURES = np.array([[0.5, 1.5, 2.0], [2.5, 3.5, 0.0], [1.0, 0.25, 1.0]])


@pytest.mark.parametrize("index_name", [None, "id", "node", "user"])
def test_features_are_read_as_pandas_writes_them(tmp_path, index_name):
    pd.DataFrame(FEATURES, index=pd.Index(NAMES, name=index_name)).to_csv(tmp_path / "features.csv")
    found = read_table(tmp_path / "features.csv", NAMES[::-1])
    assert (found.numbers().tolist(), found.notes) == (FEATURES[::-1].tolist(), ())


def test_an_index_in_parquet_is_the_ids(tmp_path):
    pd.DataFrame(FEATURES, index=NAMES).rename(columns=str).to_parquet(tmp_path / "features.parquet")
    assert read_table(tmp_path / "features.parquet", NAMES).numbers().tolist() == FEATURES.tolist()


def test_the_numbers_of_rows_in_front_of_the_ids_are_no_feature(tmp_path):
    frame = pd.DataFrame(FEATURES, columns=["x", "y", "z"])
    frame.insert(0, "id", NAMES)
    frame.to_csv(tmp_path / "features.csv")
    assert read_table(tmp_path / "features.csv", NAMES).columns == ["x", "y", "z"]


@pytest.mark.parametrize("index_name", [None, "id", "node"])
def test_labels_are_read_as_pandas_writes_them(tmp_path, index_name):
    """The header ,0 has the label of a class."""
    pd.Series([0, 1, 0], index=pd.Index(NAMES, name=index_name)).to_csv(tmp_path / "labels.csv")
    assert labels_of(tmp_path / "labels.csv", None, NAMES)[0].tolist() == [0, 1, 0]
    assert read_table(tmp_path / "labels.csv", NAMES).notes == ()


def test_a_node_may_be_called_as_columns_are(table):
    assert table("name,0\nkey,1\n", ["key", "name"]).column("1") == ["1", "0"]


@pytest.mark.parametrize("write", ["{:03d}", "{:+d}", "{}.0"])
def test_whole_numbers_are_one_id_however_they_are_written(table, write):
    ids = [write.format(node) for node in range(3)]
    assert table("".join(f"{node},{number}\n" for number, node in enumerate(ids)), ["2", "1", "0"]).column("1") == [
        *("2", "1", "0")
    ]
    assert labels_of(dict(zip(ids, "aba", strict=True)), None, ["2", "1", "0"])[0].tolist() == [0, 1, 0]


def test_labels_and_features_that_begin_like_comments_are_told(table):
    [note] = table("id,label\nann,0\n#bob,1\n# made by hand\n", ["ann"]).notes
    assert "1 comment looks like a row and was skipped (line 3: '#bob,1'); put quotes around a name" in note
