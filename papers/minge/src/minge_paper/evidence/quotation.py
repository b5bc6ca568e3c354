"""What the project's README says about the evidence: a few sentences of the page, between two marks."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from minge_paper.evidence.corrections import MISSING_LINKS, scores
from minge_paper.evidence.findings import narrow_widths
from minge_paper.evidence.minute import lead, title
from minge_paper.evidence.regret import fixed, rules
from minge_paper.evidence.rows import every_row
from minge_paper.markdown import listed
from minge_paper.text import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minge_paper.evidence.regret import Rule
    from minge_paper.results import Results

__all__ = ["quotation", "quoting"]

MARKED = re.compile(r"(?<=<!-- evidence -->\n).*?(?=\n *<!-- end of evidence -->)", re.DOTALL)
WIDTH, INDENT = 120, "  "
CORRECTED = "Link prediction is being trained again with [corrected settings](docs/evidence.md#corrections)."


def quoting(readme: str, results: Results) -> str:
    """The README with the sentences of today's ledger."""
    wrapped = textwrap.fill(quotation(results), WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)
    return MARKED.sub(lambda _: wrapped, readme)


def quotation(results: Results) -> str:
    """The title, whether MinGE beats a constant, and how the two compare for the widths of networks."""
    judged = rules(every_row(results))
    first = f"{title(results).partition(' (')[0]}."
    constant = [lead(results)] if results.curves else []
    again = [CORRECTED] if scores(results) == MISSING_LINKS else []
    tried = fixed(judged)
    narrow = narrow_widths(results) if tried else []
    return " ".join([first, *constant, *_fixed(tried), *narrow, *again])


def _fixed(tried: Sequence[Rule]) -> list[str]:
    """Which fixed widths are shown to differ from MinGE's choice, and how far each lies below it on average."""
    if not tried:
        return []
    kinds = {kind: [rule.width for rule in tried if rule.compared_with_minge == kind] for kind in ("better", "worse")}
    differ = [
        f"{listed(widths)} {'is' if len(widths) == 1 else 'are'} shown to be {kind} than MinGE's choice"
        for kind, widths in kinds.items()
        if widths
    ]
    lead = listed(differ) if differ else "none is shown to differ from MinGE's choice"
    points: dict[str, list[int | None]] = {}
    for rule in tried:
        points.setdefault(number(rule.over.mean if rule.over else None), []).append(rule.width)
    losses = listed(f"{loss} at {listed(widths)}" for loss, widths in points.items())
    return [f"Of the fixed widths of networks, {lead}; in points worse than it on average: {losses}."]
