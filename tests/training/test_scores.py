"""Scores against scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, average_precision_score, roc_auc_score

from graphdim.training.scores import accuracy, average_precision, roc_auc


@pytest.mark.parametrize("decimals", [1, 8])
@pytest.mark.parametrize("seed", range(5))
def test_ranking_scores_are_those_of_scikit_learn(seed: int, decimals: int) -> None:
    draw = np.random.default_rng(seed)
    positive = draw.random(300) < 0.3
    scores = np.round(draw.normal(size=300) + positive, decimals)  # one decimal makes many ties
    assert roc_auc(scores, positive) == pytest.approx(roc_auc_score(positive, scores), abs=1e-12)
    assert average_precision(scores, positive) == pytest.approx(average_precision_score(positive, scores), abs=1e-12)


def test_scores_that_are_not_numbers_have_no_ranking() -> None:
    assert np.isnan(roc_auc(np.array([0.1, np.nan, 0.3]), np.array([True, False, True])))


def test_accuracy_is_that_of_scikit_learn() -> None:
    draw = np.random.default_rng(0)
    predicted, labels = draw.integers(4, size=(2, 100))
    assert accuracy(predicted, labels) == pytest.approx(accuracy_score(labels, predicted))
