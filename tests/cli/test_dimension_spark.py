"""`graphdim dimension --engine spark`: the answer alone on stdout, bad input one line."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import graphdim as gd

needs_java = pytest.mark.skipif(
    not (shutil.which("java") or os.environ.get("JAVA_HOME")),
    reason="there is no Java on this machine, and Spark needs one",
)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "graphdim", "dimension", "--engine", "spark", "--master", "local[2]", *arguments]
    # Two hundred partitions, Spark's default, are many for four edges.
    few = "--conf spark.sql.shuffle.partitions=2 pyspark-shell"
    environment = os.environ | {"PYSPARK_SUBMIT_ARGS": few}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@needs_java
def test_the_answer_is_alone_on_stdout(tmp_path: Path) -> None:
    path = tmp_path / "edges.tsv"
    path.write_text("source\ttarget\na\tb\nb\tc\nc\ta\nc\td\n")
    done = run(str(path), "--json")
    assert done.returncode == 0, done.stderr
    found, wanted = json.loads(done.stdout), gd.ideal_dimension(path).summary()
    assert found["engine"] == "spark"
    assert {"engine", "estimate", "fingerprint", "seconds", "structure_entropy", "structure_share", "crossing"} >= {
        name for name in wanted if wanted[name] != found[name]
    }


def test_what_spark_does_not_read_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "graph.gml"
    path.write_text("graph [ ]")
    done = run(str(path))
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert "the Spark engine reads Parquet and text" in line
