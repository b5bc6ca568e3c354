"""How many threads work at once."""

import os
import subprocess
import sys

from graphdim import threads


def test_no_more_cores_than_the_process_may_use():
    script = (
        "import os; os.sched_setaffinity(0, [min(os.sched_getaffinity(0))]);"
        "from graphdim import threads; print(threads.n_cores(), threads.n_threads())"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout == b"1 1\n"


def test_a_large_machine_does_not_take_more_memory(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(64))
    assert (threads.n_cores(), threads.n_threads()) == (64, threads.MOST)
