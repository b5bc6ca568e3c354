"""Objectives for the tests, at the top level of a module so that workers can load them."""

import os
import random
import time
from functools import partial

CANDIDATES = [8, 16, 32, 64, 128, 256]


def noise(dimension, seed, deviation=0.002):
    """Deterministic noise, the same in every process."""
    return random.Random(f"{dimension} {seed}").gauss(0, deviation)


def saturating(dimension, seed):
    return 0.8 - 1 / dimension + noise(dimension, seed)


def loss(dimension, seed):
    return 0.2 + 1 / dimension + noise(dimension, seed)


def flat(dimension, seed):
    return 0.8 + noise(dimension, seed)


def slow(dimension, seed, seconds=0.15):
    time.sleep(seconds)
    return saturating(dimension, seed)


def endless(dimension, seed):
    if seed:
        time.sleep(600)
    return saturating(dimension, seed)


def raising(dimension, seed):
    if (dimension, seed) == (64, 1):
        msg = "a matrix\nof no rank"
        raise ArithmeticError(msg)
    return saturating(dimension, seed)


def dying(dimension, seed):
    if (dimension, seed) == (64, 1):
        os._exit(9)
    return saturating(dimension, seed)


def flawed(dimension, seed, flaw=None):
    return flaw if (dimension, seed) == (64, 1) else saturating(dimension, seed)


def flawed_by(flaw):
    return partial(flawed, flaw=flaw)


class Unloadable:
    """Can be pickled, and not be loaded elsewhere."""

    def __call__(self, dimension, seed):
        return saturating(dimension, seed)

    def __reduce__(self):
        return int, ("no number",)


def threads_in_use(dimension, seed):
    assert int(os.environ["MKL_NUM_THREADS"]) >= 1 <= dimension + seed
    return int(os.environ["OMP_NUM_THREADS"])
