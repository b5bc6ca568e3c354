"""A new way to choose is one file and one line in the registry; the command line and the result know it at once."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import ClassVar

import numpy as np
import polars as pl
import pytest

import graphdim as gd
from graphdim import engines
from graphdim.choices import METHOD
from graphdim.engines.options import SourceKeywords, SourceOptions
from graphdim.engines.view import GraphView
from graphdim.errors import ParameterError, UnsupportedError
from graphdim.selectors import SELECTORS, parameters_of, selector
from graphdim.selectors.selection import Curve, CurvePoint, Selection

TOY = '''"""As many dimensions as an average node has neighbours, times a factor."""
from dataclasses import dataclass
from typing import ClassVar
from graphdim.selectors.selection import Selection
@dataclass(frozen=True)
class MeanDegree:
    name: ClassVar[str] = "mean-degree"
    looks_at: ClassVar[str] = "degrees"
    factor: float = 2.0
    def select(self, view):
        mean = self.factor * view.adjacency().sum() / view.facts.n_nodes
        return Selection(selector=self, dimension=round(mean), estimate=float(mean), facts=view.facts)
'''
LINE = '    "mean-degree": "graphdim.selectors.mean_degree:MeanDegree",\n'


@pytest.fixture
def extended(tmp_path: Path) -> dict[str, str]:
    """The environment of a process in which graphdim has one selector more."""
    package = tmp_path / "graphdim"
    shutil.copytree(Path(gd.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "selectors/mean_degree.py").write_text(TOY)
    registry = package / "selectors/__init__.py"
    text = registry.read_text()
    assert text.count("SELECTORS = {\n") == 1
    registry.write_text(text.replace("SELECTORS = {\n", f"SELECTORS = {{\n{LINE}"))
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


def run(environment: dict[str, str], *line: str) -> str:
    done = subprocess.run([sys.executable, *line], env=environment, capture_output=True, check=False, text=True)
    assert done.stderr == ""
    return done.stdout


def test_a_new_selector_is_one_file_and_one_line(extended):
    command = ("-m", "graphdim", "dimension", "dataset:karate", "--method", "mean-degree")
    facts = json.loads(run(extended, *command, "--json"))
    assert (facts["dimension"], facts["method"], facts["parameters"]) == (9, "mean-degree", {"factor": 2.0})
    assert facts["estimate"] == pytest.approx(2 * 2 * 78 / 34)
    assert run(extended, *command).splitlines() == [
        "Dimension 9  (mean-degree, factor = 2.0)",
        "  graph      34 nodes · 78 edges",
        "  table      1.2 KiB of float32 embeddings",
    ]
    assert run(extended, *command, "--quiet", "dataset:karate") == "9\n9\n"
    assert run(extended, *command, "dataset:karate").splitlines()[0].split() == [
        "source",
        "nodes",
        "edges",
        "dimension",
    ]
    assert "mean-degree" in run(extended, "-m", "graphdim", "dimension", "--help")
    script = "import graphdim as gd; print(int(gd.ideal_dimension('dataset:karate', method='mean-degree', factor=1)))"
    assert run(extended, "-c", script) == "5\n"


def test_what_is_not_for_a_method_is_refused(extended):
    line = [sys.executable, "-m", "graphdim", "dimension", "dataset:karate", "--method", "mean-degree", "--lambda", "1"]
    done = subprocess.run(line, env=extended, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "Error: --lambda is not for --method mean-degree\n"


@pytest.mark.parametrize("name", SELECTORS)
def test_every_selector_keeps_to_the_shape(name):
    made = selector(name)
    assert made.name == name
    assert made.looks_at
    assert tuple(field.name for field in fields(made)) == parameters_of(name)
    assert type(made).__dataclass_params__.frozen


def test_unknown_names_are_refused():
    with pytest.raises(ParameterError, match=f"unknown method 'guess'; it is one of .*{METHOD}"):
        gd.ideal_dimension([(0, 1)], method="guess")
    with pytest.raises(ParameterError, match="minge has no parameter 'lamda'; it takes structure_weight, variant"):
        gd.ideal_dimension([(0, 1)], lamda=2)


@dataclass(frozen=True)
class Best:
    """A selector of the user's own, with a curve and a range."""

    name: ClassVar[str] = "best"
    looks_at: ClassVar[str] = "nothing"

    def select(self, view: GraphView) -> Selection:
        points = (CurvePoint(8, 0.5), CurvePoint(16, 0.75, 0.7, 0.8))
        curve = Curve("ROC-AUC", points)
        notes = ("by decree",)
        return Selection(selector=self, dimension=16, as_good=(12, 24), curve=curve, facts=view.facts, notes=notes)


@dataclass(frozen=True)
class Fixed:
    """A selector without anything to show."""

    name: ClassVar[str] = "fixed"
    looks_at: ClassVar[str] = "nothing"
    dimension: int = 128

    def select(self, view: GraphView) -> Selection:
        return Selection(selector=self, dimension=self.dimension, facts=view.facts)


def test_a_selector_of_ones_own_needs_no_registry():
    result = gd.ideal_dimension([(0, 1), (1, 2)], method=Best())
    assert int(result) == 16
    assert "  as good    12 to 24\n" in repr(result)
    assert "\n  note       by decree\n" in repr(result)
    facts = json.loads(result.to_json())
    assert facts["as_good"] == [12, 24]
    assert facts["curve"]["points"][1] == {"dimension": 16, "score": 0.75, "low": 0.7, "high": 0.8}
    assert result.rounded(multiple_of=10) == 20
    assert result.seconds > 0


@pytest.mark.needs("altair")
def test_any_selection_has_a_page_and_a_picture(tmp_path):
    result = gd.ideal_dimension("dataset:karate", method=Best())
    text = result.write_html(tmp_path / "page.html").read_text(encoding="utf-8")
    for part in ("ROC-AUC by dimension", "Degree distribution", "Chosen by best.", 'id="dimension"', "12 to 24"):
        assert part in text
    assert "lambda" not in text.partition('<script type="module">')[0]
    shown = result._repr_html_()
    assert '<img alt="Dimension 16: ROC-AUC by dimension' in shown
    plain = gd.ideal_dimension("dataset:karate", method=Fixed()).plot().to_dict()
    assert plain["title"]["text"] == "Dimension 128"
    assert plain["description"] == "number of nodes by degree, both axes logarithmic"


def test_the_keywords_are_the_fields_of_the_options():
    assert [field.name for field in fields(SourceOptions)] == list(SourceKeywords.__annotations__)


def test_a_view_shares_what_it_computes():
    with engines.open("dataset:karate", SourceOptions()) as view:
        assert view.adjacency() is view.adjacency()
        assert view.structure_entropy("published") == gd.structure_entropy("dataset:karate")


@pytest.mark.parametrize("weight", [None, "weight"])
def test_the_adjacency_is_symmetric_and_holds_isolated_nodes(weight):
    table = pl.DataFrame({"source": [7, 9, 9, 30], "target": [9, 7, 12, 30], "weight": [2.0, 3.0, 0.5, 1.0]})
    with engines.open(table, SourceOptions(n_nodes=6, weight=weight)) as view:
        matrix = view.adjacency()
    expected = np.zeros((6, 6))
    expected[0, 1], expected[1, 2] = (3.0, 0.5) if weight else (1, 1)
    assert np.array_equal(expected + expected.T, matrix.toarray())
    assert (matrix.has_sorted_indices, matrix.nnz, matrix.dtype.kind) == (True, 4, "f")
    graph = gd.read(table, n_nodes=6, weight=weight)
    with engines.open(graph, SourceOptions()) as view:
        assert np.array_equal(matrix.toarray(), view.adjacency().toarray())


@pytest.mark.parametrize("kind", [str, int])
def test_the_adjacency_is_numbered_as_read_numbers_the_nodes(kind):
    ids = {"z": -5, "b": 10**12, "a": 4, "m": 7, "q": 2}
    pairs = [("z", "b"), ("b", "a"), ("a", "m"), ("m", "m"), ("q", "q")]
    ends = [end if kind is str else [ids[node] for node in end] for end in zip(*pairs, strict=True)]
    table = pl.DataFrame({"source": ends[0], "target": ends[1]})
    with engines.open(table, SourceOptions(n_nodes=7)) as view:
        matrix = view.adjacency()
    assert np.array_equal(gd.read(table, n_nodes=7).adjacency().toarray(), matrix.toarray())
    assert (matrix.shape, matrix.has_sorted_indices, matrix.nnz) == ((7, 7), True, 6)


def test_a_view_without_an_adjacency_names_the_engine_that_has_one():
    with (
        engines.open("dataset:karate", SourceOptions(engine="disk")) as view,
        pytest.raises(UnsupportedError, match="the disk engine has no adjacency matrix, .* use engine='memory'"),
    ):
        view.adjacency()
