"""Graphs whose dimension is known, and the formulas against other ways to compute them."""

import math

import numpy as np
import pytest
import scipy.sparse as sp

from graphdim.errors import GraphError
from graphdim.graph.matrices import adjacency_of
from graphdim.linalg import Spectrum
from graphdim.selectors import selector
from graphdim.selectors.minge import structures
from graphdim.selectors.normalized_loss import losses_of
from graphdim.selectors.pca import principal
from graphdim.selectors.pip_loss import noise_of, simulated_losses
from graphdim.selectors.skip_gram import SkipGram, count_pairs, log_softmax, walk_pairs
from graphdim.selectors.snml import updated_log_probabilities
from graphdim.selectors.two_nn import distinct_rows, intrinsic_dimension, without_twins
from toy_graphs import block_model, clique, dot_product_graph, random_graph, ring, star, tree, view_of

BLOCKS = {
    2: block_model(2, 300, inside=0.3, across=0.03),
    5: block_model(5, 500, inside=0.4, across=0.03),
    12: block_model(12, 600, inside=0.7, across=0.01),
}


def select(name, source, **parameters):
    with view_of(source) as view:
        return selector(name, **parameters).select(view)


@pytest.mark.slow
@pytest.mark.parametrize("n_blocks", BLOCKS)
def test_pip_finds_the_blocks(n_blocks):
    assert select("pip", BLOCKS[n_blocks]) == n_blocks


@pytest.mark.slow
@pytest.mark.parametrize("rank", [4, 6])
def test_pip_finds_the_rank_of_dot_products(rank):
    assert select("pip", dot_product_graph(rank, 600, mean=0.15)) == rank


def test_pip_without_structure_is_one():
    assert select("pip", random_graph(300, 0.1)) == 1


def test_pip_says_that_there_is_only_noise():
    with pytest.raises(GraphError, match="no value of the spectrum is above the noise"):
        select("pip", ring(101))


def test_pip_says_that_it_simulated_fewer_rows():
    assert "600 rows instead of 700" in select("pip", random_graph(700, 0.05), draws=1).notes[0]


def test_pip_noise_is_that_of_two_halves():
    edges = random_graph(200, 0.1)
    with view_of(edges) as view:
        shape, noise = noise_of(view.spectra, np.random.default_rng(0))
    half = np.random.default_rng(1).permutation(len(edges)) < len(edges) / 2
    one, other = (2 * adjacency_of(edges[part], 200).toarray() for part in (half, ~half))
    assert shape == (200, 200)
    assert noise == pytest.approx((one - other).std() / 2, rel=1e-3)


def test_pip_loss_is_the_distance_of_inner_products():
    signal = np.array([9.0, 5.0, 2.0])
    losses = simulated_losses(signal, (30, 20), 0.3, np.random.default_rng(0))
    rng = np.random.default_rng(0)
    left, right = (np.linalg.qr(rng.standard_normal((size, 3)))[0] for size in (30, 20))
    u, s, _ = np.linalg.svd((left * signal) @ right.T + 0.3 * rng.standard_normal((30, 20)))
    embedding = left * np.sqrt(signal)
    for k in (1, 3, 10):
        cut = u[:, :k] * np.sqrt(s[:k])
        assert losses[k - 1] == pytest.approx(np.square(embedding @ embedding.T - cut @ cut.T).sum())


def test_normalised_loss_is_the_mean_difference_of_cosines():
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((40, 6))
    values = np.array([3.0, -2.5, 2.0, 1.5, 1.0, -0.5])
    pairs = np.array([(i, j) for i in range(40) for j in range(i)])
    rows = np.sqrt(np.abs(values)) * vectors
    rows -= rows.mean(axis=0)

    def cosines(cut):
        scaled = rows[:, :cut] / np.linalg.norm(rows[:, :cut], axis=1, keepdims=True)
        return (scaled @ scaled.T)[pairs[:, 0], pairs[:, 1]]

    expected = [np.abs(cosines(cut) - cosines(6)).mean() for cut in (1, 3, 5)]
    assert expected == pytest.approx(losses_of(Spectrum(values, vectors, vectors, complete=True), pairs, [1, 3, 5]))


def test_a_smaller_tolerance_takes_more_dimensions():
    strict, loose = (select("normalized-loss", BLOCKS[5], tolerance=tolerance) for tolerance in (0.1, 0.3))
    assert strict > loose
    assert loose.estimate == pytest.approx((loose.details["scale"] / 0.3) ** (1 / loose.details["exponent"]))


@pytest.mark.needs("gensim")
def test_the_loss_of_walks_falls_as_dimensions_are_added_and_stays_within_the_nodes():
    chosen, again = (select("normalized-loss-walks", block_model(3, 60), reference=40) for _ in range(2))
    losses = [point.score for point in chosen.curve.points]
    assert [point.dimension for point in chosen.curve.points] == [2, 4, 8, 16]
    assert losses[0] > losses[-1] > 0
    assert 1 <= chosen.dimension <= 40
    assert chosen.curve == again.curve


@pytest.mark.needs("gensim")
def test_the_loss_of_walks_needs_some_nodes():
    with pytest.raises(GraphError, match="too few to fit the loss"):
        select("normalized-loss-walks", ring(12))


@pytest.mark.parametrize(("n_blocks", "least", "most"), [(2, 1, 2), (5, 3, 5), (12, 8, 12)])
def test_pca_needs_about_as_many_components_as_blocks(n_blocks, least, most):
    """Centred rows have one direction fewer than there are blocks."""
    found = select("pca", BLOCKS[n_blocks])
    assert least <= found <= most
    assert found.as_good[0] == found.dimension <= found.details["best"]


@pytest.mark.parametrize(("n_nodes", "share"), [(300, 0.1), (60, 0.1)])
def test_pca_says_that_links_are_chance(n_nodes, share):
    """The fewer edges are scored, the higher a score can be by chance."""
    assert any("chance" in note for note in select("pca", random_graph(n_nodes, share)).notes)


def test_principal_axes_keep_dot_products():
    with view_of(BLOCKS[2]) as view:
        spectrum = view.spectra.normalised(10)
    rotated = principal(spectrum)
    rows = np.sqrt(np.abs(spectrum.values)) * spectrum.left
    assert np.allclose(rows @ rows.T, (rotated.left * rotated.values) @ rotated.left.T, atol=1e-6)
    assert (np.diff(rotated.values) <= 0).all()


@pytest.mark.parametrize("dimension", [1, 3, 6])
def test_two_nn_finds_the_dimension_of_a_normal_cloud(dimension):
    cloud = np.random.default_rng(0).standard_normal((3000, dimension)) @ np.eye(dimension, 10)
    assert intrinsic_dimension(cloud) == pytest.approx(dimension, rel=0.07)


def test_twins_are_dropped():
    assert without_twins(adjacency_of(star(30), 31)).tolist() == [0, 1]
    assert without_twins(adjacency_of(clique(5), 5)).tolist() == [0]
    assert without_twins(adjacency_of(ring(9), 9)).tolist() == list(range(9))
    rows = np.random.default_rng(0).standard_normal((700, 4))
    assert np.array_equal(rows, distinct_rows(np.concatenate([rows, rows + 1e-9])))


def test_two_nn_says_that_there_are_too_few_rows():
    with pytest.raises(GraphError, match="too few nodes differ in their embedding: 2, and TwoNN takes at least 20"):
        select("two-nn", star(500))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bic", "snml"])
def test_codes_of_walks_find_the_scale_of_the_blocks(name):
    """Five blocks have four directions, twelve have eleven, between the candidates 8 and 16."""
    assert select(name, block_model(5, 150, inside=0.5, across=0.02)) == 4
    assert select(name, block_model(12, 240, inside=0.7, across=0.01)) in (8, 16)


def test_aic_is_at_least_bic():
    assert select("aic", "dataset:karate") >= select("bic", "dataset:karate")


def test_large_graphs_are_refused_by_name():
    with pytest.raises(GraphError, match=r"snml is for graphs of at most 100 nodes \(most_nodes\); this one has 200"):
        select("snml", ring(200), most_nodes=100)


def test_walks_follow_edges_and_weights():
    path = adjacency_of(np.array([[0, 1], [1, 2]]), 3, np.array([3.0, 1.0]))
    pairs = walk_pairs(path, 2000, np.random.default_rng(0))
    counts = count_pairs(pairs, 3)
    assert counts.sum() == len(pairs) == 2000 * 3 * 2 * (9 + 8)
    assert np.array_equal(counts, counts.T)
    assert counts[1, 0] / counts[1, 2] == pytest.approx(3, rel=0.1)


def test_the_likelihood_reaches_its_maximum_and_its_gradient_is_right():
    counts = np.random.default_rng(0).integers(1, 9, size=(6, 6)).astype(float)
    best = -(counts * np.log(counts / counts.sum(axis=1, keepdims=True))).sum()
    assert SkipGram.start(6, 6, 0).fitted(counts).loss(counts) == pytest.approx(best, rel=1e-4)


def test_one_gradient_step_for_each_candidate():
    model = SkipGram(*np.random.default_rng(0).standard_normal((2, 5, 3)))
    counts = np.random.default_rng(1).integers(1, 9, size=(5, 5)).astype(float)
    p = np.exp(log_softmax(model.second @ model.first[2]))
    expected = []
    for candidate in range(5):
        error = (np.arange(5) == candidate) - p
        row = model.first[2] + error @ model.second / (counts[2].sum() + 1)
        others = model.second + np.outer(error / (counts.sum(axis=0) + 1), model.first[2])
        expected.append(log_softmax(others @ row)[candidate])
    assert expected == pytest.approx(updated_log_probabilities(model, counts, 2))


def term(source, structure):
    with view_of(source) as view:
        return selector("minge", structure=structure).select(view).details


def test_structure_terms_of_graphs_with_known_entropies():
    assert term(ring(12), "degree")["structure_entropy"] == pytest.approx(math.log(12))
    assert term(star(4), "degree")["structure_entropy"] == pytest.approx(math.log(8) / 2 + math.log(2) / 2)
    # The Laplacian of a clique has n - 1 equal eigenvalues.
    assert term(clique(9), "von-neumann")["structure_entropy"] == pytest.approx(math.log(8))


@pytest.mark.needs("networkx")
def test_li_pan_over_two_cliques_and_a_bridge():
    """Li and Pan's formula, summed as they print it, over nodes and modules."""
    edges = np.concatenate([clique(4), clique(4) + 4, [[0, 4]]])
    degree, volume, total = np.array([4, 3, 3, 3] * 2), 13, 26
    expected = -(degree / total * np.log(degree / volume)).sum() - 2 * (1 / total) * math.log(volume / total)
    found = term(edges, "li-pan-2")
    assert (found["structure_entropy"], found["n_communities"]) == (pytest.approx(expected), 2)


def test_finger_is_below_the_exact_entropy(monkeypatch):
    edges = block_model(2, 200)
    exact = term(edges, "von-neumann")
    monkeypatch.setattr(structures, "MOST_EXACT", 10)
    bound = term(edges, "von-neumann")
    matrix = adjacency_of(edges, 200).toarray().astype(float)
    laplacian = np.diag(matrix.sum(axis=1)) - matrix
    values = np.linalg.eigvalsh(laplacian) / matrix.sum()
    assert (exact["structure_is_exact"], bound["structure_is_exact"]) == (True, False)
    assert bound["structure_entropy"] == pytest.approx((1 - (values**2).sum()) * -math.log(values[-1]), rel=1e-3)
    assert bound["structure_entropy"] < exact["structure_entropy"] < math.log(200)
    with view_of(edges) as view:
        assert "FINGER's lower bound" in repr(selector("minge", structure="von-neumann").select(view))


@pytest.mark.parametrize("engine", ["memory", "disk"])
def test_degrees_are_enough_on_any_engine(engine):
    with view_of(tree(31), engine=engine) as view:
        found = selector("minge", structure="degree").select(view).details["structure_entropy"]
    degree = np.bincount(tree(31).ravel()) / 60
    assert found == pytest.approx(-(degree * np.log(degree)).sum())


@pytest.mark.needs("networkx")
def test_weighted_li_pan_is_below_the_entropy_of_degrees():
    weights = np.random.default_rng(0).random((40, 40)) * (np.random.default_rng(1).random((40, 40)) < 0.2)
    matrix = sp.csr_array(np.triu(weights, 1) + np.triu(weights, 1).T)
    degree = matrix.sum(axis=1) / matrix.sum()
    entropy = -(degree * np.log(degree)).sum()
    assert 0 < structures.li_pan(matrix)["structure_entropy"] <= entropy <= math.log(40)
