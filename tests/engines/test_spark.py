"""The Spark engine and the Spark text, run for real on local[2], against the memory engine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import pytest

import graphdim as gd
from engines.edge_tables import TABLES, messy, strings, weighted
from graphdim.engines.spark import hubs, session
from graphdim.engines.sql import query
from graphdim.errors import GraphError, MissingExtraError, NotFoundError, ParameterError, SourceError, UnsupportedError
from measuring import measure

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

    Put = Callable[[pl.DataFrame], DataFrame]

LEAVES = 200_000


def check(source: Any, table: pl.DataFrame, *, master: str | None = None, engine: str = "auto", **how: Any) -> None:
    """Every fact that the memory engine finds, Spark finds too."""
    found, wanted = measure(source, engine=engine, master=master, **how), measure(table, **how)
    assert wanted.structure_entropy == pytest.approx(found.structure_entropy, abs=1e-9)
    assert (wanted.n_nodes, wanted.n_edges, wanted.n_isolated) == (found.n_nodes, found.n_edges, found.n_isolated)
    assert (wanted.cleaning, wanted.notes) == (found.cleaning, found.notes)
    assert found.engine == "spark"


@pytest.mark.parametrize("name", TABLES)
def test_the_answer_is_the_memory_engines(name: str, on_spark: Put) -> None:
    table = TABLES[name]()
    check(on_spark(table), table)


def test_equations_weights_and_isolated_nodes(on_spark: Put) -> None:
    check(on_spark(weighted()), weighted(), variant="equations", weight="weight", n_nodes=20)


def test_two_kinds_of_nodes_are_kept_apart(on_spark: Put) -> None:
    table = messy().rename({"source": "user", "target": "item"})
    put = on_spark(table)
    check(put, table, bipartite=True)
    check(put, table, bipartite=True, n_nodes=(20, 30))
    assert measure(put, bipartite=True, n_nodes=(20, 30)).kinds == (20, 30)
    with pytest.raises(ParameterError, match="n_nodes is 2 and 30, but the edges show 6 and 7 nodes"):
        measure(put, bipartite=True, n_nodes=(2, 30))


@pytest.mark.parametrize("weight", [None, "weight"])
def test_the_entropy_of_degrees(weight: str | None, on_spark: Put) -> None:
    options = {"structure": "degree", "weight": weight, "n_nodes": 20}
    found = gd.ideal_dimension(on_spark(weighted()), **options)
    wanted = gd.ideal_dimension(weighted(), **options)
    assert found.engine == "spark"
    assert wanted.details["structure_entropy"] == pytest.approx(found.details["structure_entropy"], abs=1e-9)


@pytest.mark.parametrize("name", TABLES)
def test_the_printed_query_gives_the_same(name: str, on_spark: Put, spark: SparkSession) -> None:
    table = TABLES[name]()
    on_spark(table.rename({"source": "so`urce", "target": "from"})).createOrReplaceTempView("edges")
    [row] = spark.sql(query("spark", source="so`urce", target="from").rstrip(";")).collect()
    wanted = measure(table)
    assert wanted.structure_entropy == pytest.approx(row.structure_entropy, abs=1e-9)
    assert (wanted.n_nodes, wanted.n_edges, wanted.cleaning.repeated) == (row.n_nodes, row.n_edges, row.n_repeated)


@pytest.mark.parametrize("name", TABLES)
def test_degrees_are_those_of_the_memory_engine(name: str, on_spark: Put) -> None:
    table = TABLES[name]()
    n_nodes = measure(table).n_nodes + 3
    found = measure(on_spark(table), n_nodes=n_nodes, degrees=True).degrees
    assert measure(table, n_nodes=n_nodes).degrees == found


def test_degrees_that_nobody_asked_for_stay_on_the_cluster(on_spark: Put) -> None:
    assert measure(on_spark(messy())).degrees is None
    assert measure(on_spark(weighted()), weight="weight", degrees=True).degrees is None


def test_a_data_frame_is_taken_as_it_is(on_spark: Put, spark: SparkSession) -> None:
    odd = messy().rename({"source": "a.b`c", "target": "{d}"}).cast(pl.Int16).with_columns(w=1.0)
    result = gd.ideal_dimension(on_spark(odd))
    assert result.dimension == gd.ideal_dimension(odd).dimension
    assert result.engine == "spark"
    assert "column 'w' ignored; --weight w counts it (weight='w' in Python)" in result.summary()["notes"]
    assert spark.conf.get("spark.sql.autoBroadcastJoinThreshold") != "-1"


def test_the_named_columns_are_the_ends(on_spark: Put, tmp_path: Path) -> None:
    table = pl.DataFrame({"tx": [1, 2], "payer": ["ann", "bob"], "payee": ["bob", "cid"], "amount": [2.5, 3.0]})
    table.write_csv(tmp_path / "tx.csv")
    for source in (on_spark(table), str(tmp_path / "tx.csv")):
        check(source, table, columns=("payer", "payee"), engine="spark")
    with pytest.raises(SourceError, match="there is no column 'c'; the columns are tx, payer, payee, amount"):
        gd.ideal_dimension(on_spark(table), columns=("payer", "c"))
    assert measure(on_spark(table)).notes[0].startswith("ends are columns 'tx' and 'payer', the first two")


def test_dates_are_no_ends(on_spark: Put, tmp_path: Path) -> None:
    table = pl.DataFrame({"t": ["2024-01-05", "2024-02-06"], "a": [3, 17], "b": [17, 4]})
    table.write_csv(tmp_path / "dated.csv")
    for source in (table, table.with_columns(pl.col("t").str.to_date())):
        check(on_spark(source), source)
    assert gd.ideal_dimension(str(tmp_path / "dated.csv"), engine="spark").facts.n_nodes == 3


def test_relations_between_numbers_are_no_ends(on_spark: Put, tmp_path: Path) -> None:
    heads, tails = [n % 25 for n in range(50)], [30 + n // 2 for n in range(50)]
    for name, relations in ("relation", ["likes", "hates"] * 25), ("2", ["->"] * 50):
        table = pl.DataFrame({"1": heads, name: relations, "3": tails})
        check(on_spark(table), table)
    table.write_csv(tmp_path / "edges.tsv", separator="\t", include_header=False)
    check(str(tmp_path / "edges.tsv"), table, engine="spark")
    bare = table.with_columns(pl.Series("2", ["likes", "hates"] * 25))
    with pytest.raises(SourceError, match="--source-column 1 --target-column 3 reads them as relations"):
        measure(on_spark(bare))


def test_row_numbers_are_no_ends(on_spark: Put, tmp_path: Path) -> None:
    ends = {"a": [n * 7 % 40 for n in range(60)], "b": [n * n % 40 for n in range(60)]}
    table = pl.DataFrame({"edge_id": range(60)} | ends)
    table.write_csv(tmp_path / "named.csv")
    for source in (on_spark(table), str(tmp_path / "named.csv")):
        check(source, table, engine="spark")
    table.write_csv(tmp_path / "bare.csv", include_header=False)
    with pytest.raises(SourceError, match="first rows of column '1' count; --source-column 2 --target-column 3 reads"):
        measure(tmp_path / "bare.csv", engine="spark")


def test_integers_beside_strings_are_strings(on_spark: Put) -> None:
    mixed = pl.DataFrame({"source": [1, 2, 3], "target": ["2", "3", "x"]})
    check(on_spark(mixed), mixed)


def test_the_arcs_are_computed_once_and_released(
    on_spark: Put, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = []

    def look_then_spread(*arguments: Any) -> Any:
        stored = spark.sparkContext._jsc.sc().getRDDStorageInfo()
        kept.extend(each.numCachedPartitions() == each.numPartitions() for each in stored)
        return spreading(*arguments)

    spreading = hubs.spreading
    monkeypatch.setattr(hubs, "spreading", look_then_spread)
    measure(on_spark(messy()))
    # Half way, pairs and degrees are there as a whole.
    assert kept == [True, True]
    assert not spark.sparkContext._jsc.getPersistentRDDs()
    assert not [view for view in spark.catalog.listTables() if view.name.startswith("graphdim_")]


def records(spark: SparkSession) -> int:
    """The most rows that one task has read from a shuffle, over all stages so far."""
    store = spark.sparkContext._jsc.sc().statusStore()
    gateway = spark.sparkContext._gateway
    none = gateway.jvm.java.util.ArrayList()
    stages = store.stageList(none, False, False, gateway.new_array(gateway.jvm.double, 0), none)  # noqa: FBT003
    counts = [0]
    for stage in map(stages.apply, range(stages.size())):
        tasks = store.taskList(stage.stageId(), stage.attemptId(), 1000)
        metrics = [tasks.apply(place).taskMetrics() for place in range(tasks.size())]
        counts += [each.get().shuffleReadMetrics().recordsRead() for each in metrics if each.isDefined()]
    return max(counts)


def test_no_task_handles_a_hub_alone(on_spark: Put, spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> None:
    # Four seats; beside them a task reads a sixteenth of the leaves' rows.
    star = pl.DataFrame({"source": np.zeros(LEAVES, np.int64), "target": np.arange(1, LEAVES + 1)})
    before = spark.conf.get("spark.sql.shuffle.partitions")
    spark.conf.set("spark.sql.shuffle.partitions", "16")
    spark.conf.set("spark.sql.adaptive.coalescePartitions.enabled", "false")
    try:
        check(on_spark(star), star)
        assert records(spark) < 0.75 * LEAVES
        # The same without seats: one task gets all of the hub's arcs.
        monkeypatch.setattr(hubs, "STRIDE", 2 * LEAVES)
        check(on_spark(star), star)
        assert records(spark) >= LEAVES
    finally:
        spark.conf.unset("spark.sql.adaptive.coalescePartitions.enabled")
        spark.conf.set("spark.sql.shuffle.partitions", before)


def test_no_column_of_nodes_reaches_the_driver(on_spark: Put, spark: SparkSession) -> None:
    path = pl.DataFrame({"source": np.arange(LEAVES), "target": np.arange(1, LEAVES + 1)})
    table = on_spark(path)
    with pytest.raises(Exception, match="maxResultSize"):
        table.collect()
    # No broadcast either, however small Spark takes the tables to be.
    spark.conf.set("spark.sql.autoBroadcastJoinThreshold", str(2**30))
    try:
        check(table, path)
    finally:
        spark.conf.unset("spark.sql.autoBroadcastJoinThreshold")


def test_weighted_hubs_as_printed(on_spark: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "STRIDE", 1)
    edges = [(hub, leaf) for hub in range(2) for leaf in range(2, 60)]
    table = pl.DataFrame(edges, schema=["source", "target"], orient="row").with_columns(w=1 + pl.col("target") / 7)
    check(on_spark(table), table, variant="equations", weight="w")


FILES = {
    "spaces.txt": "# a comment\n% another\n1 2\n2   3\n\n 3\t1 \n",
    "commas.csv": "source,target,weight\n1, 2,0.5\n2,3,1.5\n",
    "names.tsv": "ana\tbo\nbo\tcy\ncy\t7\n",
    "semicolons.csv": "id;from;to\n9;a;b\n8;b;c\n",
    "joined.csv": "source,target\na,b\nsource,target\nb,c\nsource,target\n",
    "row_numbers.csv": ",payer,payee\n0,a,b\n1,b,c\n",
    "times.csv": "1,2,1082040961\n2,3,1082040962\n",
}


@pytest.mark.parametrize("name", FILES)
def test_text_is_read_like_elsewhere(name: str, tmp_path: Path, spark: SparkSession) -> None:
    del spark
    path = tmp_path / name
    path.write_text(FILES[name])
    found, wanted = measure(path, engine="spark"), measure(path)
    assert wanted.structure_entropy == pytest.approx(found.structure_entropy, abs=1e-9)
    assert (wanted.n_nodes, wanted.n_edges, wanted.cleaning) == (found.n_nodes, found.n_edges, found.cleaning)
    assert (wanted.source, wanted.notes) == (found.source, found.notes)


def test_comments_that_look_like_edges_are_told(tmp_path: Path, spark: SparkSession) -> None:
    del spark
    path = tmp_path / "tags.csv"
    path.write_text("# a comment, or so\nsource,target\na,b\n#tag,b\n# x,y\n%other,c\nb,c\n#more\n")
    [note] = measure(path, engine="spark").notes
    assert note.startswith("2 comments look like edges and were skipped, such as '#tag,b'; the memory and disk engines")
    assert measure(path).notes[0].startswith("2 comments look like edges and were skipped")


@pytest.mark.parametrize(
    "table",
    [
        pl.DataFrame({"user": ["a", "b"], "tea": [1, 0], "milk": [0, 1], "jam": [1, 1]}),
        pl.DataFrame(np.arange(16).reshape(4, 4)),
    ],
)
def test_a_matrix_is_no_list_of_edges(table: pl.DataFrame, tmp_path: Path, on_spark: Put) -> None:
    table.write_csv(tmp_path / "matrix.csv")
    for source in (on_spark(table), tmp_path / "matrix.csv"):
        with pytest.raises(SourceError, match="looks like a"):
            measure(source, engine="spark")
    for source in (table, tmp_path / "matrix.csv"):
        with pytest.raises(SourceError, match="looks like a"):
            measure(source)


def test_a_folder_of_text_may_repeat_its_header(tmp_path: Path, spark: SparkSession) -> None:
    del spark
    folder = tmp_path / "parts.csv"
    folder.mkdir()
    (folder / "1.csv").write_text("source,target\n1,2\n")
    (folder / "2.csv").write_text("source,target\n2,3\n")
    assert measure(str(folder), engine="spark").n_edges == 2


def test_names_with_marks_of_comments_stay_names(tmp_path: Path, spark: SparkSession) -> None:
    del spark
    (tmp_path / "names.csv").write_text("a,C#,x # y\nb,50%,x\nc,#tag,x\nd,e f,x\n")
    assert measure(str(tmp_path / "names.csv"), engine="spark").n_nodes == 8


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("short.csv", "1,2\n3\n4,5\n", "1 of 3 rows lack a node id"),
        ("nan.csv", "source,target\na,b\nnan,c\n", "1 of 2 rows lack a node id"),
        ("letters.csv", "1,2\n3,x\n4,5\n", "1 of 3 rows lack a node id"),
        ("quotes.csv", 'a,b\n"c, d",e\n', "1 of 2 rows lack a node id"),
        ("remark.csv", "a,b\nc,d # x\ne,f\n", "1 of 3 rows lack a node id.* may end in a comment"),
        ("blank.tsv", "a\tb\nc\t# x\ne\tf\n", "1 of 3 rows lack a node id.* may end in a comment"),
        ("comments.txt", "# nothing else\n", "only comments and blank lines"),
        ("matrix.mtx", "%%MatrixMarket\n", "reads Parquet and text"),
    ],
)
def test_text_that_is_not_so_simple_is_refused(
    name: str, text: str, fault: str, tmp_path: Path, spark: SparkSession
) -> None:
    del spark
    (tmp_path / name).write_text(text)
    with pytest.raises(SourceError, match=fault):
        measure(tmp_path / name, engine="spark")


def test_what_is_not_there_or_damaged_is_one_line(tmp_path: Path, spark: SparkSession) -> None:
    del spark
    with pytest.raises(NotFoundError, match="no such file"):
        measure(tmp_path / "absent.parquet", engine="spark")
    (tmp_path / "damaged.parquet").write_bytes(b"PAR1 and then nothing")
    with pytest.raises(SourceError, match=r"damaged\.parquet") as caught:
        measure(tmp_path / "damaged.parquet", engine="spark")
    assert "\n" not in str(caught.value)


def test_a_file_that_does_not_belong_to_the_folder_is_named(tmp_path: Path, spark: SparkSession) -> None:
    del spark
    folder = tmp_path / "parts"
    folder.mkdir()
    messy().write_parquet(folder / "a.parquet")
    (folder / "notes.txt").write_text("hello")
    with pytest.raises(SourceError, match=r"notes\.txt is not a Parquet file .*; if .* give a glob such as") as caught:
        measure(folder, engine="spark")
    assert "\n" not in str(caught.value)
    assert measure(f"{folder}/*.parquet", engine="spark").n_edges == measure(messy()).n_edges
    (folder / "notes.txt").unlink()
    strings().write_parquet(folder / "b.parquet")
    with pytest.raises(SourceError, match=r"parquet.*(Data type mismatches|Expected)"):
        measure(folder, engine="spark")


def test_graphs_without_an_answer_are_refused(on_spark: Put) -> None:
    table = on_spark(messy())
    with pytest.raises(ParameterError, match="the edges show 7 nodes"):
        measure(table, n_nodes=3)
    with pytest.raises(GraphError, match="no edges, so the number of nodes is unknown"):
        measure(table.limit(0))
    with pytest.raises(GraphError, match="'equations' variant needs one"):
        measure(table.where("source = target"), variant="equations")
    with pytest.raises(ParameterError, match="published, equations"):
        measure(table, variant="printed")


def test_bad_ids_and_weights_are_refused(on_spark: Put) -> None:
    with pytest.raises(SourceError, match="1 of 6 rows lack a node id"):
        measure(on_spark(pl.concat([strings().head(5), pl.DataFrame({"source": [""], "target": ["a"]})])))
    for word in ("nan", "NaN", "NAN"):
        with pytest.raises(SourceError, match="1 of 6 rows lack a node id"):
            measure(on_spark(pl.concat([strings().head(5), pl.DataFrame({"source": ["a"], "target": [word]})])))
    bad = weighted().with_columns(weight=pl.Series([1.0, -1.0, 1.0, None, 1.0, 1.0]))
    with pytest.raises(SourceError, match="2 rows have no positive, finite weight"):
        measure(on_spark(bad), weight="weight")
    with pytest.raises(SourceError, match="column 'source' holds double values"):
        measure(on_spark(messy().cast({"source": pl.Float64})))
    with pytest.raises(SourceError, match="column 'target' holds string values; weights are positive"):
        measure(on_spark(strings().with_columns(x=1)), weight="target")


def test_the_engine_and_the_source_must_fit(on_spark: Put) -> None:
    with pytest.raises(ParameterError, match="stay with Spark"):
        measure(on_spark(messy()), engine="memory")
    with pytest.raises(ParameterError, match="it takes --engine spark"):
        measure(messy(), master="local[2]")
    with pytest.raises(UnsupportedError, match="a path or a Spark DataFrame, not a list"):
        measure([(1, 2)], engine="spark")


def test_a_missing_java_or_pyspark_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as context:
        context.setenv("JAVA_HOME", "/nowhere")
        with pytest.raises(MissingExtraError, match="JAVA_HOME is /nowhere, which has no bin/java"):
            session.start("local[1]")
        context.delenv("JAVA_HOME")
        context.setenv("PATH", "")
        with pytest.raises(MissingExtraError, match="no java on the PATH"):
            session.start("local[1]")
    with monkeypatch.context() as context:
        context.setitem(sys.modules, "pyspark", None)
        with pytest.raises(MissingExtraError, match=r"pip install 'graphdim\[spark\]'"):
            measure("edges.parquet", engine="spark")
