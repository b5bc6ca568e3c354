"""The race replayed on rows whose answer is known."""

from minge_ledgers import flat, row
from minge_paper.evidence.replay import replays, section
from minge_paper.evidence.rows import paper_rows
from minge_paper.results import Results


def test_a_clear_row_is_decided_right_with_fewer_trainings() -> None:
    scores = {**flat(80.0), 20: 70.0, 40: 75.0}
    [replayed] = replays(paper_rows(Results(row(scores, seeds=5, spread=0.1))))
    assert replayed.dimension == 60
    assert replayed.is_right
    assert replayed.n_trainings < replayed.n_in_grid == 45


def test_noise_decides_nothing_and_says_so() -> None:
    rows = paper_rows(Results(row(flat(60.0), seeds=3, spread=8.0)))
    [replayed] = replays(rows)
    assert (replayed.dimension, replayed.points, replayed.is_right) == (None, None, False)
    assert "Of 1 row the race decides 0" in section(rows)


def test_two_seeds_are_too_few() -> None:
    assert section(paper_rows(Results(row(flat(80.0), seeds=2)))).endswith("missing.")
