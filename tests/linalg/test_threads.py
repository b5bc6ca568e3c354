"""The same bits on any number of cores and BLAS threads."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from threadpoolctl import threadpool_info

from graphdim import threads
from graphdim.linalg import eigenpairs
from graphdim.linalg.blas import single_threaded_blas
from matrices import communities

DIGEST = """
import hashlib, os, sys
import numpy as np
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(sys.argv[1])])
sys.path.insert(0, sys.argv[2])
from matrices import communities, rectangular
from graphdim.linalg import eigenpairs, singular_triplets
for found in (eigenpairs(communities(n, 5), 24) for n in (300, 3000, 12000)):
    print(hashlib.sha256(found.values.tobytes() + np.ascontiguousarray(found.left).tobytes()).hexdigest())
found = singular_triplets(rectangular(6000, 5000), 12)
print(hashlib.sha256(found.values.tobytes() + found.left.tobytes() + found.right.tobytes()).hexdigest())
"""


def digests(cores: int, blas_threads: int) -> bytes:
    environment = os.environ | {"OPENBLAS_NUM_THREADS": str(blas_threads)}
    line = [sys.executable, "-c", DIGEST, str(cores), str(Path(__file__).parents[1])]
    return subprocess.run(line, env=environment, capture_output=True, check=True).stdout


def test_cores_and_blas_threads_do_not_change_a_bit():
    reference = digests(1, 1)
    assert reference.count(b"\n") == 4
    assert digests(2, 2) == reference
    assert digests(2, 1) == reference


def test_the_number_of_threads_does_not_change_a_bit(monkeypatch):
    graph = communities(12000, 5)
    found = []
    for count in (1, 2, 5):
        monkeypatch.setattr(threads, "n_threads", lambda count=count: count)
        spectrum = eigenpairs(graph, 8)
        found.append(spectrum.values.tobytes() + spectrum.left.tobytes())
    assert found[0] == found[1] == found[2]


def blas_threads() -> set[int]:
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


def test_blas_gets_its_threads_back_when_the_last_thread_leaves():
    before = blas_threads()
    entered, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with single_threaded_blas():
            entered.set()
            leave.wait(10)

    other = threading.Thread(target=hold)
    with single_threaded_blas():
        other.start()
        assert entered.wait(10)
    assert blas_threads() == {1}
    leave.set()
    other.join()
    assert blas_threads() == before


def test_blas_gets_its_threads_back_after_an_error():
    before = blas_threads()
    with pytest.raises(ZeroDivisionError), single_threaded_blas():
        _ = 1 / 0
    assert blas_threads() == before


def test_any_thread_can_limit_blas():
    with single_threaded_blas():
        pass
    seen = []

    def look() -> None:
        with single_threaded_blas():
            seen.append(blas_threads())

    other = threading.Thread(target=look)
    other.start()
    other.join()
    assert seen == [{1}]
