"""Summary → the text panel of the terminal and the interpreter."""

from collections.abc import Mapping
from typing import Any

from graphdim.report.facts import headline, lines

__all__ = ["panel"]


def panel(facts: Mapping[str, Any]) -> str:
    """The answer on the first line, one indented line for each reason."""
    answer, how = headline(facts)
    return "\n".join([f"{answer}  ({how})", *(f"  {label:<9}  {sentence}" for label, sentence in lines(facts))])
