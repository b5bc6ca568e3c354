r"""MinGE: the dimension at which the graph entropy reaches zero.

    H_g(n) = H_f(n) + λ·H_s = 2 ln N + h(n) + λ·H_s = 0,   rounded up

Takes an engines.Measurement, makes a Selection. (Luo et al., IJCAI 2021.)
"""

import math
import time

from graphdim.checks import check_number
from graphdim.engines import Measurement
from graphdim.entropy.feature import SLOPE, crossing
from graphdim.errors import GraphError, ParameterError
from graphdim.selectors.selection import Selection

__all__ = ["check_structure_weight", "select"]


def select(measurement: Measurement, *, structure_weight: float = 1.0, since: float | None = None) -> Selection:
    """The dimension for a measured graph; `since` is the `time.perf_counter()` at which the work began."""
    check_structure_weight(structure_weight)
    if measurement.n_nodes < 2:  # noqa: PLR2004 - 2 ln 1 = 0 leaves no zero to find
        msg = "the graph has one node, so its entropy is 0 and no dimension follows; it takes at least two nodes"
        raise GraphError(msg)
    started = time.perf_counter() if since is None else since
    total = 2 * math.log(measurement.n_nodes) + structure_weight * measurement.structure_entropy
    if math.isinf(total / SLOPE):
        msg = f"the structure weight λ is {structure_weight}; the dimension would be larger than any number"
        raise ParameterError(msg)
    zero = crossing(total)
    return Selection(math.ceil(zero), zero, structure_weight, measurement, time.perf_counter() - started)


def check_structure_weight(structure_weight: float) -> None:
    """Refuse a λ that is negative or no finite number."""
    check_number("the structure weight λ", structure_weight, least=0)
