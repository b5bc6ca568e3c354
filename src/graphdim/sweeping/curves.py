"""Measured curves as plain facts for the report: from the result of a sweep, or from the races of a ledger.

A curve belongs to the graph of the same fingerprint, whatever the names of the files. Only a graph that stayed with
Spark has none; its size must do.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphdim.checks import check_count
from graphdim.choices import MODELS
from graphdim.errors import SourceError
from graphdim.folders import user_path
from graphdim.sweeping.chance import chance_note
from graphdim.sweeping.ledger_races import ledger_races
from graphdim.sweeping.panel import NAMES, headline, lines, note
from graphdim.training.ledger import Ledger
from graphdim.training.settings import DEFAULTS
from graphdim.words import counted, points, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = ["Curves", "curve_of"]


@dataclass(frozen=True, slots=True)
class Curves:
    """Every curve of some files, as the facts that the report draws."""

    paths: tuple[str, ...]
    curves: tuple[dict[str, Any], ...]

    @classmethod
    def read(cls, paths: Sequence[str]) -> Curves:
        """The curves of sweeps and ledgers."""
        return cls(tuple(paths), tuple(curve for path in paths for curve in _curves(user_path(path))))

    @property
    def have_answer(self) -> bool:
        """Whether one of them is of a sweep with an answer, so that nothing else needs to be measured."""
        return any(curve["lead"]["dimension"] for curve in self.curves if "lead" in curve)

    def beside(self, graphs: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The facts of some graphs, each with the curves that were measured on it."""
        matched = [{**facts, "sweeps": [curve for curve in self.curves if _is_of(curve, facts)]} for facts in graphs]
        if not any(facts["sweeps"] for facts in matched):
            measured = {
                f"{curve['graph']} ({curve['n_nodes']:,} nodes, {curve['n_edges']:,} edges)" for curve in self.curves
            }
            msg = f"{', '.join(self.paths)}: measured on {' and '.join(sorted(measured))}, which is none of the sources"
            raise SourceError(msg)
        return matched


def _is_of(curve: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    """Whether size and fingerprint agree; a graph without a fingerprint is told by its size."""
    told_by = ("n_nodes", "n_edges") if facts["fingerprint"] is None else ("n_nodes", "n_edges", "fingerprint")
    return all(curve[name] == facts[name] for name in told_by)


def _curves(path: Path) -> list[dict[str, Any]]:
    """The curves of one file, whichever of the two it is."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        msg = f"{path}: {error.strerror}; give what graphdim sweep --json printed, or a ledger of graphdim bench run"
        raise SourceError(msg) from error
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        facts = None
    if isinstance(facts, dict) and "curve" in facts:
        return [_from_sweep(facts, path)]
    curves = [_worded({**row, **_raced(race.summary())}, []) for row, race in ledger_races(Ledger(path))]
    if not curves:
        msg = f"{path}: holds no curve; give what graphdim sweep --json printed, or a ledger with two dimensions"
        raise SourceError(msg)
    return curves


def _from_sweep(facts: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """The curve of a sweep; its facts come from a file, so every one is checked."""
    try:
        return curve_of(facts)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        msg = f"{path}: not the result of a sweep ({shown(error)}); graphdim sweep --json prints one"
        raise SourceError(msg) from error


def curve_of(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The curve of a sweep, from its summary, and what a page that it leads says first."""
    model, answer = str.strip(facts["model"]), _dimension(facts["dimension"])
    measured = {
        "graph": str(facts["source"]),
        "n_nodes": check_count("n_nodes", facts["n_nodes"], least=0),
        "n_edges": check_count("n_edges", facts["n_edges"], least=0),
        "fingerprint": facts["fingerprint"],
        "title": f"{_shown(model)}, {NAMES[facts['task']]}",
        "score": str(facts["score"]),
        "default": DEFAULTS.model(model).default_width if model in MODELS else None,
        "guess": chance_note(facts),
        **_raced(facts),
    }
    lead = {
        "dimension": answer,
        "headline": [*headline(facts)],
        "lines": [[*line] for line in lines(facts)],
        "why_undecided": "" if answer else note(facts),
    }
    return _worded(measured, [str(sentence) for sentence in facts["notes"]]) | {"lead": lead}


def _raced(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What the report draws of a race."""
    return {
        "best": _dimension(facts["best"]),
        "smallest": _dimension(facts["dimension"]),
        "margin": _finite(facts["margin"]),
        "n_trainings": check_count("n_trainings", facts["n_trainings"], least=0),
        "curve": [_point(point) for point in facts["curve"]],
    }


def _shown(model: str) -> str:
    """Networks by their usual names; embeddings and functions as they are called."""
    return model.upper() if model in MODELS else model


def _dimension(number: Any) -> int | None:
    return None if number is None else check_count("dimension", number, least=1)


def _finite(given: Any) -> float:
    number = float(given)
    if not math.isfinite(number):
        msg = "a number that is not finite"
        raise ValueError(msg)
    return number


def _point(point: Mapping[str, Any]) -> dict[str, Any]:
    numbers = {name: None if point[name] is None else _finite(point[name]) for name in ("mean", "low", "high")}
    # An interval by Student's t may leave what a score can be.
    shown = {name: None if number is None else min(max(number, 0.0), 1.0) for name, number in numbers.items()}
    return {
        "dimension": check_count("dimension", point["dimension"], least=1),
        "seeds": check_count("seeds", point["seeds"], least=0),
    } | shown


def _worded(measured: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """What the report draws, with its sentences."""
    title, graph = f"{measured['title']}: {measured['score']} by dimension", f"Measured on {measured['graph']}."
    return measured | {"title": title, "sentences": [_finding(measured), *_default(measured), graph, *notes]}


def _finding(measured: Mapping[str, Any]) -> str:
    """The smallest sufficient dimension, if one is shown."""
    trainings, margin = counted(measured["n_trainings"], "training"), points(measured["margin"])
    if measured.get("guess"):
        return f"{trainings}: {measured['guess']}."
    if measured["smallest"] is None:
        return f"{trainings}: too few to show that a dimension is at most {margin} below the best."
    least = f"the smallest dimension shown to be at most {margin} below it is {measured['smallest']}"
    return f"Best at {measured['best']}; {least} ({trainings})."


def _default(measured: Mapping[str, Any]) -> Iterator[str]:
    """How the model's default width does, if it was trained; an MLP has none."""
    default, means = measured["default"], {point["dimension"]: point["mean"] for point in measured["curve"]}
    if default is not None:
        trained = f"{100 * means[default]:.1f} % {measured['score']}" if default in means else "not trained"
        yield f"The model's default is {default}, {trained}."
