"""The settings as tables: all of them with their sources, and those that the paper leaves open with the reason."""

from __future__ import annotations

from typing import Any

from minge_paper.evidence.rows import NAMES, shown
from minge_paper.markdown import pipes
from minge_paper.presets import SETTINGS

__all__ = ["assumed", "settings"]


def settings() -> str:
    """Every setting with its source; the last that fits a dataset and a task counts."""
    lines = [[*_words(entry), entry["source"]] for entry in SETTINGS.entries()]
    return pipes(["for", "setting", "source"], lines, left=3)


def assumed() -> str:
    """The settings that neither the paper nor the original texts give, each with its reason."""
    assumptions = [entry for entry in SETTINGS.entries() if entry["source"] == "assumed"]
    return pipes(["for", "setting", "because"], [[*_words(entry), entry["because"]] for entry in assumptions], left=3)


def _words(entry: dict[str, Any]) -> list[str]:
    """What an entry is for, and its value."""
    section = NAMES.get(entry["section"], entry["section"].replace("-", " "))
    datasets = entry.get("dataset", [])
    where = [shown(name) for name in ([datasets] if isinstance(datasets, str) else datasets)]
    where += [entry["task"].replace("-", " ")] if "task" in entry else []
    return [", ".join([section, *where]), f"{entry['name'].replace('_', ' ')} = {entry['value']}"]
