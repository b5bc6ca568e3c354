"""The entropies of a source as functions of their own: what MinGE balances, for whoever wants to look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from graphdim import engines
from graphdim.choices import VARIANTS
from graphdim.engines.options import SourceKeywords, options_of
from graphdim.errors import ParameterError
from graphdim.selectors.minge import MinGE
from graphdim.selectors.minge.feature import feature_entropy
from graphdim.words import shown

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["graph_entropy", "structure_entropy"]


def points_of(n: Any) -> NDArray[Any]:
    """The dimensions that were asked for, as an array; what is in it is checked one by one."""
    try:
        return np.asarray(n)
    except (TypeError, ValueError) as error:
        msg = f"n is {shown(n)}; it must be a dimension, or an array of them"
        raise ParameterError(msg) from error


def structure_entropy(source: Any, *, variant: str = VARIANTS[0], **options: Unpack[SourceKeywords]) -> float:
    """How evenly two-hop degree is spread over the nodes, in nats; at most ln N.

    The options say how to read the source, as in `ideal_dimension`.

    >>> round(structure_entropy([(0, 1), (1, 2)]), 6)
    1.098604
    """
    minge = MinGE(variant=variant)
    with engines.open(source, options_of(options)) as view:
        return view.structure_entropy(minge.variant)


def graph_entropy(
    n: ArrayLike,
    source: Any,
    *,
    structure_weight: float = 1.0,
    variant: str = VARIANTS[0],
    **options: Unpack[SourceKeywords],
) -> float | NDArray[np.float64]:
    """Feature entropy plus λ times structure entropy at dimension `n`, a number or an array of them.

    MinGE selects the dimension at which it reaches zero. The options say how to read the source, as in
    `ideal_dimension`.

    >>> round(graph_entropy(14, [(0, 1), (1, 2), (2, 0)]), 4)
    -0.1498
    """
    minge = MinGE(structure_weight, variant)
    with engines.open(source, options_of(options)) as view:
        structure = minge.structure_weight * view.structure_entropy(minge.variant)
    at = points_of(n)
    total = [feature_entropy(point, n_nodes=view.facts.n_nodes) + structure for point in at.ravel().tolist()]
    return np.reshape(total, at.shape) if at.ndim else total[0]
