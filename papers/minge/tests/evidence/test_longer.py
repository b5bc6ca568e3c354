"""Trainings with more patience, compared with the usual ones of the same seeds."""

import pytest

from minge_ledgers import LINKS, row
from minge_paper.evidence.longer import longer, section
from minge_paper.results import Results

PATIENT = {"patience": 500, "max_epochs": 20_000}


def test_without_longer_trainings_there_is_no_section() -> None:
    assert not section(Results(row({16: 90.0}, task=LINKS)))
    assert not section(Results(row({16: 90.0}, task=LINKS, **PATIENT)))


def test_longer_trainings_are_compared_over_shared_seeds_the_largest_gain_first() -> None:
    usual = row({16: 80.0, 98: 90.0}, task=LINKS, seeds=3, spread=0.001)
    patient = row({16: 80.5, 98: 92.0}, task=LINKS, seeds=2, spread=0.001, **PATIENT)
    found = longer(Results([*usual, *patient]))
    assert [one.training.dimension for one in found] == [98, 16]
    assert [one.gain.seeds for one in found] == [2, 2]
    assert [one.gain.mean for one in found] == pytest.approx([2.0, 0.5], abs=0.01)
    text = section(Results([*usual, *patient]))
    assert "a patience of 500 epochs and a cap\nof 20,000, to see" in text
    assert "Of 2 cells, 1 rises by more than a point on average, 1 of them beyond noise. They were picked" in text
    assert "| GCN on Cora, link prediction, at 98 | 2 |" in text
    lies = "the narrowest of these lies 10.0 points below the widest with the usual patience, 11.5 with more."
    assert f"On average over 1 row of link prediction with several dimensions, {lies}" in text


def test_what_longer_trainings_lose_is_told() -> None:
    usual = row({16: 80.0, 98: 90.0}, task=LINKS, seeds=3, spread=0.001)
    patient = row({16: 82.0, 98: 89.0}, task=LINKS, seeds=3, spread=0.001, **PATIENT)
    text = section(Results([*usual, *patient]))
    assert "by more than a point on average, 1 of them beyond noise; 1 falls, 1 of them beyond noise. They" in text
    assert "7.0 with more; in 1 of them the widest loses by it." in text


def test_labels_and_links_are_averaged_apart() -> None:
    usual = [*row({16: 80.0, 98: 90.0}, task=LINKS, spread=0), *row({16: 70.0, 98: 74.0}, spread=0)]
    waited = {"spread": 0, **PATIENT}
    patient = [*row({16: 80.0, 98: 90.0}, task=LINKS, **waited), *row({16: 75.0, 98: 74.0}, **waited)]
    text = section(Results([*usual, *patient]))
    assert "1 row of link prediction with several dimensions, the narrowest of these lies 10.0 points below" in text
    assert "1 row of node classification with several dimensions, the narrowest of these lies 4.0 points below" in text
    assert "with the usual patience, -1.0 with more." in text


def test_other_departures_are_not_longer_trainings() -> None:
    leaking = row({16: 95.0}, task=LINKS, leaks=("messages-over-all-edges",), **PATIENT)
    assert not longer(Results([*row({16: 80.0}, task=LINKS), *leaking]))
