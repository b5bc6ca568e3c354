"""Lets the reference show the examples of a docstring as code, under the heading that the handler looks for."""

import re
from typing import Any

import griffe

__all__ = ["Examples"]

# Short docstrings go from a sentence straight to an example; numpydoc wants a heading between the two.
FIRST = re.compile(r"\n\n(?=>>> )")
HEADING = "\n\nExamples\n--------\n"


class Examples(griffe.Extension):
    """Puts the heading before the first example."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for everything that is documented."""
        if obj.docstring and "Examples\n---" not in obj.docstring.value:
            obj.docstring.value = FIRST.sub(HEADING, obj.docstring.value, count=1)
