"""The comparison: one measured curve, one recommendation, and every method's choice read off the curve."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import partial

import networkx as nx
import numpy as np
import pytest

import graphdim as gd
from graphdim import engines
from graphdim.comparing.memory import needed_memory
from graphdim.comparing.work import Work
from graphdim.engines.options import SourceOptions
from graphdim.errors import GraphError, ParameterError, UnsupportedError
from graphdim.report.text_plot import text_plot
from graphdim.selectors.cv import CrossValidation
from graphdim.selectors.cv.labels import LabelSplits
from graphdim.selectors.cv.scores import SplitScores
from toy_graphs import bipartite, block_model, clique, random_graph

EDGES = block_model(5, 400, inside=0.3, across=0.02)


@pytest.fixture(scope="module")
def result():
    return gd.compare(EDGES, at=[5, 64, 1000], methods=["cv", "flip", "minge", "gavish-donoho"])


def test_the_measured_answer_leads(result):
    low, high = result.as_good
    assert result.dimension == int(result) == low <= 5 <= high
    assert repr(result).startswith(f"Dimension {low}  (spectral embedding, cross-validated on held-out edges)\n")
    assert range(100)[result] == low


def test_every_choice_has_its_cost_on_the_curve(result):
    by_method = {row["method"]: row for row in result.selections}
    assert list(by_method) == ["cv", "flip", "minge", "gavish-donoho"]
    assert by_method["flip"]["dimension"] == 5
    assert by_method["flip"]["deficit"] <= result.margin < by_method["minge"]["deficit"]
    assert by_method["minge"]["looks_at"] == "almost only N"


def test_ones_own_dimension_is_judged(result):
    as_good, worse, beyond = result.summary()["at"]
    assert as_good["low"] <= as_good["deficit"] <= as_good["high"]
    assert as_good["deficit"] <= result.margin < worse["low"]
    assert beyond == {"dimension": 1000, "deficit": None, "low": None, "high": None}
    lines = dict(result.lines())
    assert lines["5"].startswith("as good: ")
    assert "points below the best" in lines["64"]
    assert "not measured" in lines["1000"]


def test_costs_on_fewer_splits_are_noted():
    edges = block_model(5, 400, inside=0.12, across=0.05)
    found = gd.compare(edges, methods=["cv", "minge"])
    assert (found.n_splits_at(75), found.scores.n_splits) == (3, 6)
    note = "the cost of 75 was measured on 3 of the 6 splits; --at N uses all of them"
    assert note in found.summary()["caveats"]
    whole = gd.compare(edges, methods=["cv", "minge"], at=128)
    assert whole.n_splits_at(75) == 6
    assert not [caveat for caveat in whole.summary()["caveats"] if "splits" in caveat]


def test_json_holds_what_it_promises(result):
    facts = json.loads(result.to_json())
    assert facts["dimension"] == facts["as_good"][0]
    assert facts["method"] == "cv"
    assert facts["task"] == "link-prediction"
    assert facts["score"] == "ROC-AUC"
    assert facts["best_score"] == max(point["score"] for point in facts["curve"])
    assert set(facts["curve"][0]) == {"dimension", "score", "low", "high"}
    assert set(facts["selections"][0]) == {"method", "dimension", "looks_at", "deficit", "seconds", "note"}
    assert facts["n_nodes"] == 400
    assert facts["n_edges"] == len(EDGES)


def test_a_small_graph_says_how_unsure_its_range_is():
    result = gd.compare("dataset:karate", methods="cv")
    low, high = result.maybe_as_good
    assert low <= result.as_good[0] <= result.as_good[1] < high
    assert result.scores.deficit(low).low <= result.margin < result.scores.deficit(high + 1).low
    lines = dict(result.lines())
    assert lines["as good"].startswith("2: within 0.5 points of the best (2, ")
    assert lines["as good"].endswith(" % ROC-AUC)")
    assert f" splits leave {low} to {high} possible (95 %); " in lines["sure"]
    assert lines["sure"] == "10 splits leave 2 to 15 possible (95 %); another seed may choose another of these"
    assert json.loads(result.to_json())["maybe_as_good"] == [low, high]


def test_dimensions_that_are_as_good_are_named_among_the_possible_ones():
    result = gd.compare("dataset:karate", methods="cv")
    curve = np.full((4, 5), 0.8) - np.array([0.1, 0, 0, 0, 0.1])
    alike = replace(result, scores=SplitScores(np.arange(1, 6), curve))
    assert alike.as_good == alike.maybe_as_good == (2, 4)
    assert dict(alike.lines())["sure"].startswith("4 splits leave 2 to 4 possible (95 %); ")


def blocks_and_pairs():
    """Five planted communities, and many pairs of nodes that only know each other."""
    blocks = [*nx.planted_partition_graph(5, 60, 0.2, 0.01, seed=0).edges]
    return [*blocks, *((node, node + 1) for node in range(300, 900, 2))]


def test_communities_are_found_where_degrees_alone_tell_edges_from_random_pairs():
    result = gd.compare(blocks_and_pairs(), methods="cv")
    assert (result.dimension, result.negatives) == (5, "degree")
    assert result.headline()[1].endswith("on held-out edges against non-edges drawn by degree")
    assert re.search(r"degrees alone tell edges from random pairs .* \(9\d\.\d %\), so non-edges were", repr(result))
    facts = json.loads(result.to_json())
    assert (facts["negatives"], facts["seed"], facts["max_rank"]) == ("degree", 0, 512)
    assert gd.ideal_dimension(blocks_and_pairs(), method="cv").summary()["drawn_negatives"] == "degree"


def test_uniform_non_edges_are_drawn_where_asked_for_and_where_they_do():
    uniform = gd.compare(blocks_and_pairs(), methods="cv", negatives="uniform")
    assert (uniform.dimension, uniform.negatives) == (1, "uniform")
    assert gd.compare("dataset:karate", methods="cv").negatives == "uniform"
    labels = {node: node % 2 for node in range(300)}
    assert gd.compare(blocks_and_pairs(), methods="cv", labels=labels, max_rank=8).negatives is None


@pytest.mark.parametrize("margin", [0.005, 0.02, 0.04, 0.08])
def test_a_larger_margin_changes_no_non_edges_and_never_takes_more_dimensions(margin):
    result = gd.compare("dataset:karate", methods="cv", margin=margin)
    assert (result.negatives, result.dimension) == ("uniform", 2)


@pytest.mark.parametrize("n_positive", [2, 3, 6])
def test_a_class_of_a_few_nodes_by_chance_is_no_answer_and_is_named(n_positive):
    for seed in range(6):
        labels = (np.random.default_rng(seed).permutation(400) < n_positive).astype(int)
        result = gd.compare(EDGES, labels=labels, methods="cv", max_rank=64)
        assert result.dimension is None
    assert f" and {n_positive} nodes of the smaller class: the noise of the test decides much" in repr(result)


def test_a_graph_of_degrees_alone_has_no_dimension():
    graph = nx.barabasi_albert_graph(400, 4, seed=0)
    result = gd.compare(graph, methods="cv")
    assert (result.dimension, result.negatives) == (None, "degree")
    assert gd.compare(graph, methods="cv", negatives="uniform").dimension == 1


def test_no_dimension_is_the_answer_where_none_is_better_than_guessing():
    result = gd.compare(np.array([(node, node + 1) for node in range(40)]), methods=["cv", "minge"], at=8)
    assert (result.dimension, result.as_good) == (None, None)
    assert result.headline()[0] == "No dimension is better than guessing"
    lines = dict(result.lines())
    assert re.search(r"; guessing has 50\.0 %, and up to 100\.0 % by chance$", lines["best"])
    assert lines["8"].endswith("which is no better than guessing either")
    assert lines["sure"].startswith("10 splits: ")
    assert "━" not in repr(result)
    facts = json.loads(result.to_json())
    assert (facts["dimension"], facts["as_good"], facts["guessing"]) == (None, None, 0.5)
    assert facts["selections"][0]["dimension"] is None
    assert "no dimension is better than guessing" in facts["selections"][0]["note"]
    assert {row[3] for row in result.table()[1:]} == {"–"}
    with pytest.raises(GraphError, match="no dimension is better than guessing"):
        int(result)


def test_labels_by_chance_are_no_better_than_the_largest_class():
    labels = np.random.default_rng(0).permutation(np.repeat([0, 1, 2], [240, 80, 80]))
    result = gd.compare(EDGES, labels=labels, methods="cv")
    assert result.guessing.score == pytest.approx(0.6)
    assert result.dimension is None


def test_a_method_without_an_answer_says_so_in_its_row_and_stops_no_other():
    result = gd.compare(bipartite(20, 30, 0.3), methods=["cv", "flip", "su"])
    rows = {row["method"]: row for row in result.selections}
    assert rows["su"]["dimension"] == 33
    if rows["flip"]["dimension"] is None:
        assert "no eigenvalue exceeds" in rows["flip"]["note"]


def test_no_answer_depends_on_which_others_run():
    alone = gd.compare(EDGES, methods="profile")
    together = gd.compare(EDGES, methods=["usvt", "flip", "normalized-loss", "profile"])
    chosen = [{row["method"]: row["dimension"] for row in one.selections}["profile"] for one in (alone, together)]
    assert chosen[0] == chosen[1]
    assert alone.curve.points[0] == together.curve.points[0]


def test_the_answer_does_not_depend_on_what_else_is_asked():
    alone, asked = (gd.compare(random_graph(150, 0.06), methods="cv", at=at) for at in (None, 99))
    assert (alone.dimension, alone.as_good, alone.best) == (asked.dimension, asked.as_good, asked.best)
    assert asked.deficit(99).mean < 0
    assert any(note.startswith("99 scores ") and "more than 1" in note for _, note in asked.lines())


def test_labels_are_measured_instead_of_links():
    result = gd.compare(EDGES, labels=np.arange(400) % 5, methods="cv", at=2)
    assert result.task == "node-classification"
    assert result.score == "accuracy"
    assert result.as_good[0] <= 5 <= result.as_good[1]
    assert result.summary()["at"][0]["deficit"] > result.margin


@pytest.mark.parametrize("labels", [None, np.arange(400) % 5])
def test_the_first_splits_add_up_to_the_whole_of_the_expected_time(labels):
    parts = []
    with engines.open(EDGES, SourceOptions()) as view:
        cv = CrossValidation(max_rank=16)
        splits = cv.splits(view) if labels is None else LabelSplits(view.spectra, labels, cv.seed)
        Work(view, splits, cv, (), ()).measured(parts.append)
    assert sum(parts) == pytest.approx(1)


def test_the_wrong_number_of_labels_is_refused():
    with pytest.raises(GraphError, match="3 labels for 400 nodes"):
        gd.compare(EDGES, labels=np.array([0, 1, 0]))


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"methods": "guess"}, "unknown method 'guess'"),
        ({"methods": "cv,minge"}, r"methods is 'cv,minge'; give several, such as \['cv', 'minge'\]"),
        ({"at": 0}, "at is 0"),
        ({"at": 2.5}, "at is 2.5"),
        ({"margin": -1}, "margin is -1"),
        ({"margin": 1e7}, r"margin is 1e\+07; scores lie between 0 and 1, so it must be at most 1"),
        ({"negatives": "hard"}, "unknown negatives 'hard'"),
        ({"max_rank": 1}, "max_rank is 1"),
        ({"sample": 1.5}, "sample is 1.5"),
    ],
)
def test_questions_that_make_no_sense_are_refused(wrong, says):
    with pytest.raises(ParameterError, match=says):
        gd.compare(EDGES, **wrong)


def test_no_way_out_is_offered_for_more_dimensions_than_the_smaller_side_has():
    result = gd.compare(bipartite(90, 12, 0.3), methods=["cv", "minge"], at=[12, 13], bipartite=True)
    assert result.selections[1]["dimension"] > 12
    assert not any("were not measured" in line for line in repr(result).splitlines())
    assert "13         not measured: this graph was factorised to 12 dimensions at most" in repr(result)


def test_more_than_the_largest_rank_takes_another_rank():
    result = gd.compare(EDGES, methods=["cv", "minge"], max_rank=16, at=20)
    assert "20         not measured: --max-rank is 16 (max_rank in Python)" in repr(result)
    assert "dimensions above 16 were not measured, so what choices there cost is unknown; --max-rank N" in repr(result)
    assert "not measured" not in repr(gd.compare(EDGES, methods=["cv", "minge"], max_rank=128, at=20))


def test_a_table_of_two_kinds_without_an_answer_is_reminded_of_them(tmp_path):
    table = tmp_path / "bought.csv"
    table.write_text("user,item\n1,1\n2,2\n3,3\n")
    for function in (gd.compare, partial(gd.sweep, model="spectral", dimensions=[1, 2], ledger=tmp_path / "own")):
        with pytest.raises(GraphError, match=r"^0 edges are too few .* one node; --bipartite keeps them apart"):
            function(table)
    with pytest.raises(GraphError, match="take its adjacency matrix$"):
        gd.compare(table, bipartite=True)


def test_a_graph_that_cannot_be_measured_says_why():
    with pytest.raises(GraphError, match="no dimension tells edges from non-edges"):
        gd.compare(clique(30))


def test_a_graph_beyond_memory_says_how_much_it_takes_and_the_way_out():
    with pytest.raises(GraphError, match=r"takes about 30\d\.\d MiB, and 302\.0 MiB may be used; .* --sample 40 "):
        gd.compare(EDGES, methods="cv", memory_limit="302MiB")
    for source, limit in ((EDGES, "100MB"), ("dataset:karate", "1B")):
        with pytest.raises(GraphError, match=r"B may be used; raise the memory limit$"):
            gd.compare(source, methods="cv", memory_limit=limit)


def test_the_rank_stays_within_memory():
    n_nodes = len(np.unique(EDGES))
    limit = needed_memory(n_nodes, len(EDGES), 128)
    result = gd.compare(EDGES, methods=["cv", "profile", "usvt", "two-nn"], memory_limit=limit, at=200)
    assert result.deficit(200) is None
    notes = {row["method"]: row["note"] for row in result.selections}
    assert all("looked at 128 dimensions" in notes[name] for name in ("profile", "usvt"))
    assert "looked at" not in notes["two-nn"]
    assert "dimensions above 128 would take more memory than there is" in result.notes


def test_a_sample_says_that_it_is_one():
    result = gd.compare(EDGES, methods=["cv", "minge"], sample=200, labels=np.arange(400) % 5)
    assert result.headline()[1].endswith(", on a sample of 200 of 400 nodes")
    assert result.summary()["sample"] == 200
    assert result.facts.n_nodes == 400
    assert result.selections[1]["dimension"] == gd.ideal_dimension(EDGES).dimension
    assert "5" in dict(result.lines())["as good"]


def test_a_sample_that_is_too_small_is_named():
    with pytest.raises(GraphError, match=r"in a sample of 5 of 34 nodes, .* too few .*; take a larger sample"):
        gd.compare("dataset:karate", sample=5)


def test_a_sample_that_holds_the_whole_graph_is_none():
    assert gd.compare(EDGES, methods="cv", sample=400).sample is None


def test_an_engine_without_the_edges_names_the_one_that_has_them():
    with pytest.raises(UnsupportedError, match="engine='memory'"):
        gd.compare(EDGES, engine="disk")


def test_the_plot_marks_the_range_and_keeps_noise_small():
    plot = text_plot([1, 2, 4], [0.900, 0.901, 0.9005], (1, 4))
    assert plot.splitlines()[0].startswith("  90.1 |")
    assert plot.splitlines()[-1].strip() == "━" * 17
    assert "88.1" in plot


def test_the_plot_ends_at_the_last_dimension():
    plot = text_plot([1, 2, 3], [0.5, 0.6, 0.786], (3, 3)).splitlines()
    assert plot[0].startswith("  78.6 |")
    assert plot[-1].endswith("━")


def test_a_result_compares_and_formats_as_its_number(result):
    assert result == result.dimension
    assert result < 100
    assert result >= 1
    assert f"{result:d}" == str(result.dimension)
    assert hash(result) == hash(result.dimension)


def test_the_note_names_the_matrix_that_was_factorised(result):
    [note] = [note for note in result.summary()["caveats"] if note.startswith("holds for links")]
    assert "normalised by degrees plus their mean" in note
    assert "may need more" in note
