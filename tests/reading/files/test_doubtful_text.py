"""Text that can be meant in two ways: read right, refused with its line, or read with a note; never a wrong graph."""

import bz2
import gzip

import pytest

from contracts.forms import zstd
from graphdim.errors import SourceError
from graphdim.graph.build import read_named

CLEAN = 30_000  # rows, more than the sample that the dialect is told from


@pytest.fixture
def read(tmp_path):
    def save_and_read(text, name="edges.csv", **options):
        (tmp_path / name).write_bytes(text.encode() if isinstance(text, str) else text)
        return read_named(tmp_path / name, **options)

    return save_and_read


def shape(found):
    graph, _ = found
    return graph.n_nodes, graph.n_edges


@pytest.mark.parametrize("n_clean", [1, CLEAN])
@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (("id,amount,source,target", "1,5,10,11", "2,1,000,12,13"), "5 fields in '2,1,000,12,13', expected 4"),
        (("source,target,remark", "a,b,x", 'c,d,"e'), "a quote without its partner"),
        (("source,target,remark", "1,2,x", '3,4,"e'), "a quote without its partner"),
        (("source,target", "a,b", '"n7,c'), "a quote without its partner"),
        (("source,target", "a,b", '"n"7,c'), "a quote without its partner"),
        (("source,target", "a,b", 'n7",c'), "a quote without its partner"),
        (("source target", "a b", 'c n7"'), "a quote without its partner"),
        (("source\ttarget", "a\tb", 'n"7"\tc'), "a quote without its partner"),
        (("source target", "a b", '"n7 c'), "a quote without its partner"),
        (("source target", "a b", "c\td e"), "3 fields"),
        (("source target kind", "1 2 x", "3 4 x\ty"), "4 fields"),
        (("source,target", "a,b", "c\rd,e"), "a carriage return inside the line"),
    ],
)
def test_a_line_that_may_be_meant_otherwise_is_refused(read, n_clean, lines, fault):
    header, row, bad = lines
    with pytest.raises(SourceError) as caught:
        read("\n".join([header, *[row] * n_clean, bad, row]) + "\n")
    assert f"line {n_clean + 2}: {fault}" in str(caught.value)


def test_quotes_that_swallow_rows_are_refused(read):
    with pytest.raises(SourceError, match="line 2: a quote without its partner"):
        read('source,target,remark\n1,2,"x\n3,4,y\n5,6,z"\n')


@pytest.mark.parametrize("n_rows", [1, CLEAN])
def test_tabs_and_blanks_may_both_separate_numbers(read, n_rows):
    rows = "1\t2 1 1082040961\n2\t3 1 1082040961\n3\t1 1 1082040961\n" * n_rows
    found = read(f"% sym weighted\n{rows}", "out.edges")
    assert shape(found) == (3, 3)


@pytest.mark.parametrize("header", ["", "% sym weighted\n", "source\ttarget\n"])
@pytest.mark.parametrize("n_rows", [1, CLEAN])
def test_tabs_and_blanks_with_free_text_are_refused(read, header, n_rows):
    rows = "1\t2 1 x\n2\t3 1 y\n3\t1 1 z w\n" * n_rows
    with pytest.raises(SourceError, match=r"tabs and blanks both separate fields in '.*'; use tabs alone, or if"):
        read(f"{header}{rows}", "out.edges")
    columns = ("source", "target") if header.startswith("source") else ("1", "2")
    assert shape(read(f"{header}{rows}", "out.edges", columns=columns)) == (6, 3)


@pytest.mark.parametrize("rows", ["New York\tLos Angeles\n", "1\tLos Angeles\n2\t3 Rivers\n", "a\t1 b\nc\t2 d\n"])
def test_names_with_blanks_between_tabs_are_read(read, rows):
    n_rows = rows.count("\n")
    assert shape(read(rows, "edges.tsv")) == (2 * n_rows, n_rows)


@pytest.mark.parametrize("pack", [bz2.compress, gzip.compress, zstd])
def test_a_damaged_later_stream_is_refused(read, pack):
    first, second = pack(b"1 2\n" * 99), pack(b"2 3\n" * 99)
    assert shape(read(first + second, "edges.txt.gz")) == (3, 2)
    damaged = bytearray(second)
    damaged[1] ^= 0xFF
    for later in (bytes(damaged), second[:-6], b"junk"):
        with pytest.raises(SourceError, match="damaged or cut-off"):
            read(first + later, "edges.txt.gz")


@pytest.mark.parametrize("rows", ["1,2\n2,3\n", "a,b\nb,c\n", '"a","b"\n"b","c"\n'])
@pytest.mark.parametrize("header", ["", "source,target\n"])
def test_files_joined_together_may_each_begin_with_a_byte_order_mark(read, rows, header):
    found = read(f"\ufeff{header}{rows}" * 3)
    assert shape(found) == (3, 2)
    assert found[0].cleaning.rows == 6
    assert ("2 repeated headers skipped" in found[0].notes) == bool(header)


@pytest.mark.parametrize("separator", [",", " ", "\t", "   "])
@pytest.mark.parametrize(
    "pair",
    [
        ("sender", "receiver"),
        ("Sender_ID", "Receiver_ID"),
        ("follower", "followee"),
        ("citing", "cited"),
        ("protein1", "protein2"),
        ("protein_a", "protein_b"),
        ("geneA", "geneB"),
        ("user_1", "user_2"),
    ],
)
def test_usual_pairs_are_headers_whatever_separates_them(read, pair, separator):
    rows = f"{separator.join(pair)}\nann{separator}bob\nbob{separator}P12\n"
    graph, ids = read(rows, "edges.txt")
    assert (graph.n_edges, ids, graph.notes) == (2, ["P12", "ann", "bob"], ())


@pytest.mark.parametrize("separator", [",", " "])
@pytest.mark.parametrize("pair", [("parent", "child"), ("origin", "destination"), ("team1", "team2"), ("x_a", "x_b")])
def test_names_that_may_be_nodes_are_headers_with_a_note(read, pair, separator):
    graph, ids = read(f"{separator.join(pair)}\nann{separator}bob\n", "edges.txt")
    assert (graph.n_nodes, ids) == (2, ["ann", "bob"])
    [note] = graph.notes
    assert note.startswith(f"first line read as a header ({pair[0]!r}, {pair[1]!r}), not as an edge; --source-column 1")


@pytest.mark.parametrize(
    "rows",
    [
        "n1 n2\nn3 n4\n",
        "protein1 protein2\nprotein3 protein4\n",
        "a1 a2\nb7 c9\n",
        "node_a node_b\nnode_c node_d\n",
        "n1 n2 0.5\nn3 n4 0.7\n",
    ],
)
def test_numbered_nodes_are_no_header(read, rows):
    for text in (rows, rows.replace(" ", ",")):
        graph, ids = read(text, "edges.txt")
        assert (graph.n_edges, len(ids)) == (2, 4)
        assert any("first line read as an edge" in note for note in graph.notes) == ("," in text)


def test_two_words_above_others_are_told_where_blanks_separate_them(read):
    note = "first line read as an edge from 'payer' to 'payee', not as a header"
    assert read("payer payee\nann bob\nbob cid\n")[0].notes == (note,)
    assert read("ann bob\nbob cid\n")[0].notes == ()  # bob comes again, so the line is an edge
    assert read("ann bob\n")[0].notes == ()


@pytest.mark.parametrize("pair", ["u v", "from to", "head tail", "user item", "reviewer asin"])
def test_a_first_line_that_may_be_an_edge_or_a_header_is_told(read, pair):
    graph, ids = read(f"{pair}\nann bob\n")
    assert (graph.n_nodes, ids) == (2, ["ann", "bob"])
    [note] = [note for note in graph.notes if "first line" in note]
    assert "read as a header" in note
    assert shape(read(f"{pair}\nann bob\n", columns=("1", "2"))) == (4, 2)


def test_a_first_line_whose_names_come_again_is_an_edge(read):
    graph, ids = read("u v\nv w\n")
    assert (graph.n_edges, ids) == (2, ["u", "v", "w"])
    assert "first line read as an edge from 'u' to 'v', not as a header" in graph.notes
    assert shape(read("u v 1\nx y 2\n")) == (4, 2)


def test_numbered_names_that_come_again_are_nodes(read):
    graph, ids = read("node1,node2\nnode2,node3\n")
    assert (graph.n_edges, ids) == (2, ["node1", "node2", "node3"])
    assert graph.notes == ("first line read as an edge from 'node1' to 'node2', not as a header",)


def test_a_header_whose_name_is_also_a_node_is_told(read):
    graph, ids = read("source,target\nstart,goal\ntarget,goal\n")
    assert (graph.n_edges, ids) == (2, ["goal", "start", "target"])
    assert "first line read as a header ('source', 'target'), not as an edge" in graph.notes[0]


@pytest.mark.parametrize("n_rows", [1, CLEAN])
@pytest.mark.parametrize(
    "header", ["source,target", "from,to", "node1,node2", '"source","target"', "source,target,,", "x,x,source,target"]
)
def test_headers_of_joined_files_are_no_edges(read, header, n_rows):
    n_more = header.count(",") - 1
    first, second = (
        "7," * n_more + ends if header.startswith("x") else ends + ",7" * n_more for ends in ("a,b", "b,c")
    )
    graph, ids = read(f"{header}\n" + f"{first}\n" * n_rows + f"{header}\n{second}\n")
    assert (ids, graph.n_edges) == (["a", "b", "c"], 2)
    assert "1 repeated header skipped" in graph.notes


def test_rows_that_begin_like_comments_are_counted(read):
    rows = "".join(f"n{place},x\n" for place in range(CLEAN))
    graph, _ = read(f"source,target\n{rows}#tag,x\n#other,x\n# a remark\n")
    assert graph.n_edges == CLEAN
    [note] = graph.notes
    assert note.startswith(f"2 comments look like edges and were skipped (line {CLEAN + 2}: '#tag,x')")
    assert shape(read('source,target\n"#tag",x\n')) == (2, 1)


def test_a_time_is_no_end_and_no_weight(read):
    graph, ids = read("timestamp,from_user,to_user,amount\n1082040961,7,8,5\n1082040962,8,9,6\n")
    assert (ids, graph.n_edges) == (["7", "8", "9"], 2)
    graph, ids = read("date,payer,payee\n2021-01-01,7,8\n2021-01-02,8,9\n")
    assert ids == ["7", "8", "9"]
    assert any("the first two that hold no time" in note for note in graph.notes)
    graph, ids = read("2021-01-01,7,8\n2021-01-02,8,9\n")
    assert ids == ["7", "8", "9"]
    for text in ("1 2 1082040961\n2 3 1082040999\n", "source,target,time\n1,2,3\n2,3,5\n"):
        assert "ignored" in read(text)[0].notes[-1]
        assert "--weight" not in read(text)[0].notes[-1]


def test_the_row_numbers_of_a_frame_are_no_end_and_no_weight(read):
    graph, ids = read(",payer,payee\n0,ann,bob\n1,bob,cid\n")
    assert ids == ["ann", "bob", "cid"]
    assert any("'payer' and 'payee', the first two that hold no row numbers" in note for note in graph.notes)
    graph, ids = read(",source,target\n0,7,8\n1,8,9\n")
    assert ids == ["7", "8", "9"]
    assert not any("--weight" in note for note in graph.notes)


def test_numbers_that_may_be_times_are_ids_with_a_doubt(read):
    graph, _ = read("1700000123,3,17\n1700000456,3,18\n")
    assert any("the first two, but '1' looks like times since 1970" in note for note in graph.notes)
    graph, _ = read("1700000123,1700000124,17\n1700000456,1700000457,18\n")  # both ends: ids
    assert not any("since 1970" in note for note in graph.notes)


def test_a_text_without_a_known_separator_is_told_which_there_are(read):
    with pytest.raises(SourceError, match="fields are separated by commas, tabs, semicolons or blanks"):
        read("1::2::3\n2::3::4\n")


def test_two_kinds_of_things_are_told(read):
    graph, ids = read("user,item\nann,pen\nbob,ink\n")
    assert ids == ["ann", "bob", "ink", "pen"]
    [note] = [note for note in graph.notes if "one set of ids" in note]
    assert note.startswith(
        "columns 'user' and 'item' are read as one set of ids: user 17 and item 17 would be one node; --bipartite"
    )
    assert "user 17 and movie 17 would be one node" in read("userId,movieId,rating\n1,2,3\n")[0].notes[1]


@pytest.mark.parametrize("text", ["0,1,0,1\n1,1,0,0\n0,0,1,1\n", "user,a,b,c\nann,0,1,1\nbob,1,1,0\n"])
def test_a_table_of_who_has_what_is_no_list_of_edges(read, text):
    with pytest.raises(SourceError, match="holds only 0 and 1 and looks like a table of who has what"):
        read(text)


def test_a_tab_behind_a_quoted_first_field_separates(read):
    assert shape(read('"first"\tb 693\nnode 557\t"b 693"\n')) == (3, 2)


def test_a_long_name_is_cut_in_notes(read):
    long = "x" * 5000
    graph, _ = read(f"{long},b,c\nb,c,d\n")
    assert graph.notes
    assert max(map(len, graph.notes)) < 300
