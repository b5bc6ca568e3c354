"""Comments behind an edge: no part of a name, and no name with such a mark is taken for one."""

import pytest

import graphdim as gd
from graphdim.errors import SourceError
from graphdim.graph.build import read_named
from graphdim.reading.node_tables import read_table
from measuring import measure

CLEAN = 30_000  # rows, more than the sample that the dialect is told from
WAY_OUT = "may end in a comment; delete the comment, or put quotes around the whole field if it is none"


@pytest.fixture
def save(tmp_path):
    def saved(text, name="edges.csv"):
        (tmp_path / name).write_text(text)
        return tmp_path / name

    return saved


@pytest.mark.parametrize("engine", ["memory", "disk"])
@pytest.mark.parametrize("n_clean", [0, 1, CLEAN])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize(
    "texts",
    [
        ("0,4", "1,4 # seen", "4 # seen"),
        ("n0,n4", "n1,n4 # x", "n4 # x"),
        ("n0,n4", "n1,n4 %x", "n4 %x"),
        ("n0,n4", "n1,n4 #", "n4 #"),
        ("n0,n4", "n1,n4 #seen", "n4 #seen"),
        ("n0,n4", "n1,n4 #2 # x", "n4 #2 # x"),
        ("n0,n4", "n1,n4 #2nd", "n4 #2nd"),
        ("n0,n4", "n1,n4 % x", "n4 % x"),
        ("n0,n4", "n1, # x", "# x"),
        ('"n0","n4"', '"n1",n4 # x', "n4 # x"),
    ],
)
def test_a_comment_behind_an_edge_is_refused_with_its_line(save, engine, n_clean, mark, texts):
    row, bad, field = texts
    path = save("\n".join(["# edges", *[row] * n_clean, bad, row]).replace(",", mark) + "\n")
    with pytest.raises(SourceError) as caught:
        measure(path, engine=engine)
    if "tabs and blanks" not in str(caught.value):  # numbers behind a tab in all of two lines
        assert f"line {n_clean + 2}: {field!r} {WAY_OUT}" in str(caught.value)


def test_a_comment_behind_a_weight_is_refused_with_its_line(save):
    with pytest.raises(SourceError, match=rf"line 2: '2 # x' {WAY_OUT}"):
        gd.read(save("a,b,1\nb,c,2 # x\n"), weight="3")


@pytest.mark.parametrize("n_clean", [1, CLEAN])
@pytest.mark.parametrize(
    "name",
    [
        *("C#", "50%", "#tag", "%x", "a#b", "1 000", "10 %", "Topic #1", "Issue #12"),
        *('"n4 # x"', '"# x"', '"a ""b"" # x"'),
    ],
)
def test_names_with_such_marks_stay_names(save, n_clean, name):
    _, ids = read_named(save("\n".join(["first,other"] * n_clean + [f"n0,{name}"]) + "\n"))
    meant = name[1:-1].replace('""', '"') if name.startswith('"') else name
    assert sorted(["first", "other", "n0", meant]) == sorted(ids)


def test_columns_that_are_not_used_may_hold_such_marks(save):
    graph, ids = read_named(save("source,target,title\na,b,paper #4\nb,c,# x\nc,a,50 % # y\n"))
    assert (ids, graph.n_edges) == (["a", "b", "c"], 3)


def test_where_blanks_separate_fields_a_comment_is_a_field_of_its_own(save):
    with pytest.raises(SourceError, match="line 2: 4 fields in '1 2 # x', expected 2"):
        gd.read(save("0 4\n1 2 # x\n"))


def test_a_comment_behind_a_label_is_refused_with_its_line(save):
    path = save("id,label,title\n0,red,paper #4\n1,red # x,a\n2,blue,b\n", "labels.csv")
    table = read_table(path, ["0", "1", "2"])
    with pytest.raises(SourceError, match=rf"labels\.csv, line 3: 'red # x' {WAY_OUT}"):
        table.column("label")
    named = save("id,label\n0,Topic #1\n1,10 %\n2,Issue #12\n", "labels.csv")
    assert read_table(named, ["0", "1", "2"]).column("label") == ["Topic #1", "10 %", "Issue #12"]
    quoted = save('id,label\n0,red\n1,"red # x"\n2,blue\n', "labels.csv")
    assert read_table(quoted, ["0", "1", "2"]).column("label") == ["red", "red # x", "blue"]


def test_a_comment_behind_an_id_of_a_table_of_nodes_is_refused_with_its_line(save):
    path = save("id,label\n0,0\n1,1\n2,1\n3 # sure,0\n", "labels.csv")
    with pytest.raises(SourceError, match=rf"labels\.csv, line 5: '3 # sure' {WAY_OUT}"):
        read_table(path, ["0", "1", "2", "3"])
    bare = save("0,0\n1,1\n2 % sure,1\n", "labels.csv")
    with pytest.raises(SourceError, match=rf"line 3: '2 % sure' {WAY_OUT}"):
        read_table(bare, ["0", "1", "2"])
    quoted = save('id,label\n0,red\n"1 # x",red\nIssue #12,blue\n', "labels.csv")
    assert read_table(quoted, ["0", "1 # x", "Issue #12"]).column("label") == ["red", "red", "blue"]
