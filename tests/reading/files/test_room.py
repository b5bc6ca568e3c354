"""Small files that unpack to gigabytes, and pipes without an end, are refused within the memory limit."""

import bz2
import gzip
import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy.sparse import coo_array, save_npz

import graphdim as gd
from graphdim.errors import SourceError
from graphdim.reading.files import zstd
from graphdim.reading.files.content import load
from graphdim.reading.node_tables import array
from graphdim.reading.room import limited

Run = Callable[..., subprocess.CompletedProcess[bytes]]

EDGES = b"1 2\n"
MIB = 2**20


def repeated(n_blocks: int) -> bytes:
    """A zstd frame that holds one letter, so many times 128 KiB, in four bytes for each."""
    blocks = (((2**17 << 3) | 2 | (place == n_blocks - 1)).to_bytes(3, "little") + b"a" for place in range(n_blocks))
    return b"\x28\xb5\x2f\xfd\x00\x70" + b"".join(blocks)


def packed(text: str) -> bytes:
    """Some text in zstd, as Polars writes it."""
    file = io.BytesIO()
    pl.DataFrame({"line": text.split("\n")}).write_csv(
        file, include_header=False, compression="zstd", check_extension=False
    )
    return file.getvalue()


def test_the_bound_of_zstd_holds_what_there_is() -> None:
    assert zstd.most_bytes(repeated(8)) == MIB
    text = "".join(f"{number} {7 * number % 9973}\n" for number in range(60_000))
    data = packed(text)
    assert len(text) <= zstd.most_bytes(data) <= len(text) + 2**18
    skipped = b"\x50\x2a\x4d\x18\x03\x00\x00\x00abc"
    assert zstd.most_bytes(skipped + data + data) == 2 * zstd.most_bytes(data)
    for damaged in (data[: len(data) // 2], data + b"junk", data[:5]):
        with pytest.raises(ValueError, match="zstd"):
            zstd.most_bytes(damaged)


def test_a_frame_for_other_programs_may_begin_zstd(tmp_path: Path, command: Run) -> None:
    skipped, data = b"\x5f\x2a\x4d\x18\x03\x00\x00\x00abc", packed("1 2\n2 3")
    (tmp_path / "a.txt.zst").write_bytes(skipped + skipped + data + skipped + data)
    assert gd.read(tmp_path / "a.txt.zst").cleaning.rows == 4
    assert command("dimension", "-", "-q", stdin=skipped + data).returncode == 0
    for content, fault in (
        (skipped, "it is empty"),
        (skipped[:-1], "cut-off compressed file: a zstd frame is cut off"),
    ):
        (tmp_path / "a.txt.zst").write_bytes(content)
        with pytest.raises(SourceError, match=fault):
            gd.read(tmp_path / "a.txt.zst")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("gzip.txt.gz", gzip.compress(EDGES * 2**19)),
        ("bzip2.txt.bz2", bz2.compress(EDGES * 2**19)),
        ("one_line.txt.zst", repeated(2**15)),
        ("plain\n.txt", EDGES * 2**19),  # Polars cannot open it by its name, so it is held
    ],
)
def test_what_is_held_in_memory_is_bounded(name: str, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with limited(MIB), pytest.raises(SourceError, match=r"the memory limit leaves .* for that; give a plain"):
        load(path).where  # noqa: B018 - unpacked when it is asked for


def test_documents_and_archives_are_bounded_before_they_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.gml").write_text("graph [ " + "node [ id 1 ] " * 9000 + "]")
    (tmp_path / "a.graphml").write_text("<graphml><graph>" + "<node id='1'/>" * 9000 + "</graph></graphml>")
    lines = "1 2\n" * 50_000
    (tmp_path / "a.mtx").write_text(f"%%MatrixMarket matrix coordinate pattern general\n2 2 50000\n{lines}")
    np.savez_compressed(tmp_path / "a.npz", n=5, edges=np.zeros((MIB, 2), dtype=np.int64))
    for name in ("a.gml", "a.graphml", "a.mtx", "a.npz"):
        with limited(MIB), pytest.raises(SourceError, match=rf"{name}: reading it takes about .* raise --memory-limit"):
            gd.read(tmp_path / name)


def test_a_pipe_without_an_end() -> None:
    line = f"yes 1 2 | {sys.executable} -m graphdim dimension - --memory-limit 310MiB"
    done = subprocess.run(line, shell=True, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"Error: standard input: it holds more, and the memory limit leaves 64.0 MiB")


def test_zeros_without_an_end() -> None:
    line = [sys.executable, "-m", "graphdim", "dimension", "/dev/zero"]
    done = subprocess.run(line, capture_output=True, check=False, timeout=600)
    assert (done.returncode, done.stderr.splitlines()) == (2, [done.stderr.rstrip(b"\n")])


@pytest.mark.parametrize("separator", [",", " "])
def test_lines_of_millions_of_fields(separator: str, tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text(f"a{separator}" * 2**20 + "b\n")
    with pytest.raises(SourceError, match="wide.csv, line 1: it has more than 131,072 fields"):
        gd.read(path)


def test_labels_and_features_in_archives_are_bounded(tmp_path: Path) -> None:
    zeros = np.zeros(MIB, dtype=np.int64)
    np.save(tmp_path / "labels.npy", zeros)
    save_npz(tmp_path / "features.npz", coo_array((np.zeros(MIB), (zeros, zeros)), shape=(2, 2)))
    for name in ("labels.npy", "features.npz"):
        with limited(MIB), pytest.raises(SourceError, match=f"{name}: reading it takes about"):
            array(tmp_path / name)
    assert array(tmp_path / "labels.npy").shape == (MIB,)
