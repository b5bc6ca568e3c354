"""By how much a dimension scores below the best: what every measured result says about a number of the user's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Deficit", "deficit_facts"]


@dataclass(frozen=True, slots=True)
class Deficit:
    """In units of the score, with its 95 % interval; both ends are None where the spread is not known."""

    mean: float
    low: float | None
    high: float | None

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of the interval; the mean itself where the spread is not known."""
        return self.mean if self.low is None else self.low, self.mean if self.high is None else self.high


def deficit_facts(deficit: Deficit | None) -> dict[str, Any]:
    """A deficit as plain values, all of them None where nothing was measured.

    >>> deficit_facts(Deficit(0.06, 0.051, 0.069))
    {'deficit': 0.06, 'low': 0.051, 'high': 0.069}
    """
    if deficit is None:
        return {"deficit": None, "low": None, "high": None}
    return {"deficit": deficit.mean, "low": deficit.low, "high": deficit.high}
