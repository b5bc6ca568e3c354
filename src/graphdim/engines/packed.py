"""Distinct edges in blocks → Measurement: what the memory and the disk engine share once no edge is repeated.

Ids that are small integers are places in the node vectors. A place without a node has degree 0 and counts for nothing;
only where such places could outweigh the edges are they closed up.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.engines.degrees import degree_bins
from graphdim.engines.measurement import Measurement, Request
from graphdim.engines.sums import Sums
from graphdim.entropy.structure import structure_entropy
from graphdim.threads import each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graphdim.engines.sums import Part
    from graphdim.reading.graph import Block
    from graphdim.reading.packing import Packing

__all__ = ["measured", "summed_up"]


def measured(packing: Packing, n_edges: int, parts: Sequence[Part], request: Request, **known: str) -> Measurement:
    """The measurement of the edges in `parts`; `known` are the names of its engine and source."""
    n_places = packing.n_places
    if packing.has_wide_gaps:
        parts, n_places = _closed(packing, parts)
    sums = Sums(n_places, n_edges, parts, weighted=request.weight is not None)
    shown = n_places if packing.has_wide_gaps else packing.shown(sums.degrees > 0)
    return summed_up(
        sums,
        packing.total(shown, request.n_nodes),
        request.variant,
        cleaning=packing.cleaning(n_edges),
        notes=packing.edges.notes,
        attributes=packing.edges.attributes,
        **known,
    )


def summed_up(sums: Sums, n_nodes: int, variant: str, **known: Any) -> Measurement:
    """The measurement of a graph whose nodes have these sums; `known` is what else there is to tell of it."""
    n_isolated = n_nodes - int(np.count_nonzero(sums.degrees))
    return Measurement(
        n_nodes=n_nodes,
        n_edges=sums.n_edges,
        n_isolated=n_isolated,
        structure_entropy=structure_entropy(sums, variant, n_isolated=n_isolated),
        variant=variant,
        degrees=degree_bins(sums.degrees, n_isolated),
        **known,
    )


def _closed(packing: Packing, parts: Sequence[Part]) -> tuple[list[Part], int]:
    """The blocks with their nodes numbered without gaps, and the number of nodes."""
    present = packing.places()
    each(partial(_mark, present), parts)
    number = packing.renumbering(present)
    return [partial(_renumbered, part, number) for part in parts], int(np.count_nonzero(present))


def _mark(present: NDArray[np.bool_], part: Part) -> None:
    part().mark(present)


def _renumbered(part: Part, number: NDArray[np.int32] | None) -> Block:
    return part().renumbered(number)
