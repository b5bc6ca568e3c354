r"""Feature entropy: how spread out the dot products of n-dimensional embeddings are.

    H_f(n) = 2 ln N + h(n)
    h(n)   = ln E[e^{n cos t}] - E[n cos t · e^{n cos t}] / E[e^{n cos t}]        (Eq. 12)

with t the angle between two random directions in n dimensions. Both expectations come from one series
of positive terms,

    E[e^{n cos t}] = 0F1(; n/2; n²/4) = Σ_k t_k,     t_k = (n²/4)^k / (k! (n/2)_k),

and, since n cos t brings down the exponent 2k of each term,

    h(n) = ln Σ t_k - 2 Σ k t_k / Σ t_k.

No integral, no Bessel function that under- or overflows, no cancellation: one formula from n = 1 to 1e7,
and beyond that its limit. Feeds selectors.minge.
"""

import math

import numpy as np

from graphdim.checks import check_number

__all__ = ["SLOPE", "crossing", "dimension_entropy", "feature_entropy"]

# h(n) + SLOPE·n stays inside OFFSETS for every n ≥ 2 (half the logarithm of the golden ratio; the authors'
# script has it as a bare 0.24).
SLOPE = math.log((1 + math.sqrt(5)) / 2) / 2
OFFSETS = (-0.0904, -0.0739)
# It tends to LIMIT, by Laplace's method at cos t = u, the golden ratio's inverse: C - C' with C = -½ ln(1 - u⁴).
# The rest is below 0.05/n, so beyond HUGE it is lost in the last digit of h and the series would only cost memory.
LIMIT = -0.073934057548963752
HUGE = 1e7


def feature_entropy(n: float, *, n_nodes: int) -> float:
    """Entropy, in nats, of the pairs of `n_nodes` random embeddings of dimension `n`.

    It falls strictly with `n` and goes below zero: that zero is the dimension MinGE looks for when the
    structure is left out.

    >>> round(feature_entropy(98, n_nodes=2708), 4)
    -7.8458
    """
    dimension = check_number("dimension", n, least=1)
    return 2 * math.log(check_number("n_nodes", n_nodes, least=1)) + dimension_entropy(dimension)


def dimension_entropy(n: float) -> float:
    """The part h(n) of the feature entropy that does not depend on the graph.

    >>> round(dimension_entropy(2), 6)
    -0.571556
    """
    if n > HUGE:
        return LIMIT - SLOPE * n
    # ln t_k is concave with its peak at k ≈ 0.309 n and curvature -2√5 / n there; ten deviations and two
    # dozen terms on either side leave out less than 1e-20 of the sum.
    peak = n * (math.sqrt(5) - 1) / 4
    reach = 10 * math.sqrt(n / (2 * math.sqrt(5))) + 24
    first = max(0, math.floor(peak - reach))
    k = np.arange(first, math.ceil(peak + reach) + 1)
    log_terms = np.zeros(len(k))
    np.cumsum(np.log(n * n / 4 / (k[1:] * (k[1:] + n / 2 - 1))), out=log_terms[1:])
    largest = log_terms.max()
    terms = np.exp(log_terms - largest)
    total = terms.sum()
    log_first = 2 * first * math.log(n / 2) - math.lgamma(first + 1) - math.lgamma(n / 2 + first) + math.lgamma(n / 2)
    return float(log_first + largest + math.log(total) - 2 * (terms @ k) / total)


def crossing(total_entropy: float) -> float:
    r"""The n at which h(n) falls to minus `total_entropy` = 2 ln N + λ·H_s.

    Since h(n) + SLOPE·n lies inside OFFSETS, so does the answer inside

        [(H + OFFSETS[0]) / SLOPE, (H + OFFSETS[1]) / SLOPE],

    0.07 wide at any size. Inside it n → (H + h(n)) / SLOPE + n contracts by a factor of at most 0.005 (two
    nodes give n > 5), so eight steps reach the last bit.

    >>> round(crossing(2 * math.log(2708)), 2)
    65.39
    """
    low, high = ((total_entropy + offset) / SLOPE for offset in OFFSETS)
    n = high
    for _ in range(8):
        n = min(max(n + (total_entropy + dimension_entropy(n)) / SLOPE, low), high)
    return n
