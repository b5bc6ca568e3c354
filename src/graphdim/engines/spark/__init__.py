r"""The Spark engine: the query of engines.sql in two jobs, for edges that live on a cluster.

    listed → pairs, degree (kept on the executors) → counts │ pairs, degree → two-hop degree → H_s

The first job cleans the edges, once, and brings the counts; a graph without an answer is refused there. The second
does the neighbour sums. One row of each reaches the driver, whatever the graph's size. Degrees are a third, if asked
for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.engines.dialects import DIALECTS
from graphdim.engines.measurement import Measurement, Request
from graphdim.engines.spark import hubs, tables
from graphdim.engines.spark.degrees import degree_bins
from graphdim.engines.spark.session import refusing, settled
from graphdim.engines.spark.workspace import Workspace
from graphdim.engines.sql import Step, Sums, counting, entropy, listing, size
from graphdim.entropy.structure import checked
from graphdim.errors import GraphError, ParameterError, SourceError
from graphdim.reading.graph import Cleaning

if TYPE_CHECKING:
    from pyspark.sql import Row

__all__ = ["measure"]

COUNTS = "SELECT size.*, listing.*, largest.* FROM size CROSS JOIN listing CROSS JOIN largest"


def measure(source: Any, request: Request) -> Measurement:
    """Size and structure entropy of the edges in a Spark DataFrame, or at a path that Spark reads."""
    variant = request.variant
    sums = Sums(DIALECTS["spark"], weighted=request.weight is not None)
    listed = tables.listed(source, request)
    spark = listed.edges.sparkSession
    with settled(spark), refusing("Spark gave up"), Workspace(spark) as workspace:
        workspace.put("listed", listed.edges)
        counts = _counts(workspace, sums)
        total = _check(counts, listed.name, request.n_nodes, variant)
        answer = f"SELECT {entropy(variant, str(total - counts.n_nodes))} AS structure_entropy FROM spread"
        steps = (*hubs.spreading(sums, variant, counts, spark), Step("answer", "H_s", answer))
        [row] = workspace.follow(*steps).collect()
        bins = degree_bins(workspace, total - counts.n_nodes) if request.degrees and not sums.weighted else None
    return Measurement(
        n_nodes=total,
        n_edges=counts.n_edges,
        n_isolated=total - counts.n_nodes + counts.n_isolated,
        structure_entropy=checked(row.structure_entropy),
        variant=variant,
        engine="spark",
        cleaning=Cleaning(counts.n_rows, counts.n_self_loops, counts.n_repeated),
        source=listed.name,
        notes=listed.notes,
        degrees=bins,
    )


def _counts(workspace: Workspace, sums: Sums) -> Row:
    """The first job: it fills both kept tables and counts what is in them."""
    pairs, arcs, degree = counting(sums)
    workspace.keep(pairs)
    workspace.keep(arcs, degree)
    largest = Step("largest", "arcs of the largest hub", "SELECT MAX(neighbours) AS most_neighbours FROM degree")
    [row] = workspace.follow(size(), listing(sums), largest, Step("counts", "all of them", COUNTS)).collect()
    return row


def _check(counts: Row, name: str, n_nodes: int | None, variant: str) -> int:
    """Refuse what no answer follows from, by the rules of reading.cleaning; else the number of nodes."""
    if counts.n_null_rows:
        msg = (
            f"{name}: {counts.n_null_rows:,} of {counts.n_rows:,} rows lack a node id, or hold one that cannot be read"
            " like the first; drop or mend them"
        )
        raise SourceError(msg)
    if counts.asDict().get("n_bad_weights"):
        msg = f"{name}: {counts.n_bad_weights:,} rows have no positive, finite weight; drop or mend them"
        raise SourceError(msg)
    if n_nodes is not None and n_nodes < counts.n_nodes:
        shown = f"the edges show {counts.n_nodes:,} nodes"
        msg = f"n_nodes is {n_nodes:,}, but {shown}; give at least that many, or leave it out"
        raise ParameterError(msg)
    if not (counts.n_nodes or n_nodes):
        msg = "no edges, so the number of nodes is unknown; give n_nodes (--num-nodes) if they are isolated"
        raise GraphError(msg)
    if variant == "equations" and not counts.n_edges:
        msg = "the graph has no edges, and the 'equations' variant needs one; the 'published' variant does not"
        raise GraphError(msg)
    return n_nodes or counts.n_nodes
