"""The settings of the experiments, read from settings.toml, where each carries its source.

The file lies in the package, so that an installed graphdim trains as the checkout does; papers/minge links to it.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import asdict, dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from graphdim.errors import ParameterError

__all__ = ["ModelSettings", "digest", "entry", "every_entry", "model_settings", "value"]

# What a training itself carries, so that it does not belong into the digest of what surrounds it.
CARRIED = frozenset({"max_epochs", "layers", "default_width", "patience"})


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """How one model is trained on one dataset; settings that only one model has keep their default elsewhere."""

    learning_rate: float
    weight_decay: float
    dropout: float
    max_epochs: int
    layers: int
    default_width: int | None = None
    heads: int = 1
    output_heads: int = 1
    negative_slope: float = 0.0
    initial_residual: float = 0.0
    identity_strength: float = 0.0
    convolution_decay: float = 0.0


def model_settings(model: str, dataset: str, task: str = "") -> ModelSettings:
    """The settings of a model on a dataset, for a task that may have its own.

    >>> model_settings("gcnii", "cora").learning_rate, model_settings("gcnii", "my-graph").learning_rate
    (0.008, 0.01)
    """
    names = [each.name for each in fields(ModelSettings) if each.name in _sections().get(model, {})]
    return ModelSettings(**{name: value(model, name, dataset, task) for name in names})


def value(section: str, name: str, dataset: str = "", task: str = "") -> Any:
    """One setting's value.

    >>> value("link-prediction", "shares")
    [0.85, 0.05, 0.1]
    """
    return entry(section, name, dataset, task)["value"]


def entry(section: str, name: str, dataset: str = "", task: str = "") -> dict[str, Any]:
    """One setting with its source: the last entry that fits the dataset and the task."""
    try:
        listed = _sections()[section][name]
    except KeyError:
        msg = f"no setting {name!r} for {section!r}; settings.toml lists them"
        raise ParameterError(msg) from None
    asked = {"dataset": dataset, "task": task}
    fitting = [each for each in _entries(listed) if all(_fits(each, key, wanted) for key, wanted in asked.items())]
    return fitting[-1]


def _fits(each: dict[str, Any], key: str, wanted: str) -> bool:
    """Whether an entry is for all datasets or tasks, or for this one."""
    given = each.get(key, wanted)
    return wanted in given if isinstance(given, list) else bool(given == wanted)


def digest(model: str, dataset: str, task: str) -> str:
    """Twelve hexadecimal digits that change whenever a setting behind such a training changes.

    Every line of a ledger carries them, so that trainings under different settings are never taken for the same.
    """
    of_model = asdict(model_settings(model, dataset, task))
    of_task = {name: value(task, name, dataset, task) for name in _sections()[task]}
    surroundings = [{key: given[key] for key in given if key not in CARRIED} for given in (of_model, of_task)]
    text = json.dumps(surroundings, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def every_entry() -> list[dict[str, Any]]:
    """Every entry of the file, with its section and name."""
    return [
        {"section": section, "name": name, **each}
        for section, names in _sections().items()
        for name, listed in names.items()
        for each in _entries(listed)
    ]


def _entries(listed: dict[str, Any] | list[dict[str, Any]]) -> list[dict[str, Any]]:
    return listed if isinstance(listed, list) else [listed]


@cache
def _sections() -> dict[str, dict[str, Any]]:
    return tomllib.loads((files(__package__) / "settings.toml").read_text(encoding="utf-8"))
