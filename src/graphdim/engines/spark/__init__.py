r"""The Spark engine: the query of engines.sql in two jobs, for edges that live on a cluster.

    listed → pairs, degree (kept on the executors) → counts │ pairs, degree → two-hop degree → H_s

The first job cleans the edges, once, and brings the counts; a graph without an answer is refused there. The second
does the neighbour sums. One row of each reaches the driver, whatever the graph's size. Degrees are a third, if asked
for.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from graphdim.checks import check_choice
from graphdim.choices import VARIANTS
from graphdim.engines.counts import listing, size
from graphdim.engines.dialects import DIALECTS
from graphdim.engines.spark import hubs, tables
from graphdim.engines.spark.degrees import degree_bins
from graphdim.engines.spark.session import query_settings, spark_errors
from graphdim.engines.spark.workspace import Workspace
from graphdim.engines.sql import counting, entropy
from graphdim.engines.steps import SqlSums, Step
from graphdim.engines.structure import check_edges, checked
from graphdim.engines.view import GraphFacts, NoMatrix
from graphdim.errors import SourceError
from graphdim.graph.graph import Cleaning
from graphdim.graph.kinds import sizes_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import Row

    from graphdim.engines.degrees import DegreeBin
    from graphdim.engines.options import SourceOptions
    from graphdim.engines.spark.tables import Listed
    from graphdim.graph.kinds import Kinds

__all__ = ["SparkView", "open"]


@contextmanager
def open(source: Any, options: SourceOptions, *, degrees: bool = False) -> Iterator[SparkView]:  # noqa: A001
    """The view of the edges in a Spark DataFrame, or at a path that Spark reads; kept tables go when the block ends."""
    listed = tables.listed(source, options)
    spark = listed.edges.sparkSession
    with query_settings(spark), spark_errors("Spark gave up"), Workspace(spark) as workspace:
        how = {"weighted": options.weight is not None, "bipartite": options.bipartite}
        sums = SqlSums(DIALECTS["spark"], prefix=workspace.prefix, **how)
        workspace.put("listed", listed.edges)
        counts = _counts(workspace, sums)
        sizes = _check(counts, listed.name, options.n_nodes)
        unlisted = sum(sizes) - counts.n_nodes
        bins = degree_bins(workspace, sums, unlisted) if degrees and not sums.weighted else None
        yield SparkView(workspace, sums, counts, _facts(counts, sizes, listed, bins))


def _facts(counts: Row, sizes: Kinds, listed: Listed, degrees: tuple[DegreeBin, ...] | None) -> GraphFacts:
    n_nodes = sum(sizes)
    return GraphFacts(
        n_nodes=n_nodes,
        kinds=sizes if "n_first_kind" in counts else None,
        n_edges=counts.n_edges,
        n_isolated=n_nodes - counts.n_nodes + counts.n_isolated,
        engine="spark",
        cleaning=Cleaning(counts.n_rows, counts.n_self_loops, counts.n_repeated),
        source=listed.name,
        notes=listed.notes,
        degrees=degrees,
    )


class SparkView(NoMatrix):
    """A graph whose edges stay on the executors."""

    def __init__(self, workspace: Workspace, sums: SqlSums, counts: Row, facts: GraphFacts) -> None:
        self.facts = facts
        self._workspace = workspace
        self._sums = sums
        self._counts = counts
        self._entropies: dict[str, float] = {}

    def structure_entropy(self, variant: str) -> float:
        """H_s in nats, by the named variant: the second job."""
        check_choice("variant", variant, VARIANTS)
        check_edges(variant, self.facts.n_edges)
        if variant not in self._entropies:
            self._entropies[variant] = checked(self._entropy(variant))
        return self._entropies[variant]

    def degree_entropy(self) -> float:
        """The Shannon entropy of the degrees, in nats: another job."""
        check_edges("degree", self.facts.n_edges)
        table = self._sums.table
        sums = "SUM(degree) AS mass, SUM(degree * LN(degree)) AS mass_log"
        moments = f"SELECT {sums} FROM {table('degree')} WHERE degree > 0"
        answer = f"SELECT LN(mass) - mass_log / mass AS degree_entropy FROM {table('moments')}"
        steps = Step("moments", "Σ d, and Σ d ln d", moments), Step("answer", "the entropy", answer)
        [row] = self._workspace.follow(*steps).collect()
        return checked(row.degree_entropy)

    def _entropy(self, variant: str) -> float | None:
        unlisted = str(self.facts.n_nodes - self._counts.n_nodes)
        answer = f"SELECT {entropy(variant, unlisted)} AS structure_entropy FROM {self._sums.table('spread')}"
        steps = hubs.spreading(self._sums, variant, self._counts, self._workspace.spark)
        [row] = self._workspace.follow(*steps, Step("answer", "H_s", answer)).collect()
        structure_entropy: float | None = row.structure_entropy
        return structure_entropy


def _counts(workspace: Workspace, sums: SqlSums) -> Row:
    """The first job: it fills both kept tables and counts what is in them."""
    pairs, arcs, degree = counting(sums)
    workspace.keep(pairs)
    workspace.keep(arcs, degree)
    most = f"SELECT MAX(neighbours) AS most_neighbours FROM {sums.table('degree')}"
    largest = Step("largest", "arcs of the largest hub", most)
    joined = " CROSS JOIN ".join(sums.table(step) for step in ("size", "listing", "largest"))
    everything = Step("counts", "all of them", f"SELECT size.*, listing.*, largest.* FROM {joined}")
    [row] = workspace.follow(size(sums), listing(sums), largest, everything).collect()
    return row


def _check(counts: Row, name: str, n_nodes: int | Kinds | None) -> Kinds:
    """Refuse what no answer follows from, by the rules of graph.packing; else the number of nodes of each kind."""
    if counts.n_null_rows:
        msg = (
            f"{name}: {counts.n_null_rows:,} of {counts.n_rows:,} rows lack a node id, or hold one that cannot be read"
            " like the first or may end in a comment (a blank and # behind a name); drop or mend them"
        )
        raise SourceError(msg)
    if counts.asDict().get("n_bad_weights"):
        msg = f"{name}: {counts.n_bad_weights:,} rows have no positive, finite weight; drop or mend them"
        raise SourceError(msg)
    n_first = counts.asDict().get("n_first_kind", counts.n_nodes)
    return sizes_of((n_first, counts.n_nodes - n_first), n_nodes, "the edges show", has_two="n_first_kind" in counts)
