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

__all__ = ["ModelSettings", "entry", "model_settings", "value"]


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


def model_settings(model: str, dataset: str) -> ModelSettings:
    """The settings of a model on a dataset.

    >>> model_settings("gcnii", "cora").learning_rate, model_settings("gcnii", "my-graph").learning_rate
    (0.008, 0.01)
    """
    known = _sections().get(model, {})
    return ModelSettings(**{each.name: value(model, each.name, dataset) for each in fields(ModelSettings) if each.name in known})


def value(section: str, name: str, dataset: str = "") -> Any:
    """One setting's value.

    >>> value("link-prediction", "shares")
    [0.85, 0.05, 0.1]
    """
    return entry(section, name, dataset)["value"]


def entry(section: str, name: str, dataset: str = "") -> dict[str, Any]:
    """One setting with its source: the dataset's own entry if it has one, else the general one."""
    try:
        listed = _sections()[section][name]
    except KeyError:
        msg = f"no setting {name!r} for {section!r}; settings.toml lists them"
        raise ParameterError(msg) from None
    entries = listed if isinstance(listed, list) else [listed]
    own: dict[str, Any] = next((each for each in entries if each.get("dataset") == dataset), entries[0])
    return own


@cache
def _sections() -> dict[str, dict[str, Any]]:
    return tomllib.loads((files(__package__) / "settings.toml").read_text(encoding="utf-8"))
