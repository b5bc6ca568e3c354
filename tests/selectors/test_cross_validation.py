"""Cross-validation on links and labels: known answers, an exact factorisation as the oracle, splits, statistics."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from graphdim.embedding.scoring.guessing import Guessing
from graphdim.embedding.scoring.measures import roc_auc
from graphdim.errors import GraphError
from graphdim.graph.matrices import adjacency_of, normalised
from graphdim.linalg.spectrum import floor_cuts
from graphdim.selectors.cv import CrossValidation
from graphdim.selectors.cv.held_out import prefix_scores
from graphdim.selectors.cv.labels import LabelSplits
from graphdim.selectors.cv.links import LinkSplits
from graphdim.selectors.cv.measuring import covering, measured
from graphdim.selectors.cv.scores import SplitScores, dimension_grid
from toy_graphs import (
    bipartite,
    block_model,
    clique,
    dot_product_graph,
    matching,
    random_graph,
    relabelled,
    ring,
    star,
    tree,
    two_copies,
    view_of,
)


def splits_of(edges, **options) -> LinkSplits:
    return LinkSplits(adjacency_of(edges, int(edges.max()) + 1), seed=0, **options)


@pytest.mark.parametrize("n_blocks", [2, 5, 12])
def test_blocks_are_found(n_blocks):
    with view_of(block_model(n_blocks, 600, inside=0.3, across=0.02)) as view:
        selection = CrossValidation().select(view)
    low, high = selection.as_good
    assert low <= n_blocks <= high
    assert selection.dimension == low
    assert selection.details["best"] <= 2 * n_blocks


@pytest.mark.parametrize("rank", [3, 8])
def test_the_rank_of_a_dot_product_graph_is_as_good(rank):
    with view_of(dot_product_graph(rank, 600)) as view:
        low, high = CrossValidation().select(view).as_good
    assert low <= rank <= high


def test_a_graph_without_structure_gets_no_dimension():
    with view_of(random_graph(400, 0.05)) as view, pytest.raises(GraphError, match="better than guessing"):
        CrossValidation().select(view)


def test_the_curve_is_that_of_an_exact_factorisation():
    """No split may know more than its own edges: a warm start would lift the scores at high dimensions."""
    splits = splits_of(block_model(6, 500, inside=0.3, across=0.03))
    grid = dimension_grid(32)
    measured_scores = splits.measure(grid, range(3)).scores
    exact = np.array([exact_scores(splits.split(number), grid) for number in range(3)])
    assert np.abs(measured_scores - exact).max() < 0.003


def exact_scores(split, grid) -> list[float]:
    values, vectors = np.linalg.eigh(normalised(split.spectra.adjacency).toarray().astype(np.float64))
    order = np.argsort(-np.abs(values))
    values, vectors = values[order], vectors[:, order]
    scores = []
    for k in grid:
        fitted = (vectors[:, :k] * values[:k]) @ vectors[:, :k].T
        positive, negative = (fitted[pairs[:, 0], pairs[:, 1]] for pairs in (split.held_out, split.non_edges))
        scores.append(float((positive[:, None] > negative).mean()))
    return scores


def test_held_out_edges_are_edges_that_leave_no_node_alone_and_non_edges_are_none():
    edges = block_model(3, 200)
    splits = splits_of(edges)
    split = splits.split(0)
    known = {tuple(sorted(pair)) for pair in edges.tolist()}
    held_out = {tuple(sorted(pair)) for pair in split.held_out.tolist()}
    assert held_out <= known
    assert known.isdisjoint(tuple(sorted(pair)) for pair in split.non_edges.tolist())
    assert len(split.non_edges) == len(split.held_out)
    assert split.spectra.adjacency.nnz == 2 * (len(known) - len(held_out))
    assert (np.diff(split.spectra.adjacency.indptr) > 0).all()


def test_sides_are_respected_in_a_bipartite_graph():
    edges = bipartite(60, 80, 0.2)
    splits = splits_of(edges)
    assert splits.sides is not None
    assert splits.most_dimensions == 60
    ends = splits.sides[splits.split(0).non_edges]
    assert (ends[:, 0] != ends[:, 1]).all()
    assert any("bipartite" in note for note in splits.notes)


def test_the_sides_that_a_source_tells_hold_where_colours_are_ambiguous():
    # Two components: the colours of one can be swapped without those of the other.
    table = np.zeros((60, 90))
    table[:40, :10] = table[40:, 10:] = 1
    table *= np.random.default_rng(0).random(table.shape) < 0.5
    with view_of(table) as view:
        told = np.arange(150) >= 60
        with_edges = np.flatnonzero(np.diff(view.adjacency().indptr))
        splits = CrossValidation().splits(view)
        assert splits.sides.tolist() == view.spectra.sides.tolist() == told[with_edges].tolist()
        assert splits.most_dimensions == np.count_nonzero(~told[with_edges])
        split = splits.split(0)
    assert (splits.sides[split.non_edges[:, 0]] != splits.sides[split.non_edges[:, 1]]).all()


def test_a_bipartite_graph_of_blocks_counts_each_dimension_once():
    rng = np.random.default_rng(0)
    first, second = np.arange(200) % 4, np.arange(300) % 4
    drawn = rng.random((200, 300)) < np.where(first[:, None] == second, 0.3, 0.02)
    rows, columns = np.nonzero(drawn)
    with view_of(np.column_stack([rows, columns + 200])) as view:
        low, high = CrossValidation().select(view).as_good
    assert low <= 4 <= high < 8


def test_degree_matched_non_edges_are_harder():
    edges = np.concatenate([star(150), block_model(3, 151)])
    edges = np.unique(np.sort(edges, axis=1), axis=0)
    uniform, matched = (splits_of(edges, negatives=how).measure([1], range(3)).mean[0] for how in ("uniform", "degree"))
    assert matched < uniform


def test_the_answer_is_the_same_for_the_same_seed():
    edges = block_model(5, 400)
    with view_of(edges) as view:
        first, again = (CrossValidation(seed=3).select(view) for _ in range(2))
    assert first.curve == again.curve


def test_relabelling_moves_the_answer_no_more_than_its_splits_do():
    edges = block_model(5, 500, inside=0.3, across=0.03)
    with view_of(edges) as view, view_of(relabelled(edges)) as other:
        one, two = CrossValidation().select(view), CrossValidation().select(other)
    assert one.as_good[0] <= two.as_good[1]
    assert two.as_good[0] <= one.as_good[1]


def test_the_answer_for_a_hard_graph_is_at_most_n():
    with view_of(two_copies(clique(12))) as view:
        assert CrossValidation().select(view) == 2


@pytest.mark.parametrize("edges", [matching(30), tree(63), ring(41), ring(40)], ids=len)
def test_edges_that_tell_nothing_of_each_other_get_no_dimension(edges):
    with view_of(edges) as view, pytest.raises(GraphError, match="no dimension is better than guessing"):
        CrossValidation().select(view)


def wide_tree(n_nodes: int, children: int) -> np.ndarray:
    nodes = np.arange(1, n_nodes)
    return np.column_stack([(nodes - 1) // children, nodes])


@pytest.mark.parametrize("children", [3, 10, 20])
def test_a_tree_gets_no_dimension_however_wide_it_is(children):
    """Holding out an edge cuts it in two, and that a pair lies in two parts must not count as a prediction."""
    with view_of(wide_tree(2000, children)) as view, pytest.raises(GraphError, match="better than guessing"):
        CrossValidation().select(view)


def test_a_tree_with_a_few_more_edges_gets_no_dimension():
    edges = np.concatenate([wide_tree(2000, 10), np.random.default_rng(0).integers(0, 2000, (100, 2))])
    edges = np.unique(np.sort(edges[edges[:, 0] != edges[:, 1]], axis=1), axis=0)
    with view_of(edges) as view, pytest.raises(GraphError, match="better than guessing"):
        CrossValidation().select(view)


def test_bridges_come_last_only_where_nearly_all_edges_are_bridges():
    for edges, is_tree in ((wide_tree(2000, 10), True), (block_model(5, 300), False)):
        splits = splits_of(edges)
        assert (splits.split(0).bridges is not None) == is_tree
        assert any("the only way between two parts" in note for note in splits.notes) == is_tree


@pytest.mark.parametrize(
    ("edges", "says"),
    [
        (clique(30), "no dimension tells edges from non-edges"),
        (star(40), "no dimension tells edges from non-edges"),
        (random_graph(8, 0.4)[:10], "10 edges are too few"),
    ],
)
def test_graphs_without_an_answer_say_why(edges, says):
    with view_of(edges) as view, pytest.raises(GraphError, match=says):
        CrossValidation().select(view)


def test_isolated_nodes_change_nothing():
    edges = block_model(3, 200)
    with view_of(edges) as view, view_of(edges, n_nodes=5000) as padded:
        assert CrossValidation().select(view).curve == CrossValidation().select(padded).curve


def test_the_rank_rises_while_the_best_lies_in_its_upper_half():
    splits = splits_of(block_model(60, 900, inside=0.6, across=0.005))
    scores = measured(splits, margin=0.005, max_rank=512)
    assert scores.dimensions[-1] >= 128
    assert scores.best > 32


def test_the_rank_ends_where_it_is_told():
    splits = splits_of(block_model(60, 900, inside=0.6, across=0.005))
    assert measured(splits, margin=0.005, max_rank=40).dimensions[-1] == 40


def test_a_dimension_that_was_not_measured_is_added():
    splits = splits_of(block_model(3, 300))
    scores = measured(splits, margin=0.005, max_rank=512)
    more = covering(splits, scores, [100, 1000])
    assert 100 in more.dimensions
    assert 1000 not in more.dimensions
    assert more.n_splits == scores.n_splits


def test_no_group_of_equal_values_is_cut():
    values = np.array([1.0, 0.5, -0.5, 0.5, 0.2])
    assert floor_cuts(values, [1, 2, 3, 4, 5, 9]) == [1, 1, 1, 4, 5, 5]


def test_scores_of_prefixes_are_sums_over_them():
    edges = block_model(3, 120)
    spectrum = splits_of(edges).split(0).spectra.normalised(8)
    pairs = np.array([[0, 1], [5, 9]])
    scores = prefix_scores(spectrum, pairs, [0, 1, 1, 5])
    products = spectrum.values * spectrum.left[pairs[:, 0]] * spectrum.left[pairs[:, 1]]
    expected = np.stack([products[:, :k].sum(axis=1) for k in (0, 1, 1, 5)], axis=1)
    assert np.allclose(scores, expected, atol=1e-6)


def test_ties_count_half():
    assert roc_auc(np.array([1.0, 1.0]), np.array([1.0, 0.0])) == 0.75


def test_labels_of_blocks_are_learned_from_as_many_dimensions():
    edges = block_model(4, 400, inside=0.3, across=0.02)
    with view_of(edges) as view:
        splits = LabelSplits(view.spectra, np.arange(400) % 4)
        scores = measured(splits, margin=0.005, max_rank=64)
    low, high = scores.as_good(0.005)
    assert low <= 4 <= high
    assert scores.mean.max() > 0.98
    assert splits.score == "accuracy"
    assert "400 labelled nodes" in splits.notes[0]


def test_a_round_of_folds_scores_every_node_once_and_learns_from_the_others():
    with view_of(random_graph(48, 0.3)) as view:
        splits = LabelSplits(view.spectra, np.arange(48) % 3)
        parts = [splits.parts(number) for number in range(11)]
    assert sorted(np.concatenate([test for _, test in parts[:10]])) == list(range(48))
    for train, test in parts:
        assert sorted([*train, *test]) == list(range(48))
        assert max(np.bincount(splits.targets[test])) <= 4
    assert not np.array_equal(parts[0][1], parts[10][1])


def test_a_rare_class_is_in_every_fold_that_ranks_it():
    with view_of(random_graph(48, 0.3)) as view:
        splits = LabelSplits(view.spectra, (np.arange(48) < 3).astype(int))
        assert splits.score == "ROC-AUC"
        assert [splits.targets[splits.parts(number)[1]].sum() for number in range(3)] == [1, 1, 1]
        assert np.isfinite(splits.measure([1, 2, 4], range(5)).scores).all()


def test_labels_keep_to_their_nodes_when_others_are_isolated():
    edges = block_model(4, 400, inside=0.3, across=0.02)
    labels = np.full(800, -1)
    labels[::2] = np.arange(400) % 4
    every_other = adjacency_of(2 * edges, 800)
    with view_of(every_other) as view:
        scores = measured(LabelSplits(view.spectra, labels), margin=0.005, max_rank=16)
    assert scores.mean.max() > 0.98


def test_two_lopsided_classes_are_ranked():
    with view_of(block_model(2, 300)) as view:
        assert LabelSplits(view.spectra, (np.arange(300) % 5 == 0).astype(int)).score == "ROC-AUC"


def test_one_class_is_nothing_to_learn():
    with view_of(block_model(2, 100)) as view, pytest.raises(GraphError, match="nothing to learn"):
        LabelSplits(view.spectra, np.zeros(100, dtype=int))


SCORES = SplitScores(
    np.array([1, 2, 4, 8, 16]),
    np.array([[0.70, 0.80, 0.90, 0.899, 0.80], [0.72, 0.82, 0.90, 0.899, 0.70], [0.68, 0.81, 0.90, 0.897, 0.75]]),
)


def test_the_range_is_the_unbroken_part_around_the_best():
    assert SCORES.best == 4
    assert SCORES.as_good(0.005) == (4, 8)
    assert SCORES.as_good(0.0) == (4, 4)
    assert SCORES.as_good(1.0) == (1, 16)


def test_what_is_surely_as_good_has_its_whole_interval_within_the_margin():
    noisy = np.array([[0.80, 0.799, 0.90, 0.90], [0.70, 0.699, 0.90, 0.90], [0.93, 0.929, 0.90, 0.90]])
    scores = SplitScores(np.array([1, 2, 4, 8]), noisy + np.array([0.089, 0.089, 0, -0.001]), surely=True)
    assert scores.best == 4
    assert replace(scores, surely=False).as_good(0.005) == (1, 8)
    assert scores.as_good(0.005) == (4, 8)
    assert scores.maybe_as_good(0.005) == (1, 8)
    assert scores.joined(scores).without(0).surely


def test_a_dimension_that_may_be_as_good_is_left_possible_beyond_one_that_is_not():
    noise = np.array([[1], [-1], [0], [1], [-1]])
    scores = SplitScores(np.array([1, 2, 4, 8]), 0.9 + np.array([-0.1, 0, -0.02, -0.02]) + 0.03 * noise * [0, 0, 0, 1])
    assert scores.deficit(4).low > 0.01 > scores.deficit(8).low
    assert scores.as_good(0.01) == (2, 2)
    assert scores.maybe_as_good(0.01) == (2, 8)


def test_costs_are_paired_and_between_two_dimensions_lie_on_the_line():
    cost = SCORES.deficit(8)
    assert cost.mean == pytest.approx(0.005 / 3)
    assert cost.low < cost.mean < cost.high < 0.01
    halfway = SCORES.deficit(round(2**3.5))
    assert SCORES.deficit(8).mean < halfway.mean < SCORES.deficit(16).mean
    assert SCORES.deficit(17) is None


def test_one_split_is_sure_of_nothing():
    low, high = SplitScores(np.array([1, 2]), np.array([[0.5, 0.9]])).intervals()
    assert np.isneginf(low).all()
    assert (high == 1).all()


def test_leaving_out_a_split_shows_how_sure_the_answer_is():
    assert SCORES.spread(0.005) == (4, 4)
    assert SCORES.is_clear(0.005, Guessing(0.5, 0.02))


def test_a_best_that_may_be_a_guess_is_not_clear():
    scores = SplitScores(np.array([1, 2]), np.array([[0.4, 0.52], [0.3, 0.58], [0.4, 0.49]]))
    chance = Guessing(0.5, 0.02)
    assert not scores.beats(chance)
    assert not scores.is_clear(0.005, chance)
    assert scores.is_clear(0.005, Guessing(0.7, 0.02))
    assert scores.beats(Guessing(0.3, 0.02))


def test_more_splits_of_one_graph_do_not_average_out_its_accidents():
    reached = [Guessing(0.5, 0.02).reached(n_splits) for n_splits in (1, 3, 10, 10**9)]
    assert reached[0] == pytest.approx(0.5 + 2.5 * 0.02)
    assert reached == sorted(reached, reverse=True)
    assert reached[-1] == pytest.approx(0.5 + 2.5 * 0.02 * np.sqrt(0.39))


@pytest.mark.parametrize("n_nodes", [60, 200])
def test_random_graphs_hardly_ever_have_a_dimension(n_nodes):
    rng = np.random.default_rng(5)
    claims = 0
    for _ in range(20):
        pairs = np.argwhere(np.triu(rng.random((n_nodes, n_nodes)) < 6 / n_nodes, k=1))
        splits = LinkSplits(adjacency_of(pairs, n_nodes), seed=0)
        claims += measured(splits, margin=0.005, max_rank=64).beats(splits.guessing)
    assert claims <= 2  # by design one in forty; before the test of chance, every second


def test_a_best_at_the_edge_is_followed_however_late_it_is_found():
    class Late:
        """The first split peaks early, the others rise on and on."""

        first_rank, scouts, first_splits, most_dimensions = 4, 1, 3, 64
        guessing = Guessing(0.5, 0.001)

        def grid(self, last):
            return [dimension for dimension in (1, 2, 4, 8, 16, 32, 64) if dimension <= last]

        def measure(self, dimensions, splits):
            rows = [[0.62 - 0.02 * (k > 1) if s == 0 else 0.6 + 0.005 * k for k in dimensions] for s in splits]
            return SplitScores(np.array(dimensions), np.array(rows))

    assert measured(Late(), margin=0.005, max_rank=64).best == 64
