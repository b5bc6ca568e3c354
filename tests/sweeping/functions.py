"""Embeddings for the tests, at the top level of a module so that workers can load them."""

import os
import time

import numpy as np

from labelled_toys import N_NODES

CALLS = []


def halves(adjacency, dimension, seed):
    """The halves of the toy graph, from eight dimensions on; below that nothing."""
    CALLS.append((dimension, seed))
    rows = np.zeros((adjacency.shape[0], dimension))
    rows[:, 0] = dimension >= 8
    rows[N_NODES // 2 :, 0] *= -1
    return rows


halves.identity = "halves"  # or the list that it fills would be a part of what it is


def with_features(adjacency, dimension, seed, features=None):
    """Says by its rows whether it was given features."""
    return np.full((adjacency.shape[0], dimension), 0.0 if features is None else features.shape[1] + seed)


def noise(adjacency, dimension, seed):
    return np.random.default_rng((dimension, seed)).normal(size=(adjacency.shape[0], dimension))


def blurred(adjacency, dimension, seed):
    """The halves of the toy graph, hidden in noise."""
    rows = noise(adjacency, dimension, seed)
    rows[: N_NODES // 2, 0] += 4
    return rows


def constant(adjacency, dimension, seed):
    """Knows nothing, whatever the dimension and the seed."""
    return np.ones((adjacency.shape[0], dimension)) + 0 * seed


def raising(adjacency, dimension, seed):
    if seed:
        msg = "a matrix\nof no rank"
        raise ArithmeticError(msg)
    return halves(adjacency, dimension, seed)


def endless(adjacency, dimension, seed):
    if seed:
        time.sleep(600)
    return halves(adjacency, dimension, seed)


def dying(adjacency, dimension, seed):
    if seed:
        os._exit(9)
    return halves(adjacency, dimension, seed)
