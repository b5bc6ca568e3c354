"""The race in this process: its answers, its errors, its budget, and what it tells on the way."""

import html
import itertools
import json
import math
import operator
import random
import re

import numpy as np
import pytest

import graphdim as gd
from graphdim import errors
from racing.objectives import CANDIDATES, flat, flawed_by, loss, raising, saturating


def steady(means):
    """An objective with no noise."""
    return lambda dimension, _: means[dimension]


def test_the_smallest_sufficient_dimension_is_found():
    result = gd.race(saturating, CANDIDATES)
    assert (result.dimension, result.sufficient, result.best, result.ended) == (128, (128, 256), 256, "decided")
    assert 0.95 <= result.certainty < 1
    assert result.n_trainings == len(result.trainings) < result.terms.size / 2


def test_a_loss_is_raced_like_the_score_that_it_is_the_negative_of():
    lost = gd.race(loss, CANDIDATES, direction="minimize")
    scored = gd.race(lambda dimension, seed: -loss(dimension, seed), CANDIDATES)
    assert (lost.dimension, lost.sufficient, lost.best, lost.ended) == (128, (128, 256), 256, "decided")
    assert (lost.n_trainings, lost.certainty) == (scored.n_trainings, scored.certainty)
    assert [point.standing for point in lost.curve] == [point.standing for point in scored.curve]
    assert lost.deficit(64) == scored.deficit(64)
    assert lost.deficit(64).mean > 0


def test_a_loss_keeps_its_values_wherever_it_is_shown():
    result = gd.race(loss, CANDIDATES, direction="minimize")
    for point, scores in zip(result.curve, result.scores, strict=True):
        assert point.low < point.mean < point.high
        assert point.mean == pytest.approx(np.nanmean(scores), abs=0.002)
    assert all(each.score == loss(*each.cell) for each in result.trainings)
    assert (result.summary()["direction"], result.summary()["best"]) == ("minimize", 256)
    first, *others = repr(result).splitlines()
    assert first == "Dimension 128  (the smallest shown to be at most 0.01 above the best)"
    assert others[-1].split()[:2] == ["256", f"{result.curve[-1].mean:.4f}"]
    assert "0.01 above the best" in result._repr_html_()
    undecided = gd.race(flat, CANDIDATES, direction="minimize", margin=1e-5)
    assert "none is shown to be at most 1e-05 above the best" in repr(undecided)
    assert "-0.0000" not in repr(gd.race(steady({8: 0.0, 16: 0.5}), [8, 16], direction="minimize"))


@pytest.mark.needs("altair")
def test_the_chart_of_a_loss_has_its_margin_above_the_best():
    result = gd.race(loss, CANDIDATES, direction="minimize")
    drawn = result.plot().to_dict()
    assert "margin above the best" in drawn["description"]
    (rule,) = drawn["layer"][0]["data"]["values"]
    assert rule["mean"] == pytest.approx(result.curve[-1].mean + 0.01)


def test_a_peak_in_the_middle_is_found():
    means = dict(zip(CANDIDATES, [0.5, 0.7, 0.8, 0.78, 0.7, 0.6], strict=True))
    assert gd.race(steady(means), CANDIDATES).dimension == 32


def test_a_result_stands_wherever_an_integer_does():
    result = gd.race(saturating, CANDIDATES)
    assert (int(result), operator.index(result), range(1000)[result]) == (128, 128, 128)


def test_an_undecided_result_is_not_an_integer():
    result = gd.race(flat, CANDIDATES, margin=1e-5)
    assert (result.dimension, result.certainty, result.sufficient, result.ended) == (None, None, (), "seeds")
    with pytest.raises(gd.GraphDimError, match="undecided.*print it to see what would suffice"):
        int(result)


def test_seeds_and_dimensions_come_as_numbers_of_python():
    kinds = set()

    def objective(dimension, seed):
        kinds.update((type(dimension), type(seed)))
        return saturating(dimension, seed)

    gd.race(objective, np.array([64, 8, 128, 8]))
    assert kinds == {int}


@pytest.mark.parametrize("wrap", [np.float32, np.array])
def test_numbers_of_other_libraries_are_scores(wrap):
    result = gd.race(lambda dimension, seed: wrap(saturating(dimension, seed)), [64, 128, 256])
    assert all(type(each.score) is float for each in result.trainings)


@pytest.mark.needs("torch")
def test_tensors_of_one_number_are_scores():
    import torch

    test_numbers_of_other_libraries_are_scores(torch.tensor)
    test_numbers_of_other_libraries_are_scores(lambda score: torch.tensor(score).requires_grad_())
    test_what_is_no_score_is_one_clear_line(torch.tensor([0.9, 0.8]))


@pytest.mark.parametrize("flaw", [math.nan, math.inf, 1e308, None, "0.9", [0.9], np.array([0.9]), 1j])
def test_what_is_no_score_is_one_clear_line(flaw):
    with pytest.raises(
        errors.TrainingError, match=r"dimension 64, seed 1: the score is .*; it must be one finite"
    ) as told:
        gd.race(flawed_by(flaw), CANDIDATES)
    assert len(str(told.value).splitlines()) == 1


def test_an_objective_that_raises_is_one_clear_line():
    match = (
        "^dimension 64, seed 1: the objective raised ArithmeticError: a matrix of no rank; finished trainings are kept"
    )
    with pytest.raises(errors.TrainingError, match=match) as told:
        gd.race(raising, CANDIDATES)
    assert isinstance(told.value.__cause__, ArithmeticError)


def test_errors_of_graphdim_pass_as_they_are():
    def objective(dimension, seed):
        return gd.ideal_dimension([(0, 0)]) + dimension + seed

    with pytest.raises(errors.GraphDimError) as told:
        gd.race(objective, CANDIDATES)
    assert not isinstance(told.value, errors.TrainingError)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"dimensions": [8]}, r"dimensions holds \[8\]; a race needs at least 2 different"),
        ({"dimensions": [8, 8]}, "at least 2 different"),
        ({"dimensions": "8,16"}, "dimensions is '8,16'; give whole numbers"),
        ({"dimensions": 8}, "dimensions is 8; give whole numbers"),
        ({"dimensions": [8, 16.5]}, "dimension is 16.5; it must be a whole number of at least 1"),
        ({"dimensions": [0, 8]}, "dimension is 0"),
        ({"margin": 0}, "margin is 0; no number of trainings"),
        ({"margin": -0.1}, "margin is -0.1"),
        ({"margin": "1"}, "margin is '1'"),
        ({"level": 0.7}, "level is 0.7; the share of false claims"),
        ({"level": 0}, "level is 0; the share"),
        ({"direction": "down"}, "unknown direction 'down'"),
        ({"max_seeds": 1}, "max_seeds is 1; it must be a whole number of at least 2"),
        ({"budget": "soon"}, "budget is 'soon'; give seconds, or a text such as"),
        ({"budget": -1}, "budget is -1"),
        ({"budget": "10 weeks"}, "budget is '10 weeks'"),
        ({"workers": 0}, "workers is 0; it must be a whole number of at least 1"),
        ({"objective": 3}, "objective is 3; it must be a function"),
        ({"watch": 3}, "watch is 3; it must be a function"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(options, match):
    call = {"objective": saturating, "dimensions": CANDIDATES} | options
    with pytest.raises(errors.ParameterError, match=match):
        gd.race(call.pop("objective"), call.pop("dimensions"), **call)


def test_watch_sees_the_race_after_each_training():
    seen = []
    result = gd.race(saturating, CANDIDATES, watch=seen.append)
    assert [each.n_trainings for each in seen] == list(range(1, result.n_trainings + 1))
    assert {each.ended for each in seen} == {""}
    assert seen[-1].dimension == result.dimension
    assert all(repr(each) for each in seen)
    assert [each.dimension for each in seen[0].curve] == [256]


def lasting(clock, seconds):
    """The saturating objective, whose trainings take as long as `seconds` says of their dimension and number."""
    done = itertools.count(1)

    def objective(dimension, seed):
        clock.pass_seconds(seconds(dimension, next(done)))
        return saturating(dimension, seed)

    return objective


def test_a_budget_starts_nothing_that_cannot_end_in_time(clock):
    result = gd.race(lasting(clock, lambda _dimension, _number: 0.15), CANDIDATES, budget=0.5)
    assert (result.ended, result.dimension) == ("budget", None)
    assert result.n_trainings == 3
    assert result.outlook.is_lower_bound
    assert result.outlook.n_trainings == 12 - 3
    assert result.outlook.seconds == pytest.approx(0.15 * 9)
    assert "the budget is spent; it takes at least" in repr(result)


def test_a_spent_budget_says_what_would_suffice(clock):
    objective = lasting(clock, lambda _dimension, number: 3.1 if number == 15 else 0.001)
    result = gd.race(objective, CANDIDATES, budget="3s")
    assert (result.ended, result.n_trainings) == ("budget", 15)
    assert not result.outlook.is_lower_bound
    full = gd.race(saturating, CANDIDATES)
    assert 0 < result.outlook.n_trainings <= full.terms.size
    assert "would probably suffice" in repr(result)


def test_a_training_of_unknown_length_is_expected_to_take_as_long_as_a_wider_one(clock):
    result = gd.race(lasting(clock, lambda dimension, _number: dimension / 1000), [8, 16, 400], budget=0.6)
    assert ([each.cell for each in result.trainings], result.ended) == ([(400, 0)], "budget")


def test_an_interruption_reaches_the_caller():
    def objective(dimension, seed):
        if seed:
            raise KeyboardInterrupt
        return saturating(dimension, seed)

    with pytest.raises(KeyboardInterrupt):
        gd.race(objective, CANDIDATES)


def test_an_objective_without_noise_is_decided_once_that_is_credible():
    wide = gd.race(steady(dict.fromkeys(CANDIDATES, 0.9)), CANDIDATES)
    # Seven equal residuals of a pair: 2^-7 is the first power below a sixth of the level.
    assert (wide.dimension, wide.n_trainings) == (8, 6 * 8)
    assert wide.certainty == pytest.approx(1 - 6 * 2**-7)
    narrow = gd.race(steady({8: 0.9, 16: 0.9}), [8, 16])
    assert (narrow.dimension, narrow.n_trainings) == (8, 2 * 7)
    assert narrow.certainty == pytest.approx(1 - 2 * 2**-6)


def test_too_few_seeds_for_an_objective_without_noise_are_not_blamed_on_noise():
    result = gd.race(steady({8: 0.9, 16: 0.9}), [8, 16], max_seeds=4)
    assert (result.dimension, result.n_trainings) == (None, 4)
    assert "4 seeds are too few to show that the differences between dimensions never vary; max_seeds=8" in repr(result)


def test_a_noisy_dimension_far_below_the_best_does_not_hold_up_the_others():
    deviations = {2: 0.06, 4: 0.03, 8: 0.002, 16: 0.002, 32: 0.002}

    def answer(race):
        def objective(dimension, seed):
            mean = {2: 0.6, 4: 0.8}.get(dimension, 0.95)
            return mean + random.Random(f"{race} {dimension} {seed}").gauss(0, deviations[dimension])

        return gd.race(objective, list(deviations)).dimension

    assert [answer(race) for race in range(10)].count(8) >= 9


def test_the_interval_of_a_score_holds_for_further_seeds():
    def covers(race):
        def objective(dimension, seed):
            of_seed = random.Random(f"{race} {seed}").gauss(0, 0.05)
            return 0.8 - 0.1 * (dimension == 4) + of_seed + random.Random(f"{race} {dimension} {seed}").gauss(0, 0.003)

        _, point = gd.race(objective, [4, 8]).curve
        return point.low <= 0.8 <= point.high

    assert sum(covers(race) for race in range(40)) >= 34


def test_trainings_of_other_dimensions_say_nothing_about_one_that_fails_now_and_then():
    def failing(race):
        return lambda dimension, seed: 0.9 - 0.1 * (dimension == 4 and random.Random(f"{race} {seed}").random() < 0.2)

    results = [gd.race(failing(race), [4, *CANDIDATES]) for race in range(100)]
    claims = [each for each in results if each.dimension == 4]
    # Where none of nine trainings failed, 0.8^9 = 13 % of the races, nothing tells it from one that never fails.
    assert len(claims) < 25
    assert all(each.n_trainings == 7 * 9 for each in claims)


def test_too_few_seeds_say_how_many_would_do():
    result = gd.race(saturating, [128, 256], margin=0.006, max_seeds=2)
    assert result.ended == "seeds"
    assert result.outlook.max_seeds > 2
    assert f"max_seeds={result.outlook.max_seeds} would probably do" in repr(result)
    more = gd.race(saturating, [128, 256], margin=0.006, max_seeds=result.outlook.max_seeds)
    assert more.ended == "decided"


def negated(dimension, seed):
    return saturating(dimension, seed) - 3


def test_losses_beyond_1_with_the_default_margin_get_a_note_on_the_unit():
    (note,) = gd.race(negated, CANDIDATES, max_seeds=3).notes
    assert "and scores reach -2." in note or "and scores reach -3." in note


def test_a_margin_out_of_reach_says_so():
    result = gd.race(flat, CANDIDATES, margin=1e-5, max_seeds=3)
    assert result.outlook is None
    assert "raise the margin above 1e-05" in repr(result)


def percent(dimension, seed):
    return 100 * saturating(dimension, seed)


def test_scores_in_percent_with_the_default_margin_get_a_note_on_the_unit():
    result = gd.race(percent, CANDIDATES, max_seeds=3)
    (note,) = result.notes
    assert note.startswith("the margin of 0.01 is in the units of the score, and scores reach 79.")
    assert note.endswith("; if they are in percent, pass margin=1 for a point")
    assert result.summary()["notes"] == [note]
    assert next(line.split(None, 1)[1] for line in repr(result).splitlines() if line.startswith("  note")) == note
    assert note in html.unescape(result._repr_html_())


@pytest.mark.parametrize(
    ("objective", "options"),
    [(percent, {"margin": 0.01}), (percent, {"margin": 1}), (saturating, {}), (saturating, {"budget": 1e-9})],
)
def test_a_margin_that_is_given_or_fits_the_scores_gets_no_note(objective, options):
    assert gd.race(objective, CANDIDATES, max_seeds=3, **options).notes == ()


def test_a_margin_left_out_is_the_default():
    assert gd.race(saturating, CANDIDATES) == gd.race(saturating, CANDIDATES, margin=0.01)


def test_the_panel_leads_with_the_answer():
    first, *others = repr(gd.race(saturating, CANDIDATES)).splitlines()
    assert first == "Dimension 128  (the smallest shown to be at most 0.01 below the best)"
    assert others[0] == "  as good    128, 256"
    assert others[-1].split() == ["256", "0.7961", "0.7941", "to", "0.7980", "6", "as", "good"]
    assert any(re.fullmatch(r"  trainings  \d+ in [\d.]+ s; the full grid has 60", line) for line in others)


def test_json_holds_the_summary():
    result = gd.race(saturating, CANDIDATES)
    assert json.loads(result.to_json()) == result.summary()
    point = result.summary()["curve"][0]
    assert (point["dimension"], point["seeds"], point["standing"]) == (8, 2, "worse")
    assert point["low"] < point["mean"] < point["high"]


def test_results_are_frozen_and_equal_by_their_scores():
    result = gd.race(saturating, CANDIDATES)
    assert result == gd.race(saturating, CANDIDATES)
    assert result != gd.race(saturating, CANDIDATES, margin=0.02)
    with pytest.raises(AttributeError):
        result.ended = "never"


@pytest.mark.parametrize("budget", [None, 1e-9])
@pytest.mark.needs("altair")
def test_the_chart_shows_the_curve_and_the_answer(budget):
    result = gd.race(saturating, CANDIDATES, budget=budget)
    drawn = json.dumps(result.plot().to_dict(), ensure_ascii=False)
    assert ("Dimension 128" in drawn) == (budget is None)
    assert '"standing"' in drawn
    assert gd.race(saturating, CANDIDATES).plot().to_dict()["layer"]
