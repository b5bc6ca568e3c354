r"""How much memory a cross-validation takes, and which rank fits.

    bytes ≈ 300 MiB + 4 n (6 r + 176) + 105 m          n nodes, m edges, rank r

4 r + 128 columns of the basis and 2 r of vectors (see linalg), 105 bytes for each edge: the graph, its splits and their
matrices. For 646,551 nodes, 15.7 million edges and rank 64 it says 3.2 GiB, as was measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.errors import GraphError
from graphdim.report.facts import size

if TYPE_CHECKING:
    from graphdim.engines.view import GraphFacts

__all__ = ["largest_rank", "needed_memory"]

BASE = 300 * 2**20
BYTES_PER_EDGE = 105
FIRST_RANK = 64
# A sample of so many nodes fits wherever the graph could be read.
MODEST_SAMPLE = 100_000


def needed_memory(n_nodes: int, n_edges: int, rank: int) -> int:
    """About how many bytes a cross-validation to this rank takes.

    >>> round(needed_memory(646_551, 15_700_000, 64) / 2**30, 1)
    3.2
    """
    return BASE + 4 * n_nodes * (6 * rank + 176) + BYTES_PER_EDGE * n_edges


def largest_rank(facts: GraphFacts, max_rank: int, limit: int) -> int:
    """The largest rank, doubled from the first one, that fits in `limit` bytes; an error if the first does not."""
    n_nodes = facts.n_nodes - facts.n_isolated
    first = min(FIRST_RANK, max_rank)
    if (needed := needed_memory(n_nodes, facts.n_edges, first)) > limit:
        sample = min(MODEST_SAMPLE, max(n_nodes // 10, 1))
        ways = f"measure a sample of the nodes with --sample {sample} (sample={sample}), or raise the memory limit"
        msg = f"{facts.source}: cross-validation takes about {size(needed)}, and {size(limit)} may be used; {ways}"
        raise GraphError(msg)
    rank = first
    while rank < max_rank and needed_memory(n_nodes, facts.n_edges, min(2 * rank, max_rank)) <= limit:
        rank = min(2 * rank, max_rank)
    return rank
