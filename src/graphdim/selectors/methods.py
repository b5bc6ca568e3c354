"""Which methods a comparison runs when none are named."""

from __future__ import annotations

from graphdim.checks import check_choice
from graphdim.selectors import SELECTORS

__all__ = ["SLOW", "default_methods", "methods_of"]

# They train a model for every dimension.
SLOW = frozenset({"snml", "aic", "bic", "normalized-loss-walks"})
# They factorise the graph many times, or to a high rank.
HEAVY = frozenset({"eigcv", "ecv", "flip", "pca", "normalized-loss", "two-nn", "pip"})
LARGE = 2**20


def default_methods(n_edges: int) -> tuple[str, ...]:
    """The quick ones; of a large graph, those that need one factorisation at most."""
    left_out = SLOW | HEAVY if n_edges > LARGE else SLOW
    return tuple(name for name in SELECTORS if name not in left_out)


def methods_of(names: tuple[str, ...]) -> tuple[str, ...] | None:
    """The methods that names mean: none leaves the choice to the graph, "all" is every one."""
    if not names:
        return None
    if names == ("all",):
        return tuple(SELECTORS)
    for name in names:
        check_choice("method", name, SELECTORS)
    return tuple(dict.fromkeys(names))
