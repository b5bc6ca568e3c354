"""A table as text, Markdown, CSV or JSON. CSV has one line for each number, JSON one object for each row."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

from minge_paper.markdown import escaped, pipes
from minge_paper.text import aligned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from minge_paper.tables.blocks import Block, Table

__all__ = ["FORMATS", "render"]


def render(tables: Sequence[Table], style: str) -> str:
    """The tables in one of FORMATS."""
    return FORMATS[style](tables)


def text(tables: Sequence[Table]) -> str:
    """Aligned columns for the terminal."""
    return "\n\n".join("\n\n".join([table.title, *_blocks(table, _text_block)]) for table in tables)


def _blocks(table: Table, rendered: Callable[[Block], str]) -> list[str]:
    """The blocks as text; a heading alone could mean that something went wrong."""
    return [rendered(block) for block in table.blocks] or ["None of its trainings is in the ledger."]


def _text_block(block: Block) -> str:
    head = [block.title] if block.title else []
    sentences = (f"  {sentence}" for sentence in block.sentences)
    return "\n".join([*head, aligned(block.columns, block.lines), *sentences])


def markdown(tables: Sequence[Table]) -> str:
    """Headings and pipe tables."""
    parts = [[f"## {escaped(table.title)}", *_blocks(table, _markdown_block)] for table in tables]
    return "\n\n".join(part for of_table in parts for part in of_table)


def _markdown_block(block: Block) -> str:
    head = [f"### {escaped(block.title)}", ""] if block.title else []
    lines = [[label, *values] for label, values in block.lines]
    table = pipes(["", *map(escaped, block.columns)], [list(map(escaped, line)) for line in lines])
    return "\n".join([*head, table, *(f"\n{escaped(sentence)}" for sentence in block.sentences)])


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
