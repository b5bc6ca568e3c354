"""Edge lists as text: what is accepted, and what is refused with its line."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphdim as gd
from graphdim.errors import SourceError
from graphdim.reading.columns import choose
from graphdim.reading.files import text
from graphdim.reading.files.content import Content
from graphdim.reading.files.dialect import sniff
from graphdim.reading.files.pieces import pieces

FIRST_TWO = (
    "ends are columns '1' and '2', the first two; --source-column and --target-column name others"
    " (columns=(…) in Python)"
)


@pytest.fixture
def saved(tmp_path):
    def save(text: str | bytes, name: str = "edges.csv"):
        path = tmp_path / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return save


ACCEPTED = {
    # how many nodes and edges a text has
    "1,2\n2,3\n": (3, 2),
    "1, 2\n2 ,3\n": (3, 2),
    "+1,2\n1,3\n": (3, 2),
    "1,2\n1.0,3\n": (3, 2),
    "1.0,2.0\n1,2\n": (2, 1),
    "1e3,2\n1000,3\n": (3, 2),
    "01,2\n1,3\n": (3, 2),
    "0,9223372036854775807\n0,-9223372036854775808\n": (3, 2),
    "1,18446744073709551615\n1,18446744073709551614\n": (3, 2),
    "9007199254740992,1\n9007199254740993,1\n": (3, 2),
    "a,1\nb,2\nb,1\n": (4, 3),
    "1,a\n2,b\n1,b\n": (4, 3),
    # Beside names numbers are names, as they are written.
    "01,x\n02,01\n": (3, 2),
    "x,01\n01,02\n": (3, 2),
    "x,1\ny,2\n": (4, 2),
    # Under_scores make no number, hashes make no float.
    "1_2,2_3\n2_3,x\n": (3, 2),
    "1_2  2_3\n2_3 x\n": (3, 2),
    # Quotes and separators.
    '"a,b",c\nc,"d"\n': (3, 2),
    '"a ""b""",c\n"a ""b""",d\n': (3, 2),
    '"a b" "c d"\n"c d" e\n': (3, 2),
    '"#1",b\nb,c\n': (3, 2),
    "a\tb c\nb c\td\n": (3, 2),
    "a;b\nb;c\n": (3, 2),
    '"a,b";c\nc;"d,e"\n': (3, 2),
    "1;2;0,5\n2;3;1,5\n": (3, 2),
    "1 \t 2\n2\t3\n": (3, 2),
    "1 2\n2\t3\n": (3, 2),
    "\t1 2\n2 3\n": (3, 2),
    # Empty fields are fine where they are not in use.
    "a\tb\tx\nb\tc\t\n": (3, 2),
    "a,b,\nb,c,x\n": (3, 2),
    "name,source,target\n,a,b\nx,b,c\n": (3, 2),
    # Comments, blank lines, headers.
    "# x\n\n% y\n1,2\n\n  # z\n2,3\n\n": (3, 2),
    "id,source,target\n1,a,b\n% x,y,z\n2,b,c\n": (3, 2),
    "id,source,target\n1,a,b\n  # x,y,z\n2,b,c\n": (3, 2),
    "# c\nFrom,To\na,b\nb,c\n": (3, 2),
    '"source" "target"\n"a" "b"\nb c\n': (3, 2),
    "citing cited\n1 2\n2 3\n": (3, 2),
    "x,x\n1,2\n2,3\n": (3, 2),
    "target,weight,source\n1,9,2\n2,9,3\n": (3, 2),
    # Loops and repeats.
    "1,1\n1,2\n2,1\n": (2, 1),
    "7,7\n": (1, 0),
}


@pytest.mark.parametrize("text", ACCEPTED)
def test_it_is_read(saved, text):
    graph = gd.read(saved(text))
    assert ACCEPTED[text] == (graph.n_nodes, graph.n_edges)


REFUSED = {
    # the line at fault, and what the message says of it
    "1,2\n3\n": (2, "1 field in '3', expected 2"),
    "1,2\n3,4,5\n": (2, "3 fields in '3,4,5', expected 2"),
    "a,b,c\nd,e\nf,g,h\n": (2, "2 fields in 'd,e', expected 3"),
    "1,2,c\n3,4\n5,6,h\n": (2, "2 fields in '3,4', expected 3"),
    "1 2\n3 4 5\n": (2, "3 fields"),
    "source,target,w\n1,2\n3,4\n": (2, "2 fields in '1,2', expected 3"),
    "# one\n\n1 2\n# two\n3\n": (5, "1 field in '3'"),
    "1,2\n,3\n": (2, "the node id is empty"),
    "a,b\nc,\n": (2, "the node id is empty"),
    'a,b\n"",c\n': (2, "the node id is empty"),
    "a,b\n  ,c\n": (2, "the node id is empty"),
    "a\tb\n\tc\n": (2, "the node id is empty"),
    "1,2\nnan,3\n": (2, "'nan' is no 64-bit integer"),
    "a,b\nNaN,c\n": (2, "'NaN' is no node id"),
    "a b\nc NAN\n": (2, "'NAN' is no node id"),
    "1,2\ninf,3\n": (2, "'inf' is no 64-bit integer"),
    "1,2\n2,3\n3,x\n": (3, "'x' is no 64-bit integer, in a column of numbers"),
    "1,2\n1.5,3\n": (2, "'1.5' is no 64-bit integer"),
    "1.5,2.5\n2.5,3.5\n": (1, "'1.5' is no 64-bit integer"),
    "18446744073709551616,1\n": (1, "is no 64-bit integer"),
    "1,2\n9007199254740993.0,3\n": (2, "is no 64-bit integer"),
    "1,2\n-1,9223372036854775808\n3,-5\n": (2, "is no 64-bit integer"),
    "1\n2\n": (1, "the table has 1 column; an edge list needs two"),
    "1 2\r3 4\r5 6\r": (1, "carriage return alone"),
    "1,2\r3,4\r": (1, "carriage return alone"),
}


def test_names_among_numbers_are_read_if_an_edge_with_a_name_comes_first(saved):
    with pytest.raises(SourceError, match="'NA' is no 64-bit integer, .* drop the line, or .* an edge with a name"):
        gd.read(saved("1,2\nNA,3\n"))
    assert gd.read(saved("NA,3\n1,2\n")).n_nodes == 4


def test_a_decimal_comma_in_a_weight_is_refused_with_the_way_out(saved):
    with pytest.raises(SourceError, match=r"line 2: '0,5' is no weight; .* decimal point \(0\.5, not 0,5\)"):
        gd.read(saved("a;b;w\n1;2;0,5\n"), weight="w")


@pytest.mark.parametrize("first", ["1", "x"])
def test_an_empty_weight_is_called_empty(saved, first):
    with pytest.raises(SourceError, match=r"line 3: the weight is empty; give it a number, or drop the line"):
        gd.read(saved(f"a,b,w\n{first},2,1\n2,3,\n"), weight="w")


@pytest.mark.parametrize("text", REFUSED)
def test_it_is_refused_with_its_line(saved, text):
    path = saved(text)
    line, fault = REFUSED[text]
    with pytest.raises(SourceError) as caught:
        gd.read(path)
    assert str(caught.value).startswith(f"{path}, line {line}: ")
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "it is empty; it must have one line for each edge or node"),
        ("# a\n% b\n\n", "only comments and blank lines"),
        ("source,target\n", "a header and no edges below it"),
        (b"1,2\n\0\0\0\n", "binary data, no text"),
        ("s\0,\0t\0\n", "binary data, no text"),
    ],
)
def test_it_is_refused_as_a_whole(saved, text, fault):
    path = saved(text)
    with pytest.raises(SourceError) as caught:
        gd.read(path)
    assert fault in str(caught.value)
    assert "line" not in str(caught.value).partition(": ")[0]


@pytest.mark.parametrize("separator", [",", "\t", " ", ";", "  "])
@pytest.mark.parametrize("row", ["a{}b", "1{}2"])
@pytest.mark.parametrize("bad", ["x{}", "x{}nan", "x{}y{}z", "{}2", "\udcff{}2", "3{}4\0"])
def test_a_fault_far_below_the_sample_has_its_line(saved, separator, row, bad):
    rows = [row] * 30_000 + [bad] + [row] * 10
    path = saved("\n".join(rows).replace("{}", separator).encode(errors="surrogateescape"), "edges.txt")
    with pytest.raises(SourceError, match=r"edges\.txt, line 30001: "):
        gd.read(path)


def test_late_lines_may_differ_in_white_space(saved):
    path = saved("a b c\n" * 200 + "d\te f\n" + " g  h  i\n")
    graph = gd.read(path)
    assert (graph.n_nodes, graph.n_edges) == (6, 3)


def test_a_long_line_is_shortened_in_the_message(saved):
    with pytest.raises(SourceError, match=r"1 field in 'xxxx") as caught:
        gd.read(saved("a,b\n" + "x" * 200_000 + "\n"))
    assert len(str(caught.value)) < 300


def test_latin_1_is_refused_with_its_line(saved):
    with pytest.raises(SourceError, match=r"line 2: no UTF-8 text in b'caf\\xe9,d\\n'; save the file as UTF-8"):
        gd.read(saved(b"a,b\ncaf\xe9,d\n"))


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("a,b\nb,c\n", ("first line read as an edge from 'a' to 'b', not as a header",)),
        ("1,2,9\n", (FIRST_TWO, "column '3' ignored; --weight 3 counts it (weight='3' in Python)")),
        (
            "source,target,score,w\na,b,1,2\n",
            ("columns 'score', 'w' ignored; --weight w counts 'w' (weight='w' in Python)",),
        ),
        ("1 2\n", ()),
        ("a b\n", ()),
    ],
)
def test_what_was_left_is_noted(saved, text, notes):
    assert notes == gd.read(saved(text)).notes


@pytest.mark.parametrize(
    "text", ["a,b,2\nb,a,3\nb,c,0.5\n", "a, b,2\nb,a,3\nb,c,.5\n", "w,u,v\n3,a,b\n2,a,b\n.5,b,c\n"]
)
def test_of_repeated_weights_the_largest_counts(saved, text):
    weight = "w" if text.startswith("w") else "3"
    assert gd.read(saved(text), weight=weight).weights.tolist() == [3.0, 0.5]


@pytest.mark.parametrize("bad", ["0", "-1", "inf", "nan", "x", "", "1,5"])
@pytest.mark.parametrize("separator", ["\t", "  "])
def test_a_bad_weight_has_its_line(saved, bad, separator):
    path = saved(f"1 2 1\n2 3 {bad}\n".replace(" ", separator), "edges.tsv")
    with pytest.raises(SourceError, match=r"edges\.tsv, line 2: .*(is no weight|weight is empty|2 fields)"):
        gd.read(path, weight="3")


def test_a_missing_weight_column_lists_the_columns(saved):
    with pytest.raises(SourceError, match="line 1: there is no column 'w'; the columns are source, target"):
        gd.read(saved("source,target\n1,2\n"), weight="w")
    with pytest.raises(SourceError, match="apart from the weight the table has only column 1"):
        gd.read(saved("1,2\n"), weight="2")


ids = st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(0, 9))
words = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="\"'#%\ufeff"), min_size=1).filter(
    lambda word: word.lower() not in ("nan", "inf")
)


@given(st.lists(st.tuples(ids, ids), min_size=1), st.sampled_from([" ", "\t", ",", ";", "   "]))
def test_integers_survive_the_file(tmp_path_factory, edges, separator):
    path = tmp_path_factory.mktemp("text") / "e.txt"
    path.write_text("".join(f"{u}{separator}{v}\n" for u, v in edges))
    graph, expected = gd.read(path), gd.read(edges)
    assert (expected.n_nodes, expected.n_edges, expected.cleaning) == (graph.n_nodes, graph.n_edges, graph.cleaning)


@given(st.lists(st.tuples(words, words), min_size=1))
def test_names_survive_the_file(tmp_path_factory, edges):
    path = tmp_path_factory.mktemp("text") / "e.tsv"
    # The first edge keeps its columns from being numbers or a header.
    edges = [("name", "other"), ("other", "name"), *edges]
    path.write_text("".join(f"{u}\t{v}\n" for u, v in edges), encoding="utf-8")
    graph, expected = gd.read(path), gd.read(edges)
    assert (expected.n_nodes, expected.n_edges, expected.cleaning) == (graph.n_nodes, graph.n_edges, graph.cleaning)


def test_ids_from_the_least_to_the_largest_of_64_bits_stay_apart(saved):
    graph = gd.read(saved(f"{-(2**63)},{2**64 - 1}\n-1,{2**64 - 1}\n{-(2**63)},{2**63}\n"))
    assert (graph.n_nodes, graph.n_edges) == (4, 3)


alphabets = ("ab1", "12", "a1.", 'ab"', "1+-e.", "ab #%", "é1", "a,;1", " 1a", '""a1,')
fields = st.sampled_from(alphabets).flatmap(lambda letters: st.text(letters, max_size=4))
tables_of_junk = st.lists(st.lists(fields, min_size=2, max_size=3), min_size=1, max_size=5)


@given(tables_of_junk, st.sampled_from([",", "\t", ";", " "]), st.booleans())
def test_the_fast_path_reads_what_the_careful_one_reads(rows, separator, header):
    rows = [["source", "target"], *rows] if header else rows
    data = "\n".join(separator.join(row) for row in rows).encode() + b"\n"
    content = Content("junk", data, data)
    try:
        dialect = sniff(content)
        reader = text._Reader(content, dialect, choose(dialect.outline, None))
    except SourceError:
        return
    [piece] = pieces(content, dialect.skip, 2**20)
    fast = reader.clean.edges(piece)
    if fast is not None:
        careful = reader._careful(piece)
        for side in ("sources", "targets"):
            assert list(map(str, getattr(careful, side))) == list(map(str, getattr(fast, side)))


def test_a_stray_quote_swallows_no_edge(saved):
    with pytest.raises(SourceError, match="line 2: a quote without its partner"):
        gd.read(saved('a,b\nc,"d\ne,f\ng,h"\n'))


def test_signed_and_unsigned_columns_agree(saved):
    graph = gd.read(saved(f"{2**63},1\n{2**63 + 1},{2**62}\n{2**62},1\n"))
    assert (graph.n_nodes, graph.n_edges) == (4, 3)
    assert len(np.unique(graph.pairs, axis=0)) == 3


@pytest.mark.parametrize("odd", ["# a comment\n", " 7,8\n"])
@pytest.mark.parametrize("offset", [0, 3_000_000_000, "n"])
def test_a_late_line_of_another_kind(saved, offset, odd):
    names = [f"n{i}" if offset == "n" else str(offset + i) for i in range(120_001)]
    path = saved("".join(f"{names[i]},{names[i + 1]}\n" for i in range(120_000)) + odd)
    graph = gd.read(path)
    expected = 120_001 + (2 if odd.startswith(" ") and offset else 0)
    assert graph.n_nodes == expected


@pytest.mark.parametrize(("counts", "row"), [("60 200", "{} {}"), ("60,200", "{},{}"), ("9 9 200", "{} {} 1")])
def test_a_first_line_that_counts_the_lines_below_is_noted(tmp_path, counts, row):
    below = "".join(row.format(number % 7, number % 60 + 1) + "\n" for number in range(200))
    (tmp_path / "a.txt").write_text(f"# a graph\n{counts}\n{below}")
    what = f"line 2 ({counts.replace(',', ' ')}) was read as an edge, and 200 lines follow"
    note = f"{what}; if it holds the numbers of nodes and edges, remove it"
    assert note in gd.read(tmp_path / "a.txt").notes
    assert note in gd.ideal_dimension(tmp_path / "a.txt", engine="disk").notes
    for other in (f"{counts}\n{below}{row.format(0, 1)}\n", below):
        (tmp_path / "a.txt").write_text(other)
        assert not [one for one in gd.read(tmp_path / "a.txt").notes if "lines follow" in one]


def test_a_few_lines_are_no_evidence_of_a_count(tmp_path):
    (tmp_path / "a.txt").write_text("0 2\n1 2\n0 1\n")
    assert gd.read(tmp_path / "a.txt").notes == ()
