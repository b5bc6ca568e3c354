"""Frames of labels and features: matched by id wherever they have ids, as files are."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from graphdim.errors import GraphError, SourceError
from graphdim.reading.node_data import labels_of, table_of

IDS = ["0", "1", "2", "3"]
NAMES = ["ann", "bob", "cy", "dan"]
ROWS = [[0.5, 1.5], [2.5, 3.5], [4.5, 5.5], [6.5, 7.5]]
ORDER = [2, 0, 3, 1]


def frame(ids):
    return pd.DataFrame(ROWS, index=ids, columns=["x", "y"]).iloc[ORDER]


def features(given, ids, source=None):
    return table_of(given, source, ids, "features")


FORMS = {
    "index": frame,
    "id column": lambda ids: frame(ids).reset_index(names="id"),
    "id column below another index": lambda ids: frame(ids).reset_index(names="id").set_axis(list("wxyz")),
    "Polars": lambda ids: pl.from_pandas(frame(ids).reset_index(names="id")),
    "lazy Polars": lambda ids: pl.from_pandas(frame(ids).reset_index(names="id")).lazy(),
    "pyarrow": lambda ids: pl.from_pandas(frame(ids).reset_index(names="id")).to_arrow(),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("ids", [NAMES, IDS])
def test_features_find_their_nodes_in_any_order(form, ids):
    found = features(FORMS[form]([int(node) for node in ids] if ids is IDS else ids), ids)
    assert (found.numbers().tolist(), found.columns, found.notes) == (ROWS, ["x", "y"], ())


@pytest.mark.parametrize("ids", [NAMES, IDS])
def test_a_first_column_that_holds_the_ids_is_not_a_feature(ids):
    numbers = [int(node) for node in ids] if ids is IDS else ids
    found = features(pl.from_pandas(frame(numbers).reset_index(names="paper")), ids)
    assert found.numbers().tolist() == ROWS
    assert found.notes == ("features: column 'paper' holds the ids of the nodes, so it is not a feature",)


@pytest.mark.parametrize("ids", [IDS, ["1", "2", "3", "4"]])
def test_an_index_that_only_counts_leaves_the_rows_in_the_order_of_the_nodes(ids):
    assert features(pd.DataFrame(ROWS), ids).numbers().tolist() == ROWS
    assert labels_of(pd.Series(["a", "b", "a", "c"]), None, ids)[0].tolist() == [0, 1, 0, 2]


def test_an_index_that_counts_names_the_nodes_that_also_count():
    assert features(pd.DataFrame(ROWS), ["0", "2", "3"]).numbers().tolist() == [ROWS[0], ROWS[2], ROWS[3]]


def test_rows_without_ids_follow_the_rules_of_arrays():
    with pytest.raises(GraphError, match="the features come without ids, but the nodes have names such as 'ann'"):
        features(pd.DataFrame(ROWS), NAMES)
    with pytest.raises(GraphError, match="the features come without ids"):
        features(pl.DataFrame(ROWS, orient="row"), NAMES)


def test_frames_are_refused_as_files_are():
    with pytest.raises(SourceError, match="features, index: none of 4 ids found in the graph"):
        features(frame(list("wxyz")), NAMES)
    with pytest.raises(SourceError, match="features, index: node 'ann' has two rows"):
        features(frame(["ann", "ann", "bob", "cy"]), NAMES)
    with pytest.raises(SourceError, match="features, column 'x': features are numbers, and 'tall' is none"):
        features(frame(NAMES).assign(x="tall"), NAMES).numbers()
    with pytest.raises(SourceError, match="features, column 'x': features are numbers, and an empty field is none"):
        features(pl.DataFrame({"id": NAMES, "x": [1, 2, None, 4]}), NAMES).numbers()
    with pytest.raises(SourceError, match=r"column 'x' holds List\(Int64\) values"):
        features(pl.DataFrame({"id": NAMES, "x": [[1, 2]] * 4}), NAMES)
    with pytest.raises(SourceError, match="the frame has no column besides the ids"):
        features(pd.DataFrame(index=NAMES), NAMES)


def test_rows_of_other_nodes_are_left_out_with_a_note():
    found = features(frame(["ann", "bob", "cy", "lone"]), NAMES)
    assert found.notes == ("features, index: 1 of 4 ids is not in the graph, like 'lone': left out",)
    assert found.numbers().tolist() == [*ROWS[:3], [0, 0]]


@pytest.mark.parametrize("kind", ["Float64", "float16", "object", "string", pd.SparseDtype("float")])
def test_numbers_of_every_kind_are_numbers(kind):
    assert features(frame(NAMES).astype(kind), NAMES).numbers().tolist() == ROWS


def test_columns_of_one_name_are_all_features():
    assert features(frame(NAMES).set_axis(["x", "x"], axis=1), NAMES).numbers().tolist() == ROWS


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize("names", [("id", "label"), ("paper", "topic"), ("id", "topic")])
def test_labels_in_a_frame_are_read_like_a_file(kind, names):
    given = kind(dict(zip(names, [["cy", "ann", "bob", "dan"], ["b", "a", "a", "b"]], strict=True)))
    assert labels_of(given, None, NAMES)[0].tolist() == [0, 0, 1, 1]


def test_labels_in_a_column_of_pandas_go_by_its_index():
    by_name = pd.DataFrame({"label": ["b", "a", "a"]}, index=["cy", "ann", "bob"])
    for given in (by_name, by_name["label"]):
        numbers, notes = labels_of(given, None, NAMES)
        assert numbers.tolist() == [0, 0, 1, -1]
        assert notes == ("1 of 4 nodes has no label: neither learned from nor scored",)
    with pytest.raises(SourceError, match="labels, index: node 'ann' has two rows"):
        labels_of(pd.Series([0, 1, 1], index=["ann", "ann", "bob"]), None, NAMES)


def test_labels_that_are_a_column_of_the_features():
    given = frame(NAMES).assign(side=np.array(["b", "a", "b", "a"]))
    assert labels_of("side", None, NAMES, given)[0].tolist() == [0, 0, 1, 1]
    assert features(given, NAMES).numbers(but="side").tolist() == ROWS
