"""The charts: what they are drawn from, and that every one of them draws."""

import warnings
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import graphdim as gd
from graphdim.report.charts import degrees, picture
from graphdim.report.charts.look import PAPER
from graphdim.report.files import still
from graphdim.selectors.minge.report import EntropySection
from graphdim.selectors.reporting import report_facts


def words_of(chart) -> str:
    return " ".join(ET.fromstring(still(chart.to_dict(), "svg")).itertext())


@pytest.fixture
def karate():
    return gd.ideal_dimension("dataset:karate")


def test_a_picture_shows_the_dimension_and_names_its_axes(karate):
    words = words_of(picture([report_facts(karate)], EntropySection()))
    for each in ("Dimension 44", "MinGE, λ = 1", "dataset:karate", "dimension n", "graph entropy, nats", "degree"):
        assert each in words
    assert "−3.61" in words
    assert "3.52" in words


def test_several_graphs_share_their_axes(karate):
    every = [report_facts(each) for each in (karate, gd.ideal_dimension([], n_nodes=10**6))]
    drawn = picture(every, EntropySection()).to_dict()["hconcat"]
    domains = [each["vconcat"][0]["layer"][1]["encoding"]["x"]["scale"]["domain"] for each in drawn]
    assert domains[0] == domains[1]
    assert domains[0][1] > every[1]["crossing"]


def test_plot_is_an_altair_chart_with_a_slider(karate):
    import altair as alt

    chart = karate.plot()
    assert isinstance(chart, alt.TopLevelMixin)
    [weight] = chart.to_dict()["params"]
    assert (weight["value"], weight["bind"]["max"], weight["bind"]["step"]) == (1.0, 5, 0.05)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "44" in words_of(chart)


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ([(0, 1)], {}),
        ([(0, 1), (0, 2), (0, 3)], {"structure_weight": 0}),
        ([(0, 1), (1, 2)], {"structure_weight": 1e6}),
        ([], {"n_nodes": 3}),
        (np.array([[0, 2.5], [2.5, 0]]), {"weight": "data"}),
        (np.array([[0, 1e-90, 0], [1e-90, 0, 1e90], [0, 1e90, 0]]), {"weight": "data"}),
    ],
    ids=["one edge", "no structure", "much structure", "no edges", "weights", "wild weights"],
)
def test_every_graph_can_be_drawn(source, options):
    result = gd.ideal_dimension(source, **options)
    assert f"Dimension {result.dimension}" in words_of(picture([report_facts(result)], EntropySection()))


def test_degrees_are_points_in_the_middle_of_their_bins():
    facts = {"degrees": [[0, 1, 4], [2, 3, 7], [41, 51, 20]]}
    assert degrees.rows(facts) == [
        {"degree": 2.0, "nodes": 7.0, "degrees": "2", "count": 7},
        {"degree": pytest.approx(np.sqrt(41 * 50)), "nodes": 2.0, "degrees": "41 to 50", "count": 20},
    ]


def test_sums_of_weights_are_counted_by_the_bin():
    [point] = degrees.rows({"degrees": [[0.25, 0.36, 5]]})
    assert point == {"degree": pytest.approx(0.3), "nodes": 5, "degrees": "0.25 to 0.36", "count": 5}


def test_marks_keep_their_colour_in_every_panel(karate):
    curve = [{"dimension": n, "mean": 0.8, "low": 0.75, "high": 0.85, "seeds": 3} for n in (8, 16, 44)]
    panel = {"title": "GCN", "score": "accuracy", "curve": curve, "smallest": 16, "default": None}
    facts = report_facts(karate) | {"sweeps": [panel, panel | {"default": 8}]}
    drawn = still(picture([facts, facts], EntropySection()).to_dict(), "svg").decode()
    # A rule and its place in the legend, for each of four panels; only two of these have a default.
    assert drawn.count(f'stroke="{PAPER["structure"]}"') == 8
    assert drawn.count(f'stroke="{PAPER["other"]}"') == 4
