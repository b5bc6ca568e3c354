"""Makes messy edge lists whose meaning it knows: the bytes of a file, and the graph that they hold.

A case is drawn from a seed, so that a failure can be repeated: python tests/fuzzing/fuzz.py --seed 4711 --cases 1
"""

from __future__ import annotations

import bz2
import gzip
import random
from dataclasses import dataclass, field

from contracts.forms import zstd

__all__ = ["Case", "make"]

SEPARATORS = (",", "\t", ";", " ", "  ", " \t ")
HEADERS = (("source", "target"), ("Source", "Target"), ("src", "dst"), ("from_node", "to_node"), ("id_1", "id_2"))
WORDS = (
    "ann",
    "bob",
    "Zoë",
    "x-1",
    "n.7",
    "A_b",
    "ü",
    "node",
    "#tag",
    "100%",
    "a'b",
    "nanny",
    "中",
    "7up",
    "0x1f",
    "-x",
)
COMMENTS = ("# a remark", "% sym unweighted", "#", "  # indented, with commas", "%%", '# with "quotes"')

Node = tuple[str, bool]


@dataclass
class Case:
    """One file: its name, its bytes, and what it means; `is_broken` if a line of it means nothing at all.

    A node is its id and its kind: False, or True in the second column of a file with two kinds of nodes.
    """

    seed: int
    name: str
    data: bytes
    edges: set[frozenset[Node]]
    nodes: set[Node]
    weights: dict[frozenset[Node], float] = field(default_factory=dict)
    weight: str | None = None
    is_broken: bool = False
    is_bipartite: bool = False


class _Maker:
    """Draws one case."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.separator = self.chance.choice(SEPARATORS)
        self.is_blank = not self.separator.strip(" \t") and self.separator != "\t"
        self.kind = self.chance.choice(("small", "small", "negative", "large", "padded", "names", "names", "spaced"))
        self.has_header = self.chance.random() < 0.4
        self.is_weighted = self.chance.random() < 0.3
        self.n_extra = self.chance.choice((0, 0, 0, 1, 2))
        self.can_quote = self.chance.random() < 0.4
        self.n_rows = self.chance.choice((1, 2, 5, 30, 150, 150, 400))
        self.is_bipartite = self.maybe(0.25)

    def maybe(self, share: float) -> bool:
        return self.chance.random() < share

    def ids(self) -> list[str]:
        """A few distinct ids of one kind, as they are written."""
        n_ids = self.chance.randint(2, 12)
        numbers = self.chance.sample(range(1000), n_ids)
        if self.kind == "small":
            return list(map(str, numbers))
        if self.kind == "negative":
            return [str(number - 500) for number in numbers]
        if self.kind == "large":
            return [str(2**63 - 1 - number) for number in numbers]
        if self.kind == "padded":
            return [f"{number:05}" for number in numbers]
        words = [f"{self.chance.choice(WORDS)}{self.chance.choice(('', number))}" for number in numbers]
        if self.kind == "spaced" and not self.is_blank:
            words = [f"{word} {number}" for word, number in zip(words, numbers, strict=True)]
        # The first id must not make a column of numbers.
        return list(dict.fromkeys(["first", *words]))

    def meaning(self, written: str) -> str:
        """The node that an id names: numbers are numbers, however they are written."""
        return str(int(written)) if self.kind in ("small", "negative", "large", "padded") else written

    def ends(self, pair: tuple[str, ...]) -> tuple[Node, Node]:
        """The two nodes of a row; with two kinds of nodes, an id names another one in the second column."""
        return (self.meaning(pair[0]), False), (self.meaning(pair[1]), self.is_bipartite)

    def field(self, text: str) -> str:
        """A field, in quotes if it must be or may be."""
        must = text.startswith(("#", "%", '"')) or (bool(self.separator.strip()) and self.separator.strip() in text)
        must = must or (self.is_blank and any(mark in text for mark in " \t"))
        if must or (self.can_quote and self.maybe(0.5)):
            return '"' + text.replace('"', '""') + '"'
        return text

    def extra(self) -> str:
        """A field of a column that nobody asked for."""
        choices = ["x", "7", "3.5", "word"]
        if not self.is_blank:
            choices += ["two words", ""]
        if self.separator in (",", ";"):
            choices += [f"with{self.separator}mark", 'with "quotes" inside']
        text = self.chance.choice(choices)
        return self.quoted(text) if '"' in text else self.field(text)

    def quoted(self, text: str) -> str:
        return '"' + text.replace('"', '""') + '"'

    def make(self) -> Case:
        """The file and its graph."""
        ids = self.ids()
        rows = [(ids[0], ids[1])] + [tuple(self.chance.choices(ids, k=2)) for _ in range(self.n_rows - 1)]
        case = Case(self.seed, "", b"", set(), set(), is_bipartite=self.is_bipartite)
        # With its weight, the columns: ends in front, or found by the header.
        weight_name = "w" if self.has_header else "3"
        lines = [self.line([*pair, *self.rest(pair, case)]) for pair in rows]
        for pair in rows:
            ends = self.ends(pair)
            case.nodes.update(ends)
            if ends[0] != ends[1]:
                case.edges.add(frozenset(ends))
        if self.is_weighted:
            case.weight = weight_name
        if self.has_header:
            lines.insert(0, self.header())
        if self.maybe(0.1):
            case.is_broken = True
            lines.insert(self.chance.randint(1 + self.has_header, len(lines)), self.broken(lines[-1]))
        self.finish(case, lines)
        return case

    def rest(self, pair: tuple[str, ...], case: Case) -> list[str]:
        """The fields after the ends."""
        fields = []
        if self.is_weighted:
            weight = self.chance.choice((1, 2.5, 0.125, 7, 1000.0))
            ends = frozenset(self.ends(pair))
            if len(ends) > 1:
                case.weights[ends] = max(weight, case.weights.get(ends, 0))
            fields.append(str(weight))
        return fields + [self.extra() for _ in range(self.n_extra)]

    def header(self) -> str:
        names = [*self.chance.choice(HEADERS), *(["w"] if self.is_weighted else [])]
        return self.joined([*names, *(f"extra{place}" for place in range(self.n_extra))])

    def line(self, fields: list[str]) -> str:
        return self.joined([self.field(fields[0]), self.field(fields[1]), *fields[2:]])

    def joined(self, fields: list[str]) -> str:
        mark = self.separator
        if mark in (",", ";") and self.maybe(0.05):
            mark = f" {mark} "
        return mark.join(fields)

    def broken(self, line: str) -> str:
        """A line that no careful reader can take for an edge."""
        mark = self.separator
        choices = [f"{line}{mark}more", line.partition(mark)[0], f'"open{mark}{line}', f"{line}\0", f"a\rb{mark}{line}"]
        if self.kind in ("small", "negative", "large", "padded"):
            choices += [mark.join(["x", *line.split(mark)[1:]]), mark.join(["1.5", *line.split(mark)[1:]])]
        if not self.n_extra:  # a column that nobody asked for may hold a comment
            choices += [f"{line} # seen"]
        return self.chance.choice(choices)

    def finish(self, case: Case, lines: list[str]) -> None:
        """Blank lines, comments, line ends, byte order marks and compression."""
        for _ in range(self.chance.choice((0, 0, 0, 1, 3))):
            lines.insert(self.chance.randint(0, len(lines)), self.chance.choice((*COMMENTS, "", "  ")))
        end = self.chance.choice(("\n", "\n", "\r\n"))
        text = end.join(lines) + (end if self.maybe(0.8) else "")
        data = text.encode()
        mark = b"\xef\xbb\xbf" if self.maybe(0.15) else b""
        if mark and self.maybe(0.3) and text.endswith(end):
            data += mark + data
        data = mark + data
        suffix = self.chance.choice((".txt", ".csv", ".tsv", ".edges"))
        packers = (gzip.compress, ".gz"), (bz2.compress, ".bz2"), (zstd, ".zst")
        pack, ending = self.chance.choice((((None, ""),) * 4) + packers)
        if pack is not None:
            # Polars unpacks zstd to text, which must not be cut inside a letter.
            half = data.rfind(b"\n", 0, len(data) // 2) + 1
            data = pack(data[:half]) + pack(data[half:]) if self.maybe(0.5) else pack(data)
        case.name, case.data = f"edges{suffix}{ending}", data


def make(seed: int) -> Case:
    """The case of a seed."""
    return _Maker(seed).make()
