"""Spark sessions for the tests: one for each module, small, and quick to warm up."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import polars as pl
    from pyspark.sql import DataFrame, SparkSession

# On tiny data Java's second compiler costs more than it saves.
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1"
SETTINGS = {
    "spark.driver.extraJavaOptions": JAVA_OPTIONS,
    "spark.executor.extraJavaOptions": JAVA_OPTIONS,
    "spark.driver.memory": "1g",
    # Too little for a column of many nodes: the driver must never see one.
    "spark.driver.maxResultSize": "1m",
    "spark.executor.memory": "512m",
    "spark.log.level": "OFF",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.sources.parallelPartitionDiscovery.threshold": "1000",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}


@pytest.fixture(autouse=True)
def _no_data_of_the_user() -> None:
    """Tables of real data are made where there is some."""


@pytest.fixture(autouse=True, scope="module")
def _java(request: pytest.FixtureRequest) -> None:
    """Spark runs on Java, which pip does not bring."""
    if "test_spark" in request.path.name and not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        pytest.skip("there is no Java on this machine, and Spark needs one")


@pytest.fixture(scope="module")
def master() -> str:
    return "local[2]"


@pytest.fixture(scope="module")
def spark(master: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    from pyspark.sql import SparkSession

    # Spark would otherwise leave its folders where pytest was started.
    folder = tmp_path_factory.mktemp("spark")
    os.environ.setdefault("SPARK_LOCAL_DIRS", str(folder))
    builder = SparkSession.builder.master(master).appName("graphdim tests")
    session = builder.config(map=SETTINGS | {"spark.sql.warehouse.dir": str(folder / "warehouse")}).getOrCreate()
    yield session
    session.stop()


@pytest.fixture
def on_spark(spark: SparkSession, tmp_path: Path) -> Callable[[pl.DataFrame], DataFrame]:
    """A table as Spark's own, by way of a Parquet file."""

    def put(table: pl.DataFrame) -> DataFrame:
        table.write_parquet(tmp_path / "edges.parquet")
        return spark.read.parquet(str(tmp_path / "edges.parquet"))

    return put
