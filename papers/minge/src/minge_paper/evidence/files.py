"""The page and its figures as files, and whether the files are still what the ledger gives.

A figure ends with two digests: of the numbers it shows, and of its drawing. The check compares the numbers with the
ledger's and the drawing with itself, so that it needs no drawing library, and another version of one does not fail it.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any

from graphdim.folders import write_whole
from graphdim.report.files import still
from minge_paper.evidence.charts import FIGURES
from minge_paper.evidence.page import page
from minge_paper.evidence.quotation import quoting
from minge_paper.figures.drawing import specification

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from minge_paper.evidence.charts import Figure
    from minge_paper.results import Results

__all__ = ["differences", "write"]

DIGITS = 6  # digits beyond these are rounding noise
CLIP = re.compile(rb'(url\(#clip|id="clip)(\d+)(["\)])')
SEAL = re.compile(rb"\n<!-- numbers ([0-9a-f]{64}), drawing ([0-9a-f]{64}) -->\n\Z")


def write(results: Results, path: Path, readme: Path | None = None) -> list[Path]:
    """The page at `path`, its figures in the folder of the same name, and its sentences in the README."""
    folder = path.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    drawn = {folder / f"{name}.svg": _sealed(figure, results) for name, figure in FIGURES.items()}
    for place, drawing in drawn.items():
        write_whole(place, drawing)
    write_whole(path, page(results).encode())
    if readme:
        write_whole(readme, quoting(readme.read_text(encoding="utf-8"), results).encode())
    return [path, *drawn, *([readme] if readme else [])]


def differences(results: Results, path: Path, readme: Path | None = None) -> Iterator[str]:
    """What is not as the ledger gives it, a few words each."""
    yield from _of_page(page(results), path)
    for name, figure in FIGURES.items():
        yield from _of_figure(path.with_suffix("") / f"{name}.svg", figure, results)
    if readme and quoting(text := readme.read_text(encoding="utf-8"), results) != text:
        yield f"{readme} quotes other numbers"


def _of_page(expected: str, path: Path) -> Iterator[str]:
    if not path.exists():
        yield f"{path} is missing"
        return
    text = path.read_text(encoding="utf-8")
    for number, (ours, theirs) in enumerate(zip(expected.splitlines(), text.splitlines(), strict=False), start=1):
        if ours != theirs:
            yield f"{path} differs from line {number} on"
            return
    if text != expected:
        yield f"{path} does not end where it should"


def _of_figure(path: Path, figure: Figure, results: Results) -> Iterator[str]:
    if not path.exists():
        yield f"{path} is missing"
        return
    drawing = path.read_bytes()
    seal = SEAL.search(drawing)
    if seal is None or _digest(drawing[: seal.start()]) != seal[2].decode():
        yield f"{path} was changed by hand"
    elif seal[1].decode() != _of_numbers(figure, results):
        yield f"{path} shows other numbers"


def _sealed(figure: Figure, results: Results) -> bytes:
    drawing = _renumbered(still(specification(figure.chart, results), "svg").rstrip())
    return drawing + f"\n<!-- numbers {_of_numbers(figure, results)}, drawing {_digest(drawing)} -->\n".encode()


def _renumbered(drawing: bytes) -> bytes:
    """Clips named in the order in which they appear; the library counts them from its start."""
    order: dict[bytes, int] = {}
    return CLIP.sub(lambda clip: clip[1] + str(order.setdefault(clip[2], len(order))).encode() + clip[3], drawing)


def _of_numbers(figure: Figure, results: Results) -> str:
    return _digest(json.dumps(_rounded(figure.numbers(results)), ensure_ascii=False).encode())


def _rounded(value: Any) -> Any:
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    if isinstance(value, dict):
        return {name: _rounded(item) for name, item in value.items()}
    return round(value, DIGITS) + 0.0 if isinstance(value, float) else value


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
