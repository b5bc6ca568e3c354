"""The disk engine: the answer of the memory engine, within its limit, and nothing left behind."""

import fcntl
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graphdim as gd
from graphdim.engines import disk
from graphdim.engines import workspace as workspaces
from graphdim.engines.workspace import DiskFullError, workspace
from graphdim.errors import GraphDimError, ParameterError
from measuring import measure


@pytest.fixture
def large(tmp_path):
    """A Parquet file of four million edges with hubs and gaps, enough to be busy for a moment."""
    rng = np.random.default_rng(1)
    ends = 3 * rng.integers(400_000, size=(2, 4_000_000)) // (1 + rng.integers(50, size=(2, 4_000_000)))
    path = tmp_path / "large.parquet"
    pl.DataFrame({"source": ends[0], "target": ends[1]}).write_parquet(path)
    return path


@pytest.fixture
def two_threads(monkeypatch):
    """What fits a limit depends on the number of threads; this is not about the machine at hand."""
    monkeypatch.setattr(disk, "n_threads", lambda: 2)


ids = st.one_of(st.integers(0, 30), st.integers(-(2**63), 2**63 - 1))
hubs = st.tuples(st.just(0), st.integers(0, 60))


@given(st.lists(st.one_of(st.tuples(ids, ids), hubs), min_size=1, max_size=80), st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_every_engine_gives_the_same_measurement(edges, isolated):
    pairs = np.array(edges, dtype=np.int64)
    n_nodes = len(np.unique(pairs)) + isolated
    found = [measure(pairs, n_nodes=n_nodes, engine=engine) for engine in ("memory", "disk")]
    assert len({(one.n_edges, one.n_isolated, one.structure_entropy, one.cleaning) for one in found}) == 1


@pytest.mark.parametrize("n_nodes", [2, 1000])
def test_a_long_path_and_a_star(n_nodes):
    for edges in ([(i, i + 1) for i in range(n_nodes)], [(0, i + 1) for i in range(n_nodes)]):
        assert gd.structure_entropy(edges) == gd.structure_entropy(edges, engine="disk")


@pytest.mark.usefixtures("two_threads")
def test_a_large_file_in_many_buckets(large, monkeypatch):
    monkeypatch.setattr(disk, "BLOCK", 100_000)
    in_memory = measure(large, engine="memory")
    on_disk = measure(large, engine="disk", memory_limit="400MiB")
    assert in_memory.structure_entropy == on_disk.structure_entropy
    assert in_memory.cleaning == on_disk.cleaning
    assert in_memory.n_nodes == on_disk.n_nodes


def test_the_peak_stays_under_the_limit(large):
    # The kernel's high-water mark of this process alone; ru_maxrss would count what it was forked from.
    script = (
        "import sys, graphdim; graphdim.structure_entropy(sys.argv[1], engine='disk', memory_limit='450MiB');"
        "print(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0])"
    )
    told = subprocess.run([sys.executable, "-c", script, large], capture_output=True, check=True)
    assert int(told.stdout) * 1024 < 450 * 2**20


@pytest.mark.usefixtures("two_threads")
@pytest.mark.parametrize(
    ("limit", "fault"),
    [
        ("100MB", r"even a small graph needs a memory limit of at least 300\.0 MiB, not 95\.4 MiB"),
        ("301MiB", r"[\d,]+ nodes need a memory limit of at least 3\d\d\.\d MiB, not 301\.0 MiB"),
    ],
)
def test_a_limit_that_is_too_small_says_which_would_do(large, limit, fault):
    with pytest.raises(ParameterError, match=fault):
        gd.structure_entropy(large, engine="disk", memory_limit=limit)


@pytest.mark.usefixtures("two_threads")
def test_auto_takes_disk_when_memory_would_not_do(large):
    assert measure(large).engine == "memory"
    assert measure(large, memory_limit="355MiB").engine == "disk"


@pytest.fixture
def named(tmp_path):
    """The same graph with names: 100 nodes and 60,000 rows as text and as Parquet."""
    ids = pl.Series([f"https://example.org/people/of/the/world/{node}" for node in range(100)])
    ends = np.random.default_rng(1).integers(100, size=(2, 60_000))
    table = pl.DataFrame({"source": ids.gather(ends[0]), "target": ids.gather(ends[1])})
    table.write_csv(tmp_path / "named.csv")
    table.write_parquet(tmp_path / "named.parquet")
    return tmp_path


@pytest.mark.parametrize("name", ["named.csv", "named.parquet"])
def test_auto_counts_the_names(named, name):
    # 60,000 rows of numbers take 1 MB; rows of names are expected to bring 30,000 nodes.
    assert measure(named / name, memory_limit="307MiB").engine == "memory"
    assert measure(named / name, memory_limit="303MiB").engine == "disk"


@pytest.mark.usefixtures("two_threads")
def test_names_that_are_too_much_are_refused_while_they_are_read(tmp_path):
    path = tmp_path / "named.csv"
    rows = (f"https://example.org/people/{node},https://example.org/things/{node}" for node in range(100_000))
    path.write_text("\n".join(rows), encoding="ascii")
    fault = r"the first [\d,]+ nodes and their names need a memory limit of at least 3\d\d\.\d MiB, not 310\.0 MiB"
    with pytest.raises(ParameterError, match=fault):
        gd.structure_entropy(path, engine="disk", memory_limit="310MiB")


def test_a_graph_in_memory_stays_there():
    with pytest.raises(ParameterError, match="a Graph is in memory already"):
        gd.structure_entropy(gd.read([(0, 1)]), engine="disk")


def test_a_full_disk_is_told_and_cleaned_up(large, tmp_path):
    # No file of the process may grow beyond a megabyte: the same error path as a disk without room.
    script = (
        "import sys, resource, signal, graphdim; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2**20, 2**20));"
        "graphdim.structure_entropy(sys.argv[1], engine='disk', temporary_folder=sys.argv[2])"
    )
    folder = tmp_path / "small"
    folder.mkdir()
    told = subprocess.run([sys.executable, "-c", script, large, folder], capture_output=True, check=False)
    assert told.returncode == 1
    assert "DiskFullError" in told.stderr.decode()
    assert "no room left for temporary files" in told.stderr.decode()
    assert list(folder.iterdir()) == []


def _caught(large: Path, folder: Path) -> subprocess.Popen[bytes]:
    """A disk engine that has files and stands still, however busy the machine is; SIGCONT lets it go on."""
    line = [sys.executable, "-m", "graphdim", "dimension", str(large), "--engine", "disk", "-q"]
    while True:
        process = subprocess.Popen(
            line, env={**os.environ, "TMPDIR": str(folder)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        while not list(folder.glob("graphdim-*/*.keys")) and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(signal.SIGSTOP)
        if process.returncode is None:
            os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        if list(folder.glob("graphdim-*/*.keys")):
            return process
        process.send_signal(signal.SIGCONT)
        assert process.communicate()[1] == b""  # it was done already


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(("number", "code", "said"), [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "")])
def test_a_stopped_process_leaves_nothing(large, tmp_path, number, code, said):
    folder = tmp_path / "temporary"
    folder.mkdir()
    process = _caught(large, folder)
    process.send_signal(number)
    process.send_signal(signal.SIGCONT)
    out, err = process.communicate(timeout=600)
    assert (code, b"") == (process.returncode, out)
    assert said in err.decode()
    assert b"Traceback" not in err
    assert list(folder.iterdir()) == []


def test_after_a_kill_the_next_start_cleans_up(large, tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    process = _caught(large, folder)
    process.kill()
    process.communicate(timeout=600)
    assert list(folder.iterdir())
    with workspace(folder) as mine, workspace(folder) as another:
        assert {mine, another} == set(folder.iterdir())
    assert list(folder.iterdir()) == []


def test_only_what_is_ours_is_removed(tmp_path):
    theirs = tmp_path / "graphdim-notes"
    theirs.mkdir(mode=0o700)
    for name in ("lock", "thesis.tex", "piano.keys", "1-000.keys", ".graphdim-workspace"):
        (theirs / name).write_text("mine")
    with workspace(tmp_path) as folder:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        (folder / "1-000.keys").write_bytes(b"")
    assert {path.name for path in theirs.iterdir()} == {"lock", "thesis.tex", "piano.keys"}
    assert not folder.exists()


def _bait(folder: Path, mode: int = 0o700) -> Path:
    """A folder that looks as if a killed process had left it."""
    folder.mkdir()
    for name in ("1-000.keys", "1-000.weights", ".graphdim-workspace"):
        (folder / name).write_text("mine")
    folder.chmod(mode)
    return folder


def test_a_link_is_not_followed_to_what_looks_like_ours(tmp_path):
    target = _bait(tmp_path / "home")
    (tmp_path / "graphdim-link").symlink_to(target)
    with workspace(tmp_path):
        pass
    assert len(list(target.iterdir())) == 3


def test_a_link_instead_of_the_mark_is_not_followed_and_a_pipe_does_not_make_us_wait(tmp_path):
    for name, make in (("link", lambda mark: mark.symlink_to("/dev/null")), ("pipe", os.mkfifo)):
        folder = _bait(tmp_path / f"graphdim-{name}")
        (folder / ".graphdim-workspace").unlink()
        make(folder / ".graphdim-workspace")
    with workspace(tmp_path):
        pass
    assert len(list((tmp_path / "graphdim-link").iterdir())) == 3


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o777, 0o1777])
def test_a_folder_that_others_may_enter_is_not_ours(tmp_path, mode):
    shared = _bait(tmp_path / "graphdim-shared", mode)
    with workspace(tmp_path):
        pass
    assert len(list(shared.iterdir())) == 3


def test_the_folder_of_another_user_is_not_ours(tmp_path, monkeypatch):
    theirs = _bait(tmp_path / "graphdim-theirs")
    monkeypatch.setattr(workspaces.os, "geteuid", lambda: os.getuid() + 1)
    with workspace(tmp_path):
        pass
    assert len(list(theirs.iterdir())) == 3


def test_a_folder_swapped_for_a_link_while_it_is_cleaned_loses_nothing(tmp_path, monkeypatch):
    swept, victim = _bait(tmp_path / "graphdim-old"), _bait(tmp_path / "home")
    locking = fcntl.flock

    def swap(mark, how):
        locking(mark, how)
        if swept.is_dir() and not swept.is_symlink():
            swept.rename(tmp_path / "moved")
            swept.symlink_to(victim)

    monkeypatch.setattr(workspaces.fcntl, "flock", swap)
    with workspace(tmp_path):
        pass
    assert len(list(victim.iterdir())) == 3


def test_a_folder_swept_before_it_is_locked_is_made_again(tmp_path, monkeypatch):
    locking, taken = fcntl.flock, []

    def late(mark, how):
        # Another process starts just now, and finds a mark that nobody holds.
        if not taken:
            taken.append(str(Path(f"/proc/self/fd/{mark}").readlink()))
            workspaces._sweep(tmp_path)
        locking(mark, how)

    monkeypatch.setattr(workspaces.fcntl, "flock", late)
    with workspace(tmp_path) as folder:
        assert folder.is_dir()
        assert str(folder) not in taken[0]
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written():
    with pytest.raises(ParameterError, match="/proc: temporary files cannot be written"), workspace("/proc"):
        pass


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(ParameterError, match="no folder for temporary files"), workspace(tmp_path / "missing"):
        pass


def test_errors_inside_a_workspace_pass_through(tmp_path):
    with pytest.raises(PermissionError), workspace(tmp_path):
        raise PermissionError(13, "Permission denied")
    with pytest.raises(DiskFullError) as caught, workspace(tmp_path):
        raise OSError(28, "No space left on device")
    assert isinstance(caught.value, GraphDimError)
    assert list(tmp_path.iterdir()) == []
