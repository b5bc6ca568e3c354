"""The settings as tables: all of them with their sources, and those that the paper leaves open with the reason."""

from __future__ import annotations

from typing import Any

from graphdim.bench.evidence.numbers import pipes
from graphdim.bench.evidence.rows import NAMES, shown
from graphdim.bench.settings import every_entry

__all__ = ["assumed", "settings"]


def settings() -> str:
    """Every setting with its source."""
    return pipes(["for", "setting", "source"], [[*_words(each), each["source"]] for each in every_entry()], left=3)


def assumed() -> str:
    """The settings that neither the paper nor the original texts give, each with its reason."""
    open_ones = [each for each in every_entry() if each["source"] == "assumed"]
    return pipes(["for", "setting", "because"], [[*_words(each), each["because"]] for each in open_ones], left=3)


def _words(each: dict[str, Any]) -> list[str]:
    """What an entry is for, and its value."""
    section = NAMES.get(each["section"], each["section"].replace("-", " "))
    listed_for = each.get("dataset", [])
    where = [shown(name) for name in ([listed_for] if isinstance(listed_for, str) else listed_for)]
    where += [each["task"].replace("-", " ")] if "task" in each else []
    return [", ".join([section, *where]), f"{each['name'].replace('_', ' ')} = {each['value']}"]
