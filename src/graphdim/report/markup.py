"""Summary → the HTML that a notebook shows: panel and chart. Everything that comes from outside is escaped."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

from graphdim.errors import MissingExtraError

__all__ = ["markup"]

Facts = Mapping[str, Any]


def markup(headline: tuple[str, str], lines: Iterable[tuple[str, str]], explored: Callable[[], Facts]) -> str:
    """A small table, the answer as its caption and one row for each reason; below it the charts, if altair is there."""
    answer, how = headline
    rows = "".join(f"<tr><th>{escape(label)}</th><td>{escape(sentence)}</td></tr>" for label, sentence in lines)
    caption = f"<caption><strong>{escape(answer)}</strong> ({escape(how)})</caption>"
    table = f'<table class="graphdim">{caption}{rows}</table>'
    try:
        return f"{table}{_image(explored(), answer)}"
    except MissingExtraError:
        return table


def _image(facts: Facts, answer: str) -> str:
    """The charts as one picture: notebooks drop scripts of others, and a picture's ids meet nobody else's."""
    from graphdim.report.charts import picture
    from graphdim.report.files import still

    drawn = b64encode(still(picture([facts]).to_dict(), "svg")).decode()
    says = f"{answer}: graph entropy by dimension, feature and structure entropy, degree distribution"
    return f'<img alt="{escape(says)}" src="data:image/svg+xml;base64,{drawn}">'
