"""Tests of the core alone: `pytest --core` leaves out what needs a package that graphdim's core does not bring.

A file that imports such a package is left out whole. A test that uses one later has the marker `needs`, which names it,
or stands in one of the PLACES. Anything else that is missing is an error, as it always is.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

OPTIONAL = {
    *("altair", "duckdb", "gensim", "graphdatascience", "igraph", "mkdocs", "networkx", "optuna", "pandas", "pyarrow"),
    *("pyspark", "selenium", "sklearn", "sqlglot", "torch", "torch_geometric", "vl_convert", "yaml"),
}
# Files and folders whose tests use a package throughout, mostly in another process.
PLACES = {
    "cli/test_bench_run.py": "torch",
    "cli/test_dimension_spark.py": "pyspark",
    "cli/test_report.py": "altair",
    "cli/test_sweep.py": "torch",
    "docs": "mkdocs",
    "embedding": "sklearn",
    "engines/test_spark.py": "pyspark",
    "engines/test_spark_cluster.py": "pyspark",
    "examples": "networkx",
    "integrations": "optuna",
    "report": "altair",
    "shrinking": "sklearn",
    "sweeping": "torch",
    "training": "torch",
}


class CoreModule(pytest.Module):
    """A file of tests, empty if it imports an optional package that is not there."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        try:
            return super().collect()
        except self.CollectError as error:
            name = getattr(error.__cause__, "name", None) or ""
            if name.partition(".")[0] not in OPTIONAL:
                raise
            self.config.stash[LEFT_OUT][self.path.name] = name
            return []


LEFT_OUT = pytest.StashKey[dict[str, str]]()


def leave_out(items: list[pytest.Item], config: pytest.Config) -> None:
    """Drop the tests that are marked; those that are left run in an environment without any optional package."""
    kept = [item for item in items if not _needs_more(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


def _needs_more(item: pytest.Item) -> bool:
    place = item.path.relative_to(Path(__file__).parent)
    places = {str(place), *map(str, place.parents)}
    return item.get_closest_marker("needs") is not None or not places.isdisjoint(PLACES)


def report(config: pytest.Config) -> list[str]:
    """Which files were left out, and for want of what."""
    return [f"left out: {name}, which needs {package}" for name, package in sorted(config.stash[LEFT_OUT].items())]
