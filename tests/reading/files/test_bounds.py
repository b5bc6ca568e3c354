"""Small files that ask for much: refused by what their bytes can hold, before memory is taken."""

import gzip
import sys
import tracemalloc

import numpy as np
import pytest
import scipy.sparse

import graphdim as gd
from graphdim.errors import SourceError
from graphdim.reading.files import digits
from graphdim.words import listed, visible

ZEROS = gzip.compress(bytes(2**26))
HEAD = "%%MatrixMarket matrix coordinate pattern general\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (HEAD + "300000000 300000000 1\n1 2\n", "it claims 300,000,000 nodes in "),
        (HEAD + "3 3 1000000000\n1 2\n", "promises 1,000,000,000 entries in "),
        (HEAD.replace("coordinate pattern", "array real") + "30000 30000\n1\n", "promises 900,000,000 entries in "),
    ],
)
def test_a_matrix_that_claims_more_than_it_can_hold(tmp_path, text, fault):
    (tmp_path / "a.mtx").write_text(text)
    with pytest.raises(SourceError, match=fault):
        gd.read(tmp_path / "a.mtx")


def test_an_archive_that_claims_more_than_it_can_hold(tmp_path):
    np.savez(tmp_path / "a.npz", n=3 * 10**8, edges=[[0, 1]])
    scipy.sparse.save_npz(tmp_path / "b.npz", scipy.sparse.coo_array(([1], ([0], [1])), shape=(3 * 10**8, 3 * 10**8)))
    for name in ("a.npz", "b.npz"):
        with pytest.raises(SourceError, match="it claims 300,000,000 nodes"):
            gd.read(tmp_path / name)


def test_isolated_nodes_may_be_many(tmp_path):
    np.savez(tmp_path / "a.npz", n=10**6, edges=[[0, 1]])
    assert gd.read(tmp_path / "a.npz").n_nodes == 10**6


@pytest.mark.parametrize(
    ("name", "start"),
    [
        *((f"a.{ending}.gz", b"") for ending in ("txt", "csv", "gml", "graphml", "parquet", "npy", "mtx", "npz")),
        ("a.graphml.gz", b"\xff\xfe"),
        ("a.graphml.gz", b"<graphml>"),
        ("a.txt.gz", b"<?xml version='1.0'?>"),
    ],
)
def test_zeros_are_refused_by_their_first_bytes(tmp_path, name, start):
    """The file unpacks to 16 GB, but nobody needs to."""
    (tmp_path / name).write_bytes(gzip.compress(start) + ZEROS * 256)
    with pytest.raises(SourceError, match="binary data|not a readable"):
        gd.read(tmp_path / name)


@pytest.mark.skipif(sys.platform != "linux", reason="the device is Linux's")
def test_a_device_without_end():
    with pytest.raises(SourceError, match="binary data, no text"):
        gd.read("/dev/zero")


@pytest.mark.parametrize("header", [True, False])
def test_many_columns(tmp_path, header):
    names = [f"c{place}" for place in range(50_000)]
    rows = [",".join(str(row * place) for place in range(50_000)) for row in (1, 2)]
    (tmp_path / "wide.csv").write_text("\n".join([*([",".join(names)] if header else []), *rows]) + "\n")
    ends = (names[0], names[1]) if header else ("1", "2")
    assert gd.read(tmp_path / "wide.csv", columns=ends).cleaning.rows == 2
    for orders in ({}, {"weight": "nothing"}):
        with pytest.raises(SourceError) as caught:
            gd.read(tmp_path / "wide.csv", **orders)
        assert len(str(caught.value)) < 400


def test_a_line_without_end_is_refused(tmp_path):
    (tmp_path / "a.txt").write_bytes(b"1 2\n" + b"7" * 2**24)
    with pytest.raises(SourceError, match="a line is longer than 16 MiB"):
        gd.read(tmp_path / "a.txt")


ESCAPE = "\x1b[31mred"


@pytest.mark.parametrize("text", [f"{ESCAPE},b\n1,2\n", f'"{ESCAPE}",b,c\n1,2,3\n'])
def test_escapes_in_names_of_columns_are_made_visible(tmp_path, text):
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(SourceError) as caught:
        gd.read(tmp_path / "a.csv", weight="w")
    assert "\x1b" not in str(caught.value)
    assert r"\x1b[31mred" in str(caught.value)


def test_escapes_in_names_of_files_and_arrays_are_made_visible(tmp_path):
    np.savez(tmp_path / f"{ESCAPE}.npz", **{ESCAPE: 1})
    (tmp_path / f"{ESCAPE}.graphml").write_text("<graphml")
    for name in (f"{ESCAPE}.npz", f"{ESCAPE}.graphml"):
        with pytest.raises(SourceError) as caught:
            gd.read(tmp_path / name)
        assert "\x1b" not in str(caught.value)


def test_what_a_terminal_obeys_or_hides_is_written_out():
    assert visible("a\x1b]0;x\x07\u202eb\n") == r"a\x1b]0;x\x07\u202eb\n"
    assert listed([]) == "none"


@pytest.mark.parametrize("before", [b"", b"1 2\n"])
@pytest.mark.parametrize("line", [b"\n", b"#\n", b" \t\n"])
def test_blank_lines_without_end(tmp_path, before, line):
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(before + line * (10**6 + 1), 1))
    where = 2 if before else 1
    with pytest.raises(SourceError, match=f"line {where}: more than 1,000,000 comments and blank lines"):
        gd.read(tmp_path / "a.txt.gz")


def test_comments_that_look_like_edges_are_counted_and_not_kept(tmp_path, monkeypatch):
    # Both files have many times as many pieces as are read at a time, so that these take the same memory.
    monkeypatch.setattr(digits, "CHUNK", 2**16)
    peaks = []
    for n_comments in (200_000, 600_000):
        (tmp_path / "a.txt").write_text("1 2\n" * 200 + "#x y\n" * n_comments)
        tracemalloc.start()
        graph = gd.read(tmp_path / "a.txt")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        expected = f"{n_comments:,} comments look like edges and were skipped (line 201: '#x y')"
        assert graph.notes[0].startswith(expected)
    # A line that is kept takes more than a hundred bytes.
    assert peaks[1] - peaks[0] < 400_000 * 50
