"""Summary → the HTML that a notebook shows. Everything that comes from outside is escaped."""

from collections.abc import Mapping
from html import escape
from typing import Any

from graphdim.report.facts import headline, lines

__all__ = ["markup"]


def markup(facts: Mapping[str, Any]) -> str:
    """A small table: the answer as its caption, one row for each reason."""
    answer, how = headline(facts)
    rows = "".join(f"<tr><th>{escape(label)}</th><td>{escape(sentence)}</td></tr>" for label, sentence in lines(facts))
    caption = f"<caption><strong>{escape(answer)}</strong> ({escape(how)})</caption>"
    return f'<table class="graphdim">{caption}{rows}</table>'
