"""scikit-learn: the measured dimension as an estimator, alone or in front of one that takes `n_components`.

X, an adjacency matrix or any other graph → api.ideal_dimension → dimension_ → estimator.set_params(n_components=…)

What takes `n_components` factorises, and there the dimension matters by points and can be measured: cross-validation is
the default, where the other tools, which set the width of a network, have the prior.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from graphdim.api import ideal_dimension
from graphdim.errors import GraphError, SourceError, UnsupportedError
from graphdim.extras import require

require("sklearn", "DimensionSelector")

from sklearn.base import BaseEstimator, TransformerMixin, clone  # noqa: E402 - only once it is known to be there
from sklearn.utils.metaestimators import available_if  # noqa: E402
from sklearn.utils.validation import check_is_fitted, validate_data  # noqa: E402

if TYPE_CHECKING:
    from sklearn.utils import Tags

    from graphdim.selectors.protocol import Selector
    from graphdim.selectors.selection import Selection

__all__ = ["DimensionSelector"]

FORMATS = ["csr", "csc", "coo"]  # sparse matrices of any other kind are turned into the first


def _can_transform(selector: DimensionSelector) -> bool:
    return selector.estimator is None or hasattr(selector.estimator, "transform")


def _can_name(selector: DimensionSelector) -> bool:
    return hasattr(selector.estimator, "get_feature_names_out")


# What comes out is the estimator's, so it is the estimator that may be told to make tables of it.
class DimensionSelector(TransformerMixin, BaseEstimator, auto_wrap_output_keys=None):  # type: ignore[misc, call-arg]
    """Measures the dimension of a graph, and fits another estimator with that many components.

    Parameters
    ----------
    estimator
        What gets the dimension as `n_components`: TruncatedSVD, SpectralEmbedding, NMF and the like. Without one,
        the dimension is found and X goes through unchanged.
    method
        How the dimension is chosen: the name of a selector, or a selector with parameters of its own. "cv", the
        default, measures how well a spectral embedding predicts held-out edges, in seconds; a graph on which nothing
        can be measured is an error. "minge" is an instant prior from little more than the number of nodes; it takes
        its λ as `graphdim.selectors.selector("minge", structure_weight=2)`.
    n_nodes
        Number of nodes, when X is a list of edges and some nodes have none.
    weight
        Name of the edge weights; those of a matrix are called "data". Without it weights are ignored.
    columns
        Names of the two columns that hold the ends of an edge, when X is a table of edges.
    multiple_of
        Round the dimension up to a multiple of this.

    Attributes
    ----------
    dimension_
        The dimension, an int.
    selection_
        The whole result, with every fact behind the dimension.
    estimator_
        The fitted estimator. It has `dimension_` components, or one less than there are nodes if that is fewer.
    n_features_in_
        Number of columns of X, if X is a matrix.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.decomposition import TruncatedSVD
    >>> three_groups = np.kron(np.eye(3), np.ones((20, 20)))
    >>> DimensionSelector().fit(three_groups).dimension_
    3
    >>> DimensionSelector(TruncatedSVD()).fit_transform(three_groups).shape
    (60, 3)
    """

    def __init__(
        self,
        estimator: Any = None,
        *,
        method: str | Selector = "cv",
        n_nodes: int | None = None,
        weight: str | None = None,
        columns: tuple[str, str] | None = None,
        multiple_of: int = 1,
    ) -> None:
        self.estimator = estimator
        self.method = method
        self.n_nodes = n_nodes
        self.weight = weight
        self.columns = columns
        self.multiple_of = multiple_of

    def fit(self, X: Any, y: Any = None) -> Self:  # noqa: N803 - scikit-learn's name
        """Find the dimension of the graph X: an adjacency matrix, dense or sparse, or what `ideal_dimension` reads."""
        X = self._find(X)  # noqa: N806
        if self.estimator is not None:
            self.estimator_ = self._sized().fit(X, y)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Any:  # noqa: N803
        """Find the dimension of X, and embed X in that many dimensions if there is an estimator to do it."""
        X = self._find(X)  # noqa: N806
        if self.estimator is None:
            return X
        self.estimator_ = self._sized()
        return self.estimator_.fit_transform(X, y)

    @available_if(_can_transform)  # type: ignore[untyped-decorator]
    def transform(self, X: Any) -> Any:  # noqa: N803
        """What the fitted estimator makes of X; X itself without one."""
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse=FORMATS, reset=False) if _is_matrix(X) else X  # noqa: N806
        return X if self.estimator is None else self.estimator_.transform(X)

    @available_if(_can_name)  # type: ignore[untyped-decorator]
    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """The names that the fitted estimator gives to its components."""
        check_is_fitted(self)
        return self.estimator_.get_feature_names_out(input_features)

    def _find(self, X: Any) -> Any:  # noqa: N803
        """Set the dimension; gives X as the estimator gets it."""
        if _is_matrix(X):
            X = validate_data(self, X, accept_sparse=FORMATS, ensure_min_samples=2)  # noqa: N806
            _check_square(X.shape)
        elif self.estimator is not None:
            msg = f"an estimator embeds an adjacency matrix, dense or sparse, not a {type(X).__name__}"
            raise UnsupportedError(msg)
        self.selection_ = self._selection(X).in_multiples(self.multiple_of)
        self.dimension_ = int(self.selection_)
        return X

    def _selection(self, X: Any) -> Selection:  # noqa: N803
        reading = {"n_nodes": self.n_nodes, "weight": self.weight, "columns": self.columns}
        try:
            return ideal_dimension(X, method=self.method, **reading)
        except GraphError as error:
            msg = f'{error}; with method="minge", DimensionSelector takes a prior from the number of nodes'
            raise GraphError(msg) from error

    def _sized(self) -> Any:
        # A matrix has no more directions than nodes, and the usual solvers find all but one of them.
        return clone(self.estimator).set_params(n_components=min(self.dimension_, self.selection_.n_nodes - 1))

    def __sklearn_tags__(self) -> Tags:
        """X has a row and a column for each node, may be sparse, and comes without labels."""
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = True
        tags.input_tags.sparse = True
        return tags


def _check_square(shape: tuple[int, int]) -> None:
    """Refuse rows and columns of different kinds: scikit-learn would cut both alike, as those of an adjacency."""
    if shape[0] != shape[1]:
        way = "ideal_dimension takes a matrix of two kinds of nodes"
        msg = f"the matrix has shape {shape}; an adjacency matrix is square, and {way}"
        raise SourceError(msg)


def _is_matrix(X: Any) -> bool:  # noqa: N803
    """Whether scikit-learn's own checks apply: an array, a sparse matrix or rows of numbers, not a list of edges."""
    if isinstance(X, list):
        return bool(X) and isinstance(X[0], list) and len(X[0]) == len(X)
    return (isinstance(X, np.ndarray) or hasattr(X, "tocoo")) and X.shape[1:] != (2,)
