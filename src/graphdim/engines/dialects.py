"""How the databases differ: quotes, the name of a double, and what keeps a shared CTE from being computed twice."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphdim.errors import ParameterError

__all__ = ["DIALECTS", "MARKS", "Dialect"]

BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Words that some dialect reserves and that people give to tables and columns of edges.
RESERVED = frozenset(
    re.findall(
        r"\w+",
        """
        all and any as at between both by case cast check column create cross current_user default desc distinct else
        end except exists following for foreign from full grant group hash having in inner intersect into is join left
        like limit natural new not null of on or order outer over primary range references right rows select set some
        start table then to trailing union unique unnest user using values when where window with within
        """,
    )
)
# What BigQuery reserves beside them; elsewhere these stay bare, so that their case is folded.
BIGQUERY_RESERVED = frozenset(
    re.findall(
        r"\w+",
        """
        array asc assert_rows_modified collate contains cube current define enum escape exclude extract false fetch
        grouping groups if ignore interval lateral lookup merge no nulls partition preceding proto qualify recursive
        respect rollup struct tablesample treat true unbounded
        """,
    )
)


# What ids of two kinds of nodes begin with, so that equal ids differ, and those of the first kind come first.
MARKS = ("1:", "2:")


@dataclass(frozen=True, slots=True)
class Dialect:
    """One database's way of writing what the query needs."""

    mark: str = '"'
    double: str = "DOUBLE"
    text: str = "VARCHAR"
    materialized: str = ""
    # Spark would sort both sides, or collect one on the driver, if it were not told.
    hash_join: str = ""
    reserved: frozenset[str] = RESERVED

    def name(self, given: str) -> str:
        """A table or column, quoted where need be; dots part a table from its schema.

        A plain name stays bare, so that each database folds its case as it does in any query.

        >>> DIALECTS["postgres"].name('public.who "follows" whom')
        'public."who ""follows"" whom"'
        """
        parts = re.findall(rf"{self.mark}(?:[^{self.mark}]|{self.mark}{self.mark})+{self.mark}(?=\.|$)|[^.]+", given)
        if not parts or ".".join(parts) != given or "\0" in given:
            msg = (
                f"{given!r} is not the name of a table or column; give it as name, schema.name or in {self.mark} marks"
            )
            raise ParameterError(msg)
        return ".".join(map(self._part, parts))

    def apart(self, source: str, target: str) -> tuple[str, str]:
        """The ids in two columns as those of two kinds of nodes.

        >>> DIALECTS["duckdb"].apart("user", "item")
        ("'1:' || CAST(user AS VARCHAR)", "'2:' || CAST(item AS VARCHAR)")
        """
        first, second = (
            f"'{mark}' || CAST({column} AS {self.text})" for mark, column in zip(MARKS, (source, target), strict=True)
        )
        return first, second

    def _part(self, part: str) -> str:
        if BARE.fullmatch(part) and part.lower() not in self.reserved:
            return part
        if len(part) > 2 and part[0] == part[-1] == self.mark:  # noqa: PLR2004 - two marks and something between
            part = part[1:-1].replace(2 * self.mark, self.mark)
        return self.mark + self._escape(part) + self.mark

    def _escape(self, part: str) -> str:
        return part.replace(self.mark, 2 * self.mark)


class BackslashDialect(Dialect):
    """BigQuery writes a mark inside a name with a backslash before it."""

    __slots__ = ()

    def _escape(self, part: str) -> str:
        return part.replace("\\", "\\\\").replace(self.mark, f"\\{self.mark}").replace("\n", "\\n")


DIALECTS = {
    "spark": Dialect(mark="`", text="STRING", hash_join="/*+ SHUFFLE_HASH({0}) */ "),
    "duckdb": Dialect(materialized="MATERIALIZED "),
    "bigquery": BackslashDialect(mark="`", double="FLOAT64", text="STRING", reserved=RESERVED | BIGQUERY_RESERVED),
    "snowflake": Dialect(),
    "postgres": Dialect(double="DOUBLE PRECISION", materialized="MATERIALIZED "),
}
