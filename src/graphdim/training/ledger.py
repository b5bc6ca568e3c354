"""The ledger: one training per line, JSON Lines, appended by several processes and safe against kill -9.

A line is written whole, by one write under a lock, and flushed to the disk. A line torn by a crash is not JSON and is
skipped; the next append starts on a new line. Nothing is written to a file of anything else. The parent process writes
it; experiments, reports and papers read it.
"""

from __future__ import annotations

import json
import math
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphdim.errors import ParameterError, SourceError
from graphdim.folders import append_line, is_foreign, json_lines, open_lines
from graphdim.training.definition import Outcome, Training
from graphdim.words import is_plain, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from graphdim.training.settings import Settings

__all__ = ["Ledger", "Record", "read_ledgers"]

# A line that is older than a field of Training lacks it; the field then has its default.
TRAINING_FIELDS = frozenset(field.name for field in fields(Training))
OUTCOME_FIELDS = frozenset(field.name for field in fields(Outcome))
FIRST_KEY = "task"  # of every line
NOT_NUMBERS = frozenset({"fingerprint", "selected"})  # among the facts of a graph


@dataclass(frozen=True, slots=True)
class Record:
    """One finished training: what was trained, what came out, and where.

    `settings` is the digest of the settings it was trained with. `graph` holds the facts of the dataset and MinGE's
    choice for it, so that tables need the ledger alone.
    """

    training: Training
    outcome: Outcome
    settings: str
    graph: Mapping[str, Any]
    versions: Mapping[str, str]
    cpu: str
    commit: str

    @property
    def ran_out(self) -> bool:
        """Whether it ended at the cap on epochs, not because it had stopped improving."""
        return self.outcome.epochs == self.training.max_epochs

    def facts(self) -> dict[str, Any]:
        """The record as plain values, in the order of a line."""
        stamp = {"graph": dict(self.graph), "versions": dict(self.versions), "cpu": self.cpu, "commit": self.commit}
        return {**asdict(self.training), **asdict(self.outcome), "settings": self.settings, **stamp}

    def to_line(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.facts(), ensure_ascii=False)


class Ledger:
    """A file of records; it need not exist yet."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def prepare(self) -> None:
        """Make sure that records can be written, and damage nothing, before any is there."""
        try:
            os.close(open_lines(self.path))
        except OSError as error:
            msg = f"{self.path}: the ledger cannot be written: {error.strerror}; name another with --ledger"
            raise SourceError(msg) from error
        if is_foreign(self.path.read_bytes(), FIRST_KEY):
            msg = f"{self.path}: this file is no ledger, and writing to it would damage it; name another with --ledger"
            raise SourceError(msg)

    def append(self, record: Record) -> None:
        """Write one record so that it is whole on the disk when this returns, whoever else is writing."""
        append_line(self.path, record.to_line())

    def records(self, settings: Settings | None = None) -> list[Record]:
        """Every finished training once, by its first line; torn lines are left out.

        With `settings`, a line under other settings is refused: its score must never stand beside theirs. Without,
        trainings under different settings are different records.
        """
        return _distinct(self._lines(settings))

    def _lines(self, settings: Settings | None) -> Iterator[Record]:
        if not self.path.exists():
            return
        for number, facts in json_lines(self.path.read_bytes()):
            yield _record(facts, f"{self.path}, line {number}", settings)


def read_ledgers(paths: Iterable[str | os.PathLike[str]], settings: Settings | None = None) -> list[Record]:
    """The records of several ledgers as one; a training that occurs twice counts once."""
    ledgers = [Ledger(path) for path in paths]
    for ledger in ledgers:
        if not ledger.path.exists():
            msg = f"{ledger.path}: there is no such ledger; a run of trainings writes it"
            raise SourceError(msg)
    return _distinct(record for ledger in ledgers for record in ledger.records(settings))


def _distinct(records: Iterable[Record]) -> list[Record]:
    first: dict[tuple[Training, str], Record] = {}
    for record in records:
        first.setdefault((record.training, record.settings), record)
    return list(first.values())


def _record(facts: Any, where: str, settings: Settings | None) -> Record:
    try:
        training = Training(**_only(facts, TRAINING_FIELDS) | {"leaks": tuple(facts["leaks"])})
        outcome = Outcome(**_only(facts, OUTCOME_FIELDS))
        _check_settings(training, facts["settings"], settings)
        stamp = {name: facts[name] for name in ("settings", "graph", "versions", "cpu", "commit")}
        _check_origin(stamp["graph"], [facts["settings"], facts["cpu"], facts["commit"], *_words(facts["versions"])])
        return Record(training, outcome, **stamp)
    except (KeyError, TypeError, AttributeError, ParameterError) as error:
        msg = f"{where}: not the record of a training ({visible(str(error))}); only a run of trainings writes a ledger"
        raise SourceError(msg) from error


def _check_settings(training: Training, digest: str, settings: Settings | None) -> None:
    """Refuse a training under other settings than these."""
    expected = settings.digest(training.model, training.dataset, training.task) if settings else digest
    if digest != expected:
        msg = f"it was trained with other settings, {digest}, where they are {expected} now; remove such lines"
        raise ParameterError(msg)


def _words(versions: Mapping[str, str]) -> list[str]:
    return [*versions, *versions.values()]


def _check_origin(graph: Mapping[str, Any], stamp: Iterable[str]) -> None:
    """Refuse facts of a graph that are not numbers, and names with markup or control characters."""
    numbers = {name: fact for name, fact in graph.items() if name not in NOT_NUMBERS} | graph["selected"]
    for name, fact in numbers.items():
        if not (isinstance(fact, int | float) and 0 <= fact < math.inf):
            msg = f"{name} of the graph is {fact}"
            raise ParameterError(msg)
    for words in (str(graph.get("fingerprint")), *stamp):
        if not is_plain(words):
            msg = f"{words!r} holds markup or control characters"
            raise ParameterError(msg)


def _only(facts: Mapping[str, Any], names: frozenset[str]) -> dict[str, Any]:
    return {name: fact for name, fact in facts.items() if name in names}
