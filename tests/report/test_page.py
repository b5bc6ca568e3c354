"""The page as text: whole, small, without an address, and with nothing from outside unescaped."""

import json
import re

import pytest

import graphdim as gd
from graphdim.report.costs import WIDTHS, parameters
from graphdim.report.page import page
from graphdim.selectors.minge.report import EntropySection
from graphdim.selectors.reporting import report_facts
from graphdim.sweeping.candidates import USUAL

NASTY = "</script><script>alert(1)</script><!--"


@pytest.fixture
def karate():
    return report_facts(gd.ideal_dimension("dataset:karate"))


def island(text):
    [found] = re.findall(r'<script type="application/json" id="report">(.*?)</script>', text, re.DOTALL)
    return json.loads(found)


def test_it_is_small_and_names_no_address(karate):
    text = page([karate], EntropySection())
    assert len(text.encode()) < 2_000_000
    # Vega knows the addresses of namespaces and schemas; the page itself loads none.
    markup = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert not re.findall(r"(?:src|href)=\"(?!data:,)|https?:|url\(|@import", markup)
    assert "default-src 'none'" in markup


def test_it_has_what_was_promised(karate):
    text = page([karate], EntropySection())
    for part in (
        'id="dimension"',
        'id="lambda"',
        "What a dimension costs",
        "What cleaning changed",
        "Degree distribution",
    ):
        assert text.count(part) == 1
    assert "is a prior, free to compute" in text
    assert f"at powers of two from {USUAL[0]} to {USUAL[-1]} unless told otherwise" in text
    assert "Any graph of 34 nodes gets" in text
    assert "With fewer than 100 nodes, most practitioners use 10 dimensions or fewer." in text
    assert "A graph of 34 nodes can use at most 34 dimensions." in text


def test_every_lambda_is_in_it(karate):
    report = island(page([karate], EntropySection()))
    assert report["weights"] == [step["structure_weight"] for step in karate["steps"]]
    [graph] = report["graphs"]
    assert [int(step["dimension"]) for step in graph["steps"]] == [step["dimension"] for step in karate["steps"]]
    assert graph["steps"][0] | {"span": "29", "low": "29", "high": "29"} == graph["steps"][0]


def test_costs_are_shown_where_the_shape_is_known(karate):
    silent, told = (
        page([karate], EntropySection()),
        page([karate | {"n_features": 34, "n_classes": 4}], EntropySection()),
    )
    assert "--features N --classes N" in silent
    assert "parameters of a network</th>" not in silent
    for width in WIDTHS:
        assert f"<td>{parameters(34, 4, width):,}</td>" in told
    assert "34 features and 4 classes" in told


def test_what_comes_from_outside_is_escaped(karate):
    sweep = {"title": NASTY, "score": NASTY, "sentences": [NASTY], "curve": [POINT], "smallest": None, "default": None}
    text = page([karate | {"source": NASTY, "notes": [NASTY], "sweeps": [sweep]}], EntropySection())
    assert text.count("<script") == text.count("</script>") == 3
    assert "<!--" not in text
    [graph] = island(text)["graphs"]
    assert NASTY in graph["charts"]["scores0"]["description"]


POINT = {"dimension": 8, "mean": 0.5, "low": None, "high": None, "seeds": 1}


def test_degrees_that_stayed_with_the_engine_are_said_to(karate):
    text = page([karate | {"degrees": None}], EntropySection())
    assert "The degrees stayed with Spark" in text
    assert "degrees" not in island(text)["graphs"][0]["charts"]


def test_a_graph_without_edges_says_so():
    text = page([report_facts(gd.ideal_dimension([], n_nodes=5))], EntropySection())
    assert "No node has a neighbour." in text
    assert "5 isolated nodes" in text


def test_the_cleaning_is_counted():
    text = page([report_facts(gd.ideal_dimension([(0, 1), (1, 0), (2, 2)]))], EntropySection())
    for said in ("3 rows listed", "1 self-loop dropped", "1 repeated or reversed edge merged", "1 isolated node"):
        assert said in text
