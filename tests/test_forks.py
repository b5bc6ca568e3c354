"""A process forked after a graph was read either reads on or says that it cannot; it never hangs."""

import subprocess
import sys
from pathlib import Path

SCRIPT = """
import os, sys, signal
import graphdim as gd
for source in sys.argv[1].split(","):
    if source:
        gd.ideal_dimension(source)
child = os.fork()
if not child:
    signal.alarm(20)  # hanging would end the child with a signal
    try:
        print(int(gd.ideal_dimension(sys.argv[2])), flush=True)
    except gd.GraphDimError as error:
        print(type(error).__name__, error, flush=True)
    os._exit(0)
sys.exit(os.waitpid(child, 0)[1])
"""


def forked(before: str, after: str) -> str:
    """What a forked process says to one source after its parent has read others."""
    line = [sys.executable, "-W", "ignore", "-c", SCRIPT, before, after]
    return subprocess.run(line, capture_output=True, check=True, text=True).stdout


def test_a_forked_process_says_what_it_lacks(tmp_path: Path) -> None:
    names, numbers = tmp_path / "names.csv", tmp_path / "numbers.txt"
    names.write_text("".join(f"a{i},b{i % 7}\n" for i in range(100)))
    numbers.write_text("".join(f"{i} {i % 7}\n" for i in range(100)))
    said = forked(str(names), str(names))
    assert said.startswith("ForkError this process was forked from one in which Polars had started its threads")
    assert "multiprocessing.get_context('spawn')" in said
    # What needs no such threads is read as ever, and a child whose parent had none starts its own.
    assert forked(str(names), str(numbers)) == forked("", str(numbers))
    assert forked("", str(names)).strip().isdigit()


OWN_POLARS = """
import os, sys, signal
import polars as pl
pl.DataFrame({"a": range(9)}).lazy().filter(pl.col("a") > int(sys.argv[2])).collect() if sys.argv[2] else None
child = os.fork()
if not child:
    signal.alarm(30)
    import graphdim as gd
    try:
        print(int(gd.ideal_dimension(sys.argv[1])), flush=True)
    except gd.GraphDimError as error:
        print(type(error).__name__, flush=True)
    os._exit(0)
sys.exit(os.waitpid(child, 0)[1])
"""


def test_threads_that_the_user_started_before_the_fork_are_missed_too(tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text("".join(f"a{i},b{i % 7}\n" for i in range(100)))
    line = [sys.executable, "-W", "ignore", "-c", OWN_POLARS, str(names)]
    used, unused = (
        subprocess.run([*line, more], capture_output=True, check=True, text=True).stdout for more in ("3", "")
    )
    assert used == "ForkError\n"
    # Polars that was imported and not used can still start its threads.
    assert unused.strip().isdigit()
