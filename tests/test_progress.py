"""Progress is silent in a library, and a bar on a terminal once work takes long."""

import os
import pty
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from graphdim import progress


def test_nobody_listens_by_default(capfd):
    with progress.stage("reading", 10) as advance:
        advance(10)
    assert capfd.readouterr() == ("", "")


def test_threads_take_turns(monkeypatch):
    monkeypatch.setattr(progress, "BAR_DELAY", -1.0)
    for _ in range(20):
        bar, start = progress.Bar(), threading.Barrier(4)

        def work(bar: progress.Bar = bar, start: threading.Barrier = start) -> None:
            start.wait()
            for _ in range(100):
                bar.advance(1)

        bar.begin("adding up", 400)
        with ThreadPoolExecutor(4) as pool:
            for done in [pool.submit(work) for _ in range(4)]:
                done.result()
        bar.close()
        assert bar.shown.tasks[0].completed == bar.done == 400


def test_no_bar_without_a_terminal(capfd):
    with progress.bar(), progress.stage("reading", 10) as advance:
        advance(10)
    assert capfd.readouterr() == ("", "")


SCRIPT = """
import sys
from graphdim import progress
progress.BAR_DELAY = float(sys.argv[1])
with progress.bar():
    for name in ("reading", "adding up"):
        with progress.stage(name, 4) as advance:
            for _ in range(4):
                advance(1)
print("done")
"""


@pytest.mark.parametrize(("patience", "shown"), [("-1", True), ("100", False)])
def test_a_terminal_sees_a_bar_if_it_takes_long(patience, shown):
    master, slave = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, patience], stdout=subprocess.PIPE, stderr=slave, check=True, timeout=600
    )
    os.close(slave)
    said = b""
    try:
        while more := os.read(master, 4096):
            said += more
    except OSError:
        pass  # a terminal whose other end is closed
    os.close(master)
    assert done.stdout == b"done\n"
    assert shown == (b"reading" in said)
    assert shown == (b"adding up" in said)
