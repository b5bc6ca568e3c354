r"""A bound from the number of nodes: n = 8.33 ln N (Su 2020), rounded up. It sees nothing else."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from graphdim.errors import GraphError
from graphdim.selectors.selection import Selection

if TYPE_CHECKING:
    from graphdim.engines.view import GraphView

__all__ = ["Su"]

FACTOR = 8.33


@dataclass(frozen=True, slots=True)
class Su:
    """8.33 ln N, rounded up."""

    name: ClassVar[str] = "su"
    looks_at: ClassVar[str] = "N alone"

    def select(self, view: GraphView) -> Selection:
        """The bound for the number of nodes."""
        if view.facts.n_nodes == 1:
            msg = "the graph has one node, and 8.33 ln 1 = 0; it takes at least two nodes"
            raise GraphError(msg)
        estimate = FACTOR * math.log(view.facts.n_nodes)
        return Selection(selector=self, dimension=math.ceil(estimate), facts=view.facts, estimate=estimate)
