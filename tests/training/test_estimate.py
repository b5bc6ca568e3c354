"""How long it takes: from finished trainings, else from a few epochs."""

from dataclasses import replace

import pytest

from graphdim.training.estimate import Timings, probes
from ledgers import record, training


def test_the_mean_of_the_same_kind_is_the_estimate() -> None:
    timings = Timings([record(seconds=2.0), record(seconds=4.0, seed=1)])
    planned = [training(dimension=180, seed=seed) for seed in range(4)]
    assert timings.seconds(planned, workers=1) == pytest.approx(12)
    assert timings.seconds(planned, workers=2) == pytest.approx(6)
    assert timings.between(planned, workers=2) == (6, 6)


@pytest.mark.parametrize(("dimension", "seconds"), [(10, 2), (20, 2), (40, 3), (60, 4), (180, 4)])
def test_between_two_dimensions_the_estimate_is_a_straight_line(dimension: int, seconds: float) -> None:
    timings = Timings([record(seconds=2.0, dimension=20), record(seconds=4.0, dimension=60)])
    assert timings.seconds([training(dimension=dimension)], workers=1) == pytest.approx(seconds)


def test_the_longest_of_a_seed_come_first() -> None:
    seconds = {"gat": 9.0, "gcn": 1.0, "mlp": 5.0}
    timings = Timings([record(model=model, seconds=seconds[model]) for model in seconds])
    planned = [training(model=model, seed=seed) for seed in (0, 1) for model in ("mlp", "gcn", "gat")]
    assert [(each.seed, each.model) for each in timings.longest_first(planned)] == [
        (seed, model) for seed in (0, 1) for model in ("gat", "mlp", "gcn")
    ]
    unknown = [training(dimension=dimension) for dimension in (20, 180, 98)]
    assert [each.dimension for each in Timings().longest_first(unknown)] == [180, 98, 20]


@pytest.mark.parametrize(
    "changes", [{"model": "gat"}, {"dataset": "pubmed"}, {"layers": 3}, {"max_epochs": 5}, {"per_head": True}]
)
def test_another_kind_is_not_known(changes: dict[str, object]) -> None:
    timings = Timings([record()])
    assert timings.knows(training(dimension=7, seed=9))
    assert not timings.knows(training(**changes))
    assert timings.seconds([training(**changes)], workers=1) == 0


def test_what_is_not_known_is_probed_once_at_its_middle_dimension() -> None:
    planned = [training(dimension=dimension, seed=seed) for seed in range(3) for dimension in (20, 98, 180)]
    [(short, whole)] = probes(planned, Timings()).items()
    assert (whole.dimension, whole.max_epochs, short.max_epochs) == (98, 200, 5)
    assert probes(planned, Timings([record()])) == {}


def test_a_probe_bounds_the_time_of_the_whole() -> None:
    timings, whole = Timings(), training(max_epochs=200)
    probe = record(seconds=0.5, max_epochs=5)
    timings.learn_probe(whole, replace(probe, outcome=replace(probe.outcome, epochs=5)))
    assert timings.between([whole, whole], workers=1) == pytest.approx((20, 40))
    assert timings.seconds([whole], workers=1) == pytest.approx(15)
    timings.learn(record(seconds=3.0))
    assert timings.between([whole], workers=1) == pytest.approx((3, 3))
