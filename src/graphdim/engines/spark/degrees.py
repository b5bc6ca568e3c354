"""The degree distribution by Spark: nodes of each degree, then of each bin; as many rows as bins reach the driver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.engines.degrees import DegreeBin, whole_limits
from graphdim.engines.steps import Step

if TYPE_CHECKING:
    from graphdim.engines.spark.workspace import Workspace
    from graphdim.engines.steps import SqlSums

__all__ = ["degree_bins"]

BY_DEGREE = "SELECT neighbours, COUNT(*) AS n_nodes FROM {degree} GROUP BY neighbours"
BY_BIN = """\
SELECT SIZE(FILTER(ARRAY({limits}), low -> low <= neighbours)) - 1 AS place, SUM(n_nodes) AS n_nodes
FROM {by_degree} GROUP BY place ORDER BY place"""


def degree_bins(workspace: Workspace, sums: SqlSums, n_unlisted: int) -> tuple[DegreeBin, ...]:
    """The bins of the table `degree`, and `n_unlisted` nodes more that no row names."""
    limits = whole_limits().tolist()
    ends = ", ".join(f"{limit:.0f}" for limit in limits)
    steps = (
        Step("by_degree", "nodes of each degree", BY_DEGREE.format(degree=sums.table("degree"))),
        Step("by_bin", "nodes of each bin", BY_BIN.format(limits=ends, by_degree=sums.table("by_degree"))),
    )
    counts = {row.place: row.n_nodes for row in workspace.follow(*steps).collect()}
    counts[0] = counts.get(0, 0) + n_unlisted
    return tuple(DegreeBin(limits[place], limits[place + 1], n) for place, n in sorted(counts.items()) if n)
