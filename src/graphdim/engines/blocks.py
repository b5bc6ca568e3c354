"""Distinct edges in blocks → view: what the memory and the disk engine share once no edge is repeated.

Ids that are small integers are places in the node vectors. A place without a node has degree 0 and counts for nothing;
only where such places could outweigh the edges are they closed up.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.engines.degrees import degree_bins
from graphdim.engines.structure import check_edges, checked, entropy, structure_entropy
from graphdim.engines.sums import Sums
from graphdim.engines.view import GraphFacts, NoMatrix
from graphdim.threads import map_in_threads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from graphdim.engines.options import SourceOptions
    from graphdim.engines.sums import Part
    from graphdim.graph.blocks import Block
    from graphdim.graph.kinds import Kinds
    from graphdim.graph.packing import Packing

__all__ = ["BlockView", "facts_of", "summed_up"]


class BlockView(NoMatrix):
    """A graph whose sums are done block by block."""

    def __init__(self, facts: GraphFacts, sums: Sums) -> None:
        self.facts = facts
        self.sums = sums
        self._entropies: dict[str, float] = {}

    def structure_entropy(self, variant: str) -> float:
        """H_s in nats, by the named variant."""
        if variant not in self._entropies:
            self._entropies[variant] = structure_entropy(self.sums, variant, n_isolated=self.facts.n_isolated)
        return self._entropies[variant]

    def degree_entropy(self) -> float:
        """The Shannon entropy of the degrees, in nats."""
        check_edges("degree", self.facts.n_edges)
        with np.errstate(over="ignore", invalid="ignore"):
            return checked(entropy(self.sums.degrees.astype(np.float64, copy=False)))


def summed_up(
    packing: Packing, n_edges: int, parts: Sequence[Part], options: SourceOptions, **known: str
) -> tuple[GraphFacts, Sums]:
    """Facts and sums of the edges in `parts`; `known` are the names of engine and source."""
    n_places, shown = packing.n_places, None
    if packing.has_wide_gaps:
        parts, shown = _closed(packing, parts)
        n_places = sum(shown)
    sums = Sums(n_places, n_edges, parts, weighted=options.weight is not None)
    sizes = packing.n_nodes(shown or packing.n_shown(sums.degrees > 0), options.n_nodes)
    facts = facts_of(
        sums,
        sum(sizes),
        cleaning=packing.cleaning(n_edges),
        notes=packing.edges.notes,
        attributes=packing.edges.attributes,
        kinds=sizes if packing.edges.has_two_kinds else None,
        **known,
    )
    return facts, sums


def facts_of(sums: Sums, n_nodes: int, **known: Any) -> GraphFacts:
    """The facts of a graph whose nodes have these sums; `known` is what else there is to tell of it."""
    n_isolated = n_nodes - int(np.count_nonzero(sums.degrees))
    return GraphFacts(
        n_nodes=n_nodes,
        n_edges=sums.n_edges,
        n_isolated=n_isolated,
        degrees=degree_bins(sums.degrees, n_isolated),
        **known,
    )


def _closed(packing: Packing, parts: Sequence[Part]) -> tuple[list[Part], Kinds]:
    """The blocks with their nodes numbered without gaps, and the number of nodes of each kind."""
    present = packing.places()
    map_in_threads(partial(_mark, present), parts)
    number = packing.renumbering(present)
    return [partial(_renumbered, part, number) for part in parts], packing.n_shown(present)


def _mark(present: NDArray[np.bool_], part: Part) -> None:
    part().mark(present)


def _renumbered(part: Part, number: NDArray[np.int32] | None) -> Block:
    return part().renumbered(number)
