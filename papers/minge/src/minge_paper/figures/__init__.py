"""The figures of the paper from the ledger alone, as SVG, PNG and one interactive page.

records → Results → one file per figure, its facts first → altair → files
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from minge_paper.figures import figure2, figure3
from minge_paper.figures.drawing import specification
from minge_paper.results import Results

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphdim.training.ledger import Record

__all__ = ["FIGURES", "TITLES", "build"]

FIGURES = {"2": figure2.chart, "3": figure3.chart}
TITLES = {
    "2": "Figure 2: accuracy by dimension, model, dataset and training size",
    "3": "Figure 3: time of MinGE and of one training of each model",
}


def build(name: str, records: Iterable[Record]) -> dict[str, Any]:
    """The Vega-Lite specification of a figure; what the ledger does not hold is shown as missing."""
    return specification(FIGURES[name], Results(records))
