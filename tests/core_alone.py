"""Tests of the core alone: `pytest --core` leaves out what needs a package that graphdim's core does not bring.

A file that imports such a package is left out whole; a test that uses one without importing it has the marker `needs`,
which names it. Anything else that is missing is an error, as it always is.
"""

from collections.abc import Iterable

import pytest

OPTIONAL = frozenset(
    [
        "altair",
        "duckdb",
        "graphdatascience",
        "igraph",
        "mkdocs",
        "mpmath",
        "networkx",
        "optuna",
        "pandas",
        "pyarrow",
        "pyspark",
        "selenium",
        "sklearn",
        "sqlglot",
        "torch",
        "torch_geometric",
        "vl_convert",
        "yaml",
    ]
)


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
    kept = [item for item in items if item.get_closest_marker("needs") is None]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept


def report(config: pytest.Config) -> list[str]:
    """Which files were left out, and for want of what."""
    return [f"left out: {name}, which needs {package}" for name, package in sorted(config.stash[LEFT_OUT].items())]
