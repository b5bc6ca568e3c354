"""The two tasks: losses by hand, the right score, and nothing of the held-out edges in training."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from sklearn.metrics import average_precision_score, roc_auc_score

from graphdim.training.data import LabelledGraph, labelled
from graphdim.training.definition import LEAKS, Training
from graphdim.training.kernels.distance import GroupedPairs, grouped
from graphdim.training.settings import DEFAULTS
from graphdim.training.splits import overlapping_split
from graphdim.training.tasks import task
from graphdim.training.tasks.link_prediction import Decoder, FixedPairs, FreshPairs
from labelled_toys import N_NODES, toy_edges, toy_graph

LINKS = Training("link-prediction", "toy", "gcn", 8, layers=2, train_per_class=None, seed=0, max_epochs=10)
NODES = replace(LINKS, task="node-classification")
DECODER = Decoder(radius=2.0, temperature=1.0, longest_row=1.0)


def as_set(pairs: np.ndarray) -> set[tuple[int, ...]]:
    return {tuple(pair) for pair in np.sort(pairs, axis=1).tolist()}


def nodes(part: FixedPairs | FreshPairs, pairs: GroupedPairs) -> np.ndarray:
    first = np.repeat(np.arange(len(part.targets)), np.diff(pairs.starts))
    return part.targets[np.column_stack([first, pairs.others])]


def positives(part: FixedPairs | FreshPairs) -> np.ndarray:
    return nodes(part, part.positives)


def negatives(part: FixedPairs) -> np.ndarray:
    return nodes(part, part.negatives)


def test_probability_is_fermi_dirac_on_rows_of_norm_at_most_one() -> None:
    outputs = torch.tensor([[3.0, 4.0], [0.3, 0.4], [-3.0, -4.0], [0.0, 0.0]])
    pairs = np.array([[0, 1], [0, 2], [1, 3]], dtype=np.int32)
    squared = torch.tensor([0.25, 4.0, 0.25])  # rows (0.6, 0.8), (0.3, 0.4), (-0.6, -0.8), (0, 0)
    expected = 1 / (torch.exp((squared - 2) / 1) + 1)
    torch.testing.assert_close(torch.sigmoid(DECODER.logits(outputs, grouped(pairs, 4))), expected)


def test_a_row_of_zeros_has_a_finite_gradient() -> None:
    outputs = torch.zeros(3, 2, requires_grad=True)
    DECODER.logits(outputs, grouped(np.array([[0, 1], [1, 2]], dtype=np.int32), 3)).sum().backward()
    assert torch.isfinite(outputs.grad).all()


def test_pair_scores_are_those_of_scikit_learn() -> None:
    part = task(LINKS, toy_graph(), DEFAULTS).test
    outputs = torch.randn(len(part.targets), 4, generator=torch.Generator().manual_seed(0))
    scores = DECODER.logits(outputs, part.positives, part.negatives).numpy()
    truth = np.arange(len(scores)) < len(part.positives)
    found = part.scores(outputs)
    assert found.score == pytest.approx(roc_auc_score(truth, scores))
    assert found.average_precision == pytest.approx(average_precision_score(truth, scores))


def test_messages_pass_over_training_edges_alone() -> None:
    found = task(LINKS, toy_graph(), DEFAULTS)
    assert as_set(found.edges) == as_set(positives(found.train))
    held_out = as_set(positives(found.validation)) | as_set(positives(found.test))
    assert not as_set(found.edges) & held_out
    assert as_set(found.edges) | held_out == as_set(toy_edges())


def test_no_negative_is_an_edge_and_training_draws_fresh_ones() -> None:
    found, edges = task(LINKS, toy_graph(), DEFAULTS), as_set(toy_edges())
    assert not as_set(negatives(found.validation)) & edges
    assert not as_set(negatives(found.test)) & edges
    first, second = (found.train.non_edges.draw(len(found.train.positives)) for _ in range(2))
    assert not (as_set(first) | as_set(second)) & edges
    assert as_set(first) != as_set(second)


def test_training_pairs_score_too() -> None:
    found = task(LINKS, toy_graph(), DEFAULTS)
    outputs = torch.randn(N_NODES, 4, generator=torch.Generator().manual_seed(0))
    assert 0.2 < found.train.scores(outputs).score < 0.8
    assert found.train.loss(outputs) > 0


def test_each_leak_lets_through_what_it_says() -> None:
    messages, loops, edges = (
        task(replace(LINKS, leaks=(leak,)), toy_graph(), DEFAULTS) for leak in LEAKS["link-prediction"]
    )
    assert as_set(messages.edges) == as_set(toy_edges())
    assert any(a == b for part in (loops.validation, loops.test) for a, b in positives(part))
    assert all(a != b for a, b in loops.edges)
    drawn = as_set(edges.train.non_edges.draw(50_000))
    assert drawn >= as_set(toy_edges())


def test_a_node_that_is_listed_twice_counts_twice() -> None:
    labels = np.arange(N_NODES) % 4
    graph = labelled("toy", N_NODES, toy_edges(), labels=labels)
    leaking = replace(NODES, leaks=("overlapping-split",))
    listed, part = overlapping_split(graph, seed=0).train, task(leaking, graph, DEFAULTS).train
    outputs = torch.randn(N_NODES, 4, generator=torch.Generator().manual_seed(0))
    assert len(part.targets) < len(listed)
    expected = torch.nn.functional.cross_entropy(outputs[listed], torch.from_numpy(labels[listed]))
    torch.testing.assert_close(part.loss(outputs[part.targets]), expected)
    assert part.scores(outputs[part.targets]).score == np.mean(outputs.numpy()[listed].argmax(axis=1) == labels[listed])


def test_labels_beyond_the_training_part_do_not_enter_the_loss() -> None:
    found = task(NODES, toy_graph(), DEFAULTS)
    outputs = torch.randn(len(found.train.targets), 2)
    expected = torch.nn.functional.cross_entropy(outputs, found.train.labels)
    torch.testing.assert_close(found.train.loss(outputs), expected)
    assert (toy_graph().labels[found.train.targets] == found.train.labels.numpy()).all()


def test_even_classes_are_scored_by_accuracy_and_lopsided_ones_by_rank() -> None:
    even = toy_graph()
    lopsided = replace_labels(even, np.arange(N_NODES) % 5 == 0)
    for graph, ranked in ((even, False), (lopsided, True)):
        part = task(NODES, graph, DEFAULTS).test
        outputs = torch.randn(len(part.targets), 2, generator=torch.Generator().manual_seed(0))
        labels = graph.labels[part.targets]
        expected = (
            roc_auc_score(labels, outputs[:, 1] - outputs[:, 0])
            if ranked
            else np.mean(outputs.argmax(dim=1).numpy() == labels)
        )
        assert part.scores(outputs).score == pytest.approx(expected)
        assert part.scores(outputs).average_precision is None


def replace_labels(graph: LabelledGraph, labels: np.ndarray) -> LabelledGraph:
    return replace(graph, labels=labels.astype(np.int64))
