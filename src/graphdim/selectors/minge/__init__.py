r"""MinGE: the dimension at which the graph entropy reaches zero (Luo et al., IJCAI 2021).

    H_g(n) = H_f(n) + λ·H_s = 2 ln N + h(n) + λ·H_s = 0,   rounded up

H_f is the feature entropy (minge.feature), H_s the structure entropy, which the engine computes where the edges are.
Other structure terms than the paper's are in minge.structures.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from graphdim.checks import check_choice, check_field
from graphdim.choices import STRUCTURES, VARIANTS
from graphdim.errors import GraphError, ParameterError
from graphdim.selectors.minge.feature import SLOPE, crossing, feature_entropy
from graphdim.selectors.minge.structures import structure_term
from graphdim.selectors.protocol import Explanation
from graphdim.selectors.selection import Selection

if TYPE_CHECKING:
    from graphdim.engines.view import GraphFacts, GraphView
    from graphdim.report.section import Section

__all__ = ["SMALL", "SMALL_CAVEAT", "MinGE"]

SMALL = 100  # nodes
SMALL_CAVEAT = f"with fewer than {SMALL} nodes, most practitioners use 10 dimensions or fewer"


@dataclass(frozen=True, slots=True)
class MinGE:
    """The minimum graph entropy of a graph.

    Parameters
    ----------
    structure_weight
        λ, the weight of the structure entropy; 0 leaves the edges out.
    variant
        "published" gives the dimensions that the paper prints, "equations" follows its text.
    structure
        What the structure entropy looks at: "two-hop" degrees as in the paper, "degree", "li-pan-2" or "von-neumann".
    """

    name: ClassVar[str] = "minge"
    looks_at: ClassVar[str] = "almost only N"

    structure_weight: float = 1.0
    variant: str = VARIANTS[0]
    structure: str = STRUCTURES[0]

    def __post_init__(self) -> None:
        """Check the parameters."""
        check_field(self, "structure_weight", least=0, called="the structure weight λ")
        check_choice("variant", self.variant, VARIANTS)
        check_choice("structure", self.structure, STRUCTURES)
        if self.structure != STRUCTURES[0] and self.variant != VARIANTS[0]:
            msg = f"the {self.variant!r} variant is one of the {STRUCTURES[0]} structure, not of {self.structure!r}"
            raise ParameterError(msg)

    def select(self, view: GraphView) -> Selection:
        """The zero of the graph entropy, rounded up."""
        return self.choose(view.facts, **structure_term(view, self.structure, self.variant))

    def choose(self, facts: GraphFacts, structure_entropy: float, **details: Any) -> Selection:
        """The selection for a graph of this size and structure entropy; `details` are kept with it."""
        if facts.n_nodes < 2:  # noqa: PLR2004 - 2 ln 1 = 0 leaves no zero to find
            msg = "the graph has one node, so its entropy is 0 and no dimension follows; it takes at least two nodes"
            raise GraphError(msg)
        total = 2 * math.log(facts.n_nodes) + self.structure_weight * structure_entropy
        if math.isinf(total / SLOPE):
            msg = f"the structure weight λ is {self.structure_weight}; the dimension would be larger than any number"
            raise ParameterError(msg)
        zero = crossing(total)
        details = {"structure_entropy": structure_entropy, **details}
        return Selection(selector=self, dimension=math.ceil(zero), facts=facts, estimate=zero, details=details)

    def bounds(self, n_nodes: int) -> tuple[float, float]:
        """The crossings between which N and λ alone put every graph: H_s at its least, 0, and its most, ln N."""
        log_n = math.log(n_nodes)
        return crossing(2 * log_n), crossing((2 + self.structure_weight) * log_n)

    def explain(self, selection: Selection) -> Explanation:
        """λ, the structure entropy, the crossing and its bounds."""
        n_nodes, entropy = selection.n_nodes, selection.details["structure_entropy"]
        columns = {
            "λ": f"{self.structure_weight:g}",
            "structure": f"{entropy:.3f}",
            "share": f"{100 * entropy / math.log(n_nodes):.1f} %",
            "crossing": f"{selection.estimate:.2f}",
        }
        structure = f"{columns['structure']} of at most {math.log(n_nodes):.3f} nats"
        reasons = (("structure", structure), ("crossing", columns["crossing"]))
        caveats = (self._caveat(n_nodes), *_bound_note(selection))
        return Explanation(self._title(), reasons, caveats, self._facts(selection), columns)

    def section(self) -> Section:
        """MinGE's part of the report."""
        from graphdim.selectors.minge.report import EntropySection

        return EntropySection()

    def _title(self) -> str:
        variant = "" if self.variant == VARIANTS[0] else f", {self.variant} variant"
        structure = "" if self.structure == STRUCTURES[0] else f", {self.structure} structure"
        return f"MinGE, λ = {self.structure_weight:g}{variant}{structure}"

    def _caveat(self, n_nodes: int) -> str:
        if n_nodes < SMALL:
            return SMALL_CAVEAT
        low, high = map(math.ceil, self.bounds(n_nodes))
        return f"MinGE depends almost only on the number of nodes: any graph of this size gets {low} to {high}"

    def _facts(self, selection: Selection) -> dict[str, Any]:
        n_nodes = selection.n_nodes
        return {
            "crossing": selection.estimate,
            "crossing_bounds": list(self.bounds(n_nodes)),
            "structure_weight": self.structure_weight,
            "variant": self.variant,
            "structure_share": selection.details["structure_entropy"] / math.log(n_nodes),
            "feature_entropy": feature_entropy(selection.dimension, n_nodes=n_nodes),
        }


def _bound_note(selection: Selection) -> tuple[str, ...]:
    if selection.details.get("structure_is_exact", True):
        return ()
    return ("too many nodes for all eigenvalues: the von Neumann entropy is FINGER's lower bound, often far too low",)
