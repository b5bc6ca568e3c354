"""`graphdim compare` as a user runs it."""

from __future__ import annotations

import json
import signal

import numpy as np
import pytest
from click.testing import CliRunner

from graphdim.cli import graphdim, main
from graphdim.errors import GraphError, SourceError
from graphdim.selectors import SELECTORS
from graphdim.selectors.cv.labels import LabelSplits
from graphdim.selectors.cv.links import LinkSplits
from toy_graphs import ODD, block_model


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


def test_no_margin_is_larger_than_the_scores(edges):
    done = run(edges, "--margin", "1e9")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "1000000000.0 is not in the range 0<=x<=100" in done.stderr


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


def test_json_has_the_names_that_programs_rely_on(edges):
    facts = json.loads(run(edges, "--json", "--methods", "cv,minge", "--at", "8").stdout)
    names = "dimension as_good best best_score score method task curve selections at n_nodes n_edges seconds notes"
    assert set(names.split()) <= facts.keys()
    assert facts["dimension"] == facts["as_good"][0]
    assert set(facts["curve"][0]) == {"dimension", "score", "low", "high"}
    assert set(facts["selections"][0]) == {"method", "dimension", "looks_at", "deficit", "seconds", "note"}
    assert set(facts["at"][0]) == {"dimension", "deficit", "low", "high"}
    both = json.loads(run(edges, edges, "--json", "--methods", "cv").stdout)
    assert [one["source"] for one in both] == [edges, edges]


def test_several_sources_are_a_line_each(edges):
    lines = run(edges, "dataset:karate", "--methods", "cv", "--at", "8").stdout.splitlines()
    assert len(lines) == 3
    assert lines[0].split()[:3] == ["source", "nodes", "edges"]
    assert lines[2].split()[0] == "dataset:karate"


def test_the_same_seed_gives_the_same_answer(edges):
    first, again = (json.loads(run(edges, "--json", "--methods", "cv", "--seed", "5").stdout) for _ in range(2))
    assert first["curve"] == again["curve"]


@pytest.fixture
def ctrl_c(monkeypatch):
    """Send the signal of Ctrl-C when a split of this number begins."""
    measure = LinkSplits.measure

    def sends_it_at(number):
        def measured(self, dimensions, splits):
            if number in splits:
                signal.raise_signal(signal.SIGINT)
            return measure(self, dimensions, splits)

        monkeypatch.setattr(LinkSplits, "measure", measured)

    return sends_it_at


def main_ends(monkeypatch, *arguments):
    monkeypatch.setattr("sys.argv", ["graphdim", "compare", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("splits", [1, 2])
def test_ctrl_c_shows_what_was_measured(edges, ctrl_c, monkeypatch, capsys, splits):
    ctrl_c(splits)
    assert main_ends(monkeypatch, edges, "--methods", "cv,minge", "--at", "64") == 130
    shown, said = capsys.readouterr()
    done = f"{splits} split{'s' * (splits > 1)} and 0 of 1 other method were done"
    assert shown.startswith("Dimension ")
    assert f"  note       interrupted: {done}" in shown
    assert said.splitlines()[-1] == f"Error: interrupted: {done}"


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("n_cliques", "answer"), [(20, "within 0.5 points of the best so far (8,"), (60, "guessing so far")]
)
def test_ctrl_c_before_the_search_has_seen_the_best_is_not_sure(monkeypatch, tmp_path, capsys, n_cliques, answer):
    """Cliques need about as many dimensions for their labels as there are; the search begins with eight."""
    measure = LabelSplits.measure

    def measured(self, dimensions, splits):
        if max(dimensions) > 8:
            signal.raise_signal(signal.SIGINT)
        return measure(self, dimensions, splits)

    monkeypatch.setattr(LabelSplits, "measure", measured)
    monkeypatch.setattr(LabelSplits, "first_rank", 8)
    edges, labels = tmp_path / "edges.csv", tmp_path / "labels.csv"
    pairs = [(6 * group + a, 6 * group + b) for group in range(n_cliques) for a in range(6) for b in range(a)]
    np.savetxt(edges, [*pairs, *((6 * group, 6 * group + 6) for group in range(n_cliques - 1))], "%d", delimiter=",")
    np.savetxt(labels, [(node, node // 6) for node in range(6 * n_cliques)], "%d", delimiter=",")
    assert main_ends(monkeypatch, str(edges), "--labels", str(labels), "--methods", "cv") == 130
    shown, said = capsys.readouterr()
    note = "of 0 other methods were done; dimensions above 8 were not measured yet, and the best may be there"
    assert note in shown
    assert note in said
    assert answer in shown
    assert "surely" not in shown


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_leaves_json_that_can_be_read(edges, ctrl_c, monkeypatch, capsys):
    ctrl_c(1)
    assert main_ends(monkeypatch, edges, "--methods", "cv", "--at", "64", "--json") == 130
    facts = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert facts["curve"][0]["low"] is None
    assert facts["at"][0]["deficit"] > 0
    assert facts["at"][0]["high"] is None


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_before_anything_is_measured_is_one_line(edges, ctrl_c, monkeypatch, capsys):
    ctrl_c(0)
    assert main_ends(monkeypatch, edges, "--methods", "cv") == 130
    shown, said = capsys.readouterr()
    assert (shown, said.strip()) == ("", "Error: interrupted")


def test_what_takes_long_is_announced_and_quiet_is_quiet(edges, monkeypatch):
    monkeypatch.setattr("graphdim.comparing.LONG", 0)
    assert run(edges, "--methods", "cv,minge").stderr.startswith("Comparing 2 methods on ")
    assert run(edges, "--methods", "cv", "--quiet").stderr == ""
    json.loads(run(edges, "--methods", "cv", "--json").stdout)


QUICK = ",".join(name for name in SELECTORS if name not in {"aic", "bic", "snml", "pip"})


@pytest.mark.parametrize("graph", ODD)
def test_a_graph_that_makes_it_hard_gets_an_answer_or_one_sentence(graph, tmp_path, capfd):
    path = tmp_path / "edges.csv"
    np.savetxt(path, ODD[graph], fmt="%d", delimiter=",", header="a,b", comments="")
    try:
        done = run(str(path), "--methods", QUICK, "--json")
    except GraphError as error:
        assert "\n" not in str(error)  # noqa: PT017 - whether there is an answer is up to the graph
        return
    facts = json.loads(done.stdout)
    assert done.stderr == capfd.readouterr().err == ""
    assert (facts["dimension"] or 1) <= facts["best"] <= facts["n_nodes"]
    assert done.exit_code == (facts["dimension"] is None)
    for row in facts["selections"]:
        assert row["note"] or 1 <= row["dimension"] <= facts["n_nodes"]


def test_a_curve_that_is_chance_says_so(tmp_path):
    path = tmp_path / "edges.csv"
    np.savetxt(path, ODD["matching"], fmt="%d", delimiter=",", header="a,b", comments="")
    done = run(str(path), "--methods", "cv")
    assert done.stdout.startswith("No dimension is better than guessing  (")
    assert done.exit_code == 1
    alone = run(str(path), "--methods", "cv", "--quiet")
    assert (alone.stdout, alone.exit_code) == ("", 1)
    assert alone.stderr.endswith(f"Note: {path}: no dimension is better than guessing\n")
    both = run("dataset:karate", str(path), "--methods", "cv", "--quiet")
    assert (both.stdout, both.exit_code) == ("2\n\n", 1)
    rows = run("dataset:karate", str(path), "--methods", "cv").stdout.splitlines()
    assert [row.split()[3] for row in rows] == ["dimension", "2", "–"]


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
