"""The page of the command line says what the command line says."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "docs/generate_cli.py"


@pytest.fixture
def script(tmp_path):
    """The generator, beside a page of its own."""
    copy = tmp_path / SCRIPT.name
    copy.write_text(SCRIPT.read_text())
    return copy


def run(script, *arguments):
    return subprocess.run([sys.executable, script, *arguments], capture_output=True, check=False, text=True)


def test_the_page_is_current():
    done = run(SCRIPT, "--check")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_stale_page_is_noticed_and_mended(script):
    page = script.with_name("cli.md")
    page.write_text("# Command line\n")
    done = run(script, "--check")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "run: python docs/generate_cli.py" in done.stderr
    assert run(script).returncode == 0
    assert run(script, "--check").returncode == 0


@pytest.mark.parametrize("path", [("dimension",), ("bench", "run"), ("sweep",)])
def test_it_is_what_help_prints(command, path):
    assert command(*path, "--help").stdout.decode().strip() in SCRIPT.with_name("cli.md").read_text()
