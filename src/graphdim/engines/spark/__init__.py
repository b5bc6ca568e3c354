r"""The Spark engine: the query of engines.sql in two jobs, for edges that live on a cluster.

    listed → pairs, degree (kept on the executors) → counts │ pairs, degree → two-hop degree → H_s

The first job cleans the edges, once, and brings the counts; a graph without an answer is refused there. The second
does the neighbour sums. One row of each reaches the driver, whatever the graph's size.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from graphdim.engines import Measurement
from graphdim.engines.dialects import DIALECTS
from graphdim.engines.spark import hubs, tables
from graphdim.engines.spark.session import refusing, settled
from graphdim.engines.sql import Step, Sums, chain, counting, entropy, listing, size, spreading
from graphdim.errors import GraphError, ParameterError, SourceError
from graphdim.reading.graph import Cleaning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyspark.sql import DataFrame, Row, SparkSession

__all__ = ["measure"]

COUNTS = "SELECT size.*, listing.*, largest.* FROM size CROSS JOIN listing CROSS JOIN largest"


def measure(
    source: Any, *, variant: str, n_nodes: int | None = None, weight: str | None = None, master: str | None = None
) -> Measurement:
    """Size and structure entropy of the edges in a Spark DataFrame, or at a path that Spark reads."""
    sums = Sums(DIALECTS["spark"], weighted=weight is not None)
    spreading(sums, variant)  # refuses an unknown variant before any work
    listed = tables.listed(source, weight, master)
    with (
        settled(listed.edges.sparkSession),
        refusing("Spark gave up"),
        _kept(_ask(counting(sums)[:1], "SELECT * FROM pairs", listed=listed.edges)) as kept_pairs,
        _kept(_ask(counting(sums)[1:], "SELECT * FROM degree", pairs=kept_pairs)) as kept_degree,
    ):
        counts = _counts(kept_pairs, kept_degree, sums)
        total = _check(counts, listed.name, n_nodes, variant)
        n_isolated = total - counts.n_nodes + counts.n_isolated
        steps = hubs.spreading(sums, variant, counts, kept_degree.sparkSession)
        answer = f"SELECT {entropy(variant, str(n_isolated))} AS structure_entropy FROM spread"
        [row] = _ask(steps, answer, pairs=kept_pairs, degree=kept_degree).collect()
    return Measurement(
        n_nodes=total,
        n_edges=counts.n_edges,
        n_isolated=n_isolated,
        structure_entropy=row.structure_entropy,
        variant=variant,
        engine="spark",
        cleaning=Cleaning(counts.n_rows, counts.n_self_loops, counts.n_repeated),
        source=listed.name,
        notes=listed.notes,
    )


def _counts(kept_pairs: DataFrame, kept_degree: DataFrame, sums: Sums) -> Row:
    """The first job: it fills both kept tables and counts what is in them."""
    largest = Step("largest", "arcs of the largest hub", "SELECT MAX(neighbours) AS most_neighbours FROM degree")
    [row] = _ask([size(), listing(sums), largest], COUNTS, pairs=kept_pairs, degree=kept_degree).collect()
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


def _ask(steps: Sequence[Step], answer: str, **tables_at_hand: Any) -> DataFrame:
    """A query over tables at hand, which Spark puts where the text names them in braces."""
    at_hand = [Step(name, "at hand", f"SELECT * FROM {{{name}}}") for name in tables_at_hand]
    spark: SparkSession = next(iter(tables_at_hand.values())).sparkSession
    return spark.sql(f"{chain([*at_hand, *steps], DIALECTS['spark'])}\n{answer}", **tables_at_hand)


@contextmanager
def _kept(table: DataFrame) -> Iterator[DataFrame]:
    """Keep a table on the executors, in memory or on their disks, until the sums are done."""
    table.persist()
    try:
        yield table
    finally:
        table.unpersist()
