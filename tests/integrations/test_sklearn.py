"""The estimator by scikit-learn's own rules, and in pipelines."""

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.decomposition import TruncatedSVD
from sklearn.exceptions import NotFittedError
from sklearn.manifold import SpectralEmbedding
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

import graphdim as gd
from graphdim.errors import GraphDimError, GraphError, SourceError, UnsupportedError
from graphdim.integrations.sklearn import DimensionSelector
from graphdim.selectors import selector
from toys import KARATE, adjacency

MATRIX = adjacency(KARATE.n_nodes, KARATE.indexed)
PRIOR = "minge"

EXPECTED_FAILURES = {
    "check_transformer_data_not_an_array": "an object that is neither array, matrix nor graph is refused, not converted"
}
STATUSES = ("failed", "xfail", "skipped", "passed")


@pytest.mark.parametrize("estimator", [None, TruncatedSVD(random_state=0)])
@pytest.mark.filterwarnings("ignore:Can't check")
def test_scikit_learn_accepts_it(estimator):
    # Its matrices are full, and where all nodes are linked there is nothing to measure.
    asked = DimensionSelector(estimator, method=PRIOR)
    results = check_estimator(asked, expected_failed_checks=EXPECTED_FAILURES, on_fail=None, on_skip=None)
    found = {status: {each["check_name"] for each in results if each["status"] == status} for status in STATUSES}
    assert found["failed"] == set()
    assert set(EXPECTED_FAILURES) == found["xfail"]
    assert found["skipped"] == {"check_array_api_input"}  # runs where SCIPY_ARRAY_API is set
    assert len(found["passed"]) > 40


@pytest.mark.parametrize(
    "graph",
    [
        MATRIX,
        MATRIX.astype(int),
        MATRIX.astype(bool),
        MATRIX.astype(object),
        MATRIX.tolist(),
        scipy.sparse.csr_matrix(MATRIX),
        scipy.sparse.coo_array(MATRIX),
        scipy.sparse.dok_array(MATRIX),
        nx.karate_club_graph(),
        np.array(KARATE.indexed),
        KARATE.indexed,
        "dataset:karate",
    ],
    ids=lambda graph: type(graph).__name__,
)
@pytest.mark.filterwarnings("ignore:Can't check dok sparse matrix")
def test_every_form_of_a_graph_gives_one_dimension(graph):
    fitted = DimensionSelector().fit(graph)
    assert fitted.dimension_ == gd.compare("dataset:karate").dimension == 2
    assert type(fitted.dimension_) is int
    assert fitted.selection_.n_edges == 78


def test_parameters_are_scikit_learns():
    asked = DimensionSelector(multiple_of=8)
    assert asked.get_params() == {
        "estimator": None,
        "method": "cv",
        "n_nodes": None,
        "weight": None,
        "columns": None,
        "multiple_of": 8,
    }
    assert clone(asked).fit(MATRIX).dimension_ == 8
    assert clone(asked).set_params(method=selector(PRIOR, structure_weight=0)).fit(MATRIX).dimension_ == 32
    assert DimensionSelector(TruncatedSVD()).set_params(estimator__n_iter=7).estimator.n_iter == 7


@pytest.mark.parametrize("options", [{"weight": "data"}, {"n_nodes": 40}])
def test_options_are_those_of_ideal_dimension(options):
    graph = np.array(KARATE.indexed) if "n_nodes" in options else 3 * MATRIX
    fitted = DimensionSelector(method=PRIOR, **options).fit(graph)
    assert fitted.dimension_ == gd.ideal_dimension(graph, **options).dimension


@pytest.mark.parametrize(
    ("graph", "why"), [(nx.complete_graph(20), "every two nodes"), (nx.cycle_graph(60), "no dimension is better")]
)
def test_where_nothing_can_be_measured_the_error_names_the_prior(graph, why):
    with pytest.raises(GraphError, match=f'{why}.*; with method="minge", DimensionSelector takes a prior'):
        DimensionSelector().fit(graph)
    assert DimensionSelector(method=PRIOR).fit(graph).dimension_ > 20


def test_another_estimator_gets_as_many_components():
    grid = scipy.sparse.csr_array(nx.to_numpy_array(nx.grid_2d_graph(12, 12)))
    fitted = DimensionSelector(TruncatedSVD(random_state=0))
    embedding = fitted.fit_transform(grid)
    assert embedding.shape == (144, fitted.dimension_)
    assert fitted.estimator_.n_components == fitted.dimension_ == gd.compare(grid).dimension > 2
    assert fitted.estimator.n_components == 2
    assert np.allclose(fitted.fit(grid).transform(grid), embedding)


def test_a_small_graph_has_no_more_components_than_directions():
    fitted = DimensionSelector(TruncatedSVD(algorithm="arpack"), method=PRIOR).fit(MATRIX)
    assert (fitted.dimension_, fitted.estimator_.n_components) == (44, 33)


def test_pipelines():
    communities = nx.to_scipy_sparse_array(nx.planted_partition_graph(3, 60, 0.5, 0.01, seed=0))
    embed = DimensionSelector(TruncatedSVD(random_state=0))
    labels = make_pipeline(embed, KMeans(3, n_init=10, random_state=0)).fit_predict(communities)
    assert [len(set(labels[start : start + 60])) for start in (0, 60, 120)] == [1, 1, 1]
    assert len(set(labels)) == 3
    assert embed.fit(communities).dimension_ == 3  # as many as communities, where the prior is 65


def test_an_estimator_that_cannot_transform_still_embeds():
    fitted = DimensionSelector(SpectralEmbedding(affinity="precomputed", random_state=0))
    assert fitted.fit_transform(MATRIX).shape == (34, fitted.dimension_)
    assert not hasattr(fitted, "transform")


def test_without_an_estimator_the_graph_goes_through():
    assert DimensionSelector().fit_transform(MATRIX) is MATRIX
    assert DimensionSelector().fit(MATRIX).transform(MATRIX) is MATRIX
    with pytest.raises(NotFittedError):
        DimensionSelector().transform(MATRIX)


@pytest.mark.parametrize(
    ("graph", "fault"),
    [
        (np.ones((3, 4)), "the matrix has shape \\(3, 4\\)"),
        (np.full((3, 3), np.nan), "Input X contains NaN"),
        (np.zeros((1, 1)), "minimum of 2 is required"),
        ([(1,)], "pair 1 is"),
    ],
)
def test_bad_graphs_are_refused(graph, fault):
    with pytest.raises(ValueError, match=fault):
        DimensionSelector().fit(graph)


def test_bad_settings_are_refused_when_fitting():
    assert issubclass(SourceError, GraphDimError)
    with pytest.raises(GraphDimError, match="λ is -1"):
        DimensionSelector(method=selector(PRIOR, structure_weight=-1)).fit(MATRIX)
    with pytest.raises(GraphDimError, match="multiple_of is 0"):
        DimensionSelector(multiple_of=0).fit(MATRIX)


@pytest.mark.parametrize("source", [nx.karate_club_graph(), KARATE.indexed])
def test_an_estimator_wants_a_matrix(source):
    assert DimensionSelector().fit(source).dimension_ > 0
    with pytest.raises(UnsupportedError, match="an estimator embeds an adjacency matrix, dense or sparse, not a"):
        DimensionSelector(SpectralEmbedding()).fit_transform(source)


def test_components_are_named_by_the_estimator_that_makes_them():
    selected = DimensionSelector(TruncatedSVD(random_state=0)).fit(MATRIX)
    names = selected.get_feature_names_out().tolist()
    assert names == [f"truncatedsvd{place}" for place in range(selected.dimension_)]
    with pytest.raises(NotFittedError):
        DimensionSelector(TruncatedSVD()).get_feature_names_out()
    assert not hasattr(DimensionSelector(SpectralEmbedding()), "get_feature_names_out")
