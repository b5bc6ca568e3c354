"""Optuna: race the dimension while a short study tunes everything else at each of them.

    python examples/race_optuna.py [--trials 5]

Handwritten digits are reduced to a few components and classified; the strength of the regularisation is tuned for each
number of components and each split. Needs `pip install '.[optuna,sklearn]'`.
"""

import argparse
from functools import partial

import optuna
from sklearn.datasets import load_digits
from sklearn.decomposition import TruncatedSVD
from sklearn.linear_model import RidgeClassifier
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline

import graphdim as gd

DIMENSIONS = [4, 8, 16, 24, 32, 48, 63]


def tuned(dimension: int, seed: int, trials: int) -> float:
    """Test accuracy after a study with so many trials; the seed splits the data and drives the search."""
    features, labels = load_digits(return_X_y=True)
    rest, test, rest_labels, test_labels = train_test_split(features, labels, test_size=0.3, random_state=seed)
    train, valid, train_labels, valid_labels = train_test_split(rest, rest_labels, test_size=0.3, random_state=seed)

    def model(alpha: float) -> RidgeClassifier:
        return make_pipeline(TruncatedSVD(dimension, random_state=seed), RidgeClassifier(alpha))

    def objective(trial: optuna.Trial) -> float:
        alpha = trial.suggest_float("alpha", 1e-2, 1e5, log=True)
        return model(alpha).fit(train, train_labels).score(valid, valid_labels)

    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed))
    study.optimize(objective, n_trials=trials)
    return model(**study.best_params).fit(rest, rest_labels).score(test, test_labels)


def main() -> None:
    """Race, print the answer, and keep all trainings as trials of one study, for Optuna's plots and dashboard."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=5)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    result = gd.race(partial(tuned, trials=parser.parse_args().trials), DIMENSIONS, margin=0.02)
    print(result)
    study = optuna.create_study(direction="maximize", study_name="race")
    choices = optuna.distributions.CategoricalDistribution(DIMENSIONS)
    for each in result.trainings:
        params, space = {"dimension": each.dimension}, {"dimension": choices}
        study.add_trial(optuna.create_trial(params=params, distributions=space, value=each.score))
    print(f"{len(study.trials)} trials in the study, the highest single score at {study.best_params['dimension']}")


if __name__ == "__main__":
    main()
