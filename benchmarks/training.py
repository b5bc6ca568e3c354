"""Seconds per epoch of each model on Cora at dimension 98, against PyG in the usual way, on one thread in one run.

    python benchmarks/training.py [--rounds 20] [--dataset cora] [--dimension 98] [--model gcn …]
    python benchmarks/training.py --links --dataset amazon_photo --dimension 64 --model gcn
    python benchmarks/training.py --scores [--seeds 10]

An epoch is a training step and an evaluation. Bounds: MLP and GCN at least 8 times faster, GAT and GCNII 4 times; links
have none. --links is link prediction, with the same decoder and fresh negatives.
--scores trains both over the same seeds and splits: the means should agree within the 95 % interval of PyG's.
Data is needed: set GRAPHDIM_DATA.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np
import torch
from scipy.stats import t as student
from usual import Usual, UsualLinks

from graphdim.choices import MODELS
from graphdim.training.data import LabelledGraph, load
from graphdim.training.definition import Training
from graphdim.training.settings import DEFAULTS
from graphdim.training.trainer import Trainer, train

BOUNDS = {"mlp": 8, "gcn": 8, "gat": 4, "gcnii": 4}


def training(model: str, dataset: str, dimension: int, seed: int = 0, *, links: bool = False) -> Training:
    """Node classification, or link prediction, with the usual settings."""
    task, per_class = ("link-prediction", None) if links else ("node-classification", 20)
    settings = DEFAULTS.model(model, dataset, task)
    return Training(task, dataset, model, dimension, settings.layers, per_class, seed, max_epochs=settings.max_epochs)


def epoch_of(trainer: Trainer) -> Callable[[], None]:
    """One epoch of ours; every validation counts as an improvement, which is the dearer case."""

    def epoch() -> None:
        trainer.best_loss, trainer.best_ranking = float("inf"), -float("inf")
        trainer.step()
        trainer.validate()

    return epoch


def epoch_of_usual(usual: Usual | UsualLinks) -> Callable[[], None]:
    """One epoch of PyG's."""

    def epoch() -> None:
        usual.step()
        usual.evaluate()

    return epoch


def best_in_turns(epochs: dict[str, Callable[[], None]], rounds: int) -> dict[str, float]:
    """The least seconds of each; they take turns, so that noise hits all alike."""
    best = dict.fromkeys(epochs, float("inf"))
    for _ in range(rounds):
        for name, epoch in epochs.items():
            started = time.perf_counter()
            epoch()
            best[name] = min(best[name], time.perf_counter() - started)
    return best


def compare_speed(graph: LabelledGraph, models: list[str], dimension: int, rounds: int, *, links: bool) -> None:
    """One line a model."""
    print(f"{'model':<8}{'PyG ms':>10}{'ours ms':>10}{'ratio':>8}{'bound':>8}")
    for model in models:
        asked = training(model, graph.name, dimension, links=links)
        usual = UsualLinks(asked, graph) if links else Usual(asked, graph)
        epochs = {"usual": epoch_of_usual(usual), "ours": epoch_of(Trainer(asked, graph))}
        best = best_in_turns(epochs, rounds)
        ratio, bound = best["usual"] / best["ours"], "–" if links else f"{BOUNDS[model]}×"
        print(f"{model:<8}{1e3 * best['usual']:>10.2f}{1e3 * best['ours']:>10.2f}{ratio:>7.1f}×{bound:>8}")


def compare_scores(graph: LabelledGraph, models: list[str], dimension: int, seeds: int) -> None:
    """Means over the seeds, with the half width of the 95 % interval, in percent."""
    print(f"{'model':<8}{'PyG':>16}{'ours':>16}{'agree':>8}")
    for model in models:
        asked = [training(model, graph.name, dimension, seed) for seed in range(seeds)]
        usual = 100 * np.array([Usual(each, graph).score() for each in asked])
        ours = 100 * np.array([train(each, graph).score for each in asked])
        half, our_half = interval(usual), interval(ours)
        agree = "yes" if abs(usual.mean() - ours.mean()) <= np.hypot(half, our_half) else "no"
        print(
            f"{model:<8}{usual.mean():>8.2f} ± {half:<5.2f}{ours.mean():>8.2f} ± {our_half:<5.2f}{agree:>8}", flush=True
        )


def interval(scores: np.ndarray) -> float:
    """Half the width of the 95 % interval of the mean."""
    return float(student.ppf(0.975, len(scores) - 1) * scores.std(ddof=1) / np.sqrt(len(scores)))


def main() -> None:
    """Measure and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--dataset", default="cora")
    parser.add_argument("--dimension", type=int, default=98)
    parser.add_argument("--model", action="append", choices=MODELS)
    parser.add_argument("--links", action="store_true")
    parser.add_argument("--scores", action="store_true")
    parser.add_argument("--seeds", type=int, default=10)
    asked = parser.parse_args()
    torch.set_num_threads(1)
    graph, models = load(asked.dataset), asked.model or list(MODELS)
    if asked.scores:
        compare_scores(graph, models, asked.dimension, asked.seeds)
    else:
        compare_speed(graph, models, asked.dimension, asked.rounds, links=asked.links)


if __name__ == "__main__":
    main()
