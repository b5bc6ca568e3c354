"""Our level beside the printed one: below, above, within noise, and a single seed that cannot tell."""

import re

import pytest

from graphdim.training.definition import LEAKS
from graphdim.training.ledger import Record
from minge_ledgers import GRID, row
from minge_paper.evidence.gaps import gaps
from minge_paper.evidence.levels import Level, levels
from minge_paper.evidence.rows import paper_rows
from minge_paper.published import printed_scores
from minge_paper.results import Results

PRINTED = printed_scores("node-classification", "cora", "gcn")


def level(records: list[Record]) -> Level:
    [found] = levels(paper_rows(Results(records)))
    return found


def shifted(by: float) -> dict[int, float]:
    return {dimension: PRINTED[dimension] + by for dimension in GRID}


@pytest.mark.parametrize(("by", "below", "above"), [(-3.0, True, False), (0.0, False, False), (3.0, False, True)])
def test_a_level_beyond_noise(by: float, below: bool, above: bool) -> None:  # noqa: FBT001 - what is expected
    found = level(row(shifted(by), spread=1.0))
    assert found.gap == pytest.approx(by, abs=0.5)
    assert (found.is_below, found.is_above) == (below, above)


def test_one_of_many_rows_that_is_barely_beyond_noise_is_chance() -> None:
    alone = level(row(shifted(-1.2), spread=1.0))
    assert alone.noise is not None
    assert alone.gap < -alone.noise
    others = [
        record
        for dataset in ("cora", "citeseer", "pubmed", "airport")
        for model in ("gat", "gcnii", "mlp")
        for record in row(
            printed_scores("node-classification", dataset, model), dataset=dataset, model=model, spread=1.0
        )
    ]
    every = levels(paper_rows(Results([*row(shifted(-1.2), spread=1.0), *others])))
    [among] = [each for each in every if each.row.model == "gcn"]
    assert (alone.is_below, among.is_below) == (True, False)


def test_only_the_dimensions_that_were_trained_are_compared() -> None:
    part = {dimension: PRINTED[dimension] for dimension in (20, 98)}
    assert level(row(part, spread=0.01)).gap == pytest.approx(0, abs=0.05)


def test_trainings_that_ran_out_of_epochs_are_counted() -> None:
    # These records have 200 epochs, which is all that GCN may have and less than MLP may.
    assert level(row(shifted(0.0))).row.at_cap == 1.0
    assert level(row(shifted(0.0), model="mlp")).row.at_cap == 0.0


def test_one_seed_has_no_noise_to_go_by() -> None:
    found = level(row(shifted(-20.0), seeds=1))
    assert (found.noise, found.is_below) == (None, False)


def test_the_lowest_comes_first() -> None:
    records = [*row(dict.fromkeys(GRID, 50.0)), *row(dict.fromkeys(GRID, 90.0), model="mlp")]
    assert [each.row.model for each in levels(paper_rows(Results(records)))] == ["gcn", "mlp"]


def test_rows_below_the_print_say_what_was_tried() -> None:
    below = row(shifted(-3.0), spread=0.1)
    links = {n: score - 5.0 for n, score in printed_scores("link-prediction", "cora", "gcn").items()}
    leaking = row({98: links[98] + 4}, task="link-prediction", leaks=LEAKS["link-prediction"])
    waiting = row({98: PRINTED[98] - 1}, spread=0.1, patience=500, max_epochs=20_000)
    results = Results([*below, *waiting, *row(links, task="link-prediction"), *leaking])
    told = gaps(results, levels(paper_rows(results)))
    assert re.search(r"- GCN on Cora, node classification \(-3\.\d\): longer training changes \+[12]\.\d at 98\.", told)
    assert re.search(
        r"- GCN on Cora, link prediction \(-[45]\.\d\): 9\d\.\d ±\d\.\d at 98 with all leaks instead of", told
    )
    plain = Results(below)
    assert "): nothing yet." in gaps(plain, levels(paper_rows(plain)))


def test_rows_above_the_print_are_counted() -> None:
    links = {n: score + 5.0 for n, score in printed_scores("link-prediction", "cora", "gcn").items()}
    results = Results(row(links, task="link-prediction"))
    told = gaps(results, levels(paper_rows(results)))
    assert told.startswith("Of the 1 rows shown to be above the print, 1 are of link prediction.")
