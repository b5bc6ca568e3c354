"""One dimension has nothing that it could be compared with."""

from minge_paper.results import compared

SCORES = {0: 0.7, 1: 0.8, 2: 0.9}


def test_a_single_dimension_is_not_the_best_of_anything():
    assert compared({32: SCORES, 64: {}}) is None
    assert compared({}) is None


def test_two_dimensions_are_compared():
    comparison = compared({32: SCORES, 64: SCORES, 128: {}})
    assert comparison is not None
    assert comparison.best == 32
