"""Text for people: a number with its noun, and a check of names from outside."""

from __future__ import annotations

__all__ = ["counted", "is_plain"]

# What Markdown and HTML would read as more than a name.
MARKUP = frozenset('<>&|`*[]\\"')


def counted(number: int, noun: str, nouns: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "edge"), counted(2500, "edge"), counted(2, "class", "classes")
    ('1 edge', '2,500 edges', '2 classes')
    """
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"


def is_plain(words: str) -> bool:
    r"""Whether words can stand in a terminal, in Markdown and in HTML as they are.

    >>> is_plain("air_usa"), is_plain("<b>"), is_plain("a\x1b[31m")
    (True, False, False)
    """
    return words.isprintable() and MARKUP.isdisjoint(words)
