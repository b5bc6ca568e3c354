r"""How much memory a cross-validation takes, and which rank fits.

    bytes ≈ 300 MiB + s (4 n (6 r + 176) + 60 m) + 45 m          n nodes, m edges, rank r, s splits held at once

4 r + 128 columns of the basis and 2 r of vectors, 60 bytes for each edge of a split (see linalg), 45 for each edge of
the graph. Graphs of up to two million edges hold three splits, larger ones one. Measured for `--methods cv` at rank 64,
beside what this says: 46,770 nodes and 0.9 million edges 0.82 GiB (0.78), 173,993 and 3.8 million 0.98 (1.03), 646,551
and 15.7 million 3.2 (3.2), 2,395,320 and 64.2 million 11.5 (11.6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.errors import GraphError
from graphdim.graph.pairs import FEWEST_EDGES
from graphdim.graph.spectra import FIRST_RANK
from graphdim.report.facts import size

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.engines.view import GraphFacts

__all__ = ["largest_rank", "needed_memory"]

BASE = 300 * 2**20
BYTES_PER_EDGE, BYTES_PER_SPLIT_EDGE = 45, 60
# Splits of smaller graphs are kept, in case their rank is raised.
MOST_KEPT, USUAL_SPLITS = 2**21, 3
# A sample of so many nodes fits wherever the graph could be read.
MODEST_SAMPLE = 100_000


def needed_memory(n_nodes: int, n_edges: int, rank: int) -> int:
    """About how many bytes a cross-validation to this rank takes.

    >>> [round(needed_memory(*size, 64) / 2**30, 2) for size in [(46_770, 909_917), (646_551, 15_700_000)]]
    [0.78, 3.18]
    """
    split = 4 * n_nodes * (6 * rank + 176) + BYTES_PER_SPLIT_EDGE * n_edges
    return BASE + (USUAL_SPLITS if n_edges <= MOST_KEPT else 1) * split + BYTES_PER_EDGE * n_edges


def largest_rank(facts: GraphFacts, max_rank: int, limit: int) -> int:
    """The largest rank, doubled from the first one, that fits in `limit` bytes; an error if the first does not."""
    n_nodes = facts.n_nodes - facts.n_isolated
    first = min(FIRST_RANK, max_rank)
    if (needed := needed_memory(n_nodes, facts.n_edges, first)) > limit:
        ways = "".join((*_sample_that_fits(n_nodes, facts.n_edges, first, limit), "raise the memory limit"))
        msg = f"{facts.source}: cross-validation takes about {size(needed)}, and {size(limit)} may be used; {ways}"
        raise GraphError(msg)
    rank = first
    while rank < max_rank and needed_memory(n_nodes, facts.n_edges, min(2 * rank, max_rank)) <= limit:
        rank = min(2 * rank, max_rank)
    return rank


def _sample_that_fits(n_nodes: int, n_edges: int, rank: int, limit: int) -> Iterator[str]:
    """The advice to measure a sample, if one would have enough edges and fit."""
    n_sampled = min(MODEST_SAMPLE, n_nodes // 10)
    edges_among = n_edges * n_sampled // max(n_nodes, 1)
    if edges_among >= FEWEST_EDGES and needed_memory(n_sampled, edges_among, rank) <= limit:
        yield f"measure a sample of the nodes with --sample {n_sampled} (sample={n_sampled}), or "
