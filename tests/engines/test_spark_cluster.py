"""The Spark engine on local-cluster[2,1,1024]: executors are processes of their own, and one of them dies half way."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
import pytest

from engines.edge_tables import strings
from graphdim.engines.spark import hubs
from measuring import measure

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyspark.sql import DataFrame, SparkSession

    Put = Callable[[pl.DataFrame], DataFrame]


@pytest.fixture(scope="module")
def master() -> str:
    return "local-cluster[2,1,1024]"


def executors(spark: SparkSession) -> list[int]:
    """The processes that do the work of this application."""
    mine = spark.sparkContext.applicationId.encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
        except OSError:  # it has ended since
            continue
        if b"CoarseGrainedExecutorBackend" in command and mine in command:
            found.append(int(process.name))
    return found


def test_executors_are_other_processes(on_spark: Put, spark: SparkSession) -> None:
    found, wanted = measure(on_spark(strings())), measure(strings())
    assert wanted.structure_entropy == pytest.approx(found.structure_entropy, abs=1e-9)
    assert executors(spark)


def test_a_killed_executor_changes_nothing(on_spark: Put, spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    table = pl.DataFrame(rng.integers(0, 500, (20_000, 2)), schema=["source", "target"])
    killed = []

    def kill_then_spread(*arguments: Any) -> Any:
        # The first job is done, and its pairs and degrees lie on the executors; the sums have not begun.
        killed.extend(executors(spark)[:1])
        os.kill(killed[0], signal.SIGKILL)
        return spreading(*arguments)

    spreading = hubs.spreading
    monkeypatch.setattr(hubs, "spreading", kill_then_spread)
    found, wanted = measure(on_spark(table)), measure(table)
    assert wanted.structure_entropy == pytest.approx(found.structure_entropy, abs=1e-9)
    assert (wanted.n_nodes, wanted.n_edges, wanted.cleaning) == (found.n_nodes, found.n_edges, found.cleaning)
    assert killed
    assert killed[0] not in executors(spark)
