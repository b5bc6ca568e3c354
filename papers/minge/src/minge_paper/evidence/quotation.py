"""What the project's README says about the evidence: a few sentences of the page, between two marks."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from minge_paper.evidence.corrections import MISSING_LINKS, scores
from minge_paper.evidence.minute import stricter, title, verdicts

if TYPE_CHECKING:
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
    """The title of the page, and what it says of MinGE and of measuring."""
    first = f"{title(results).partition(' (')[0]}."
    judged = [verdicts(results), stricter(results)] if results.curves else []
    again = [CORRECTED] if scores(results) == MISSING_LINKS else []
    return " ".join(filter(None, [first, *judged, *again]))
