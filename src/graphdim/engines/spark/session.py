"""A quiet Spark session, the settings that the query needs, and Spark's errors in one line."""

from __future__ import annotations

import os
import re
import shutil
import warnings
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from graphdim.errors import MissingExtraError, NotFoundError, SourceError
from graphdim.extras import require

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

__all__ = ["query_settings", "spark_errors", "start"]

QUIET = Path(__file__).with_name("log4j2.properties")
SETTINGS = {
    "spark.sql.adaptive.enabled": "true",
    # Kept tables too in as many partitions as their size asks for: a small graph would be 200 tasks a step otherwise.
    "spark.sql.optimizer.canChangeCachedPlanOutputPartitioning": "true",
    # A broadcast passes through the driver, which must never hold as much as one number for each node.
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.sql.adaptive.autoBroadcastJoinThreshold": "-1",
}
EVIDENCE = 300  # characters of Spark's own message
JAVA_CLASS = re.compile(r"(?:\w+\.)+[\w$]+: ")
STRAY = "if it does not belong to the table, move it out of the folder, or give a glob such as FOLDER/*.parquet"


def start(master: str | None) -> SparkSession:
    """The running session, or a new one at `master`: local[N], yarn, spark://HOST, k8s://HOST, or sc://HOST."""
    with warnings.catch_warnings():
        # pyspark warns of versions of pandas, which is not used here.
        warnings.simplefilter("ignore")
        require("pyspark", "the Spark engine")
        from pyspark.sql import SparkSession
    builder = SparkSession.builder.appName("graphdim")
    if master is not None and master.startswith("sc://"):
        return builder.remote(master).getOrCreate()
    _check_java()
    builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.log.level", "ERROR")
    builder = builder.config("spark.driver.extraJavaOptions", f"-Dlog4j2.configurationFile=file:{QUIET}")
    with spark_errors(f"no Spark session at {master or 'the default master'}"):
        return (builder if master is None else builder.master(master)).getOrCreate()


@contextmanager
def query_settings(spark: SparkSession) -> Iterator[None]:
    """Apply the settings that the sums rely on; the session's own settings are restored afterwards."""
    before: dict[str, str | None] = {name: spark.conf.get(name, None) for name in SETTINGS}
    for name, value in SETTINGS.items():
        spark.conf.set(name, value)
    try:
        yield
    finally:
        for name, own in before.items():
            if own is None:
                spark.conf.unset(name)
            else:
                spark.conf.set(name, own)


@contextmanager
def spark_errors(what: str) -> Iterator[None]:
    """Turn an error of Spark, which can fill pages, into one line."""
    try:
        yield
    except _error_types() as error:
        missing = "PATH_NOT_FOUND" in str(error)
        msg = f"{what}: no such file" if missing else f"{what}: {_reason(error)}"
        raise (NotFoundError if missing else SourceError)(msg) from error


def _error_types() -> tuple[type[Exception], ...]:
    """What Spark raises; a job that fails on the executors comes back as an error of the bridge to Java."""
    from pyspark.errors import PySparkException

    if find_spec("py4j") is None:  # pragma: no cover - a client of Spark Connect alone has no bridge
        return (PySparkException,)
    from py4j.protocol import Py4JError

    return PySparkException, Py4JError


def _reason(error: Exception) -> str:
    """Why Spark failed, in one line. The bridge to Java says first which call failed, which tells nobody anything."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    from_java = [line.removeprefix(": ") for line in lines if line.startswith(": ")]
    causes = [line.removeprefix("Caused by: ") for line in lines if line.startswith("Caused by: ")]
    # Spark names the file alone where it has nothing to say of the fault.
    line = causes[-1] if causes and "NO_HINT" in (from_java or lines)[0] else (from_java or lines)[0]
    reason = JAVA_CLASS.sub("", line)[:EVIDENCE]
    return f"{reason}; {STRAY}" if "is not a Parquet file" in reason else reason


def _check_java() -> None:
    home = os.environ.get("JAVA_HOME")
    if shutil.which("java", path=f"{home}/bin" if home else None) is None:
        where = f"JAVA_HOME is {home}, which has no bin/java" if home else "there is no java on the PATH"
        msg = f"Spark runs on Java 17 or newer, and {where}; install a JDK, or set JAVA_HOME to one"
        raise MissingExtraError(msg, name="java")
