"""More epochs beside the usual ones: 200 for GCN."""

from dataclasses import replace

import pytest

from bench.evidence.synthetic import row
from graphdim.bench.evidence.longer import longer, section
from graphdim.bench.ledger import Record
from graphdim.bench.tables.results import Results


def ended(records: list[Record], epochs: int) -> list[Record]:
    return [replace(each, outcome=replace(each.outcome, epochs=epochs)) for each in records]


USUAL = ended(row({20: 60.0, 98: 80.0}, seeds=5), 200)
LONGER = ended(row({20: 78.0, 98: 81.0}, seeds=3, max_epochs=1000), 640)


def test_both_sides_have_the_same_seeds() -> None:
    small, large = longer(Results([*USUAL, *LONGER]))
    assert (small.training.dimension, large.training.dimension) == (20, 98)
    assert (small.usual_epochs, small.training.max_epochs) == (200, 1000)
    assert (small.usual_at_cap, small.longer_at_cap) == (1.0, 0.0)
    assert small.gain is not None
    assert small.gain.seeds == small.usual.seeds == small.longer.seeds == 3
    assert small.gain.mean == pytest.approx(18, abs=0.5)


def test_the_sentence_tells_how_far_the_dimensions_lie_apart() -> None:
    told = section(Results([*USUAL, *LONGER]))
    assert (
        "GCN on Cora, node classification: 1,000 epochs instead of 200 bring the best of 2 dimensions from 20." in told
    )
    assert "Out of epochs, of all trainings at the settings: GCN 100 %." in told
    assert "| GCN on Cora, node classification | 20 | 200 → 1,000 | 60." in told


def test_one_dimension_has_no_spread() -> None:
    told = section(Results([*USUAL, *LONGER[:3]]))
    assert "1,000 epochs instead of 200, at dimension 20: +1" in told


@pytest.mark.parametrize(
    "other",
    [
        row({20: 78.0}, max_epochs=100),
        row({20: 78.0}, max_epochs=1000, layers=4),
        row({20: 78.0}, max_epochs=1000, train_per_class=80),
        row({40: 78.0}, max_epochs=1000),
    ],
    ids=["fewer epochs", "more layers", "more nodes", "no usual one"],
)
def test_what_differs_in_more_than_a_higher_cap_is_left_out(other: list[Record]) -> None:
    results = Results([*USUAL, *other])
    assert longer(results) == []
    assert section(results).endswith("No training with more of them is in the ledger: missing.")
