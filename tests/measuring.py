"""The facts of a source and its structure entropy, as any engine gives them."""

from dataclasses import dataclass
from typing import Any

from graphdim import engines
from graphdim.engines.options import SourceOptions
from graphdim.engines.view import GraphFacts


@dataclass(frozen=True)
class Measured:
    facts: GraphFacts
    structure_entropy: float
    variant: str

    def __getattr__(self, name: str) -> Any:
        return getattr(self.facts, name)


def measure(source: object, variant: str = "published", *, degrees: bool = False, **options: Any) -> Measured:
    with engines.open(source, SourceOptions(**options), degrees=degrees) as view:
        return Measured(view.facts, view.structure_entropy(variant), variant)
