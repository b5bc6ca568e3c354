"""A file of a few bytes can claim any number of nodes; what it claims is held against what its bytes can hold."""

from graphdim.errors import SourceError
from graphdim.reading.files.content import Content

__all__ = ["check_claim"]

# Nodes without an edge take no bytes in a matrix; this many for each byte are believed, and these in any case.
NODES_PER_BYTE = 64
BELIEVED = 2**22


def check_claim(content: Content, n_nodes: int) -> None:
    """Refuse a number of nodes that no file of this size is likely to mean."""
    if n_nodes > max(BELIEVED, NODES_PER_BYTE * content.size):
        way = "if most of them are isolated, give a list of edges and the number as n_nodes (--num-nodes)"
        msg = f"{content.name}: it claims {n_nodes:,} nodes in {content.size:,} bytes; {way}"
        raise SourceError(msg)
