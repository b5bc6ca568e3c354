"""What all figures share: colours, seeds of a band, the specification, what stands where the ledger holds nothing."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from minge_paper.results import Results

__all__ = ["FEWEST_SEEDS", "MINGE", "OURS", "not_in_the_ledger", "specification"]

FEWEST_SEEDS = 5  # of a band: with fewer, an interval is many times wider than the seeds themselves
MINGE, OURS = "#c8502d", "#2f6fd0"


def specification(chart: Callable[[Results], Any], results: Results) -> dict[str, Any]:
    """The Vega-Lite specification of a chart."""
    with warnings.catch_warnings():
        # One choice of training size for all panels is meant; altair warns that it made one of many.
        warnings.filterwarnings("ignore", message="Automatically deduplicated", category=UserWarning)
        drawn: dict[str, Any] = chart(results).to_dict()
    return drawn


def not_in_the_ledger(alt: Any) -> Any:
    """These words as a chart."""
    data = alt.Data(values=[{"text": "not in the ledger"}])
    return alt.Chart(data).mark_text(color="#888").encode(text="text:N")
