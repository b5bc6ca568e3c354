"""The answer and its reasons → the text panel of the terminal and the interpreter.

Names in it come from files and callers: what a terminal would obey is written out.
"""

from collections.abc import Iterable

from graphdim.words import visible

__all__ = ["line", "panel"]


def panel(headline: tuple[str, str], lines: Iterable[tuple[str, str]]) -> str:
    """The answer on the first line, one indented line for each reason.

    >>> print(panel(("Dimension 8", "by hand"), [("graph", "3 nodes · 2 edges")]))
    Dimension 8  (by hand)
      graph      3 nodes · 2 edges
    """
    answer, how = headline
    return "\n".join([visible(f"{answer}  ({how})"), *(line(label, sentence) for label, sentence in lines)])


def line(label: str, sentence: str) -> str:
    """One indented line."""
    return visible(f"  {label:<9}  {sentence}")
