"""The Spark engine beside Spark's own distinct().count() of the same arcs, in one session.

    python benchmarks/spark.py [--scale 19] [--repeats 3] [--master local[2]] [--memory 4g]

RMAT graph with 2**scale nodes and 16 edges a node. Prints the least wall time and the least CPU time of the tasks over
the repeats, the bytes shuffled for each edge, and the ratios.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from rmat import write

import graphdim as gd
from graphdim.engines.spark.session import start

EDGES_PER_NODE = 16


def main() -> None:
    """Measure both, in turns, and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=int, default=19)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--master", default="local[2]")
    parser.add_argument("--partitions", type=int, default=16)
    parser.add_argument("--memory", default="4g", help="Spark's heap; with 1g the baseline itself slows down")
    options = parser.parse_args()
    os.environ["PYSPARK_SUBMIT_ARGS"] = f"--driver-memory {options.memory} pyspark-shell"
    spark = start(options.master)
    spark.conf.set("spark.sql.shuffle.partitions", options.partitions)
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), options.scale, EDGES_PER_NODE, text=False)
        path = f"{folder}/rmat-{options.scale}.parquet"
        edges = spark.read.parquet(path)
        n_edges = EDGES_PER_NODE << options.scale
        report(measured(spark, edges, options.repeats), n_edges)
        print("memory engine", gd.structure_entropy(path))


def measured(spark: SparkSession, edges: DataFrame, repeats: int) -> dict[str, dict[str, float]]:
    """The least cost of each job over the repeats, which take turns."""
    arcs = edges.union(edges.select("target", "source"))
    jobs: dict[str, Callable[[], Any]] = {
        "distinct().count()": lambda: arcs.distinct().count(),
        "graphdim": lambda: gd.structure_entropy(edges),
    }
    costs: dict[str, dict[str, float]] = {}
    for turn in range(repeats + 1):
        for name, job in jobs.items():
            cost = cost_of(spark, job)
            print(f"{turn or 'warm-up'} {name}: {cost}", flush=True)
            if turn:
                costs[name] = {kind: min(value, costs.get(name, cost)[kind]) for kind, value in cost.items()}
    return costs


def cost_of(spark: SparkSession, job: Callable[[], Any]) -> dict[str, float]:
    """Wall seconds, CPU seconds of the tasks, and bytes written to shuffles."""
    before, started = stages(spark), time.perf_counter()
    job()
    seconds, after = time.perf_counter() - started, stages(spark)
    return {"seconds": round(seconds, 2), **{kind: round(after[kind] - before[kind], 2) for kind in after}}


def stages(spark: SparkSession) -> dict[str, float]:
    """Sums over all stages so far, as Spark counted them."""
    gateway = spark.sparkContext._gateway  # noqa: SLF001 - Spark shows its counters to Java alone
    store = spark.sparkContext._jsc.sc().statusStore()  # noqa: SLF001
    none = gateway.jvm.java.util.ArrayList()
    cpu = shuffled = 0.0
    no_details, no_summaries, quantiles = False, False, gateway.new_array(gateway.jvm.double, 0)
    found = store.stageList(none, no_details, no_summaries, quantiles, none)
    for place in range(found.size()):
        stage = found.apply(place)
        cpu += stage.executorCpuTime() / 1e9
        shuffled += stage.shuffleWriteBytes()
    return {"cpu_seconds": cpu, "shuffled_bytes": shuffled}


def report(costs: dict[str, dict[str, float]], n_edges: int) -> None:
    """The table: both jobs, their ratio, and what an edge costs."""
    base, ours = costs["distinct().count()"], costs["graphdim"]
    for name, cost in costs.items():
        per_million = cost["cpu_seconds"] / n_edges * 1e6
        per_edge = cost["shuffled_bytes"] / n_edges
        print(f"{name:20} {cost['seconds']:8.2f} s  {cost['cpu_seconds']:8.2f} CPU s", end="  ")
        print(f"{per_million:6.2f} CPU s a million edges  {per_edge:6.1f} bytes shuffled an edge")
    print(f"ratio: {ours['seconds'] / base['seconds']:.2f} wall, {ours['cpu_seconds'] / base['cpu_seconds']:.2f} CPU")


if __name__ == "__main__":
    main()
