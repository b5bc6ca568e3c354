r"""Rules of thumb for embedding tables, from the number of rows alone.

fast.ai   min(600, round(1.6 N^0.56))             Google   N^0.25, rounded
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from graphdim.checks import check_choice
from graphdim.selectors.selection import Selection

if TYPE_CHECKING:
    from graphdim.engines.view import GraphView

__all__ = ["Rules"]

RULES = {"fast.ai": lambda n: min(600.0, 1.6 * n**0.56), "google": lambda n: n**0.25}


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule of thumb; the other ones are in the details.

    Parameters
    ----------
    rule
        "fast.ai" or "google".
    """

    name: ClassVar[str] = "rules"
    looks_at: ClassVar[str] = "N alone"

    rule: str = "fast.ai"

    def __post_init__(self) -> None:
        """Refuse a rule that is not known."""
        check_choice("rule", self.rule, RULES)

    def select(self, view: GraphView) -> Selection:
        """The rule's number."""
        numbers = {name: RULES[name](view.facts.n_nodes) for name in RULES}
        others = ", ".join(f"{name}: {max(1, round(n))}" for name, n in numbers.items() if name != self.rule)
        estimate = numbers[self.rule]
        return Selection(
            selector=self,
            dimension=max(1, round(estimate)),
            facts=view.facts,
            estimate=estimate,
            notes=(f"{self.rule}'s rule; {others}",),
        )
