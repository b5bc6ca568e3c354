"""Hubs: nodes with so many arcs that the join of a neighbour sum would leave them all to one task.

A hub's arcs are dealt to several seats, each of which gets a copy of the hub's value. A node is a hub above the
arcs that a partition holds on average, so there are fewer hubs than partitions and at most twice as many seats:
few enough to be sent to every executor. Aggregations need no such care, since Spark sums up each task's rows first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.engines.sql import arcs
from graphdim.engines.sql import spreading as plain
from graphdim.engines.steps import SqlSums, Step

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession

__all__ = ["spreading"]

# A task takes as many arcs in its stride; below it nobody is a hub.
STRIDE = 2**16

SEATED = """(
  SELECT /*+ BROADCAST(hubs) */ arcs.*, COALESCE(PMOD(HASH(arcs.node), hubs.seats), 0) AS seat
  FROM {arcs} LEFT JOIN {hubs} ON hubs.node = arcs.neighbour
) AS arcs JOIN (
  SELECT /*+ BROADCAST(hubs) */ {of}.*, EXPLODE(SEQUENCE(0, COALESCE(hubs.seats, 1) - 1)) AS seat
  FROM {values} LEFT JOIN {hubs} ON hubs.node = {of}.node
) AS {of} ON {of}.node = arcs.neighbour AND {of}.seat = arcs.seat"""


class SeatedSums(SqlSums):
    """Neighbour sums in which every seat of a hub gets a copy of its value."""

    __slots__ = ()

    def joined(self, arcs: str, of: str) -> str:
        """Arcs, each at its seat, with the values there."""
        tables = {"arcs": self.table(arcs, "arcs"), "values": self.table(of), "hubs": self.table("hubs")}
        return SEATED.format(of=of, **tables)


def spreading(sums: SqlSums, variant: str, counts: Row, spark: SparkSession) -> tuple[Step, ...]:
    """From `pairs` and `degree` to the entropy's two sums, hubs seated apart if there are any."""
    all_arcs = arcs(sums)
    most = max(STRIDE, 2 * counts.n_edges // int(spark.conf.get("spark.sql.shuffle.partitions") or 1))
    if (counts.most_neighbours or 0) <= most:
        return all_arcs, *plain(sums, variant)
    seated = SeatedSums(sums.dialect, sums.weighted, sums.prefix)
    what = "nodes with more arcs than one task should have, and over how many seats these go"
    return all_arcs, Step("hubs", what, _hubs(sums, most)), *plain(seated, variant)


def _hubs(sums: SqlSums, most: int) -> str:
    seats = f"CAST(CEIL(neighbours / {most}) AS INT)"
    return f"SELECT node, {seats} AS seats FROM {sums.table('degree')} WHERE neighbours > {most}"
