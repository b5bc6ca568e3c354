"""Figures → files: SVG, PNG, and one page that needs no network. vl-convert draws without a browser."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any

from graphdim.folders import write_whole
from graphdim.report.files import still
from graphdim.report.library import vega

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

__all__ = ["page", "write"]

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1200px; margin: 2rem auto; padding: 0 1rem }
figure { margin: 2rem 0; overflow: auto }
"""
# No link to the Vega editor: the page stays off the network.
MENU = {"actions": {"export": True, "source": False, "compiled": False, "editor": False}}


def write(
    figures: Mapping[str, dict[str, Any]], titles: Mapping[str, str], folder: Path, formats: tuple[str, ...]
) -> list[Path]:
    """The files of all figures in a folder: one for each still format and figure, and one page for all."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, specification in figures.items():
        for style in formats:
            if style != "html":
                written.append(folder / f"figure{name}.{style}")
                write_whole(written[-1], still(specification, style))
    if "html" in formats:
        written.append(folder / "figures.html")
        write_whole(written[-1], page(figures, titles).encode())
    return written


def page(figures: Mapping[str, dict[str, Any]], titles: Mapping[str, str]) -> str:
    """All figures on one page, with the drawing library inside it."""
    library = vega()
    parts = [_place(name, titles[name]) for name in figures]
    calls = [f"vegaEmbed('#figure{name}', {_inline(each)}, {_inline(MENU)});" for name, each in figures.items()]
    head = f'<meta charset="utf-8"><title>graphdim: figures</title><style>{STYLE}</style>'
    scripts = f'<script type="module">{library}</script><script type="module">{"".join(calls)}</script>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(parts)}{scripts}</body></html>\n'


def _place(name: str, title: str) -> str:
    return f'<figure><figcaption>{escape(title)}</figcaption><div id="figure{escape(name)}"></div></figure>'


def _inline(specification: dict[str, Any]) -> str:
    """JSON that cannot end the script that holds it."""
    return json.dumps(specification, ensure_ascii=False).replace("</", "<\\/")
