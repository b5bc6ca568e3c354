"""Sizes are read as people write them, and the machine's memory is found."""

import os
from pathlib import Path

import pytest

import graphdim as gd
from graphdim.engines import limits
from graphdim.errors import ParameterError


@pytest.mark.parametrize(
    ("written", "size"),
    [
        ("1GiB", 2**30),
        ("1 gib", 2**30),
        ("1.5k", 1500),
        ("2MB", 2 * 10**6),
        ("7", 7),
        (7, 7),
        ("3Ti", 3 * 2**40),
        ("5B", 5),
    ],
)
def test_sizes(written, size):
    assert size == limits.n_bytes(written)


@pytest.mark.parametrize("written", ["", "much", "-1GiB", "0", "1 GiB free", "1e9", "nan"])
def test_what_is_no_size_is_refused(written):
    with pytest.raises(ParameterError, match="is not a size; write it like 1GiB"):
        gd.ideal_dimension([(0, 1)], memory_limit=written)


def test_available_memory_is_some_but_not_more_than_there_is():
    assert 2**20 < limits.available_memory() <= os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def test_without_proc_the_whole_machine_counts(monkeypatch):
    monkeypatch.setattr(limits, "Path", lambda path: Path("/nowhere" + path))
    assert limits.available_memory() == os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
