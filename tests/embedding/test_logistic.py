"""Our logistic regression against scikit-learn's, taken to its minimum."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression as Oracle

from graphdim.embedding.scoring.logistic import LogisticRegression


@pytest.mark.parametrize("n_classes", [2, 3, 7])
def test_probabilities_are_those_of_scikit_learn(n_classes):
    rows, classes = spectrum_like(n_classes)
    oracle = Oracle(tol=1e-8, max_iter=10_000).fit(rows[:300].astype(float), classes[:300])
    margins = LogisticRegression.fit(rows[:300], classes[:300]).margins(rows)
    ours = np.exp(margins) / np.exp(margins).sum(axis=0)
    assert np.abs(ours.T - oracle.predict_proba(rows)).max() < 5e-3


def test_predicts_what_scikit_learn_predicts():
    rows, classes = spectrum_like(5)
    oracle = Oracle(tol=1e-8, max_iter=10_000).fit(rows[:300].astype(float), classes[:300])
    ours = LogisticRegression.fit(rows[:300], classes[:300]).predict(rows[300:])
    assert np.mean(ours == oracle.predict(rows[300:])) > 0.99


def spectrum_like(n_classes):
    """Rows of norm 1 whose columns fall off like a spectrum, and classes that the first of them tell apart."""
    rng = np.random.default_rng(n_classes)
    classes = rng.integers(n_classes, size=600)
    rows = rng.standard_normal((600, 40)) / np.sqrt(np.arange(1, 41))
    rows[np.arange(600), classes] += 1.5
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32), classes
