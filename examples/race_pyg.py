"""PyG: how wide must a GCN be to classify the papers of Cora? A usual training loop, raced.

    python examples/race_pyg.py [--epochs 100] [--workers 2]

Needs `pip install 'graphdim[pyg]'`, and Cora: GRAPHDIM_DATA, or a network to fetch it once.
"""

import argparse
from functools import cache, partial

from cora import cora
from pyg_gcn import train

import graphdim as gd

DIMENSIONS = [2, 4, 8, 16, 32, 64]

data = cache(cora)  # read once in each process


def accuracy(dimension: int, seed: int, epochs: int) -> float:
    """Test accuracy at the epoch that is best on validation; the seed draws the first weights and the dropout."""
    return max(train(data(), dimension, epochs=epochs, seed=seed))[1]


def main() -> None:
    """Race the widths; two points of accuracy are not worth a wider network here."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--workers", type=int)
    asked = parser.parse_args()
    objective = partial(accuracy, epochs=asked.epochs)
    print(gd.race(objective, DIMENSIONS, margin=0.02, max_seeds=asked.seeds, workers=asked.workers))


if __name__ == "__main__":
    main()
