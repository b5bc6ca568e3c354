"""The answer: a frozen record of the dimension and every fact behind it, usable wherever an integer is.

Made by selectors.minge; report renders its summary.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.checks import check_number
from graphdim.entropy.feature import crossing, feature_entropy
from graphdim.report.markup import markup
from graphdim.report.panel import panel

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

    from numpy.typing import NDArray

    from graphdim.engines import Measurement

__all__ = ["Selection"]


@dataclass(frozen=True, slots=True, repr=False)
class Selection:
    """The embedding dimension of a graph, with the reason for it.

    >>> import graphdim as gd
    >>> result = gd.ideal_dimension("dataset:karate")
    >>> result.dimension, round(result.crossing, 2)
    (44, 43.64)
    >>> range(100)[result]
    44
    >>> result.rounded(multiple_of=8)
    48
    """

    dimension: int
    crossing: float
    structure_weight: float
    measurement: Measurement
    seconds: float
    multiple_of: int = 1

    @property
    def n_nodes(self) -> int:
        """Number of nodes, N."""
        return self.measurement.n_nodes

    @property
    def n_edges(self) -> int:
        """Number of distinct edges, self-loops left out."""
        return self.measurement.n_edges

    @property
    def structure_entropy(self) -> float:
        """H_s, in nats."""
        return self.measurement.structure_entropy

    @property
    def feature_entropy(self) -> float:
        """H_f at the chosen dimension, in nats."""
        return feature_entropy(self.dimension, n_nodes=self.n_nodes)

    @property
    def variant(self) -> str:
        """Which reading of the paper gave H_s."""
        return self.measurement.variant

    @property
    def engine(self) -> str:
        """Which engine did the sums."""
        return self.measurement.engine

    @property
    def bounds(self) -> tuple[float, float]:
        """The crossings between which N and λ alone put every graph: H_s at its least, 0, and its most, ln N."""
        log_n = math.log(self.n_nodes)
        return crossing(2 * log_n), crossing((2 + self.structure_weight) * log_n)

    def rounded(self, *, multiple_of: int = 8) -> int:
        """The crossing rounded up to a multiple, for hardware or for heads that share the width."""
        check_number("multiple_of", multiple_of, least=1, whole=True)
        return multiple_of * math.ceil(self.crossing / multiple_of)

    def in_multiples(self, multiple_of: int) -> Selection:
        """The same selection with its dimension rounded up to a multiple."""
        return replace(self, dimension=self.rounded(multiple_of=multiple_of), multiple_of=multiple_of)

    def curve(self, dimensions: NDArray[Any] | None = None) -> tuple[NDArray[Any], NDArray[np.float64]]:
        """Dimensions, from 1 to twice the chosen one unless given, and the graph entropy H_g at each."""
        at = np.arange(1, 2 * self.dimension + 1) if dimensions is None else np.asarray(dimensions)
        structure = self.structure_weight * self.structure_entropy
        return at, np.array([feature_entropy(n, n_nodes=self.n_nodes) + structure for n in at.tolist()])

    def summary(self) -> dict[str, Any]:
        """Every fact of the result as plain values; text and JSON render this, the page this and `explored`."""
        low, high = self.bounds
        return {
            "dimension": self.dimension,
            "crossing": self.crossing,
            "selector": "minge",
            "structure_weight": self.structure_weight,
            "variant": self.variant,
            "multiple_of": self.multiple_of,
            "source": self.measurement.source,
            "n_nodes": self.n_nodes,
            "n_edges": self.n_edges,
            "n_isolated": self.measurement.n_isolated,
            "structure_entropy": self.structure_entropy,
            "structure_share": self.structure_entropy / math.log(self.n_nodes),
            "feature_entropy": self.feature_entropy,
            "crossing_bounds": [low, high],
            "table_bytes": 4 * self.n_nodes * self.dimension,
            "cleaning": asdict(self.measurement.cleaning),
            "notes": list(self.measurement.notes),
            "engine": self.engine,
            "seconds": self.seconds,
        }

    def to_json(self) -> str:
        """The summary as one JSON object."""
        return json.dumps(self.summary(), ensure_ascii=False)

    def plot(self) -> Any:
        """The charts of the report as one altair chart, with a slider for λ; it needs `graphdim[report]`."""
        from graphdim.report.charts import picture
        from graphdim.selectors.exploring import explored

        return picture([explored(self)], live=True)

    def write_html(
        self, path: str | PathLike[str], *, n_features: int | None = None, n_classes: int | None = None
    ) -> Path:
        """One page that opens anywhere without a network; it needs `graphdim[report]`.

        `n_features` and `n_classes` are for the table of costs, where the source does not tell them itself.
        """
        from graphdim.report.files import write
        from graphdim.selectors.exploring import explored

        return write([explored(self, n_features=n_features, n_classes=n_classes)], path)

    def __index__(self) -> int:
        """Let the result stand wherever an integer is expected."""
        return self.dimension

    def __int__(self) -> int:
        """The dimension."""
        return self.dimension

    def __repr__(self) -> str:
        """The panel."""
        return panel(self.summary())

    def _repr_html_(self) -> str:
        from graphdim.selectors.exploring import explored

        return markup(self.summary(), lambda: explored(self))
