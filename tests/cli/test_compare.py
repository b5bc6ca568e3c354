"""`graphdim compare` as a user runs it."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from graphdim.cli import graphdim
from graphdim.errors import SourceError
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


def test_labels_of_a_file_are_measured_instead_of_links(edges, tmp_path):
    labels = tmp_path / "labels.csv"
    labels.write_text("id,label\n" + "".join(f"{node},{'abcd'[node % 4]}\n" for node in range(300)) + "elsewhere,a\n")
    done = run(edges, "--labels", str(labels), "--methods", "cv", "--max-rank", "16")
    assert done.stdout.startswith("Dimension ")
    assert "(spectral embedding, cross-validated on held-out labels)" in done.stdout
    assert "% accuracy" in done.stdout
    assert "1 of 301 ids is not in the graph" in done.stdout
    assert "holds for labels by logistic regression on a spectral embedding" in done.stdout
    facts = json.loads(run(edges, "--labels", str(labels), "--methods", "cv", "--max-rank", "16", "--json").stdout)
    assert facts["task"] == "node-classification"
    assert facts["as_good"][0] <= 4 <= facts["as_good"][1]
    assert facts["selections"][0]["looks_at"] == "held-out labels"


def test_labels_that_a_source_carries_go_by_their_name(tmp_path):
    path = tmp_path / "graph.npz"
    np.savez(path, n=120, edges=block_model(3, 120), labels=np.arange(120) % 3)
    facts = json.loads(run(str(path), "--labels", "labels", "--methods", "cv", "--max-rank", "8", "--json").stdout)
    assert facts["score"] == "accuracy"
    with pytest.raises(SourceError, match="no such column; the source has"):
        run(str(path), "--labels", "topic")


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


def test_a_report_can_lead_with_the_measured_answer(edges, tmp_path):
    target = tmp_path / "page.html"
    CliRunner().invoke(graphdim, ["report", edges, "--compare", "--output", str(target)], catch_exceptions=False)
    page = target.read_text(encoding="utf-8")
    assert "Every method on this curve" in page
    assert 'data-chart="measured"' in page
