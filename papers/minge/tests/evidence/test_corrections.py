"""Corrections: the first edition's link prediction next to the present one."""

from minge_ledgers import LINKS, flat, row
from minge_paper.evidence.corrections import scores, withdrawn
from minge_paper.results import Results


def test_what_is_not_trained_again_is_missing() -> None:
    assert scores(Results(row(flat()))).endswith("not in the ledger yet: missing.")


def test_the_first_edition_stands_next_to_the_new_score_and_the_print() -> None:
    table = scores(Results(row({98: 93.0}, task=LINKS, spread=0.001)))
    assert table.splitlines()[2:] == ["| GCN on Cora, link prediction | 98 | 85.6 | 93.0 ±0.0 | 92.6 |"]


def test_a_graph_that_the_first_edition_did_not_have_is_left_out() -> None:
    assert scores(Results(row({98: 93.0}, task=LINKS, dataset="toy"))).endswith("missing.")


def test_every_withdrawn_sentence_has_its_reason() -> None:
    lines = withdrawn().splitlines()
    assert len(lines) == 6
    assert all(line.startswith("- “") and line.endswith(")") for line in lines)
