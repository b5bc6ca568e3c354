"""The result of a sweep: score and cost at each dimension, the smallest that is as good, compared with MinGE's."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING, Any

from graphdim.sweeping import answer
from graphdim.sweeping.panel import panel
from graphdim.training.statistics import compare, mean_of, regret

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphdim.selectors.selection import Selection
    from graphdim.training.ledger import Record
    from graphdim.training.statistics import Comparison

__all__ = ["Sweep"]


@dataclass(frozen=True, slots=True, repr=False)
class Sweep:
    """The records of a sweep and what they say.

    `ended` tells why it stopped: clear, budget, seeds, interrupted, or "" for not yet. `dimensions` are those to be
    tried: until each of them has a score, nothing is compared.
    """

    selection: Selection
    task: str
    model: str
    graph: str
    notes: tuple[str, ...] = ()
    records: tuple[Record, ...] = ()
    ended: str = ""
    dimensions: tuple[int, ...] = ()
    score: str = "accuracy"

    def adding(self, record: Record, ended: str) -> Sweep:
        """The same with one more record."""
        return replace(self, records=(*self.records, record), ended=ended)

    @property
    def scores(self) -> dict[int, dict[int, float]]:
        """Scores by dimension and seed."""
        scores: dict[int, dict[int, float]] = {}
        for record in sorted(self.records, key=lambda record: (record.training.dimension, record.training.seed)):
            scores.setdefault(record.training.dimension, {})[record.training.seed] = record.outcome.score
        return scores

    @property
    def comparison(self) -> Comparison | None:
        """Every dimension against the best; None while one of them has no score."""
        scores = self.scores
        return compare(scores) if scores.keys() >= set(self.dimensions) else None

    @property
    def dimension(self) -> int | None:
        """The smallest dimension within noise of the best and at most a point below it; None while nobody can tell."""
        return answer.smallest(self.scores, self.comparison)

    @property
    def is_clear(self) -> bool:
        """Whether more seeds could only tell apart what makes no difference."""
        return answer.is_clear(self.scores, self.comparison)

    def curve(self) -> list[dict[str, Any]]:
        """One dictionary for each dimension: score with its interval over the shared seeds, and what a training costs.

        Seeds come one after the other: one that is not through all dimensions yet would favour some of them.
        """
        comparison = self.comparison
        return [
            {"dimension": dimension, **asdict(mean_of(_over(by_seed, comparison))), **self._costs(dimension)}
            for dimension, by_seed in self.scores.items()
        ]

    def summary(self) -> dict[str, Any]:
        """Every fact as plain values; text and JSON render this and nothing else."""
        scores, comparison = self.scores, self.comparison
        given_away = regret(scores, comparison, self.selection.dimension)
        lost = regret(scores, comparison, self.dimension) if self.dimension else None
        return {
            "graph": self.graph,
            "n_nodes": self.selection.n_nodes,
            "n_edges": self.selection.n_edges,
            "fingerprint": self.selection.facts.fingerprint,
            "task": self.task,
            "score": self.score,
            "model": self.model,
            "dimension": self.dimension,
            "selected": self.selection.dimension,
            "best": comparison.best if comparison else None,
            "within_noise": list(comparison.within_noise) if comparison and comparison.within_noise else None,
            "as_good": list(answer.as_good(scores, comparison)),
            "shared_seeds": len(comparison.seeds) if comparison else 0,
            "regret": asdict(given_away) if given_away else None,
            "regret_of_dimension": asdict(lost) if lost else None,
            "cost": self._cost(),
            "max_epochs": self.records[0].training.max_epochs if self.records else None,
            "out_of_epochs": fmean(record.ran_out for record in self.records) if self.records else None,
            "ended": self.ended,
            "curve": self.curve(),
            "notes": list(self.notes),
        }

    def to_json(self) -> str:
        """The summary as one JSON object."""
        return json.dumps(self.summary(), ensure_ascii=False)

    def _cost(self) -> dict[str, float] | None:
        """How many times the parameters, time and memory of the smallest good dimension MinGE's takes."""
        smallest = self.dimension
        if smallest is None or self.selection.dimension not in self.scores:
            return None
        ours, theirs = self._costs(self.selection.dimension), self._costs(smallest)
        return {name: ours[name] / theirs[name] for name in ours}

    def _costs(self, dimension: int) -> dict[str, float]:
        outcomes = [record.outcome for record in self.records if record.training.dimension == dimension]
        return {
            "parameters": outcomes[0].parameters,
            "seconds": fmean(outcome.seconds for outcome in outcomes),
            "peak_memory_bytes": max(outcome.peak_memory_bytes for outcome in outcomes),
        }

    def __repr__(self) -> str:
        """The panel."""
        return panel(self.summary())


def _over(scores: Mapping[int, float], comparison: Comparison | None) -> list[float]:
    """The scores of the seeds that are compared; all of them while none is shared."""
    return [scores[seed] for seed in (comparison.seeds if comparison else scores)]
