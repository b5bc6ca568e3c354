"""`graphdim report`: a file, and its name on stdout."""

import json
import re

import numpy as np
import pytest

import graphdim as gd
from graphdim.comparing import question_of, reporting
from graphdim.engines.options import SourceOptions
from graphdim.selectors.minge import MinGE
from graphdim.training.data import load
from graphdim.training.facts import dataset_facts
from graphdim.training.ledger import Ledger
from ledgers import record
from sweeping.functions import halves, noise


def test_a_page_with_everything(command, tmp_path):
    (tmp_path / "a.csv").write_text("1,2\n2,3\n3,3\n")
    options = ("--features", "5", "--classes", "2", "--lambda", "2", "--multiple-of", "8", "--variant", "equations")
    done = command("report", "a.csv", "dataset:karate", *options, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"report.html\n", b"")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    asked = ("--lambda", "2", "--multiple-of", "8", "--variant", "equations", "--json")
    for source in ("a.csv", "dataset:karate"):
        facts = json.loads(command("dimension", source, *asked, cwd=tmp_path).stdout)
        assert f'data-step="dimension">{facts["dimension"]}</output>' in page
        assert f"{source}</h2>" in page
    assert page.count("5 features and 2 classes") == 2
    assert "equations variant" in page


@pytest.mark.parametrize(
    ("options", "name", "start"),
    [
        (("--format", "svg"), "report.svg", b"<svg"),
        (("--output", "charts.png"), "charts.png", b"\x89PNG"),
        (("--output", "odd.html", "--format", "svg"), "odd.html", b"<svg"),
    ],
)
def test_pictures_and_names(command, tmp_path, options, name, start):
    done = command("report", "dataset:karate", *options, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{name}\n".encode(), b"")
    assert (tmp_path / name).read_bytes().startswith(start)
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_a_ledger_is_drawn(command, tmp_path):
    graph = dataset_facts(load("karate"))
    for dimension in (8, 44):
        for seed in range(6):
            Ledger(tmp_path / "l.jsonl").append(
                record(
                    0.7 + seed / 100 + (dimension == 44) * (seed % 3) / 1000,
                    dataset="karate",
                    train_per_class=None,
                    dimension=dimension,
                    seed=seed,
                    graph=graph,
                )
            )
    done = command("report", "dataset:karate", "--sweep", "l.jsonl", "--format", "svg", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    drawn = (tmp_path / "report.svg").read_text(encoding="utf-8")
    for word in ("accuracy by dimension", "selected", "default", "smallest sufficient"):
        assert word in drawn


def test_a_graph_without_structure_is_drawn_with_a_sweep_that_decided_nothing(command, tmp_path):
    edges = np.random.default_rng(0).integers(0, 200, (400, 2))
    np.savetxt(tmp_path / "random.csv", edges, fmt="%d", delimiter=",")
    found = gd.sweep(tmp_path / "random.csv", model="spectral", dimensions=[2, 4], max_seeds=2)
    (tmp_path / "sweep.json").write_text(found.to_json())
    done = command("report", "random.csv", "--sweep", "sweep.json", "--format", "svg", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "No dimension is better than guessing" in (tmp_path / "report.svg").read_text(encoding="utf-8")


def test_a_sweep_leads_its_report(command, tmp_path):
    found = gd.sweep("dataset:karate", labels=[0] * 30 + [1] * 4, model=halves, dimensions=[4, 8])
    (tmp_path / "sweep.json").write_text(found.to_json())
    done = command("report", "dataset:karate", "--sweep", "sweep.json", "--format", "svg", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    drawn = (tmp_path / "report.svg").read_text(encoding="utf-8")
    assert f"Dimension {found.dimension}<" in drawn
    assert "halves, node classification: ROC-AUC by dimension" in drawn


def test_a_sweep_without_an_answer_leads_unless_something_else_was_measured(command, tmp_path):
    found = gd.sweep("dataset:karate", labels=np.arange(34) % 2, model=noise, dimensions=[4, 8], max_seeds=2)
    assert found.dimension is None
    (tmp_path / "sweep.json").write_text(found.to_json())

    def numbers(*options):
        done = command("report", "dataset:karate", "--sweep", "sweep.json", *options, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, b"")
        page = (tmp_path / "report.html").read_text(encoding="utf-8").partition("<script")[0]
        return re.findall(r'aria-label="dimension" data-step="dimension">(.*?)</output>', page), page

    led, page = numbers("--no-compare")
    assert led == ["No", "44"]
    assert "<strong>No dimension" in page
    measured, page = numbers()
    assert measured == ["2", "44"]
    assert "Every method on this curve" in page


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.csv",), "nowhere.csv: no such file"),
        (("dataset:karate", "--output", "no/where.html"), "no/where.html: there is no folder no;"),
        (("dataset:karate", "--output", "."), "this is a folder"),
        (("dataset:karate", "--format", "pdf"), "'pdf' is not one of"),
        (("dataset:karate", "--output", "x.pdf"), "x.pdf: a report is html, png or svg; name the file so, or give"),
        (("dataset:karate", "--features", "9"), "the source tells no classes; give both"),
        (("dataset:karate", "--classes", "9"), "the source tells no features; give both"),
        (("dataset:karate", "--lambda", "-1"), "the structure weight λ is -1.0"),
        (("dataset:karate", "--features", "0"), "0 is not in the range"),
        (("dataset:karate", "--sweep", "nowhere.json"), "nowhere.json: No such file"),
        ((), "Missing argument 'SOURCE...'"),
    ],
)
def test_bad_input_is_one_line(refused, tmp_path, arguments, message):
    assert message in refused("report", *arguments, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("package", ["altair", "vl_convert"])
def test_without_the_packages_it_names_the_extra(refused, tmp_path, monkeypatch, package):
    (tmp_path / "stubs" / package).mkdir(parents=True)
    stub = f"raise ModuleNotFoundError('No module named {package}', name={package!r})"
    (tmp_path / "stubs" / package / "__init__.py").write_text(stub)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "stubs"), prepend=":")
    said = refused("report", "dataset:karate", cwd=tmp_path)
    assert said == f"a report needs the package {package}; pip install 'graphdim[report]'"


def test_small_graphs_are_measured_unless_told_otherwise(command, tmp_path):
    def heading(*options):
        done = command("report", "dataset:karate", *options, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, b"")
        return (tmp_path / "report.html").read_text(encoding="utf-8").partition("<script")[0]

    assert 'class="verdict"' in heading("--at", "16")
    alone = heading("--no-compare")
    assert "Every method on this curve" not in alone
    assert 'data-step="dimension">44</output>' in alone


def test_what_cannot_be_measured_shows_the_method_and_says_why(command, tmp_path):
    done = command("report", "-", stdin=b"1,2\n2,3\n", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"report.html\n")
    assert done.stderr.startswith(b"Note: -: not measured: ")
    assert len(done.stderr.splitlines()) == 1
    page = (tmp_path / "report.html").read_text(encoding="utf-8").partition("<script")[0]
    assert '<p class="verdict">A prior: not measured: ' in page


@pytest.mark.parametrize(("seconds", "methods"), [(10, 16), (0.15, 3), (0.0, 0)])
def test_as_many_methods_as_are_quick_enough_are_measured(monkeypatch, seconds, methods):
    monkeypatch.setattr(reporting, "LONG", seconds)
    question, options = question_of((), ()), SourceOptions()
    answer = reporting.answer_of("dataset:karate", MinGE(), options, question, measured=None)
    chosen = answer.comparison.choices if answer.comparison else ()
    assert len(chosen) == methods
    assert bool(answer.reason) is (methods == 0)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (("--compare", "--multiple-of", "8"), "--compare leads with the measured answer"),
        (("--at", "8", "--no-compare"), "--at is judged by the measured curve"),
    ],
)
def test_options_that_contradict_each_other(command, tmp_path, options, fault):
    done = command("report", "dataset:karate", *options, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert fault in done.stderr.decode()


def test_an_error_names_the_source_at_fault(command, tmp_path):
    (tmp_path / "loops.csv").write_text("1,1\n2,2\n")
    done = command("report", "dataset:karate", "loops.csv", "--method", "bethe-hessian", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"loops.csv: the graph has no edges" in done.stderr
