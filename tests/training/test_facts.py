"""What the ledger says about graph, machine and code."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import graphdim
from graphdim.api import ideal_dimension
from graphdim.graph.build import read
from graphdim.training.facts import dataset_facts, graph_facts, selected
from graphdim.training.stamp import stamp
from labelled_toys import N_NODES, put_toy, toy_edges, toy_graph


def test_the_facts_are_those_of_the_graph_and_of_minge() -> None:
    graph = read(toy_edges(), n_nodes=N_NODES)
    selection = ideal_dimension(graph)
    facts = graph_facts(graph, toy_graph(), selection)
    assert (facts["n_nodes"], facts["n_edges"], facts["n_classes"]) == (N_NODES, len(toy_edges()), 2)
    assert selected(facts) == selection.dimension
    assert facts["selection_seconds"] == selection.seconds


def test_a_named_dataset_is_read_as_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_toy(tmp_path)
    monkeypatch.setenv("GRAPHDIM_DATA", str(tmp_path))
    assert selected(dataset_facts(toy_graph())) == ideal_dimension("dataset:toy").dimension


def test_the_stamp_names_versions_processor_and_commit() -> None:
    told = stamp()
    assert set(told["versions"]) == {"python", "numpy", "scipy", "torch", "graphdim", "kernels"}
    assert re.fullmatch(r".+ × \d+", told["cpu"])
    assert re.fullmatch(r"[0-9a-f]{40}(\+changed)?|" + re.escape(graphdim.__version__), told["commit"])


def commit_told_by(package: Path) -> str:
    """What a copy of graphdim says of itself, without the packages that only training needs."""
    code = "from graphdim.training.stamp import stamp; told = stamp(); print(told['commit'], told['versions']['torch'])"
    command = [sys.executable, "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=package.parent).stdout.strip()


def test_outside_a_checkout_the_version_stands_for_the_commit(tmp_path: Path) -> None:
    copy = tmp_path / "elsewhere" / "graphdim"
    shutil.copytree(Path(graphdim.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    assert commit_told_by(copy).startswith(graphdim.__version__)


def test_a_changed_checkout_says_so(tmp_path: Path) -> None:
    copy = tmp_path / "src" / "graphdim"
    shutil.copytree(Path(graphdim.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    git = ["git", "-C", str(tmp_path), "-c", "user.name=test", "-c", "user.email=test@example.org"]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", "all"]):
        subprocess.run([*git, *arguments], check=True)
    assert re.match(r"[0-9a-f]{40} ", commit_told_by(copy))
    (copy / "extras.py").write_text('"""Changed."""\n')
    assert re.match(r"[0-9a-f]{40}\+changed ", commit_told_by(copy))
