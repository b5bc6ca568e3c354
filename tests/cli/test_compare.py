"""`graphdim compare` as a user runs it."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from graphdim.cli import graphdim
from toy_graphs import block_model


@pytest.fixture
def edges(tmp_path):
    path = tmp_path / "edges.csv"
    np.savetxt(path, block_model(4, 300, inside=0.3, across=0.02), fmt="%d", delimiter=",", header="a,b", comments="")
    return str(path)


def run(*arguments: str):
    return CliRunner().invoke(graphdim, ["compare", *arguments], catch_exceptions=False)


def test_the_panel_has_the_answer_the_range_the_verdict_the_curve_and_the_table(edges):
    lines = run(edges, "--at", "64", "--methods", "cv,flip,minge").stdout.splitlines()
    assert lines[0].startswith("Dimension ")
    assert lines[1].startswith("  graph      300 nodes · ")
    assert any(line.startswith("  as good ") for line in lines)
    assert any(line.startswith("  64 ") and "points below the best" in line for line in lines)
    assert any("━" in line for line in lines)
    header = next(line for line in lines if line.startswith("  method"))
    assert header.split("   ")[0].strip() == "method"
    table = [line.split() for line in lines[lines.index(header) + 1 :]]
    assert [row[0] for row in table] == ["cv", "flip", "minge", "fixed"]


def test_the_number_alone(edges):
    assert run(edges, "--quiet", "--methods", "cv").stdout.strip().isdecimal()


def test_json_is_in_units_of_the_score(edges):
    facts = json.loads(run(edges, "--json", "--methods", "cv", "--margin", "1").stdout)
    assert facts["margin"] == pytest.approx(0.01)
    assert 0 < facts["best_score"] <= 1


def test_several_sources_are_a_line_each(edges):
    lines = run(edges, "dataset:karate", "--methods", "cv", "--at", "8").stdout.splitlines()
    assert len(lines) == 3
    assert lines[0].split()[:3] == ["source", "nodes", "edges"]
    assert lines[2].split()[0] == "dataset:karate"


def test_the_same_seed_gives_the_same_answer(edges):
    first, again = (json.loads(run(edges, "--json", "--methods", "cv", "--seed", "5").stdout) for _ in range(2))
    assert first["curve"] == again["curve"]


def test_an_unknown_method_is_one_error(edges):
    with pytest.raises(ValueError, match="unknown method 'guess'; it is one of cv, ecv"):
        run(edges, "--methods", "guess")


@pytest.mark.needs("altair")
def test_a_report_can_lead_with_the_measured_answer(edges, tmp_path):
    target = tmp_path / "page.html"
    CliRunner().invoke(graphdim, ["report", edges, "--compare", "--output", str(target)], catch_exceptions=False)
    page = target.read_text(encoding="utf-8")
    assert "Every method on this curve" in page
    assert 'data-chart="measured"' in page
