"""The search space, and who gets the prior: first trials, threads, resumed and enqueued ones."""

import gc
import threading
from collections import Counter

import networkx as nx
import numpy as np
import optuna
import pytest
from optuna.trial import FixedTrial, TrialState

import graphdim as gd
from graphdim.errors import ParameterError, SourceError
from graphdim.integrations import optuna as integration
from graphdim.integrations.optuna import suggest_dimension

optuna.logging.set_verbosity(optuna.logging.WARNING)

KARATE = "dataset:karate"  # crossing 43.64: prior 48, from 8 to 88
COMMUNITIES = nx.planted_partition_graph(3, 60, 0.5, 0.01, seed=0)  # measured, three dimensions are enough


class Lowest(optuna.samplers.BaseSampler):
    """Says the low end whatever it is asked: any other value is not the sampler's."""

    def infer_relative_search_space(self, study, trial):  # noqa: ARG002
        return {}

    def sample_relative(self, study, trial, search_space):  # noqa: ARG002
        return {}

    def sample_independent(self, study, trial, name, distribution):  # noqa: ARG002
        return distribution.low


@pytest.fixture
def study():
    return optuna.create_study(sampler=Lowest())


@pytest.fixture
def counted(monkeypatch):
    """How often a graph is measured."""
    calls = Counter()

    def measure(graph, **options):
        calls["measured"] += 1
        return gd.ideal_dimension(graph, **options)

    monkeypatch.setattr(integration, "ideal_dimension", measure)
    return calls


def widths(study):
    return [trial.params.get("hidden") for trial in study.trials]


def run(study, n_trials, graph=KARATE, **options):
    study.optimize(lambda trial: suggest_dimension(trial, "hidden", graph, **options), n_trials=n_trials)


def test_the_first_trial_gets_the_prior_and_the_others_what_the_sampler_says(study):
    run(study, 4)
    assert widths(study) == [48, 8, 8, 8]
    assert {optuna.distributions.IntDistribution(8, 88, step=8)} == {
        trial.distributions["hidden"] for trial in study.trials
    }
    assert type(study.trials[0].params["hidden"]) is int


@pytest.mark.parametrize(
    ("sampler", "options"),
    [
        ("TPESampler", {"n_startup_trials": 3}),
        ("TPESampler", {"n_startup_trials": 3, "multivariate": True}),
        ("RandomSampler", {}),
        ("BruteForceSampler", {}),
        ("QMCSampler", {}),
        ("NSGAIISampler", {"population_size": 3}),
    ],
)
@pytest.mark.filterwarnings("ignore::optuna.exceptions.ExperimentalWarning")
def test_every_sampler_learns_from_the_prior_in_one_search_space(sampler, options):
    study = optuna.create_study(sampler=getattr(optuna.samplers, sampler)(seed=1, **options))
    study.optimize(
        lambda trial: (suggest_dimension(trial, "hidden", KARATE) - 64) ** 2 + trial.suggest_int("layers", 1, 3),
        n_trials=8,
    )
    assert widths(study)[0] == 48
    assert all(width % 8 == 0 and 8 <= width <= 88 for width in widths(study))
    assert len(set(widths(study))) > 1
    assert "hidden" in optuna.search_space.intersection_search_space(study.trials)


def test_asking_twice_in_a_trial_gives_one_answer(study):
    study.optimize(
        lambda trial: suggest_dimension(trial, "hidden", KARATE) - suggest_dimension(trial, "hidden", KARATE),
        n_trials=3,
    )
    assert [trial.value for trial in study.trials] == [0, 0, 0]


def test_two_parameters_have_a_prior_each(study):
    study.optimize(
        lambda trial: suggest_dimension(trial, "first", KARATE) + suggest_dimension(trial, "second", [(0, 1), (1, 2)]),
        n_trials=2,
    )
    assert [trial.params for trial in study.trials] == [{"first": 48, "second": 16}, {"first": 8, "second": 8}]


def test_trials_side_by_side_try_the_prior_once(study, counted):
    started = threading.Barrier(4, timeout=600)

    def objective(trial):
        if trial.number < 4:
            started.wait()
        return suggest_dimension(trial, "hidden", KARATE)

    study.optimize(objective, n_trials=12, n_jobs=4)
    assert widths(study) == [48] + 11 * [8]
    assert counted["measured"] == 1


def test_workers_that_share_a_storage_try_the_prior_once(tmp_path):
    storage = f"sqlite:///{tmp_path / 'study.db'}"
    one = optuna.create_study(study_name="shared", storage=storage, sampler=Lowest())
    two = optuna.load_study(study_name="shared", storage=storage, sampler=Lowest())
    older, younger = one.ask(), two.ask()
    assert suggest_dimension(younger, "hidden", KARATE) == 8
    assert suggest_dimension(older, "hidden", KARATE) == 48
    two.tell(younger, 1)
    one.tell(older, 1)
    resumed = optuna.load_study(study_name="shared", storage=storage, sampler=Lowest())
    run(resumed, 2)
    assert widths(resumed) == [48, 8, 8, 8]


@pytest.mark.parametrize(("end", "expected"), [("prune", [48, 8, 8]), ("fail", [48, 48, 8])])
def test_a_pruned_trial_has_tried_the_prior_and_a_failed_one_has_not(study, end, expected):
    def objective(trial):
        width = suggest_dimension(trial, "hidden", KARATE)
        if trial.number == 0:
            raise optuna.TrialPruned if end == "prune" else ArithmeticError
        return width

    study.optimize(objective, n_trials=3, catch=ArithmeticError)
    assert study.trials[0].state is (TrialState.PRUNED if end == "prune" else TrialState.FAIL)
    assert expected == widths(study)


def test_what_the_user_enqueues_goes_first(study):
    study.enqueue_trial({"hidden": 64})
    study.enqueue_trial({"other": 1})
    run(study, 4)
    assert widths(study) == [64, 48, 8, 8]


def test_a_parameter_that_joins_later_gets_its_prior_then(study):
    study.optimize(lambda trial: trial.suggest_float("rate", 0, 1), n_trials=2)
    run(study, 2)
    assert widths(study) == [None, None, 48, 8]


def test_every_graph_has_a_prior_of_its_own(study):
    graphs = [nx.karate_club_graph(), nx.cycle_graph(300)]
    study.optimize(lambda trial: suggest_dimension(trial, "hidden", graphs[trial.number % 2]), n_trials=6)
    assert widths(study) == [48, 72, 8, 16, 8, 16]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: optuna.samplers.GridSampler({"hidden": [16, 24]}, seed=0), {16, 24}),
        (lambda: optuna.samplers.PartialFixedSampler({"hidden": 80}, Lowest()), {80}),
    ],
    ids=["grid", "fixed"],
)
@pytest.mark.filterwarnings("ignore::optuna.exceptions.ExperimentalWarning")
def test_a_plan_of_the_user_is_kept(make, expected):
    study = optuna.create_study(sampler=make())
    run(study, 2)
    assert expected == set(widths(study))


def test_trials_without_a_study_give_what_they_hold(study):
    assert suggest_dimension(FixedTrial({"hidden": 24}), "hidden", KARATE) == 24
    run(study, 2)
    assert suggest_dimension(study.best_trial, "hidden", KARATE) == 8


def test_a_graph_is_measured_once_for_each_study(study, counted):
    graph = nx.karate_club_graph()
    run(study, 3, graph)
    run(study, 2, graph)
    assert counted["measured"] == 1
    run(study, 2, graph, structure_weight=2)
    assert counted["measured"] == 2
    run(optuna.create_study(sampler=Lowest()), 2, graph)
    assert counted["measured"] == 3


def test_places_are_known_by_their_name_and_generators_are_read_once(study, counted, tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text("1,2\n2,3\n")
    for same in (str(path), "".join(list(str(path)))):
        run(study, 2, same)
    run(study, 2, path)
    run(study, 3, (pair for pair in [(0, 1), (1, 2)]))
    assert counted["measured"] == 3


def test_a_result_need_not_be_measured(study, counted):
    run(study, 2, gd.ideal_dimension(KARATE, structure_weight=0))
    assert widths(study) == [32, 8]
    assert counted["measured"] == 0


def results_with_a_dimension(ledger):
    """One result of every kind, by its name."""
    rows = np.random.default_rng(0).normal(size=(50, 4)) @ np.eye(4, 16)
    return {
        "comparison": gd.compare(COMMUNITIES),
        "race": gd.race(lambda dimension, _: dimension >= 40, [8, 40, 64], max_seeds=10),
        "shrinkage": gd.shrink(rows),
        "sweep": gd.sweep(COMMUNITIES, model="spectral", dimensions=[4, 8], margin=0.4, ledger=ledger),
    }


def test_any_result_with_a_dimension_need_not_be_measured(counted, tmp_path):
    for name, result in results_with_a_dimension(tmp_path / "sweep.jsonl").items():
        study = optuna.create_study(sampler=Lowest())
        run(study, 2, result)
        assert widths(study) == [8 * -(-result.dimension // 8), 8], name
    assert counted["measured"] == 0


@pytest.mark.parametrize(
    ("result", "name"),
    [
        (gd.compare(nx.gnm_random_graph(60, 200, seed=1)), "Comparison"),
        (gd.race(lambda dimension, seed: dimension * (-1) ** seed, [8, 16], max_seeds=2), "Race"),
    ],
)
def test_a_result_without_a_dimension_is_refused(study, result, name):
    with pytest.raises(ParameterError, match=f"the {name} has no dimension to search around; print it"):
        suggest_dimension(study.ask(), "hidden", result)


@pytest.mark.parametrize(
    ("options", "low", "high"),
    [
        ({}, 8, 32),
        ({"low": 16}, 16, 40),
        ({"high": 16}, 8, 16),
        ({"low": 8, "high": 8}, 8, 8),
        ({"multiple_of": 1}, 1, 6),
        ({"multiple_of": 32}, 32, 128),
    ],
)
def test_a_small_prior_still_leaves_something_to_search(study, options, low, high):
    trial, step = study.ask(), options.get("multiple_of", 8)
    suggest_dimension(trial, "hidden", COMMUNITIES, method="cv", **options)
    assert trial.distributions["hidden"] == optuna.distributions.IntDistribution(low, high, step=step)


def test_a_study_that_is_gone_leaves_nothing_behind():
    gc.collect()
    before = len(integration.MEMORIES)
    study = optuna.create_study(sampler=Lowest())
    study.optimize(lambda trial: suggest_dimension(trial, "hidden", [(trial.number, -1)]), n_trials=20)
    assert len(integration.MEMORIES[study].known) == 8
    del study
    gc.collect()
    assert before == len(integration.MEMORIES)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"low": 16, "high": 64}, [48, 16]),
        ({"low": 17, "high": 63}, [48, 24]),
        ({"low": 64, "high": 128}, [64, 64]),
        ({"high": 40}, [40, 8]),
        ({"multiple_of": 1}, [44, 6]),
        ({"multiple_of": 32}, [64, 32]),
        ({"structure_weight": 0, "n_nodes": 1000}, [64, 8]),
    ],
)
def test_the_range_can_be_given(study, options, expected):
    graph = nx.karate_club_graph().edges if "n_nodes" in options else KARATE
    run(study, 2, graph, **options)
    assert expected == widths(study)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"low": 65, "high": 71}, "no multiple of 8 lies between low = 65 and high = 71"),
        ({"low": -8}, "between low = -8 and high = 88"),
        ({"low": 0}, "between low = 0 and high = 88"),
        ({"high": 7}, "between low = 8 and high = 7"),
        ({"multiple_of": 0}, "multiple_of is 0"),
        ({"variant": "nonsense"}, "unknown variant 'nonsense'"),
    ],
)
def test_bad_ranges_are_refused(study, options, fault):
    with pytest.raises(ParameterError, match=fault):
        suggest_dimension(study.ask(), "hidden", KARATE, **options)


def test_a_graph_that_cannot_be_read_is_refused_as_ever(study):
    with pytest.raises(SourceError, match="pair 1 is 5"):
        suggest_dimension(study.ask(), "hidden", [5])


def test_without_the_private_attributes_the_first_trial_still_gets_the_prior(study, monkeypatch):
    monkeypatch.setattr(integration, "_propose", lambda *_: False)
    run(study, 3, KARATE)
    assert widths(study)[0] == 48
    assert study.trials[0].distributions["hidden"].single()
    assert study.trials[1].distributions["hidden"].low == 8


def test_private_attributes_that_are_gone_are_noticed(study, monkeypatch):
    trial = study.ask()
    monkeypatch.delattr(trial, "relative_search_space")
    assert suggest_dimension(trial, "hidden", KARATE) == 48
