"""Feature entropy against mpmath's Bessel functions, and the crossing against theory."""

import math

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphdim as gd
from graphdim.errors import ParameterError
from graphdim.selectors.minge.feature import HUGE, LIMIT, OFFSETS, SLOPE, crossing, dimension_entropy

SMALL = (1, 1.5, 2, 2.5, 3, 4, 5, 7, 10, 16, 33, 98, 128, 300, 1000, 5499, 5701, 10_000)


def bessel_dimension_entropies(n: float) -> mpmath.mpf:
    """h(n) by the closed form with Bessel functions, at 60 digits."""
    with mpmath.workdps(60):
        n = mpmath.mpf(n)
        order, terms = n / 2 - 1, 10**8
        low = mpmath.besseli(order, n, maxterms=terms)
        high = mpmath.besseli(order + 1, n, maxterms=terms)
        return mpmath.loggamma(n / 2) + order * mpmath.log(2 / n) + mpmath.log(low) - n * high / low


@pytest.mark.parametrize("n", SMALL)
def test_excess_agrees_with_bessel_functions(n):
    expected = bessel_dimension_entropies(n)
    assert abs(dimension_entropy(n) - expected) <= 1e-11 * abs(expected)


@pytest.mark.parametrize("n", [14_640, 10**5, 10**6])
def test_excess_agrees_with_a_direct_sum(n):
    with mpmath.workdps(50):
        # The same series, summed term by term around its peak with 50 digits.
        peak, reach = int(0.309 * n), 16 * math.isqrt(n)
        half, quarter = mpmath.mpf(n) / 2, mpmath.mpf(n) ** 2 / 4
        first = peak - reach
        term = mpmath.exp(first * mpmath.log(quarter) - mpmath.loggamma(first + 1) - mpmath.loggamma(half + first))
        total = weighted = mpmath.mpf(0)
        for k in range(first, peak + reach):
            total, weighted = total + term, weighted + k * term
            term *= quarter / ((k + 1) * (half + k))
        expected = mpmath.log(total) + mpmath.loggamma(half) - 2 * weighted / total
    assert abs(dimension_entropy(n) - expected) <= 1e-11 * abs(expected)


def test_excess_agrees_with_the_integral_it_stands_for():
    n = 6
    with mpmath.workdps(30):
        density = lambda t: mpmath.sin(t) ** (n - 2)  # noqa: E731 - the formula as it is written
        norm = mpmath.quad(density, [0, mpmath.pi])
        mean = mpmath.quad(lambda t: density(t) * mpmath.exp(n * mpmath.cos(t)), [0, mpmath.pi]) / norm
        tilted = mpmath.quad(lambda t: density(t) * n * mpmath.cos(t) * mpmath.exp(n * mpmath.cos(t)), [0, mpmath.pi])
        expected = mpmath.log(mean) - tilted / norm / mean
    assert dimension_entropy(n) == pytest.approx(float(expected), rel=1e-13)


def test_the_series_passes_into_its_limit_without_a_step():
    u = (math.sqrt(5) - 1) / 2
    assert pytest.approx(-math.log(1 - u**4) / 2 - 2 * u**4 / (math.sqrt(5) * (1 - u**4)), rel=1e-13) == LIMIT
    assert dimension_entropy(HUGE) == pytest.approx(dimension_entropy(HUGE * (1 + 1e-9)), rel=2e-9)
    assert dimension_entropy(HUGE) == pytest.approx(LIMIT - SLOPE * HUGE, rel=1e-14)
    assert dimension_entropy(1e300) == -SLOPE * 1e300


@given(st.floats(2, 1e8))
def test_the_offset_stays_inside_its_bounds(n):
    slack = 1e-14 * n
    assert OFFSETS[0] - slack <= dimension_entropy(n) + SLOPE * n <= OFFSETS[1] + slack


@given(st.floats(1, 1e6), st.floats(1e-3, 100))
def test_excess_falls(n, step):
    assert dimension_entropy(n + step) < dimension_entropy(n)


@pytest.mark.parametrize("n_nodes", [2, 3, 5, 10, 34, 2708, 10**6, 10**9, 10**12, 10**15])
@pytest.mark.parametrize("structure_weight", [0, 0.1, 0.5, 1, 2, 10, 100])
def test_crossing_is_a_zero(n_nodes, structure_weight):
    total = (2 + structure_weight) * math.log(n_nodes)
    n = crossing(total)
    assert dimension_entropy(n) + total == pytest.approx(0, abs=1e-13 * max(1, total))
    assert (total + OFFSETS[0]) / SLOPE <= n <= (total + OFFSETS[1]) / SLOPE
    assert dimension_entropy(n * (1 + 1e-9)) + total < 0 < dimension_entropy(n * (1 - 1e-9)) + total


@given(st.floats(2 * math.log(2), 1e12))
def test_crossing_is_a_zero_at_any_size(total):
    n = crossing(total)
    assert dimension_entropy(n) + total == pytest.approx(0, abs=3e-13 * total)


def test_two_nodes_cross_above_five():
    assert crossing(2 * math.log(2)) > 5


def test_feature_entropy_is_public_and_adds_the_pairs():
    assert gd.feature_entropy(98, n_nodes=2708) == 2 * math.log(2708) + dimension_entropy(98)
    assert gd.feature_entropy(1, n_nodes=1) == dimension_entropy(1)


@pytest.mark.parametrize("n", [0, 0.5, -3, math.nan, math.inf])
def test_a_dimension_that_is_none_is_refused(n):
    with pytest.raises(ParameterError, match="dimension is .*at least 1"):
        gd.feature_entropy(n, n_nodes=10)


@pytest.mark.parametrize("n_nodes", [0, -1])
def test_no_nodes_are_refused(n_nodes):
    with pytest.raises(ParameterError, match="n_nodes is"):
        gd.feature_entropy(4, n_nodes=n_nodes)
