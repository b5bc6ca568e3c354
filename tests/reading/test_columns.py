"""Tables of more than two columns: the ends are those that the user names, and a guess is told."""

import pickle

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest

import graphdim as gd
from graphdim.errors import ParameterError, SourceError, UnsupportedError
from graphdim.graph.build import read_named
from graphdim.reading.column_names import USUAL_NAMES, pair_of_ends
from graphdim.reading.columns import choose
from graphdim.reading.notes import IGNORED_WEIGHT
from graphdim.reading.outline import Outline
from measuring import measure

PAYMENTS = {
    "tx_id": [1, 2, 3],
    "payer": ["ann", "bob", "cid"],
    "payee": ["bob", "cid", "ann"],
    "amount": [5.0, 6.5, 7.0],
}
ENDS = ("payer", "payee")
GUESS = (
    "ends are columns 'tx_id' and 'payer', the first two; --source-column and --target-column name others"
    " (columns=(…) in Python)"
)


def csv(path):
    pl.DataFrame(PAYMENTS).write_csv(path / "tx.csv")
    return path / "tx.csv"


def aligned(path):
    (path / "tx.txt").write_text(csv(path).read_text().replace(",", "   "))
    return path / "tx.txt"


def parquet(path):
    pl.DataFrame(PAYMENTS).write_parquet(path / "tx.parquet")
    return path / "tx.parquet"


TABLES = {
    "csv": csv,
    "aligned": aligned,
    "parquet": parquet,
    "folder": lambda path: parquet(path).parent,
    "pandas": lambda _: pd.DataFrame(PAYMENTS),
    "polars": lambda _: pl.DataFrame(PAYMENTS),
    "lazy": lambda _: pl.LazyFrame(PAYMENTS),
    "arrow": lambda _: pl.DataFrame(PAYMENTS).to_arrow(),
}


@pytest.fixture(params=TABLES)
def payments(request, tmp_path):
    return TABLES[request.param](tmp_path)


@pytest.mark.parametrize("engine", ["memory", "disk"])
def test_the_named_columns_are_the_ends(payments, engine):
    graph = gd.read(payments, columns=ENDS)
    assert (graph.n_nodes, graph.n_edges) == (3, 3)
    found = measure(payments, columns=ENDS, engine=engine)
    assert (found.n_nodes, found.n_edges) == (3, 3)
    assert not any("ends are" in note for note in found.notes)


def test_the_order_of_the_ends_and_a_list_do_not_matter(payments):
    assert gd.ideal_dimension(payments, columns=["payee", "payer"]).n_nodes == 3


def test_the_ends_and_the_weight(payments):
    graph = gd.read(payments, columns=ENDS, weight="amount")
    assert sorted(graph.weights.tolist()) == [5, 6.5, 7]
    assert graph.notes == ()


def test_a_guess_is_told(payments):
    assert gd.read(payments).notes[1:] == ("columns 'payee', 'amount' ignored",)
    assert GUESS in gd.read(payments).notes
    assert GUESS in gd.ideal_dimension(payments).summary()["notes"]


@pytest.mark.parametrize("names", [("a", "b"), ("a", "b", "w"), ("id", "Source", "TARGET"), ("w", "U", "v")])
def test_where_nothing_is_guessed_nothing_is_told(names):
    weight = "w" if "w" in names else None
    assert not any("ends are" in note for note in choose(Outline(names, ()), weight).notes)


@pytest.mark.parametrize("pair", USUAL_NAMES)
def test_usual_names_are_found_wherever_they_stand(pair):
    found = choose(Outline(["id", pair[1].upper(), "x", pair[0].title()], ()), None)
    assert (pair[0], pair[1]) == (found.source.lower(), found.target.lower())


LEFT = {
    ("source", "target"): (),
    ("source", "target", "w"): ("column 'w' ignored; --weight w counts it (weight='w' in Python)",),
    ("source", "target", "my w"): ("column 'my w' ignored; --weight 'my w' counts it (weight='my w' in Python)",),
    ("source", "target", "kind"): ("column 'kind' ignored",),
    ("year", "source", "target", "Weight"): (
        "columns 'year', 'Weight' ignored; --weight Weight counts 'Weight' (weight='Weight' in Python)",
    ),
    ("year", "source", "target", "kind"): ("columns 'year', 'kind' ignored",),
    ("u", "v", *"abcdefgh"): ("columns 'a', 'b', 'c', 'd', 'e', 'f', 2 more ignored",),
}


@pytest.mark.parametrize("names", LEFT)
def test_what_is_left_is_told_in_one_note(names):
    assert LEFT[names] == choose(Outline(names, {"w", "my w", "Weight", "year"}), None).notes


def test_words_are_offered_as_no_weight(tmp_path):
    rows = {"source": [1, 2], "target": [2, 3], "w": ["a", "b"]}
    pl.DataFrame(rows).write_csv(tmp_path / "e.csv")
    pl.DataFrame(rows).write_parquet(tmp_path / "e.parquet")
    frames = (pd.DataFrame(rows), pl.DataFrame(rows), pl.LazyFrame(rows), pl.DataFrame(rows).to_arrow())
    for source in (*frames, tmp_path / "e.csv", tmp_path / "e.parquet"):
        assert gd.read(source).notes == ("column 'w' ignored",)


@pytest.mark.parametrize(
    ("names", "ends"),
    [
        (["date", "sender", "receiver"], ("sender", "receiver")),
        (["score", "protein1", "protein2"], ("protein1", "protein2")),
        (["team1", "team2", "goals"], ("team1", "team2")),
        (["source", "target", "x1", "x2"], ("source", "target")),
        # Other columns may differ in a number alone: these are ends only where they come first.
        (["payer", "payee", "amount1", "amount2"], None),
        (["x1", "x2", "x3"], None),
        (["user_a", "user_b", "user_c"], None),
        (["1", "2", "3"], None),
    ],
)
def test_pairs_of_names(names, ends):
    assert pair_of_ends(names) == ends
    kept = choose(Outline(names, ()), None)
    assert (kept.source, kept.target) == (ends or tuple(names[:2]))
    assert any("the first two" in note for note in kept.notes) == (ends is None)


def test_triples_without_a_header(tmp_path):
    (tmp_path / "triples.txt").write_text("ann knows bob\nbob likes cid\n")
    for columns in (("1", "3"), (1, 3)):
        graph, ids = read_named(tmp_path / "triples.txt", columns=columns)
        assert (ids, graph.n_edges) == (["ann", "bob", "cid"], 2)


def test_numbers_of_columns_are_places_though_the_first_line_holds_them(tmp_path):
    (tmp_path / "triples.csv").write_text("1,7,3\n3,7,1\n3,8,2\n")
    assert gd.read(tmp_path / "triples.csv", columns=("1", "3")).n_edges == 2


@pytest.mark.parametrize("weight", [None, "w"])
def test_a_first_line_with_the_names_is_a_header(tmp_path, weight):
    (tmp_path / "words.csv").write_text("who,how,whom,w\nann,knows,bob,3\nbob,likes,cid,4\n")
    assert gd.read(tmp_path / "words.csv", columns=("who", "whom"), weight=weight).n_nodes == 3
    (tmp_path / "names.csv").write_text("who,how,whom\nann,knows,bob\n")
    assert gd.read(tmp_path / "names.csv", columns=("who", "whom")).n_nodes == 2


def test_words_above_one_column_of_numbers_are_a_header(tmp_path):
    (tmp_path / "tx.csv").write_text("payer,payee,amount\nann,bob,3\nbob,cid,4\n")
    assert gd.read(tmp_path / "tx.csv").n_nodes == 3
    (tmp_path / "tx.csv").write_text("ann,bob,cash\nbob,cid,3\ncid,ann,card\n")
    assert gd.read(tmp_path / "tx.csv").cleaning.rows == 3


def test_a_name_that_is_no_column_lists_the_columns(payments):
    with pytest.raises(SourceError, match="there is no column 'who'; the columns are tx_id, payer, payee, amount"):
        gd.read(payments, columns=("who", "payee"))


def test_an_end_is_no_weight(payments):
    with pytest.raises(SourceError, match="column 'payer' is an end of the edges; the weight is another column"):
        gd.read(payments, columns=ENDS, weight="payer")


@pytest.mark.parametrize("columns", [("payer",), "ab", ("payer", "payer"), ("a", "b", "c"), ()])
def test_both_ends_must_be_named(columns):
    for ask in (gd.read, gd.ideal_dimension, gd.structure_entropy):
        with pytest.raises(ParameterError, match="name a column for each end, as in columns="):
            ask(pd.DataFrame(PAYMENTS), columns=columns)


@pytest.mark.parametrize(
    ("source", "what"),
    [
        (nx.path_graph(3), "a Graph"),
        (np.array([[0, 1]]), "a ndarray"),
        ([(0, 1)], "a list"),
        ("dataset:karate", "dataset:karate"),
    ],
    ids=str,
)
def test_what_is_no_table_has_no_columns(source, what):
    with pytest.raises(SourceError) as caught:
        gd.ideal_dimension(source, columns=ENDS)
    assert str(caught.value).startswith(f"{what} has no columns 'payer' and 'payee'; they name the ends in a table")


def test_a_graph_that_is_read_already_has_its_ends():
    graph = gd.read([(0, 1)])
    with pytest.raises(UnsupportedError, match="give n_nodes, weight, columns and bipartite to read"):
        gd.read(graph, columns=ENDS)
    with pytest.raises(ParameterError, match="give n_nodes, weight, columns and bipartite to read"):
        gd.ideal_dimension(graph, columns=ENDS)


MATRIX = nx.to_numpy_array(nx.karate_club_graph(), weight=None, dtype=int)
NAMED = nx.relabel_nodes(nx.karate_club_graph(), "n{}".format)


def saved(path, data):
    path.write_text(data)
    return path


def matrix_parquet(path):
    pl.DataFrame(MATRIX).write_parquet(path / "a.parquet")
    return path / "a.parquet"


MATRICES = {
    "pandas": lambda _: nx.to_pandas_adjacency(nx.karate_club_graph()),
    "pandas of three": lambda _: nx.to_pandas_adjacency(nx.path_graph(3)),
    "pandas of names": lambda _: nx.to_pandas_adjacency(NAMED),
    "pandas without labels": lambda _: pd.DataFrame(MATRIX),
    "polars": lambda _: pl.DataFrame(MATRIX),
    "arrow": lambda _: pl.DataFrame(MATRIX).to_arrow(),
    "parquet": matrix_parquet,
    "csv": lambda path: saved(path / "a.csv", pd.DataFrame(MATRIX).to_csv(header=False, index=False)),
    "spaces": lambda path: saved(path / "a.txt", pd.DataFrame(MATRIX).to_csv(sep=" ", header=False, index=False)),
    "csv with labels": lambda path: saved(path / "a.csv", nx.to_pandas_adjacency(NAMED).to_csv()),
    "csv with numbers": lambda path: saved(path / "a.csv", pd.DataFrame(MATRIX).to_csv()),
    "csv of 200": lambda path: saved(path / "a.csv", pd.DataFrame(np.eye(200)).to_csv(header=False, index=False)),
}


@pytest.mark.parametrize("name", MATRICES)
def test_a_matrix_is_no_list_of_edges(tmp_path, name):
    with pytest.raises(SourceError, match=r"looks like an adjacency matrix; pass a NumPy array \(.to_numpy\(\)\) or"):
        gd.read(MATRICES[name](tmp_path))


RATINGS = np.random.default_rng(0).integers(0, 6, size=(40, 12))
USERS = pd.Index([f"user {number}" for number in range(40)], name="user")
PIVOTED = {
    "pandas": lambda _: pd.DataFrame(RATINGS),
    "pandas with gaps": lambda _: pd.DataFrame(RATINGS).where(RATINGS > 0),
    "pandas of ten columns": lambda _: pd.DataFrame(RATINGS[:, :10]),
    "pandas of names": lambda _: pd.DataFrame(RATINGS, index=USERS).reset_index(),
    "polars": lambda _: pl.DataFrame(RATINGS),
    "arrow": lambda _: pl.DataFrame(RATINGS).to_arrow(),
    "csv": lambda path: saved(path / "a.csv", pd.DataFrame(RATINGS).to_csv(index=False, header=False)),
    "csv with items": lambda path: saved(path / "a.csv", pd.DataFrame(RATINGS).add_prefix("item ").to_csv()),
    "csv with users": lambda path: saved(path / "a.csv", pd.DataFrame(RATINGS, index=USERS).to_csv()),
    "csv with gaps": lambda path: saved(path / "a.csv", pd.DataFrame(RATINGS).where(RATINGS > 2).to_csv()),
}


@pytest.mark.parametrize("name", PIVOTED)
def test_a_table_of_ratings_is_no_list_of_edges(tmp_path, name):
    with pytest.raises(SourceError, match=r"a table of ratings \(users × items\); pass a NumPy array \("):
        gd.read(PIVOTED[name](tmp_path))


def test_a_wide_table_with_known_ends_or_other_things_than_numbers_is_a_list_of_edges():
    wide = pd.DataFrame(RATINGS).add_prefix("x")
    assert gd.read(wide, columns=("x0", "x1")).cleaning.rows == 40
    assert gd.read(wide.rename(columns={"x3": "source", "x4": "target"})).cleaning.rows == 40
    assert gd.read(wide.rename(columns={"x0": "account_id", "x1": "shopId"})).cleaning.rows == 40
    assert gd.read(wide.rename(columns={"x0": "user", "x1": "movie"})).cleaning.rows == 40
    assert gd.read(wide.assign(kind="a")).cleaning.rows == 40
    assert gd.read(wide.iloc[:, :9]).cleaning.rows == 40
    assert gd.read(wide.to_numpy()).kinds == RATINGS.shape


def test_a_square_table_whose_ends_are_known_is_a_list_of_edges(tmp_path):
    numbers = np.arange(16).reshape(4, 4)
    assert gd.read(pl.DataFrame(numbers, schema=list("abcd")), columns=("b", "d")).n_edges == 4
    assert gd.read(pl.DataFrame(numbers, schema=["id", "u", "v", "w"])).n_edges == 4
    assert gd.read(nx.to_pandas_adjacency(nx.path_graph(4)), columns=("0", "1")).cleaning.rows == 4
    assert gd.read(pd.DataFrame(numbers[:3, :3])).n_edges == 3
    assert gd.read(pd.DataFrame(numbers[:2, :2])).n_edges == 2
    assert gd.read(saved(tmp_path / "a.csv", "a,b,c,d\n" * 3 + "a,c,d,d\n")).cleaning.rows == 4
    assert gd.read(saved(tmp_path / "a.csv", "1,2,3,4\n" * 5)).cleaning.rows == 5


def test_a_note_says_what_it_is_about():
    [note] = gd.read(pl.DataFrame({"u": [1], "v": [2], "w": [0.5]})).notes
    assert (note.kind, note) == (IGNORED_WEIGHT, "column 'w' ignored; --weight w counts it (weight='w' in Python)")
    copied = pickle.loads(pickle.dumps(note))
    assert (copied, copied.kind) == (note, IGNORED_WEIGHT)


STATEMENTS = [(f"g{n % 25}", ["binds", "inhibits"][n % 2], f"d{n // 2}") for n in range(50)]
OF_STATEMENTS = "the first two that name no relation; --source-column and --target-column name others"


NUMBERED = [(n % 25, ["likes", "hates"][n % 2], 30 + n // 2) for n in range(50)]


def listed(rows, kind, folder, names=("1", "2", "3")):
    """Rows as a table of this kind; as text without a header where names are places."""
    if kind == "pandas":
        return pd.DataFrame(rows, columns=list(names))
    table = pl.DataFrame(rows, schema=list(names), orient="row")
    path = folder / f"table.{kind}"
    if kind == "parquet":
        table.write_parquet(path)
    elif kind in ("tsv", "txt"):
        table.write_csv(path, include_header=names[0] != "1", separator="\t" if kind == "tsv" else " ")
    return {"polars": table, "arrow": table.to_arrow()}.get(kind, path)


KINDS = ["tsv", "txt", "parquet", "polars", "pandas", "arrow"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("rows", "names"),
    [(STATEMENTS, "123"), (NUMBERED, ("a", "relation", "b")), (NUMBERED, ("a", "edge_type", "b"))],
    ids=["names", "numbers", "edge type"],
)
@pytest.mark.parametrize("engine", ["memory", "disk"])
def test_a_column_of_relations_between_the_ends_is_no_end(rows, names, kind, engine, tmp_path):
    head, relation, tail = names
    graph = measure(listed(rows, kind, tmp_path, names), engine=engine)
    assert (graph.n_nodes, graph.n_edges) == (50, 50)
    assert any(note.startswith(f"ends are columns {head!r} and {tail!r}, {OF_STATEMENTS}") for note in graph.notes)
    assert f"column {relation!r} ignored" in graph.notes


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("names", [("user", "genre", "hits"), ("id", "currency", "sum"), ("a", "what", "b")])
def test_words_between_numbers_are_an_end_unless_a_header_says_that_they_are_relations(names, kind, tmp_path):
    graph = gd.read(listed(NUMBERED, kind, tmp_path, names))
    assert graph.n_nodes == 27
    assert any(f"ends are columns {names[0]!r} and {names[1]!r}, the first two;" in note for note in graph.notes)


@pytest.mark.parametrize("kind", KINDS)
def test_words_between_numbers_without_a_header_are_refused(kind, tmp_path):
    source = listed([(12 + n % 25, ["USD", "EUR"][n % 2], 57 + n) for n in range(50)], kind, tmp_path)
    way = "--source-column 1 --target-column 3 reads them as relations, --source-column 1 --target-column 2 as nodes"
    with pytest.raises(SourceError, match=f"column '2' hold a few words between whole numbers; {way}"):
        gd.read(source)
    assert gd.read(source, columns=("1", "3")).n_nodes == 75
    assert gd.read(source, columns=("1", "2")).n_nodes == 27
    assert gd.read(source, weight="3").n_nodes == 27


def test_words_between_numbers_behind_the_numbers_of_the_rows_are_refused(tmp_path):
    rows = [(n, 7 * n % 25, ["USD", "EUR"][n % 2], 30 + n // 2) for n in range(50)]
    for names in (("edge_id", "a", "what", "b"), ("1", "2", "3", "4")):
        ends = f"--source-column {names[1]} --target-column {names[3]}"
        with pytest.raises(SourceError, match=f"{ends} reads"):
            gd.read(listed(rows, "polars", tmp_path, names))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("arrow", ["->", "--", "-", "=>", "<->"])
@pytest.mark.parametrize("ends", [("0", "4"), ("ann", "bob"), ("0", "bob")], ids=str)
def test_an_arrow_between_the_ends_is_no_end(ends, arrow, kind, tmp_path):
    graph, ids = read_named(listed([(ends[0], arrow, ends[1]), (ends[1], arrow, ends[1])], kind, tmp_path))
    assert (ids, graph.n_edges) == (sorted(ends), 1)
    assert any(note.startswith(f"ends are columns '1' and '3', {OF_STATEMENTS}") for note in graph.notes)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "rows",
    [
        [(n % 25, f"item {n}", n % 5) for n in range(50)],
        [(n % 25, ["pen", "ink"][n % 2], 0.5 + n) for n in range(50)],
        [(n % 25, ["view", "buy"][n % 2], 1_700_000_000 + n) for n in range(50)],
        [(n % 25, ["view", "buy"][n % 2], f"n{n}") for n in range(50)],
    ],
    ids=["ratings", "weights", "times", "names behind numbers"],
)
def test_a_text_between_numbers_that_are_no_ids_of_one_kind_is_an_end(rows, kind, tmp_path):
    if kind == "txt":
        rows = [(one, two.replace(" ", "_"), three) for one, two, three in rows]
    notes = gd.read(listed(rows, kind, tmp_path)).notes
    assert any("ends are columns '1' and '2', the first two" in note for note in notes)


def test_a_header_that_names_an_amount_leaves_the_text_an_end():
    rows = pl.DataFrame(NUMBERED, schema=["who", "what", "play_count"], orient="row")
    assert any("ends are columns 'who' and 'what'" in note for note in gd.read(rows).notes)


@pytest.mark.parametrize(
    ("names", "order"),
    [(["gene", "disease", "paper"], (0, 1, 2)), (["a", "b", "c"], (0, 2, 1)), (["a", "b", "c"], (1, 0, 2))],
    ids=["two kinds", "relation last", "relation first"],
)
def test_the_first_two_columns_stay_the_ends_where_the_second_need_not_be_a_relation(names, order):
    rows = [tuple(row[place] for place in order) for row in STATEMENTS]
    graph = gd.read(pl.DataFrame(rows, schema=names, orient="row"))
    assert f"columns {names[0]!r} and {names[1]!r}".replace("columns", "ends are columns") in " ".join(graph.notes)
