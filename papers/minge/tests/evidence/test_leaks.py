"""What leaks explain of the printed scores: 92.6 for GCN on Cora's links at 98."""

import pytest

from graphdim.training.definition import LEAKS
from graphdim.training.ledger import Record
from minge_ledgers import LINKS, row
from minge_paper.evidence.leaks import leaks, section
from minge_paper.results import Results

OF_LINKS = LEAKS["link-prediction"]


def ledger(honest: float, seeds: int = 4, **leaking: float) -> list[Record]:
    """One number for each leak by its first word; `all` is all three."""
    named = {leak.partition("-")[0]: (leak,) for leak in OF_LINKS} | {"all": OF_LINKS}
    records = row({98: honest}, task=LINKS, seeds=seeds)
    for word, score in leaking.items():
        records += row({98: score}, task=LINKS, leaks=named[word], seeds=3)
    return records


def test_without_a_measured_leak_there_is_no_section() -> None:
    assert not section(Results(ledger(85.0)))


def test_each_leak_has_its_share_of_the_gap() -> None:
    found = leaks(Results(ledger(82.6, messages=90.6, self=82.6, all=92.6)))
    assert [len(each.training.leaks) for each in found] == [1, 1, 3]
    assert [each.explained for each in found] == pytest.approx([0.8, 0.0, 1.0], abs=0.05)
    assert all(each.printed == 92.6 for each in found)
    # The same seeds on both sides.
    assert all(each.gain is not None and each.gain.seeds == 3 for each in found)


@pytest.mark.parametrize(
    ("leaking", "words"),
    [
        ({"messages": 90.6}, "would explain most of the gap (8"),
        ({"messages": 84.0}, "would explain less than half of the gap (1"),
        ({"messages": 70.0, "all": 95.0}, "with all three leaks 94.9"),
        ({"all": 93.5}, "would explain the whole gap (1"),
        ({"all": 95.0}, "2.3 points above the print, which was hardly made with these leaks."),
        ({"self": 99.0}, "6.4 points above the print, which was hardly made with this leak."),
        ({"self": 80.0}, "80.0 ±0.2, which explains nothing."),
        ({"messages": 93.0, "all": 88.0}, "(5"),
        (
            {"messages": 93.0, "all": 88.0},
            "; with messages-over-all-edges alone 93.0 ±0.2, which would explain the whole gap (10",
        ),
    ],
)
def test_the_sentence_tells_all_leaks_together_and_the_strongest_alone(leaking: dict[str, float], words: str) -> None:
    told = section(Results(ledger(82.6, **leaking)))
    assert words in told
    assert "printed 92.6, ours without a leak 82." in told


def test_both_sides_have_the_same_seeds() -> None:
    [found] = leaks(Results([*ledger(82.6, seeds=1), *row({98: 90.6}, task=LINKS, leaks=OF_LINKS[:1], seeds=3)]))
    assert found.honest is not None
    assert (found.honest.seeds, found.leaking.seeds) == (1, 1)
    assert found.gain is not None
    assert found.leaking.mean - found.honest.mean == pytest.approx(found.gain.mean)
    assert " %, one seed)" in section(Results([*ledger(82.6, seeds=1, messages=90.6)]))


def test_noise_is_called_noise() -> None:
    records = [
        *row({98: 82.0}, task=LINKS, seeds=3, spread=9.0),
        *row({98: 84.0}, task=LINKS, seeds=3, leaks=OF_LINKS[:1]),
    ]
    assert ", within noise)" in section(Results(records))


def test_no_gap_needs_no_explanation() -> None:
    told = section(Results(ledger(95.0, all=97.0)))
    assert "4.3 points above the print, which was hardly made with these leaks." in told
    assert "| no gap |" in told
    assert "there is no gap that a leak would have to explain." in section(Results(ledger(95.0, all=92.0)))


def test_a_leak_that_overshoots_has_no_share() -> None:
    told = section(Results(ledger(82.6, all=97.0)))
    assert "| overshot |" in told
    assert "would explain" not in told


def test_a_leak_without_its_honest_twin_stands_alone() -> None:
    told = section(Results(row({98: 90.0}, task=LINKS, leaks=OF_LINKS[:1])))
    assert "nothing to compare with" in told


def test_a_split_is_told_from_its_overlap_by_a_control() -> None:
    records = [
        *row({100: 60.0}, dataset="airport", spread=0.01),
        *row({100: 78.0}, dataset="airport", spread=0.01, leaks=("overlapping-split",)),
        *row({100: 79.0}, dataset="airport", spread=0.01, leaks=("overlap-removed",)),
    ]
    told = section(Results(records))
    assert "printed 65.8, ours 60.0" in told
    assert "with 20 training nodes per class; 78.0" in told
    assert "the overlap is worth -1.0" in told
    assert "the mix of classes; 12.2 points above the print, which was hardly made with this leak." in told
    assert told.count("| GCN on Airport at 100 |") == 2
