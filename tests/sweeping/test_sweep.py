"""Sweeps: the answer, the verdict on the user's own number, what is kept, and what is refused."""

import json
import pickle
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

import graphdim as gd
from graphdim.engines.options import SourceOptions
from graphdim.errors import GraphDimError, GraphError, ParameterError, SourceError
from graphdim.folders import cache_folder
from graphdim.racing.terms import race_terms
from graphdim.sweeping.candidates import candidates
from graphdim.sweeping.chance import beats_guessing, guessing_bound
from graphdim.sweeping.estimate import announcement, status
from graphdim.sweeping.network import network_objective
from graphdim.sweeping.objectives import objective_of, read_model, task_of
from graphdim.sweeping.own import own_graph
from graphdim.sweeping.panel import lines
from graphdim.sweeping.result import Sweep
from graphdim.training.definition import Training
from graphdim.training.settings import DEFAULTS
from graphdim.training.tasks import task
from graphdim.training.trainer import train
from labelled_toys import N_NODES, toy_edges, toy_graph, toy_labels
from sweeping.functions import CALLS, blurred, constant, halves, noise, with_features

OPTIONS: dict[str, Any] = {"labels": toy_labels(), "model": halves, "dimensions": [2, 4, 8, 16]}


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory) -> Sweep:
    ledger = tmp_path_factory.mktemp("decided") / "ledger.jsonl"
    return gd.sweep(toy_edges(), at=12, ledger=ledger, **OPTIONS)


def test_the_answer_leads_and_the_users_own_number_gets_its_verdict(decided: Sweep) -> None:
    assert (int(decided), decided.dimension, decided.ended, decided.score) == (8, 8, "decided", "accuracy")
    assert decided.sufficient == (8, 12, 16)
    assert decided.n_trainings < 50
    [verdict] = decided.summary()["at"]
    assert (verdict["dimension"], verdict["standing"], verdict["deficit"]) == (12, "sufficient", 0.0)
    lines = repr(decided).splitlines()
    assert (
        lines[0]
        == "Dimension 8  (halves, node classification: the smallest shown to be at most 1 point below the best)"
    )
    assert "  12         as good: 0.0 points below the best [0.0, 0.0], 1.5 times the memory of 8" in lines
    assert "  minge      51, from the number of nodes almost alone; it was not trained" in lines
    assert re.search(r"^ +4 +50\.0 +50\.0 to 50\.0 +\d +\d\.\d\d +worse$", repr(decided), re.MULTILINE)


def test_an_open_dimension_whose_whole_interval_lies_beyond_the_margin_is_called_probably_worse(decided: Sweep) -> None:
    facts = decided.summary()
    verdict = {"dimension": 4, "standing": "open", "deficit": 0.03, "low": 0.02, "high": 0.04}
    told = dict(lines(facts | {"at": [verdict]}))["4"]
    assert told.startswith("probably worse, but not shown: 3.0 points below the best [2.0, 4.0]")
    told = dict(lines(facts | {"at": [verdict | {"low": 0.005}]}))["4"]
    assert told.startswith("open: 3.0 points below the best [0.5, 4.0]")


def test_the_summary_is_plain_and_says_what_was_swept(decided: Sweep) -> None:
    facts = json.loads(decided.to_json())
    assert facts == decided.summary()
    assert (facts["model"], facts["task"], facts["n_nodes"], facts["minge"]["dimension"]) == (
        "halves",
        "node-classification",
        N_NODES,
        51,
    )
    assert [point["dimension"] for point in facts["curve"]] == [2, 4, 8, 12, 16]


def test_page_and_chart_lead_with_the_measured_number(decided: Sweep, tmp_path: Path) -> None:
    page = decided.write_html(tmp_path / "sweep.html").read_text()
    assert re.search(r'data-step="dimension"[^>]*>8<', page)
    assert "51, from the number of nodes almost alone" in page
    titles = ["Degree distribution", "What a dimension costs", "What cleaning changed"]
    assert sorted(re.findall("<h3>(.*?)</h3>", page)) == [*titles, "halves, node classification: accuracy by dimension"]
    assert decided.plot().to_dict()["title"]["text"] == "Dimension 8"
    assert "Dimension 8" in decided._repr_html_()


def test_a_second_call_continues_and_fresh_starts_over() -> None:
    CALLS.clear()
    first = gd.sweep(toy_edges(), **OPTIONS)
    n_calls = len(CALLS)
    assert n_calls == first.n_trainings
    assert Path(first.ledger).parent == cache_folder() / "sweeps"
    seen: list[int] = []
    again = gd.sweep(toy_edges(), watch=lambda now: seen.append(now.n_trainings), **OPTIONS)
    assert (again.race.trainings, len(CALLS)) == (first.race.trainings, n_calls)
    assert seen[-1] == n_calls
    gd.sweep(toy_edges(), fresh=True, **OPTIONS)
    assert len(CALLS) == 2 * n_calls


def test_fresh_spares_a_file_that_is_no_ledger_of_this_sweep(tmp_path: Path) -> None:
    mine = tmp_path / "thesis.jsonl"
    mine.write_text('{"chapter": 1}\n')
    with pytest.raises(SourceError, match=r"thesis\.jsonl, line 1: this is not a training of a race"):
        gd.sweep(toy_edges(), ledger=mine, fresh=True, **OPTIONS)
    assert mine.exists()


def test_labels_graph_and_function_tell_ledgers_apart() -> None:
    places = {
        gd.sweep(edges, labels=labels, model=model, dimensions=[1, 2], max_seeds=2).ledger
        for edges, labels, model in (
            (toy_edges(), toy_labels(), halves),
            (toy_edges()[:-1], toy_labels(), halves),
            (toy_edges(), toy_labels()[::-1].copy(), halves),
            (toy_edges(), toy_labels(), noise),
        )
    }
    assert len(places) == 4


def test_trainings_of_a_model_that_cannot_be_told_from_others_are_not_kept(tmp_path: Path) -> None:
    def own(adjacency: Any, dimension: int, seed: int, settings: Any = object()) -> Any:  # noqa: B008
        return halves(adjacency, dimension, seed) if settings else None

    found = gd.sweep(toy_edges(), **OPTIONS | {"model": own})
    assert found.ledger == ""
    assert any(
        "carries values that cannot be told from others (object), so its trainings" in each for each in found.notes
    )
    named = gd.sweep(toy_edges(), ledger=tmp_path / "mine.jsonl", **OPTIONS | {"model": own})
    assert (tmp_path / "mine.jsonl").exists()
    assert any("use the ledger for these values alone" in each for each in named.notes)


def test_an_undecided_sweep_says_what_would_suffice() -> None:
    found = gd.sweep(toy_edges(), labels=toy_labels(), model=blurred, dimensions=[4, 8], max_seeds=2)
    assert (found.dimension, found.ended) == (None, "seeds")
    with pytest.raises(GraphDimError, match="the sweep is undecided"):
        range(100)[found]
    assert repr(found).startswith(
        "No dimension yet  (blurred, node classification: none is shown to be at most 1 point"
    )
    assert "2 seeds will probably not settle it" in repr(found)


@pytest.mark.parametrize("model", [constant, noise])
@pytest.mark.parametrize("labels", [None, toy_labels()])
def test_a_model_that_knows_nothing_gets_no_dimension(model: Any, labels: Any, tmp_path: Path) -> None:
    found = gd.sweep(toy_edges(), labels=labels, model=model, dimensions=[2, 4, 8])
    assert (found.dimension, found.sufficient, found.certainty, found.ended) == (None, (), None, "guessing")
    assert (found.guessing, found.beats_guessing) == (0.5, False)
    facts = json.loads(found.to_json())
    assert (facts["dimension"], facts["certainty"], facts["beats_guessing"]) == (None, None, False)
    assert {point["standing"] for point in facts["curve"]} == {"open"}
    first, note, *others = repr(found).splitlines()
    assert first.startswith("No dimension is shown to be better than guessing")
    assert "no dimension is shown to score above guessing (50.0 %)" in note
    assert f"check whether the rows of {model.__name__} are in the order of the nodes" in note
    assert not any("sure" in line or "max_seeds" in line for line in others)
    page = found.write_html(tmp_path / "sweep.html").read_text()
    assert "<strong>No dimension is shown to be better than guessing</strong>" in page
    assert '<p class="verdict">no dimension is shown to score above guessing (50.0 %)' in page


@pytest.mark.parametrize(("budget", "first", "n_parts"), [(None, "No", 2), (1e-9, "51", 1)])
def test_a_page_without_an_answer_leads_with_what_was_trained(
    tmp_path: Path, budget: float | None, first: str, n_parts: int
) -> None:
    options = OPTIONS | {"model": blurred, "max_seeds": 2, "budget": budget}
    found = gd.sweep(toy_edges(), ledger=tmp_path / "ledger.jsonl", **options)
    assert found.dimension is None
    page = found.write_html(tmp_path / "sweep.html").read_text().partition("<script")[0]
    assert re.findall(r'aria-label="dimension" data-step="dimension">(.*?)</output>', page)[0] == first
    assert page.count("<article") == n_parts
    assert ("<strong>No dimension yet</strong>: blurred, node classification: none is shown" in page) == (first == "No")


def test_an_embedding_of_ours_is_not_asked_for_the_order_of_its_rows() -> None:
    pairs = np.random.default_rng(0).integers(0, 60, (90, 2))
    found = gd.sweep(pairs[pairs[:, 0] != pairs[:, 1]], model="spectral", dimensions=[2, 4], max_seeds=3)
    assert found.is_guess
    assert "another model, features or more seeds may help" in repr(found)


def test_guessing_names_the_largest_class() -> None:
    assert guessing_bound("accuracy", np.array([0] * 6 + [1] * 2 + [2] * 2)) == pytest.approx(0.6)
    assert guessing_bound("ROC-AUC", np.array([0] * 6)) == 0.5
    assert guessing_bound("accuracy", np.array([-1, -1])) is None
    terms = race_terms([2, 4], 0.01, 0.05, 3)
    assert beats_guessing(np.array([[0.6, np.nan, np.nan], [np.nan] * 3]), 0.5, terms) is None
    assert beats_guessing(np.array([[0.6, 0.61, 0.6], [0.5, 0.5, np.nan]]), 0.5, terms) is True


def test_a_budget_in_which_nothing_finishes_promises_no_time() -> None:
    found = gd.sweep(toy_edges(), budget=1e-6, **OPTIONS)
    assert (found.dimension, found.ended) == (None, "budget")
    assert "the budget is spent, and no training finished" in repr(found)


def test_it_says_beforehand_how_long_it_takes_and_what_the_budget_buys() -> None:
    seen: list[Sweep] = []
    gd.sweep(toy_edges(), watch=seen.append, **OPTIONS)
    first = seen[0]
    slow = replace(first, race=replace(first.race, trainings=(replace(first.race.trainings[0], seconds=60.0),)))
    assert announcement(slow, "10m") == (
        "One training of halves at 16 dimensions takes 1 min."
        " It takes at least 7 more trainings, in about 7 min, and at most 39, in 39 min."
        " The budget is 10 min."
    )
    assert announcement(slow, "2m").endswith(
        "The budget of 2 min buys about 2 of them; another call goes on from there."
    )
    assert status(slow) == "1 training, 1 seed, no answer yet, at least 7 min left"
    assert re.fullmatch(r"\d+ trainings, \d seeds, 8 so far(, about 1 s left)?", status(seen[-1]))


def test_a_ledger_is_announced_whole(tmp_path: Path) -> None:
    book = tmp_path / "ledger.jsonl"
    whole = gd.sweep(toy_edges(), ledger=book, **OPTIONS).n_trainings
    seen: list[Sweep] = []
    gd.sweep(toy_edges(), ledger=book, watch=seen.append, **OPTIONS)
    known = f"{whole} trainings are known from {book}."
    assert [announcement(now, "10m") for now in seen] == [f"{known} They decide, so nothing is left to train."]
    lines = book.read_text().splitlines()
    book.write_text("\n".join([*lines[:-2], ""]))
    seen.clear()
    gd.sweep(toy_edges(), ledger=book, watch=seen.append, **OPTIONS)
    assert [now.n_trainings for now in seen] == [whole - 2, whole - 1, whole]
    assert announcement(seen[0], "10m").startswith(f"{whole - 2} trainings are known from {book}. It takes at least 2")


def test_a_ledger_without_an_answer_says_that_no_seed_is_left(tmp_path: Path) -> None:
    options = OPTIONS | {"model": blurred, "max_seeds": 2, "ledger": tmp_path / "ledger.jsonl"}
    found = gd.sweep(toy_edges(), **options)
    seen: list[Sweep] = []
    assert gd.sweep(toy_edges(), watch=seen.append, **options).ended == found.ended == "seeds"
    assert announcement(seen[0], "10m").endswith("All 2 seeds are used, so nothing is left to train.")


def test_a_hopeless_ledger_does_not_say_that_all_seeds_are_used(tmp_path: Path) -> None:
    options: dict[str, Any] = {"model": "spectral", "ledger": tmp_path / "ledger.jsonl"}
    found = gd.sweep("dataset:karate", **options)
    assert found.ended == "seeds"
    assert max(point.seeds for point in found.race.curve) < 10
    seen: list[Sweep] = []
    gd.sweep("dataset:karate", watch=seen.append, **options)
    why = "10 seeds per dimension would probably not decide it, so no more are trained."
    assert announcement(seen[0], "10m") == f"{found.n_trainings} trainings are known from {found.ledger}. {why}"


def test_workers_find_the_same_as_this_process(decided: Sweep, tmp_path: Path) -> None:
    there = gd.sweep(toy_edges(), at=12, workers=1, ledger=tmp_path / "there.jsonl", **OPTIONS)
    assert there.race.trainings == decided.race.trainings


def test_without_labels_the_task_is_link_prediction_and_never_an_error() -> None:
    bare, labelled = own_graph(toy_edges())[1], own_graph(toy_edges(), toy_labels())[1]
    one_class = own_graph(toy_edges(), np.zeros(N_NODES, dtype=int))[1]
    assert task_of(None, bare, is_labelled=False) == "link-prediction"
    assert task_of(None, one_class, is_labelled=False) == "link-prediction"
    assert task_of(None, labelled, is_labelled=True) == "node-classification"
    assert task_of("link-prediction", labelled, is_labelled=True) == "link-prediction"
    with pytest.raises(ParameterError, match="needs labels, and the source brings none; give a file with --labels"):
        task_of("node-classification", bare, is_labelled=False)


@pytest.mark.parametrize("model", ["spectral", "gcn"])
def test_one_class_and_negative_numbers_are_refused_with_the_rule(model: str) -> None:
    with pytest.raises(GraphError, match="two classes.*negative numbers count as no label; if they are classes, add 1"):
        gd.sweep(toy_edges(), model=model, labels=toy_labels() - 1, dimensions=[1, 2])


def test_the_default_model_looks_at_features_where_there_are_any() -> None:
    graph, bare = own_graph(toy_edges())
    graph, featured = own_graph(toy_edges(), None, np.eye(N_NODES))
    assert objective_of(None, "link-prediction", graph, bare, is_dataset=False)[0] == "deepwalk"
    assert objective_of(None, "link-prediction", graph, featured, is_dataset=False)[0] == "gcn"
    _, own = objective_of(with_features, "link-prediction", graph, featured, is_dataset=False)
    assert own.model.features.shape == (N_NODES, N_NODES)  # type: ignore[attr-defined]


def test_a_network_is_trained_as_everywhere_else() -> None:
    objective = network_objective("gcn", "node-classification", toy_graph(), DEFAULTS.for_any_graph)
    usual = Training("node-classification", "toy", "gcn", 4, layers=2, train_per_class=None, seed=1, max_epochs=2000)
    assert pickle.loads(pickle.dumps(objective))(4, 1) == train(usual, toy_graph(), DEFAULTS.for_any_graph).score
    assert objective.score == "accuracy"


def test_a_network_is_known_by_graph_and_settings_and_not_by_a_files_name() -> None:
    settings = DEFAULTS.for_any_graph
    objective = network_objective("gcn", "node-classification", toy_graph(), settings)
    renamed = network_objective("gcn", "node-classification", replace(toy_graph(), name="cora"), settings)
    others = [
        network_objective("gat", "node-classification", toy_graph(), settings),
        network_objective("gcn", "link-prediction", toy_graph(), settings),
        network_objective("gcn", "node-classification", replace(toy_graph(), labels=1 - toy_labels()), settings),
        network_objective("gcn", "node-classification", replace(toy_graph(), edges=toy_edges()[1:]), settings),
    ]
    assert renamed.identity == objective.identity
    # A graph of the user's that is called cora gets neither that dataset's split nor its settings.
    assert renamed.usual.train_per_class is None
    assert len({each.identity for each in (objective, *others)}) == 5


def test_lopsided_classes_are_scored_by_rank() -> None:
    lopsided = (np.arange(N_NODES) % 5 == 0).astype(int)
    graph, labelled = own_graph(toy_edges(), lopsided)
    for model in ("gcn", "spectral"):
        assert objective_of(model, "node-classification", graph, labelled, is_dataset=False)[1].score == "ROC-AUC"


def test_more_dimensions_than_nodes_are_noted(decided: Sweep, tmp_path: Path) -> None:
    assert decided.notes == ()
    found = gd.sweep(toy_edges(), at=N_NODES + 1, ledger=tmp_path / "wide.jsonl", **OPTIONS)
    assert found.notes == (f"more dimensions than the graph has nodes ({N_NODES}) were asked for: {N_NODES + 1}",)


def test_weights_reach_embeddings_and_networks_say_that_they_ignore_them(tmp_path: Path) -> None:
    path = tmp_path / "edges.csv"
    path.write_text("a,b,w\n" + "".join(f"n{a},n{b},{1 + a % 3}\n" for a, b in toy_edges()))
    graph, labelled = own_graph(path, options=SourceOptions(weight="w"))
    _, objective = objective_of("spectral", "link-prediction", graph, labelled, is_dataset=False)
    assert set(objective.adjacency.data.tolist()) == {1.0, 2.0, 3.0}  # type: ignore[attr-defined]
    found = gd.sweep(path, weight="w", model="gcn", budget=1e-6)
    assert "gcn counts every edge alike; the weights enter MinGE's dimension alone" in found.notes
    assert "no features: one-hot degrees take their place" in found.notes
    in_memory = nx.Graph()
    in_memory.add_weighted_edges_from((a, b, 1 + a % 3) for a, b in toy_edges())
    advice = "edge attribute 'weight' ignored; weight='weight' counts it"
    notes = {model: gd.sweep(in_memory, model=model, budget=1e-6).notes for model in ("spectral", "gcn")}
    assert [advice in of_model for of_model in notes.values()] == [True, False]


def test_an_embedding_is_not_told_that_features_are_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [f"{node},{label}\n" for node, label in zip([*range(N_NODES), "lone"], [*toy_labels(), 1], strict=True)]
    Path("no features.csv").write_text("".join(rows))
    assert gd.sweep(toy_edges(), **OPTIONS | {"labels": "no features.csv"}).notes == (
        "no features.csv, first column: 1 of 61 ids is not in the graph, like 'lone': left out",
    )


def test_links_of_two_kinds_of_nodes_go_across() -> None:
    pairs = [(user, item) for user in range(20) for item in range(20) if (user * item) % 3 == 0]
    graph, labelled = own_graph(pairs, options=SourceOptions(bipartite=True))
    assert labelled.sides is not None
    assert labelled.sides.tolist() == [False] * 20 + [True] * 20
    _, embedded = objective_of("spectral", "link-prediction", graph, labelled, is_dataset=False)
    assert embedded.sides is graph.sides  # type: ignore[attr-defined]
    network = network_objective("mlp", "link-prediction", labelled, DEFAULTS.for_any_graph)
    part = task(network.usual, labelled, network.settings).test
    drawn = part.negatives  # type: ignore[attr-defined]
    first, second = np.repeat(part.targets, np.diff(drawn.starts)), part.targets[drawn.others]
    assert len(first) > 10
    assert (labelled.sides[first] != labelled.sides[second]).all()


def test_candidates_are_powers_of_two_that_the_graph_can_carry() -> None:
    assert candidates("auto", (), 5) == (1, 2, 4)
    with pytest.raises(GraphError, match="2 nodes: too few to compare dimensions"):
        candidates("auto", (), 2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": "sage"}, "unknown model 'sage'; it is one of spectral, prone, deepwalk, node2vec, mlp, gcn, gat"),
        ({"model": 3}, r"model is 3; give a name, or a function of \(adjacency, dimension, seed\)"),
        ({"model": "no_such_module:rows"}, "no_such_module:rows: the function cannot be loaded, ModuleNotFoundError"),
        (
            {"model": "os:nothing"},
            "os:nothing: the function cannot be loaded, AttributeError: .* no attribute 'nothing'$",
        ),
        ({"task": "cooking"}, "unknown task 'cooking'; it is one of node-classification, link-prediction"),
        ({"workers": "2"}, "workers is '2'; it must be a whole number of at least 1"),
        ({"dimensions": "wide"}, "dimensions is 'wide'; give whole numbers"),
        ({"dimensions": [8]}, "a race needs at least 2 different dimensions"),
        ({"dimensions": ["16", 8]}, "a dimension of dimensions is '16'; it must be a whole number of at least 1"),
        ({"at": 0}, "a dimension of at is 0; it must be a whole number of at least 1"),
        ({"margin": 2}, "margin is 2; scores lie between 0 and 1"),
        ({"margin": 0}, "margin is 0; no number of trainings"),
        ({"budget": "soon"}, "budget is 'soon'"),
        ({"engine": "disk"}, "a training needs the edges in memory, but the engine is 'disk'"),
        ({"engine": "turbo"}, "unknown engine 'turbo'"),
    ],
)
def test_what_makes_no_sense_is_refused_at_the_door(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        gd.sweep(toy_edges(), **OPTIONS | options)


def test_a_function_is_imported_by_its_name() -> None:
    assert read_model("sweeping.functions:halves") is halves
