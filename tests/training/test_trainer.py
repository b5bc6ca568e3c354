"""Trainings: deterministic, stopped early, scored at the best validation loss, and as good as PyG's."""

import sys
from dataclasses import replace

import numpy as np
import pytest
import torch
from scipy.stats import t as student
from usual import Usual

from graphdim.choices import MODELS, TASKS
from graphdim.errors import GraphError, MissingExtraError
from graphdim.training.data import LabelledGraph, labelled
from graphdim.training.definition import Training
from graphdim.training.memory import forget_peak, peak_memory
from graphdim.training.trainer import Trainer, one_thread, train
from labelled_toys import N_NODES, toy_edges, toy_graph, toy_labels

LAYERS = {"mlp": 2, "gcn": 2, "gat": 2, "gcnii": 4}


def asked(task: str = TASKS[0], model: str = "gcn", **changes) -> Training:
    usual = Training(task, "toy", model, 8, LAYERS[model], train_per_class=None, seed=0, max_epochs=30)
    return replace(usual, **changes)


def words() -> LabelledGraph:
    """The toy with features that tell a little of the labels: words of which each half prefers its own."""
    draw = np.random.default_rng(1)
    share = np.where(toy_labels()[:, None] == np.arange(40) // 20, 0.15, 0.08)
    counts = (draw.random((N_NODES, 40)) < share).astype(np.float32)
    return labelled("toy", N_NODES, toy_edges(), labels=toy_labels(), features=counts)


def facts(outcome) -> tuple:
    return outcome.score, outcome.validation_score, outcome.average_precision, outcome.epochs, outcome.parameters


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("model", MODELS)
def test_equal_trainings_have_equal_outcomes(task: str, model: str) -> None:
    first, again = (train(asked(task, model), words()) for _ in range(2))
    assert facts(first) == facts(again)
    assert 0 <= first.score <= 1
    assert (first.average_precision is None) == (task == "node-classification")
    assert first.seconds > 0
    assert first.peak_memory_bytes > 2**20


def test_the_number_of_threads_changes_nothing() -> None:
    before = torch.get_num_threads()
    try:
        outcomes = []
        for threads in (1, 2):
            torch.set_num_threads(threads)
            outcomes.append(facts(train(asked(), words())))
            assert torch.get_num_threads() == threads
    finally:
        torch.set_num_threads(before)
    assert outcomes[0] == outcomes[1]


def test_the_split_is_the_same_at_every_dimension() -> None:
    narrow, wide = (Trainer(asked(dimension=dimension), words()) for dimension in (4, 16))
    assert (narrow.task.test.targets == wide.task.test.targets).all()


def test_patience_ends_a_training() -> None:
    patient, hasty = (train(asked(model="mlp", max_epochs=300, patience=patience), words()) for patience in (300, 5))
    assert hasty.epochs < patient.epochs == 300


def validation_loss(trainer: Trainer) -> float:
    with torch.no_grad():
        outputs = trainer.model.run(trainer.inputs["validation"], None)
    return trainer.task.validation.loss(outputs).item()


def test_the_weights_of_the_best_validation_loss_are_scored() -> None:
    trainer, losses = Trainer(asked(model="mlp", max_epochs=300, patience=300), words()), []
    with one_thread():
        while trainer.epochs < 300:
            trainer.step()
            trainer.validate()
            trainer.epochs += 1
            losses.append(validation_loss(trainer))
        assert losses[-1] > 1.01 * min(losses)
        trainer.run()
        assert validation_loss(trainer) == pytest.approx(min(losses), rel=1e-6)


def test_looking_ahead_changes_nothing() -> None:
    """GCNII has no dropout in link prediction: one pass then validates a step and trains the next."""
    quick, plain = (Trainer(asked("link-prediction", "gcnii"), words()) for _ in range(2))
    assert quick.looks_ahead
    plain.looks_ahead, plain.inputs["validation"] = False, plain._inputs("validation")
    with one_thread():
        for trainer in (quick, plain):
            trainer.run()
    assert quick.best_loss == pytest.approx(plain.best_loss, rel=1e-5)
    assert quick.scores("test").score == pytest.approx(plain.scores("test").score, abs=1e-3)


def test_links_of_two_communities_are_found() -> None:
    draw = np.random.default_rng(0)
    ends = draw.integers(30, size=(400, 2)) + 30 * draw.integers(2, size=(400, 1))
    edges = np.unique(np.sort(ends[ends[:, 0] != ends[:, 1]], axis=1), axis=0)
    graph = labelled("toy", 60, edges, features=np.eye(60, dtype=np.float32))
    outcome = train(asked("link-prediction", max_epochs=200), graph)
    assert outcome.score > 0.65  # two halves without a bridge allow 0.75
    assert outcome.average_precision is not None
    assert outcome.average_precision > 0.6


@pytest.mark.parametrize("model", MODELS)
def test_scores_agree_with_pyg(model: str) -> None:
    graph, seeds = words(), range(10)
    trainings = [asked(model=model, seed=seed, max_epochs=60) for seed in seeds]
    ours = np.array([train(each, graph).score for each in trainings])
    with one_thread():
        theirs = np.array([Usual(each, graph).score() for each in trainings])
    # Both see the same splits, so the difference is paired: its 95 % interval must hold 0, or it be a slip.
    gap = ours - theirs
    half = student.ppf(0.975, len(gap) - 1) * gap.std(ddof=1) / np.sqrt(len(gap))
    assert abs(gap.mean()) <= max(half, 0.02)
    assert ours.mean() > 0.6


def test_one_class_cannot_be_learned() -> None:
    graph = labelled("mine", N_NODES, toy_edges(), labels=np.zeros(N_NODES, dtype=np.int64))
    with pytest.raises(GraphError, match="mine: one class only"):
        train(asked(), graph)


def test_without_torch_one_line_tells_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtraError, match=r"needs the package torch; pip install 'graphdim\[bench\]'"):
        train(asked(), toy_graph())


def test_peak_memory_sees_what_was_held() -> None:
    forget_peak()
    before = peak_memory()
    held = np.ones(2**25)  # 256 MiB
    assert peak_memory() - before > 0.9 * held.nbytes
    del held
    forget_peak()
    assert peak_memory() < before + 2**27


def test_peak_memory_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr("graphdim.training.memory.STATUS", tmp_path / "none")
    monkeypatch.setattr(sys, "platform", "darwin")
    forget_peak()
    in_bytes = peak_memory()
    monkeypatch.setattr(sys, "platform", "freebsd")
    assert peak_memory() >= 1024 * in_bytes
