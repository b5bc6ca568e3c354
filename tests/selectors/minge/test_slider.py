"""The facts of a report: every λ of the slider as the tool itself would answer it."""

import json

import pytest

import graphdim as gd
from graphdim.selectors.minge.report.slider import STRUCTURE_WEIGHTS
from graphdim.selectors.reporting import report_facts


def test_the_steps_are_the_numbers_that_the_slider_writes():
    assert [float(f"{step * 0.05:.2f}") for step in range(101)] == list(STRUCTURE_WEIGHTS)


@pytest.mark.parametrize("variant", ["published", "equations"])
@pytest.mark.parametrize("multiple_of", [1, 8])
def test_every_step_is_what_the_tool_says(variant, multiple_of):
    graph = gd.read("dataset:karate")
    facts = report_facts(gd.ideal_dimension(graph, variant=variant).in_multiples(multiple_of))
    for step in facts["steps"]:
        asked = gd.ideal_dimension(graph, variant=variant, structure_weight=step["structure_weight"])
        expected = asked.in_multiples(multiple_of)
        assert (expected.dimension, expected.estimate) == (step["dimension"], step["crossing"])
        assert expected.selector.bounds(34) == (step["low"], step["high"])
        assert expected.summary()["feature_entropy"] == step["feature_entropy"]


def test_a_structure_weight_between_the_steps_is_kept():
    facts = report_facts(gd.ideal_dimension("dataset:karate", structure_weight=0.33))
    assert len(facts["steps"]) == 102
    [own] = [step for step in facts["steps"] if step["structure_weight"] == 0.33]
    assert own["dimension"] == facts["dimension"]


def test_what_is_given_goes_before_what_the_source_tells():
    result = gd.ideal_dimension("dataset:karate")
    given, silent = report_facts(result, n_features=3, n_classes=2), report_facts(result)
    assert (given["n_features"], given["n_classes"]) == (3, 2)
    assert (silent["n_features"], silent["n_classes"]) == (None, None)


def test_the_facts_are_plain():
    facts = report_facts(gd.ideal_dimension("dataset:karate"))
    assert facts == json.loads(json.dumps(facts, allow_nan=False))
    assert sum(n_nodes for _, _, n_nodes in facts["degrees"]) == 34
