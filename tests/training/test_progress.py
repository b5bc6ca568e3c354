"""What the watcher of a run sees, on a real terminal."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

from labelled_toys import put_toy

OPTIONS = ("--dataset", "toy", "--model", "mlp", "--task", "node-classification", "--dimension", "4", "--seeds", "3")


def on_a_terminal(command: list[str], place: Path) -> tuple[str, str]:
    """What a command prints on stdout, and on a terminal as its stderr."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"GRAPHDIM_DATA": str(place), "TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(command, cwd=place, env=environment, stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # the last writer has gone
        os.close(ours)
    return process.communicate()[0], shown.decode()


def test_a_terminal_shows_runs_done_runs_left_and_time_left(tmp_path: Path) -> None:
    put_toy(tmp_path)
    command = [sys.executable, "-m", "graphdim", "bench", "run", *OPTIONS, "--max-epochs", "20"]
    out, shown = on_a_terminal(command, tmp_path)
    assert out == "3 trainings added to ledger.jsonl\n"
    time = r"about (?:a second|\d+ s)(?: to \d+ s)?"
    assert re.search(rf"3 trainings, \d workers?: {time}(?:, depending on early stopping)?\.", shown)
    assert re.search(rf"0 runs done, 3 left {time} left", shown)
    assert re.search(r"3 runs done, 0 left", shown)
