"""PyTorch Geometric: a transform that stores the dimension of a graph on the graph.

Data or HeteroData → api.ideal_dimension → data.embedding_dimension, an int.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphdim.api import ideal_dimension
from graphdim.checks import check_text
from graphdim.choices import METHOD
from graphdim.errors import ParameterError
from graphdim.extras import require

if TYPE_CHECKING:
    from torch_geometric.data import Data, HeteroData
    from torch_geometric.transforms import BaseTransform

    from graphdim.selectors.protocol import Selector
else:
    BaseTransform = require("torch_geometric.transforms", "EmbeddingDimension").BaseTransform

__all__ = ["EmbeddingDimension"]

# PyG adds node numbers to what has one of these in its name when it makes a batch.
COUNTED = ("index", "batch", "face")


class EmbeddingDimension(BaseTransform):  # type: ignore[misc]  # PyG comes without types
    """Stores the dimension that MinGE, or another method, selects for a graph on the graph.

    It is a plain int: `data.to(device)` leaves it alone, `torch.save` keeps it, and a batch holds one number for each
    of its graphs. All node and edge types of a HeteroData are merged; it gets one dimension, for the whole of it.

    Parameters
    ----------
    method
        How the dimension is chosen: the name of a selector, or a selector with parameters of its own, such as
        `graphdim.selectors.selector("minge", structure_weight=2)`. MinGE, the default, is instant. "cv" measures link
        prediction by a spectral embedding, not the width of a network.
    weight
        Name of the edge attribute that holds weights; without it weights are ignored.
    multiple_of
        Round the dimension up to a multiple of this.
    attr_name
        The attribute that gets the dimension.

    Examples
    --------
    >>> import torch, torch_geometric.transforms as T
    >>> from torch_geometric.data import Data
    >>> triangle = Data(edge_index=torch.tensor([[0, 1, 2], [1, 2, 0]]), num_nodes=3)
    >>> T.Compose([T.ToUndirected(), EmbeddingDimension(multiple_of=8)])(triangle).embedding_dimension
    16
    """

    def __init__(
        self,
        *,
        method: str | Selector = METHOD,
        weight: str | None = None,
        multiple_of: int = 1,
        attr_name: str = "embedding_dimension",
    ) -> None:
        check_text("attr_name", attr_name, "the name of an attribute")
        if any(word in attr_name for word in COUNTED):
            msg = f"attr_name is {attr_name!r}; PyG adds node numbers to every name with {', '.join(COUNTED)} in it"
            raise ParameterError(msg)
        self.method = method
        self.weight = weight
        self.multiple_of = multiple_of
        self.attr_name = attr_name

    def forward(self, data: Data | HeteroData) -> Data | HeteroData:
        """The same graph with its dimension."""
        result = ideal_dimension(data, method=self.method, weight=self.weight)
        setattr(data, self.attr_name, result.rounded(multiple_of=self.multiple_of))
        return data

    def __repr__(self) -> str:
        """The settings."""
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"
