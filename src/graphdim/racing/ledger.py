"""The ledger of a race: one finished training per line, JSON Lines, safe against kill -9 and several writers.

A line is appended whole, by one write under a lock, and flushed to the disk. A line torn by a crash is not JSON and is
skipped; the next append starts on a fresh line. A file of anything else, such as edges, is refused: appending would
damage it. Every line carries the identity of its objective: the scores of another
objective are refused, while other dimensions, margins and numbers of seeds may share a ledger.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from graphdim.errors import SourceError
from graphdim.folders import append_line, is_foreign, json_lines, open_lines, user_path
from graphdim.racing.trial import LARGEST, Trial

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphdim.racing.trial import Cell

__all__ = ["RaceLedger"]

FIRST_KEY = "race"  # of every line
ANOTHER = "name another file with --ledger (ledger=… in Python)"


class RaceLedger:
    """A file of finished trainings; it need not exist yet."""

    def __init__(self, path: str | os.PathLike[str], objective: str, name: str) -> None:
        self.path = user_path(path)
        self.objective = objective
        self.name = name

    def trainings(self) -> dict[Cell, Trial]:
        """Every finished training once, by its dimension and seed; the first line about it counts."""
        with self._named_errors():
            os.close(open_lines(self.path))
            content = self.path.read_bytes()
        if is_foreign(content, FIRST_KEY):
            way_out = "name another with --ledger (ledger= in Python)"
            msg = f"{self.path}: this file is no ledger, and writing to it would damage it; {way_out}"
            raise SourceError(msg)
        first: dict[Cell, Trial] = {}
        for number, facts in json_lines(content):
            training = self._training(facts, f"{self.path}, line {number}")
            first.setdefault(training.cell, training)
        return first

    def append(self, training: Trial) -> None:
        """Write one training so that it is whole on the disk when this returns."""
        facts: dict[str, Any] = {FIRST_KEY: self.objective, "objective": self.name, "dimension": training.dimension}
        facts |= {"seed": training.seed, "score": training.score, "seconds": round(training.seconds, 6)}
        with self._named_errors():
            append_line(self.path, json.dumps(facts, ensure_ascii=False))

    @contextmanager
    def _named_errors(self) -> Iterator[None]:
        """What the system refuses, as one line with the way out."""
        try:
            yield
        except OSError as error:
            msg = f"{self.path}: the ledger cannot be written ({error.strerror}); {ANOTHER}"
            raise SourceError(msg) from error

    def _training(self, facts: Any, where: str) -> Trial:
        if not _is_training(facts):
            msg = f"{where}: this is not a training of a race; {ANOTHER}"
            raise SourceError(msg)
        if facts["race"] != self.objective:
            is_same = facts["objective"] == self.name
            change = "with another graph, code or parameters" if is_same else f"and this race asks {self.name!r}"
            ways_out = f"{ANOTHER}, remove this one, or give the objective an attribute identity"
            msg = f"{where}: a score of the objective {facts['objective']!r}, {change}; {ways_out}"
            raise SourceError(msg)
        return Trial(facts["dimension"], facts["seed"], float(facts["score"]), float(facts["seconds"]))


def _is_training(facts: Any) -> bool:
    """Whether a line holds what `append` writes."""
    if not isinstance(facts, dict):
        return False
    words, whole, numbers = (
        [facts.get(name) for name in names]
        for names in (("race", "objective"), ("dimension", "seed"), ("score", "seconds"))
    )
    return (
        all(isinstance(each, str) for each in words)
        and all(type(each) is int and each >= 0 for each in whole)
        and all(isinstance(each, int | float) and -LARGEST < each < LARGEST for each in numbers)
    )
