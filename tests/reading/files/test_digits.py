"""Edge lists of digits alone: the same numbers as Polars reads, wherever a chunk ends, and a way out for all others."""

import io

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import graphdim as gd
from graphdim.reading.files import digits
from graphdim.reading.files.content import Content
from graphdim.reading.files.pieces import pieces

# As many of each length as of any other, and the ends of each.
numbers = st.integers(0, 16).flatmap(lambda length: st.integers(10 ** max(length - 1, 0), 10**length - 1 or 1))
pairs = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=60)


def read(data, separator=" "):
    reader = digits.DigitReader(separator)
    found = [reader.edges(piece) for piece in pieces(Content("edges", data, data), 0, digits.CHUNK)]
    if None in found:
        return None
    return [(source, target) for edges in found for source, target in zip(edges.sources, edges.targets, strict=True)]


@given(pairs, st.sampled_from("\t,; "), st.booleans(), st.sampled_from([16, 40, 64, 2**20]))
def test_numbers_are_those_that_polars_reads(pairs, separator, last_newline, chunk):
    data = "\n".join(f"{u}{separator}{v}" for u, v in pairs).encode() + b"\n" * last_newline
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(digits, "CHUNK", chunk)
        found = read(data, separator)
    assert found == pl.read_csv(io.BytesIO(data), separator=separator, has_header=False).rows()


def test_leading_zeros_count_for_nothing():
    assert read(b"007 0000000000000012\n") == [(7, 12)]


OTHERS = {
    "a blank line": b"1 2\n\n3 4\n",
    "Windows": b"1 2\r\n3 4\r\n",
    "a comment": b"1 2\n# 3 4\n",
    "a sign": b"1 2\n-3 4\n",
    "a fraction": b"1 2\n3.0 4\n",
    "a name": b"1 2\n3 four\n",
    "two blanks": b"1 2\n3  4\n",
    "another separator": b"1 2\n3\t4\n",
    "a missing end": b"1 2\n3\n",
    "a third field": b"1 2\n3 4 5\n",
    "an empty field": b"1 2\n3 \n",
    "seventeen digits": b"1 2\n3 10000000000000000\n",
    "fields without digits": b"1 2\n" + b" \n" * 10_000,
    "a blank at the end": b"1 2\n3 4 ",
    "a line without end": b"1 2\n" + b"3" * 100,
    "a byte above ASCII": b"1 2\n\xb3 4\n",
}


@pytest.mark.parametrize("data", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("chunk", [5, 4096, 2**20])
def test_anything_else_is_left_to_other_readers(data, chunk, monkeypatch):
    monkeypatch.setattr(digits, "CHUNK", chunk)
    assert read(data) is None


def test_another_reader_takes_over(tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text("1 2\n" * 300_000 + "# the rest\n2 3\n\n3 4\n")
    graph = gd.read(path)
    assert (graph.n_nodes, graph.n_edges, graph.cleaning.repeated) == (4, 3, 299_999)
