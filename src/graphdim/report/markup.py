"""Summary → the HTML that a notebook shows: panel and chart. Everything that comes from outside is escaped."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

from graphdim.errors import MissingExtraError

__all__ = ["markup"]


def markup(headline: tuple[str, str], lines: Iterable[tuple[str, str]], chart: Callable[[], Any]) -> str:
    """A small table, the answer as its caption and one row for each reason; below it the charts, if altair is there."""
    answer, how = headline
    rows = "".join(f"<tr><th>{escape(label)}</th><td>{escape(sentence)}</td></tr>" for label, sentence in lines)
    caption = f"<caption><strong>{escape(answer)}</strong> ({escape(how)})</caption>"
    table = f'<table class="graphdim">{caption}{rows}</table>'
    try:
        return f"{table}{_image(chart(), answer)}"
    except MissingExtraError:
        return table


def _image(chart: Any, answer: str) -> str:
    """The charts as one picture: notebooks drop scripts of others, and a picture's ids meet nobody else's."""
    from graphdim.report.files import still

    specification = chart.to_dict()
    drawn = b64encode(still(specification, "svg")).decode()
    says = f"{answer}: {', '.join(_titles(specification))}"
    return f'<img alt="{escape(says)}" src="data:image/svg+xml;base64,{drawn}">'


def _titles(specification: Mapping[str, Any]) -> list[str]:
    """The titles of the charts of one graph, as words in a sentence."""
    titles = (part["title"]["text"] for part in specification.get("vconcat", ()))
    return [title if title[:2].isupper() else title[0].lower() + title[1:] for title in titles]
