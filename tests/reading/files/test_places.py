"""Paths: what they name, and what is said when they name nothing."""

import gzip
import io
import json
import os
import re
import subprocess
import sys
import threading
import zipfile

import polars as pl
import pytest

import graphdim as gd
from graphdim.errors import NotFoundError, SourceError
from graphdim.reading.files import SUFFIXES

TABLE = pl.DataFrame({"source": [1, 2], "target": [2, 3]})


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("", "the path is empty"),
        ("nothing.csv", "nothing.csv: no such file"),
        ("no/such/folder/edges.csv", "no such file"),
        ("Cora", "Cora: no such file; the dataset is dataset:cora"),
        ("*.parquet", "no file matches"),
        ("a**b", "no file matches"),
        ("[", "no such file"),
        ("edges[1].csv", "edges[1].csv: no such file"),
        ("edges[1]*.csv", "no file matches"),
        ("zero\0byte", "no such file"),
    ],
)
def test_nothing_there(tmp_path, monkeypatch, place, fault):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotFoundError) as caught:
        gd.read(place)
    assert fault in str(caught.value)
    assert isinstance(caught.value, FileNotFoundError)


@pytest.mark.parametrize(("place", "fault"), [("x" * 5000, "File name too long"), ("~nobody-here/x", "home directory")])
def test_a_path_that_cannot_be_looked_at(place, fault):
    with pytest.raises(SourceError, match=fault):
        gd.read(place)


def test_a_dangling_link_says_where_it_points(tmp_path):
    (tmp_path / "edges.csv").symlink_to(tmp_path / "gone.csv")
    with pytest.raises(NotFoundError, match=r"the link points to .*gone\.csv, which is not there"):
        gd.read(tmp_path / "edges.csv")
    (tmp_path / "self").symlink_to(tmp_path / "self")
    with pytest.raises(NotFoundError, match="the link points to"):
        gd.read(tmp_path / "self")


def test_an_empty_folder(tmp_path):
    with pytest.raises(SourceError, match=r"the folder holds no Parquet files \(\*\.parquet, \*\.pq\)"):
        gd.read(tmp_path)


def test_a_folder_of_many_other_things_is_left_soon(tmp_path, monkeypatch):
    monkeypatch.setattr("graphdim.reading.files.parquet_parts.MOST_OTHERS", 5)
    for number in range(5):
        pl.DataFrame({"u": [number], "v": [number + 1]}).write_parquet(tmp_path / f"{number}.parquet")
        (tmp_path / f"{number}.parquet.crc").write_text("x")
    assert gd.read(tmp_path).n_edges == 5
    (tmp_path / "home").mkdir()
    for number in range(6):
        (tmp_path / "home" / f"{number}.md").write_text("x")
    with pytest.raises(SourceError, match=r"hardly any of the first 6 entries below it is a Parquet file"):
        gd.read(tmp_path / "home")


def test_a_file_below_a_folder_that_cannot_be_looked_at_is_named(tmp_path, monkeypatch):
    def is_file(self):
        raise PermissionError(13, "Permission denied", str(self))

    (tmp_path / "cwd").write_text("x")
    monkeypatch.setattr("pathlib.Path.is_file", is_file)
    with pytest.raises(SourceError, match=r"cwd cannot be looked at \(Permission denied\); name the folder"):
        gd.read(tmp_path)


def test_a_folder_or_glob_with_a_damaged_part_names_it(tmp_path):
    TABLE.write_parquet(tmp_path / "b.parquet")
    (tmp_path / "a.parquet").write_bytes(b"PAR1 junk")
    for place in (tmp_path, f"{tmp_path}/*.parquet"):
        with pytest.raises(SourceError, match=r"a\.parquet: not a readable Parquet file"):
            gd.read(place)
    with pytest.raises(SourceError, match=r"a\.parquet: not a readable"):
        gd.read(f"{tmp_path}/a*")


def test_parts_with_other_columns_are_refused(tmp_path):
    TABLE.write_parquet(tmp_path / "a.parquet")
    rule = "the files of one table have the same columns, of the same types"
    for table, difference in (
        (TABLE.rename({"source": "begin"}), "begin (Int64) here, source (Int64) there"),
        (TABLE.with_columns(x=1.5), "x (Float64) here, nothing more there"),
        (TABLE.select("source"), "nothing more here, target (Int64) there"),
        (TABLE.cast(pl.String), "source (String), target (String) here, source (Int64), target (Int64) there"),
    ):
        table.write_parquet(tmp_path / "b.parquet")
        with pytest.raises(SourceError) as caught:
            gd.read(tmp_path)
        places = f"{tmp_path / 'b.parquet'}: its columns are not those of {tmp_path / 'a.parquet'}"
        assert f"{places}: {difference}; {rule}" == str(caught.value)


def test_a_glob_of_folders_reads_what_they_hold(tmp_path):
    for day in (1, 2):
        (tmp_path / f"day={day}").mkdir()
        TABLE.with_columns(pl.col("target") + day).write_parquet(tmp_path / f"day={day}" / "part.pq")
    assert gd.read(f"{tmp_path}/day=*").n_edges == 4
    (tmp_path / "day=3").mkdir()
    with pytest.raises(SourceError, match="holds no Parquet files"):
        gd.read(f"{tmp_path}/day=*")


@pytest.mark.parametrize("suffix", [".json", ".html", ".docx", ".v2", ".py", ".gz"])
def test_an_extension_that_names_no_format(tmp_path, suffix):
    path = tmp_path / f"edges{suffix}"
    path.write_bytes(b"1 2\n")
    with pytest.raises(SourceError) as caught:
        gd.read(path)
    if suffix != ".gz":
        assert f"{suffix!r} names no graph format; known are" in str(caught.value)
        assert all(known in str(caught.value) for known in SUFFIXES)
        assert "standard input" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("el.csv.zip", "a zip archive is not read; unzip it and give the file inside"),
        ("graph.pt", "a torch file is not read; load it and pass what it holds to graphdim.ideal_dimension: a tensor"),
        ("graph.pkl", "a pickle can hold any program and is not read; load it and pass what it holds"),
    ],
)
def test_a_format_that_is_known_and_not_read(tmp_path, name, fault):
    with zipfile.ZipFile(tmp_path / name, "w") as archive:
        archive.writestr("el.csv", "1,2\n")
    with pytest.raises(SourceError) as caught:
        gd.read(tmp_path / name)
    assert str(caught.value).startswith(f"{tmp_path / name}: {fault}")


def test_a_glob_of_text_says_how_to_join_it(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    for part, row in (("1", "a,b"), ("2", "b,c")):
        (tmp_path / f"{part}.csv").write_text(f"{row}\n")
        (tmp_path / f"{part}.tsv").write_text("who,whom\n" + f"{row}\n")
    with pytest.raises(SourceError) as caught:
        gd.read("*.csv")
    assert str(caught.value).startswith("*.csv: a glob is for Parquet files, and 1.csv is none; join parts of text: ")
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(b"a,b\n"))
    with pytest.raises(SourceError, match="unpack and join parts of text"):
        gd.read("*.gz")
    # What the message advises is what works.
    joined, once = re.findall(r"(?:cat|awk) .*? \| graphdim dimension -", str(caught.value))
    for advice in (joined, once.replace("csv", "tsv") + " --source-column who --target-column whom"):
        data = subprocess.run(advice.partition(" | ")[0], shell=True, capture_output=True, check=True).stdout
        options = advice.partition("graphdim dimension -")[2].split()
        assert json.loads(command("dimension", "-", "--json", *options, stdin=data).stdout)["n_nodes"] == 3


def test_a_glob_takes_parquet_under_any_name(tmp_path):
    TABLE.write_parquet(tmp_path / "part-0")
    assert gd.read(f"{tmp_path}/part-*").n_edges == 2


def test_a_home_and_a_path_object_and_a_name_that_is_no_text(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "edges.csv").write_text("1,2\n")
    odd = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.csv")
    with open(odd, "w") as file:  # noqa: PTH123 - the name is not text
        file.write("1,2\n")
    for place in ("~/edges.csv", tmp_path / "edges.csv", odd):
        assert gd.read(place).n_edges == 1


def test_a_pipe_is_read_to_its_end(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=[b"1 2\n2 3\n"])
    writer.start()
    assert gd.read(tmp_path / "pipe").n_edges == 2
    writer.join()


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    path = tmp_path / "edges.csv"
    path.write_text("1,2\n")

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    # The tests may run as root, whom the system refuses nothing.
    monkeypatch.setattr(type(path), "open", refuse)
    with pytest.raises(SourceError, match=r"edges\.csv: Permission denied"):
        gd.read(path)


@pytest.mark.parametrize(
    ("stdin", "fault"),
    [
        (None, "standard input: it is closed"),
        (io.TextIOWrapper(io.BytesIO(b"")), "standard input: it is empty"),
        (io.TextIOWrapper(io.BytesIO(b"a b\nc\n")), "standard input, line 2: 1 field"),
    ],
)
def test_bad_standard_input(monkeypatch, stdin, fault):
    monkeypatch.setattr(sys, "stdin", stdin)
    with pytest.raises(SourceError, match=fault):
        gd.read("-")


def test_a_tall_parquet_table_of_one_column(tmp_path):
    TABLE.select("source").write_parquet(tmp_path / "a.parquet")
    with pytest.raises(SourceError, match="the table has 1 column; an edge list needs two"):
        gd.read(tmp_path / "a.parquet")


def test_an_empty_parquet_table(tmp_path):
    TABLE.clear().write_parquet(tmp_path / "a.parquet")
    with pytest.raises(gd.GraphDimError, match="no edges, so the number of nodes is unknown"):
        gd.read(tmp_path / "a.parquet")
    assert gd.read(tmp_path / "a.parquet", n_nodes=7).n_nodes == 7


def test_what_spark_hides_in_a_folder_is_not_read(tmp_path):
    TABLE.write_parquet(tmp_path / "part-0.parquet")
    for hidden in ("_temporary/0/part-1.parquet", ".part-2.parquet", "_delta_log/10.checkpoint.parquet"):
        (tmp_path / hidden).parent.mkdir(parents=True, exist_ok=True)
        pl.DataFrame({"source": [7], "target": [8]}).write_parquet(tmp_path / hidden)
    assert gd.read(tmp_path).n_edges == 2


@pytest.mark.parametrize("first", ["PAR1", "BZhang", "BZh9"])
def test_a_name_that_begins_like_a_signature_is_a_name(tmp_path, first):
    (tmp_path / "edges.tsv").write_text(f"{first}\tb\nb\tc\n")
    assert gd.read(tmp_path / "edges.tsv").n_edges == 2


def test_a_folder_partitioned_by_an_end(tmp_path):
    for source, targets in (("1", [2, 3]), ("2", [3]), ("17", [1])):
        (tmp_path / f"source={source}").mkdir()
        table = pl.DataFrame({"target": targets, "w": [0.5] * len(targets), "kind": [1] * len(targets)})
        table.write_parquet(tmp_path / f"source={source}" / "part.parquet")
    for place in (tmp_path, f"{tmp_path}/source=*", f"{tmp_path}/*/*.parquet"):
        graph = gd.read(place)
        assert (graph.n_nodes, graph.n_edges) == (4, 4)
    assert gd.read(tmp_path, weight="w").weights.tolist() == [0.5] * 4


@pytest.mark.parametrize("values", [["1", "2"], ["a=b", "a=c"], ["a b", "a%2Fb"], ["0.5", "x"], ["007", "8"]])
def test_what_folders_are_named_after_is_told_as_it_is(tmp_path, values):
    for number, value in enumerate(values):
        (tmp_path / f"source={value}").mkdir()
        part = pl.DataFrame(
            {"target": [number, "t"], "x": [1, 2]}, strict=False, schema={"target": pl.String, "x": int}
        )
        part.write_parquet(tmp_path / f"source={value}" / "part.parquet")
    graph = gd.read(tmp_path)
    assert (graph.n_nodes, graph.n_edges) == (len({"0", "1", "t"} | set(values)), 4)


@pytest.mark.parametrize("values", [["007", "7"], ["1e5", "100000"], ["1e5", "2e3"], ["+1", "1"]])
def test_names_of_folders_that_only_look_like_numbers_are_names(tmp_path, values):
    for value in values:
        (tmp_path / f"source={value}").mkdir()
        pl.DataFrame({"target": [*values, "t"]}).write_parquet(tmp_path / f"source={value}" / "part.parquet")
    graph = gd.read(tmp_path)
    assert (graph.n_nodes, graph.cleaning.self_loops) == (3, 2)


def test_a_folder_may_be_named_after_a_weight(tmp_path):
    for value in ("0.5", "2"):
        (tmp_path / f"weight={value}").mkdir()
        table = pl.DataFrame({"source": [1], "target": [int(float(value) * 10)]})
        table.write_parquet(tmp_path / f"weight={value}" / "part.parquet")
    assert gd.read(tmp_path, weight="weight").weights.tolist() == [0.5, 2.0]


def test_a_column_of_the_file_counts_more_than_the_name_of_its_folder(tmp_path):
    (tmp_path / "source=9").mkdir()
    TABLE.write_parquet(tmp_path / "source=9" / "a.parquet")
    assert gd.read(tmp_path).n_nodes == 3


def test_folders_of_one_table_are_named_after_the_same_columns(tmp_path):
    (tmp_path / "source=1").mkdir()
    for place in ("source=1/p.parquet", "q.parquet"):
        pl.DataFrame({"target": [2, 3], "x": [5, 6]}).write_parquet(tmp_path / place)
    with pytest.raises(SourceError, match=r"source=1/p\.parquet: its folders name source=, those of .*q\.parquet none"):
        gd.read(tmp_path)


def test_folders_in_folders_that_are_named_after_one_column(tmp_path):
    inner = tmp_path / "source=9/e/source=1"
    inner.mkdir(parents=True)
    pl.DataFrame({"target": [2, 3], "x": [5, 6]}).write_parquet(inner / "p.parquet")
    assert gd.read(tmp_path / "source=9/e").n_nodes == 3
    with pytest.raises(SourceError, match="two of these folders are named after the same column; give the inner ones"):
        gd.read(tmp_path)


def test_a_folder_that_looks_like_a_column_above_what_was_given_is_told(tmp_path):
    folder = tmp_path / "source=1"
    folder.mkdir()
    pl.DataFrame({"target": [2, 3], "x": [5, 6]}).write_parquet(folder / "p.parquet")
    for place in (folder, folder / "p.parquet", f"{folder}/*.parquet"):
        note = "the folder source=1 is not taken for a column; give the folder that it is in, to read it as one"
        assert note in gd.read(place).notes
    assert gd.read(tmp_path).n_nodes == 3


def test_a_bad_row_names_the_part_that_it_is_in(tmp_path):
    TABLE.cast(pl.String).write_parquet(tmp_path / "a.parquet")
    pl.DataFrame({"source": ["1", "2"], "target": ["5", None]}).write_parquet(tmp_path / "b.parquet")
    with pytest.raises(SourceError, match=r"b\.parquet: column 'target', row 2: the node id is empty"):
        gd.read(tmp_path)


def test_names_of_folders_above_are_no_columns(tmp_path):
    folder = tmp_path / "source=web" / "edges"
    folder.mkdir(parents=True)
    TABLE.write_parquet(folder / "a.parquet")
    for place in (folder, f"{folder}/*.parquet"):
        assert gd.read(place).n_nodes == 3


@pytest.mark.parametrize("name", ["b.PARQUET", "b.snappy", "part-00001", "b.parquet.crc2"])
def test_a_part_is_parquet_by_its_bytes(tmp_path, name):
    TABLE.write_parquet(tmp_path / "a.parquet")
    pl.DataFrame({"source": [7], "target": [8]}).write_parquet(tmp_path / name)
    assert gd.read(tmp_path).n_edges == 3


def test_files_that_are_not_parquet_are_told(tmp_path):
    TABLE.write_parquet(tmp_path / "a.parquet")
    (tmp_path / "more.csv").write_text("1,2\n")
    (tmp_path / "_SUCCESS").write_text("")
    assert gd.read(tmp_path).notes == ("1 file in the folder is not Parquet and ignored: more.csv",)
