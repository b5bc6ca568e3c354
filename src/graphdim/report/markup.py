"""Summary → the HTML that a notebook shows: panel, chart and table. Everything that comes from outside is escaped."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from graphdim.errors import MissingExtraError, UnsupportedError

__all__ = ["markup"]


def markup(
    headline: tuple[str, str],
    lines: Iterable[tuple[str, str]],
    chart: Callable[[], Any],
    table: Sequence[Sequence[str]] = (),
) -> str:
    """The answer as a caption with a row for each reason, the chart if altair is there, and a table below a header."""
    answer, how = headline
    rows = "".join(f"<tr><th>{escape(label)}</th><td>{escape(sentence)}</td></tr>" for label, sentence in lines)
    caption = f"<caption><strong>{escape(answer)}</strong> ({escape(how)})</caption>"
    return f'<table class="graphdim">{caption}{rows}</table>{_image(chart, answer)}{_table(table)}'


def _image(chart: Callable[[], Any], answer: str) -> str:
    """The chart as a picture: notebooks drop scripts of others, and a picture's ids meet nobody else's."""
    from graphdim.report.files import still

    try:
        specification = chart().to_dict()
        drawn = b64encode(still(specification, "svg")).decode()
    except (MissingExtraError, UnsupportedError):
        return ""
    says = f"{answer}: {specification['description']}"
    return f'<img alt="{escape(says)}" src="data:image/svg+xml;base64,{drawn}">'


def _table(rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    header, *body = rows
    return (
        f"<table><thead>{_row(header, 'th')}</thead><tbody>{''.join(_row(row, 'td') for row in body)}</tbody></table>"
    )


def _row(cells: Sequence[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"
