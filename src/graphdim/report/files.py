"""A report → a file: the page, or the charts alone as svg or png. Written whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.errors import ParameterError
from graphdim.extras import require
from graphdim.folders import user_path, write_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from graphdim.report.section import Section

__all__ = ["check", "still", "write"]

SHARPNESS = 2  # PNG pixels for each pixel of the screen


def write(
    every: Sequence[Mapping[str, Any]], section: Section, path: str | os.PathLike[str], style: str = "html"
) -> Path:
    """The report of some graphs, given by their facts, at `path`; returns where it is."""
    check(path)
    target = user_path(path)
    try:
        write_whole(target, _content(every, section, style))
    except OSError as error:
        msg = f"{target}: cannot be written ({error.strerror}); name another place"
        raise ParameterError(msg) from error
    return target


def _content(every: Sequence[Mapping[str, Any]], section: Section, style: str) -> bytes:
    if style == "html":
        from graphdim.report.page import page

        return page(every, section).encode()
    from graphdim.report.charts import picture

    return still(picture(every, section).to_dict(), style)


def still(specification: dict[str, Any], style: str) -> bytes:
    """A Vega-Lite specification drawn as svg or png; no browser is needed."""
    converter = require("vl_convert", "drawing charts")
    if style == "svg":
        return str(converter.vegalite_to_svg(specification)).encode()
    return bytes(converter.vegalite_to_png(specification, scale=SHARPNESS))


def check(path: str | os.PathLike[str]) -> None:
    """Refuse what cannot end in a file, before a graph is read for it: a missing folder, a missing package."""
    for package in ("altair", "vl_convert"):
        require(package, "a report")
    target = user_path(path)
    if not target.parent.is_dir():
        msg = f"{target}: there is no folder {target.parent}; make it, or name another place"
        raise ParameterError(msg)
    if target.is_dir():
        msg = f"{target}: this is a folder; name a file in it"
        raise ParameterError(msg)
