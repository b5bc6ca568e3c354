"""From rows to a verdict: each of the four can be reached, and chance among many rows is not taken for a finding."""

from dataclasses import replace

import pytest

from minge_paper.evidence.verdicts import (
    FAILS,
    HOLDS,
    NOT_CONTRADICTED,
    UNDECIDED,
    Judgement,
    better,
    larger,
    similar,
    tally,
    together,
)
from minge_paper.statistics import paired


def rows(*verdicts: str, against: float = 0.04) -> list[Judgement]:
    p_values = {HOLDS: 1.0, NOT_CONTRADICTED: 0.5, FAILS: against, UNDECIDED: 0.5}
    return [Judgement(str(place), verdict, p_values[verdict]) for place, verdict in enumerate(verdicts)]


UNTRAINED = Judgement("nowhere", UNDECIDED, None)


@pytest.mark.parametrize(
    ("judgements", "verdict"),
    [
        ([], UNDECIDED),
        ([UNTRAINED], UNDECIDED),
        (rows(HOLDS, HOLDS), HOLDS),
        ([*rows(HOLDS, HOLDS), UNTRAINED], HOLDS),
        (rows(HOLDS, NOT_CONTRADICTED), NOT_CONTRADICTED),
        (rows(HOLDS, UNDECIDED), UNDECIDED),
        (rows(FAILS), FAILS),
    ],
)
def test_rows_together(judgements: list[Judgement], verdict: str) -> None:
    assert together(judgements) == verdict


def test_one_weak_contradiction_among_many_rows_is_chance() -> None:
    assert together(rows(FAILS, *[NOT_CONTRADICTED] * 31)) == NOT_CONTRADICTED


def test_one_strong_contradiction_among_many_rows_counts() -> None:
    assert together(rows(FAILS, *[HOLDS] * 31, against=1e-5)) == FAILS


def test_rows_of_one_graph_do_not_add_up() -> None:
    """They share the graph and its splits, so that five weak contradictions may be one."""
    assert together(rows(*[FAILS] * 5, *[NOT_CONTRADICTED] * 27)) == NOT_CONTRADICTED
    of_a_graph = [replace(row, graph="Cora") for row in rows(*[FAILS] * 5, against=0.011)]
    assert together(of_a_graph) == NOT_CONTRADICTED
    assert together([replace(row, against=0.009) for row in of_a_graph]) == FAILS


def test_graphs_are_corrected_for_their_number() -> None:
    judgements = [
        replace(row, graph=graph)
        for graph in ("Cora", "Citeseer")
        for row in rows(FAILS, NOT_CONTRADICTED, against=0.02)
    ]
    assert together(judgements[:2]) == FAILS
    assert together(judgements) == NOT_CONTRADICTED


def test_tally_counts_in_the_order_of_the_verdicts() -> None:
    assert tally(rows(FAILS, HOLDS, HOLDS)) == "holds in 2 rows, does not hold in 1"
    assert tally([]) == "no rows"


def seeds(*scores: float) -> dict[int, float]:
    return dict(enumerate(scores))


BASE = seeds(80.0, 80.0, 80.0, 80.0)


@pytest.mark.parametrize(
    ("scores", "as_better", "as_similar"),
    [
        (seeds(81.0, 81.1, 80.9, 81.0), HOLDS, HOLDS),
        (seeds(81.0, 79.5, 80.9, 79.8), NOT_CONTRADICTED, NOT_CONTRADICTED),
        (seeds(79.0, 80.5, 79.1, 80.2), UNDECIDED, NOT_CONTRADICTED),
        (seeds(79.0, 79.1, 78.9, 79.0), FAILS, FAILS),
        (seeds(81.0, 81.0), NOT_CONTRADICTED, NOT_CONTRADICTED),
        (seeds(79.0, 79.0), UNDECIDED, NOT_CONTRADICTED),
        (seeds(81.0), UNDECIDED, UNDECIDED),
        ({}, UNDECIDED, UNDECIDED),
    ],
    ids=["above", "noise, above", "noise, below", "below", "equal, above", "equal, below", "one seed", "no seed"],
)
def test_better_and_similar(scores: dict[int, float], as_better: str, as_similar: str) -> None:
    gain = paired(scores, BASE)
    assert better("a row", gain).verdict == as_better
    assert similar("a row", gain).verdict == as_similar
    assert (better("a row", gain).against is None) == (len(scores) < 2)


@pytest.mark.parametrize(
    ("scores", "claimed", "verdict"),
    [
        (seeds(82.0, 82.1, 81.9, 82.0), 2.0, HOLDS),
        (seeds(83.0, 83.1, 82.9, 83.0), 2.0, HOLDS),
        (seeds(84.0, 79.0, 82.0, 80.5), 2.0, NOT_CONTRADICTED),
        (seeds(81.0, 81.1, 80.9, 81.0), 2.0, FAILS),
        (seeds(80.0, 80.1, 79.9, 80.0), 2.0, FAILS),
        (seeds(83.0, 76.0, 82.0, 78.0), 2.0, UNDECIDED),
        (seeds(81.0, 81.0), 2.0, NOT_CONTRADICTED),
        (seeds(82.0), 2.0, UNDECIDED),
    ],
    ids=["as claimed", "more", "noise", "less", "nothing", "noise, below", "equal", "one seed"],
)
def test_a_gain_of_a_size(scores: dict[int, float], claimed: float, verdict: str) -> None:
    assert larger("a row", scores, BASE, claimed).verdict == verdict
