"""Settings of models and tasks: settings.toml, where each carries its source, and files that add to it.

Training, splits, tasks and the ledger take a `Settings`; DEFAULTS holds graphdim's own.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphdim.errors import ParameterError, SourceError

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    Entry = dict[str, Any]
    Sections = Mapping[str, Mapping[str, list[Entry]]]

__all__ = ["DEFAULTS", "ModelSettings", "Settings"]

# A training carries these itself, so they do not belong to the digest of the settings around it.
CARRIED = frozenset({"max_epochs", "layers", "default_width", "patience", "usual_split"})


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


@dataclass(frozen=True)
class Settings:
    """Entries by section (a model or a task) and name; of several entries, the last that fits counts."""

    sections: Sections

    def adding(self, path: str | os.PathLike[str]) -> Settings:
        """These settings, followed by the entries of a file."""
        sections = {section: dict(names) for section, names in self.sections.items()}
        for section, names in _read(Path(path)).items():
            for name, entries in names.items():
                if name not in sections.get(section, {}):
                    msg = f"{path}: [{section}] {name} is not a setting of graphdim"
                    raise SourceError(msg)
                sections[section][name] = [*sections[section][name], *entries]
        return Settings(sections)

    @cached_property
    def for_any_graph(self) -> Settings:
        """The same without the entries for named datasets: a user's graph may have the name of one."""
        sections: dict[str, dict[str, list[Entry]]] = {section: {} for section in self.sections}
        for section, names in self.sections.items():
            for name, entries in names.items():
                sections[section][name] = [entry for entry in entries if "dataset" not in entry]
        return Settings(sections)

    def value(self, section: str, name: str, dataset: str = "", task: str = "") -> Any:
        """One setting's value.

        >>> DEFAULTS.value("link-prediction", "shares")
        [0.85, 0.05, 0.1]
        """
        return self.entry(section, name, dataset, task)["value"]

    def entry(self, section: str, name: str, dataset: str = "", task: str = "") -> Entry:
        """One setting with its source: the last entry that fits the dataset and the task."""
        try:
            entries = self.sections[section][name]
        except KeyError:
            msg = f"no setting {name!r} for {section!r}; settings.toml lists them"
            raise ParameterError(msg) from None
        return [entry for entry in entries if _fits(entry, "dataset", dataset) and _fits(entry, "task", task)][-1]

    def model(self, model: str, dataset: str = "", task: str = "") -> ModelSettings:
        """The settings of a model on a dataset, for a task that may have its own.

        >>> DEFAULTS.model("gat").learning_rate, DEFAULTS.model("gat", task="link-prediction").learning_rate
        (0.005, 0.01)
        """
        names = [field.name for field in fields(ModelSettings) if field.name in self.sections.get(model, {})]
        return ModelSettings(**{name: self.value(model, name, dataset, task) for name in names})

    def digest(self, model: str, dataset: str, task: str) -> str:
        """Twelve hexadecimal digits that change whenever a setting behind such a training changes.

        Every line of a ledger carries them, so that trainings under different settings are never taken for the same.
        """
        of_model = asdict(self.model(model, dataset, task))
        of_task = {name: self.value(task, name, dataset, task) for name in self.sections[task]}
        digested = [{name: part[name] for name in part if name not in CARRIED} for part in (of_model, of_task)]
        return hashlib.sha256(json.dumps(digested, sort_keys=True).encode()).hexdigest()[:12]

    def entries(self) -> list[Entry]:
        """Every entry with its section and name."""
        return [
            {"section": section, "name": name, **entry}
            for section, names in self.sections.items()
            for name, entries in names.items()
            for entry in entries
        ]


def _fits(entry: Entry, key: str, wanted: str) -> bool:
    """Whether an entry is for all datasets or tasks, or for this one."""
    given = entry.get(key, wanted)
    return wanted in given if isinstance(given, list) else bool(given == wanted)


def _read(path: Any) -> dict[str, dict[str, list[Entry]]]:
    """The entries of a file; a setting with one entry need not be a list."""
    try:
        sections = tomllib.loads(path.read_text(encoding="utf-8"))
        return {
            section: {name: _listed(entries, path) for name, entries in names.items()}
            for section, names in sections.items()
        }
    except OSError as error:
        msg = f"{path}: {error.strerror}; give a file of settings"
        raise SourceError(msg) from error
    except (ValueError, AttributeError) as error:
        msg = f"{path}: not a file of settings ({error}); docs/experiments.md shows one"
        raise SourceError(msg) from error


def _listed(entries: Any, path: Any) -> list[Entry]:
    listed: list[Entry] = entries if isinstance(entries, list) else [entries]
    if not all(isinstance(entry, dict) and "value" in entry for entry in listed):
        msg = f"{path}: an entry without a value: {listed}"
        raise ValueError(msg)
    return listed


DEFAULTS = Settings(_read(files(__package__) / "settings.toml"))
