"""The settings of the experiments, read from settings.toml, where each carries its source.

The file lies in the package, so that an installed graphdim trains as the checkout does; papers/minge links to it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from graphdim.errors import ParameterError

__all__ = ["ModelSettings", "entry", "every_entry", "model_settings", "value"]


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
    fitting = [each for each in _entries(listed) if all(each.get(key, at) == at for key, at in asked.items())]
    return fitting[-1]


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
