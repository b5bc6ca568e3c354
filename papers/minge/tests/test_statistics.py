"""Statistics against scipy's own tests, hand computations and properties."""

import math
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from minge_paper.statistics import LEVEL, compare, holm, mean_of, paired, regret, stricter

SCORES = st.lists(st.floats(0, 1), min_size=2, max_size=12)
P_VALUES = st.dictionaries(st.integers(1, 200), st.floats(0, 1), min_size=1, max_size=9)


@given(SCORES)
def test_the_interval_is_that_of_students_t(scores: list[float]) -> None:
    told = mean_of(scores)
    error = stats.sem(scores)
    if error <= 1e-12:
        assert (told.low, told.high) == (None, None)
        return
    half = stats.t.ppf(0.975, len(scores) - 1) * error
    assert told.mean == pytest.approx(np.mean(scores))
    assert told.deviation == pytest.approx(np.std(scores, ddof=1))
    assert (told.low, told.high) == (pytest.approx(told.mean - half), pytest.approx(told.mean + half))


def test_the_interval_by_hand() -> None:
    # Mean 4, deviation 2, n = 4: t(0.975, 3) = 3.182446, so the half width is 3.182446 · 2 / 2.
    told = mean_of([2.0, 4.0, 4.0, 6.0])
    deviation = math.sqrt(8 / 3)
    assert told.deviation == pytest.approx(deviation)
    assert told.high == pytest.approx(4 + 3.182446305284263 * deviation / 2)


def test_one_score_has_no_spread() -> None:
    told = mean_of([0.8])
    assert (told.mean, told.deviation, told.seeds, told.low, told.high) == (0.8, None, 1, None, None)


@given(st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 1000)), min_size=2, max_size=12))
def test_the_paired_difference_is_scipys_paired_test(pairs: list[tuple[int, int]]) -> None:
    ours, theirs = ([pair[side] / 1000 for pair in pairs] for side in (0, 1))
    told = paired(dict(enumerate(ours)), dict(enumerate(theirs)))
    gaps = {a - b for a, b in pairs}
    assert told is not None
    if len(gaps) == 1:
        assert told.p_value == (1.0 if gaps == {0} else stats.binomtest(0, len(pairs)).pvalue)
        assert (told.low, told.high) == (None, None)
        return
    oracle = stats.ttest_rel(ours, theirs)
    interval = oracle.confidence_interval(0.95)
    assert told.p_value == pytest.approx(oracle.pvalue, abs=1e-12)
    assert (told.low, told.high) == (pytest.approx(interval.low, abs=1e-12), pytest.approx(interval.high, abs=1e-12))


@pytest.mark.parametrize(("seeds", "within"), [(2, (16, 32)), (5, (16, 32)), (6, (32,))])
def test_equal_differences_are_told_apart_by_their_signs_alone(seeds: int, within: tuple[int, ...]) -> None:
    """A small test set makes equal differences by chance; two seeds that agree are no evidence."""
    low = {seed: 0.5 + seed / 16 for seed in range(seeds)}
    told = compare({16: low, 32: {seed: score + 0.125 for seed, score in low.items()}})
    assert told is not None
    assert told.within_noise == within


@pytest.mark.parametrize(("seeds", "is_beyond"), [(1, False), (2, False), (5, False), (6, True)])
def test_equal_differences_have_no_interval_and_need_six_seeds(seeds: int, is_beyond: bool) -> None:  # noqa: FBT001 - what is expected
    told = paired({seed: 90.0 - seed for seed in range(seeds)}, {seed: 89.0 - seed for seed in range(seeds)})
    assert told is not None
    assert (told.mean, told.low, told.high, told.is_beyond_noise) == (1.0, None, None, is_beyond)


def test_only_shared_seeds_are_paired() -> None:
    told = paired({0: 0.9, 1: 0.8, 7: 0.1}, {0: 0.7, 1: 0.7, 5: 0.9})
    assert told is not None
    assert (2, pytest.approx(0.15)) == (told.seeds, told.mean)


def test_without_a_shared_seed_there_is_no_difference() -> None:
    assert paired({0: 0.9}, {1: 0.9}) is None


def test_holm_by_hand() -> None:
    # Sorted 0.01, 0.02, 0.03, 0.04, times 4, 3, 2, 1: 0.04, 0.06, 0.06, 0.04; the last must not fall.
    assert holm({1: 0.04, 2: 0.01, 3: 0.03, 4: 0.02}) == pytest.approx({2: 0.04, 4: 0.06, 3: 0.06, 1: 0.06})


@given(P_VALUES)
def test_holm_lies_between_the_raw_and_bonferroni(p_values: dict[int, float]) -> None:
    corrected = holm(p_values)
    assert corrected.keys() == p_values.keys()
    for key, raw in p_values.items():
        assert raw <= corrected[key] <= min(1.0, raw * len(p_values))


@given(P_VALUES)
def test_holm_keeps_the_order(p_values: dict[int, float]) -> None:
    corrected = holm(p_values)
    raised = [corrected[key] for key in sorted(p_values, key=p_values.__getitem__)]
    assert raised == sorted(raised)


ROWS = st.dictionaries(
    st.integers(1, 200), st.lists(st.integers(0, 1000), min_size=4, max_size=4), min_size=1, max_size=9
).map(
    lambda row: {
        dimension: {seed: score / 1000 for seed, score in enumerate(scores)} for dimension, scores in row.items()
    }
)


@given(ROWS)
def test_the_best_is_within_noise_and_has_no_regret(row: dict[int, dict[int, float]]) -> None:
    told = compare(row)
    assert told is not None
    assert told.within_noise is not None
    assert told.best in told.within_noise
    assert told.smallest == min(told.within_noise)
    for dimension in row:
        given_away = regret(row, told, dimension)
        assert given_away is not None
        assert given_away.mean >= -1e-12


def test_a_clear_loser_is_outside_the_noise_and_a_twin_is_inside() -> None:
    good = {seed: 0.80 + 0.01 * (seed % 3) for seed in range(6)}
    twin = {seed: 0.80 + 0.01 * ((seed + 1) % 3) for seed in range(6)}
    bad = {seed: 0.60 + 0.01 * (seed % 2) for seed in range(6)}
    told = compare({16: bad, 64: twin, 32: good})
    assert told is not None
    assert told.within_noise == (32, 64)
    # Equal means: the smaller dimension is the better.
    assert told.best == 32


def test_one_shared_seed_tells_the_best_but_not_the_noise() -> None:
    told = compare({16: {0: 0.7, 1: 0.9}, 32: {0: 0.8}})
    assert told is not None
    assert (told.best, told.within_noise, told.smallest) == (32, None, None)


def test_seeds_that_one_dimension_lacks_are_left_out_for_all() -> None:
    told = compare({16: {0: 0.70, 1: 0.71, 2: 1.0}, 32: {0: 0.80, 1: 0.81}})
    assert told is not None
    assert told.seeds == (0, 1)
    assert told.best == 32


def test_dimensions_without_a_score_are_missing_not_compared() -> None:
    told = compare({16: {0: 0.7, 1: 0.8}, 32: {}})
    assert told is not None
    assert told.within_noise == (16,)
    assert compare({16: {}, 32: {}}) is None


def test_the_regret_of_a_dimension_that_was_not_tried_is_unknown() -> None:
    row = {16: {0: 0.7, 1: 0.8}}
    told = compare(row)
    assert told is not None
    assert regret(row, told, 98) is None


def test_a_row_that_every_seed_ranks_alike_matters() -> None:
    rising = compare({n: {seed: n / 1000 + seed / 7 for seed in range(4)} for n in (20, 40, 60)})
    assert rising is not None
    assert rising.any_difference == pytest.approx(6 / 6**4, abs=2e-3)  # all four seeds rank them 1, 2, 3
    assert rising.matters


def test_friedmans_p_value_is_the_share_of_all_shuffles() -> None:
    scores = {20: {0: 0.1, 1: 0.2, 2: 0.3}, 40: {0: 0.3, 1: 0.3, 2: 0.1}, 60: {0: 0.5, 1: 0.1, 2: 0.5}}
    told = compare(scores)
    assert told is not None
    ranks = [(1, 2, 3), (2, 3, 1), (2, 1, 3)]
    shuffles = list(product(permutations((1, 2, 3)), repeat=3))
    squares = (np.array([ranks, *shuffles]).sum(axis=1) ** 2).sum(axis=1)
    assert told.any_difference == pytest.approx(np.mean(squares[1:] >= squares[0]), abs=0.015)


def test_two_seeds_that_rank_seven_dimensions_alike_show_a_difference() -> None:
    told = compare({n: {0: n / 1000, 1: n / 900} for n in range(20, 160, 20)})
    assert told is not None
    assert told.matters


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ({20: {0: 0.8, 1: 0.8}, 40: {0: 0.9, 1: 0.9}}, None),
        ({20: {0: 0.8}, 40: {0: 0.9}, 60: {0: 0.7}}, None),
        ({n: {0: 0.8, 1: 0.7} for n in (20, 40, 60)}, 1.0),
    ],
    ids=["two dimensions", "one seed", "no difference"],
)
def test_where_friedmans_test_has_nothing_to_rank(row: dict[int, dict[int, float]], found: float | None) -> None:
    told = compare(row)
    assert told is not None
    assert told.any_difference == found
    assert not told.matters


def test_the_first_test_of_holm_sees_what_the_stricter_interval_does() -> None:
    gaps = np.array([0.01, 0.03, 0.02, 0.05])
    half = stats.t.ppf(0.975, 3) * stats.sem(gaps) * stricter(4, 8)
    just_seen = gaps - gaps.mean() + half
    assert stats.ttest_1samp(just_seen, 0).pvalue * 8 == pytest.approx(LEVEL)
