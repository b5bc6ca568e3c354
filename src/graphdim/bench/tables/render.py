"""A table as text, Markdown, CSV or JSON. CSV has one line for each number, JSON one object for each row."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from graphdim.bench.tables.blocks import Block, Table

__all__ = ["FORMATS", "render", "text_block"]


def render(tables: Sequence[Table], style: str) -> str:
    """The tables in one of FORMATS."""
    return FORMATS[style](tables)


def text(tables: Sequence[Table]) -> str:
    """Aligned columns for the terminal."""
    return "\n\n".join("\n\n".join([table.title, *_told(table, text_block)]) for table in tables)


def _told(table: Table, told: Callable[[Block], str]) -> list[str]:
    """The blocks as text; a heading alone would leave it open whether something went wrong."""
    return [told(block) for block in table.blocks] or ["Nothing of it was trained yet."]


def text_block(block: Block) -> str:
    """One block with its columns aligned."""
    label_width = max(len(label) for label, _ in block.lines)
    widths = [max(map(len, column)) for column in zip(block.columns, *(line for _, line in block.lines), strict=True)]

    def aligned(label: str, values: Sequence[str]) -> str:
        return "  ".join([f"  {label:<{label_width}}", *(f"{v:>{w}}" for v, w in zip(values, widths, strict=True))])

    head = [block.title] if block.title else []
    body = [aligned("", block.columns), *(aligned(label, line) for label, line in block.lines)]
    return "\n".join([*head, *body, *(f"  {sentence}" for sentence in block.sentences)])


def markdown(tables: Sequence[Table]) -> str:
    """Headings and pipe tables."""
    return "\n\n".join("\n\n".join([f"## {_escaped(table.title)}", *_told(table, _markdown_block)]) for table in tables)


def _markdown_block(block: Block) -> str:
    head = [f"### {_escaped(block.title)}", ""] if block.title else []
    rows = [("", block.columns), *block.lines]
    piped = [f"| {_escaped(label)} | {' | '.join(map(_escaped, line))} |" for label, line in rows]
    piped.insert(1, f"|---|{'---:|' * len(block.columns)}")
    return "\n".join([*head, *piped, *(f"\n{_escaped(sentence)}" for sentence in block.sentences)])


def _escaped(words: str) -> str:
    return words.strip().replace("*", "\\*").replace("|", "\\|")


def as_csv(tables: Sequence[Table]) -> str:
    """One line for each number: its table, what its row says, and the cell; lists are separated by spaces."""
    lines = [line for table in tables for line in _csv_lines(table)]
    names = dict.fromkeys(name for line in lines for name in line)
    written = io.StringIO()
    writer = csv.DictWriter(written, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return written.getvalue().rstrip("\n")


def _csv_lines(table: Table) -> Iterator[dict[str, Any]]:
    for block in table.blocks:
        of_row = {name: _flat(fact) for name, fact in block.facts.items() if name not in ("cells", "gains")}
        for cell in block.facts["cells"]:
            yield {"table": table.name, **of_row, **cell}


def _flat(fact: Any) -> Any:
    return " ".join(map(str, fact)) if isinstance(fact, list) else fact


def as_json(tables: Sequence[Table]) -> str:
    """Every fact; one table as an object, several as an array."""
    facts = [
        {"table": table.name, "title": table.title, "rows": [block.facts for block in table.blocks]} for table in tables
    ]
    return json.dumps(facts[0] if len(facts) == 1 else facts, ensure_ascii=False, indent=2)


FORMATS = {"text": text, "markdown": markdown, "csv": as_csv, "json": as_json}
