"""What the first edition of the page got wrong: its link prediction scores next to the present ones."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

from minge_paper import places
from minge_paper.evidence.rows import every_row
from minge_paper.markdown import mean, pipes
from minge_paper.published import printed_scores
from minge_paper.statistics import mean_of
from minge_paper.text import number

if TYPE_CHECKING:
    from minge_paper.evidence.rows import Row
    from minge_paper.results import Results

__all__ = ["MISSING_LINKS", "scores", "withdrawn"]

MISSING_LINKS = "The new trainings of link prediction are not in the ledger yet: missing."


@cache
def _first_edition() -> dict[str, Any]:
    return tomllib.loads(places.FIRST_EDITION.read_text(encoding="utf-8"))


def withdrawn() -> str:
    """The sentences that no longer stand, each with its reason."""
    return "\n".join(f"- “{entry['sentence']}” ({entry['because']})" for entry in _first_edition()["withdrawn"])


def scores(results: Results) -> str:
    """Link prediction at MinGE's dimension: the first edition, now, and printed."""
    links = _first_edition()["links"]
    rows = [row for row in every_row(results) if row.task == "link-prediction" and row.selected in row.scores]
    retrained = [row for row in rows if row.model in links.get(row.dataset, {})]
    if not retrained:
        return MISSING_LINKS
    head = ["row", "dimension", "first edition", "now", "printed"]
    return pipes(head, [_line(row, links[row.dataset][row.model]) for row in retrained])


def _line(row: Row, before: float) -> list[str]:
    now = mean_of(list(row.scores[row.selected].values()))
    printed = printed_scores(row.task, row.dataset, row.model).get(row.selected)
    return [row.name, str(row.selected), number(before), mean(now), number(printed)]
