"""Optuna: tune a GCN on Cora from end to end; the width is searched around MinGE's, which is tried first.

    python examples/optuna_gcn.py [--trials 10] [--epochs 60]

Needs `pip install '.[pyg,optuna]'`, and Cora: GRAPHDIM_DATA, or a network to fetch it once.
"""

import argparse

import optuna
from cora import cora
from pyg_gcn import train
from torch_geometric.data import Data

from graphdim.integrations.optuna import suggest_dimension


def objective(trial: optuna.Trial, data: Data, epochs: int) -> float:
    """The best validation accuracy of one training; hopeless ones are cut short."""
    settings = {
        "hidden": suggest_dimension(trial, "hidden", data),
        "rate": trial.suggest_float("rate", 1e-3, 1e-1, log=True),
        "dropout": trial.suggest_float("dropout", 0.0, 0.8, step=0.1),
    }
    best = (0.0, 0.0)
    for epoch, scores in enumerate(train(data, **settings, epochs=epochs)):
        best = max(best, scores)
        trial.report(best[0], epoch)
        if trial.should_prune():
            raise optuna.TrialPruned
    trial.set_user_attr("test", best[1])
    return best[0]


def main() -> None:
    """Search, then print the first trial, the best one and how the width fared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=10)
    parser.add_argument("--epochs", type=int, default=60)
    asked = parser.parse_args()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    data = cora()
    pruner = optuna.pruners.MedianPruner(n_startup_trials=3, n_warmup_steps=10)
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=0), pruner=pruner)
    study.optimize(lambda trial: objective(trial, data, asked.epochs), n_trials=asked.trials)
    for trial in study.trials:
        score = f"{trial.value:.1%}" if trial.state is optuna.trial.TrialState.COMPLETE else "cut short"
        print(f"trial {trial.number:>2}: width {trial.params['hidden']:>3}, validation {score}")
    best = study.best_trial
    settings = ", ".join(f"{name} {value:.3g}" for name, value in best.params.items())
    print(f"Best: trial {best.number} ({settings}), test accuracy {best.user_attrs['test']:.1%}")


if __name__ == "__main__":
    main()
