"""Every example runs, at a size that a test can afford, and says what it is there to say."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPTS = sorted(path for path in EXAMPLES.glob("*.py") if path.name != "cora.py")  # which the others import

# What a script is called with, and what it must say.
RUNS = {
    "demo.py": ([], [r"^Dimension 2  \(spectral embedding", r"^143$", r"^Dimension 16  \(the smallest"]),
    "igraph_shapes.py": (["--nodes", "1000"], [r"ring +1,000 +1\.000 +85\.8\d +86", r"star +999 .* 85$"]),
    "race_gensim.py": (["--size", "20"], [r"^(Dimension \d+|No dimension yet)  \(", r" +32 +[01]\.\d{4}"]),
    "race_optuna.py": (["--trials", "2"], [r"Dimension \d+  \(the smallest", r"^\d+ trials in the study"]),
    "race_svd.py": ([], [r"Dimension 16  \(the smallest", "the full grid has 70", r" +128 .* worse$"]),
    "shrink_gensim.py": ([], [r"^Dimension \d+  \(of 64, cut by uncentred SVD", r"^  32 +sufficient: "]),
    "shrink_svd.py": ([], [r"^Dimension \d  \(of 128, cut by PCA", r"^Written: 240 rows of \d numbers"]),
    "sklearn_pipeline.py": (
        ["--size", "30"],
        ["600 nodes in 20 communities", r"^ +2 components +0\.\d\d", r" components [^\n]* cv$", r"^ +80 [^\n]* minge$"],
    ),
    "warehouse_duckdb.py": (["--edges", "3000"], [r"Dimension (\d+) from one row[^D]*Dimension \1 from all rows"]),
    "big_file.py": (["--edges", "20000"], [r"memory: dimension (\d+) in .*\sdisk: +dimension \1 in .* MiB"]),
}
ON_CORA = {
    "pyg_gcn.py": (
        ["--epochs", "3", "--seeds", "1"],
        ["graphdim says 98 for 2,708 nodes", r"width +16: test accuracy \d", r"width +98: test accuracy \d"],
    ),
    "race_pyg.py": (["--epochs", "2", "--seeds", "2"], [r"^(Dimension \d+|No dimension yet)  \(", r" +64 +0\.\d{4}"]),
    "optuna_gcn.py": (
        ["--trials", "3", "--epochs", "3"],
        [r"trial  0: width 104, validation \d", "trial  2: ", r"Best: trial \d .*, test accuracy \d"],
    ),
}


def said(name: str, arguments: list[str], folder: Path) -> str:
    # On a busy machine, BLAS threads wait for each other: the small products of one example then take minutes.
    alone = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, EXAMPLES / name, *arguments],
        capture_output=True,
        check=False,
        text=True,
        cwd=folder,
        env=alone,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_is_run():
    assert {path.name for path in SCRIPTS} == RUNS.keys() | ON_CORA.keys()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_an_example_is_short_and_opens_with_what_it_shows(path):
    assert len(path.read_text().splitlines()) <= 60
    assert ast.get_docstring(ast.parse(path.read_text()))


@pytest.mark.parametrize("name", RUNS)
def test_it_runs(name, tmp_path):
    arguments, expected = RUNS[name]
    text = said(name, arguments, tmp_path)
    assert [pattern for pattern in expected if not re.search(pattern, text, re.MULTILINE | re.DOTALL)] == [], text


@pytest.mark.usefixtures("real_data")
@pytest.mark.parametrize("name", ON_CORA)
def test_it_runs_on_cora(name, tmp_path):
    arguments, expected = ON_CORA[name]
    text = said(name, arguments, tmp_path)
    assert [pattern for pattern in expected if not re.search(pattern, text, re.MULTILINE)] == [], text
