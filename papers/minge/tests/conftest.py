"""Fixtures of the paper's tests. Real data comes from GRAPHDIM_DATA; what needs it skips without it, and says so."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minge_paper.places import PAPER


@pytest.fixture
def real_data() -> Path:
    """The folder of real datasets."""
    folder = os.environ.get("GRAPHDIM_DATA")
    if not folder:
        pytest.skip("GRAPHDIM_DATA is not set: it names the folder with the real datasets")
    return Path(folder)


@pytest.fixture
def paper(tmp_path: Path):
    """Run `minge-paper` in a process of its own, in an empty folder."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        paths = os.pathsep.join([str(PAPER / "src"), os.environ.get("PYTHONPATH", "")])
        line = [sys.executable, "-m", "minge_paper", *arguments]
        environment = os.environ | {"PYTHONPATH": paths, "COLUMNS": "120"}
        return subprocess.run(line, capture_output=True, check=False, text=True, env=environment, cwd=tmp_path)

    return run
