"""Shared fixtures. Real data comes from GRAPHDIM_DATA; what needs it skips without it, and says so."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

import core_alone

DATA = os.environ.get("GRAPHDIM_DATA")

# A busy machine is no failure.
hypothesis.settings.register_profile("graphdim", deadline=None)
hypothesis.settings.load_profile("graphdim")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--core", action="store_true", help="leave out tests that need an optional package")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(package): the test uses an optional package without importing it")
    config.addinivalue_line(
        "markers", "slow: seconds of arithmetic, alike on every Python; make test-core leaves it out"
    )
    config.stash[core_alone.LEFT_OUT] = {}


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    return core_alone.CoreModule.from_parent(parent, path=module_path) if parent.config.option.core else None


def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    if config.option.core:
        core_alone.leave_out(items, config)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for line in core_alone.report(config):
        terminalreporter.write_line(line)


@pytest.fixture(autouse=True)
def _no_data_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Tests see neither the user's datasets nor the user's cache, unless they ask for real data."""
    monkeypatch.delenv("GRAPHDIM_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setenv("COLUMNS", "120")


@pytest.fixture
def real_data(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of real datasets."""
    if not DATA:
        pytest.skip("GRAPHDIM_DATA is not set: it names the folder with the real datasets")
    monkeypatch.setenv("GRAPHDIM_DATA", DATA)
    return Path(DATA)


@pytest.fixture
def command():
    """Run the real command line in a process of its own."""

    def run(*arguments: str | bytes, stdin: bytes | None = b"", **options) -> subprocess.CompletedProcess[bytes]:
        line = [sys.executable, "-m", "graphdim", *arguments]
        return subprocess.run(line, input=stdin, capture_output=True, check=False, timeout=600, **options)

    return run


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A command started in the background of a shell inherits a deaf ear to Ctrl-C; undo that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def refused(command):
    """Run the command line on bad input; returns the one line it must say."""

    def run(*arguments: str | bytes, **options) -> str:
        done = command(*arguments, **options)
        said = done.stderr.decode()
        assert done.returncode == 2, said
        assert done.stdout == b""
        assert len(said.splitlines()) == 1
        assert said.startswith("Error: ")
        return said.removeprefix("Error: ").rstrip("\n")

    return run
