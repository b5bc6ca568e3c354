"""A small labelled graph: two loose communities, the way a user's own graph lies in the data folder."""

from pathlib import Path

import numpy as np

from graphdim.training.data import LabelledGraph, labelled

N_NODES = 60


def toy_edges() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Each node meets four of its own half and now and then one of the other."""
    draw = np.random.default_rng(7)
    ends = [(node, (node // 30) * 30 + int(draw.integers(30))) for node in range(N_NODES) for _ in range(4)]
    ends += [(int(draw.integers(30)), 30 + int(draw.integers(30))) for _ in range(20)]
    return np.unique([sorted(pair) for pair in ends if pair[0] != pair[1]], axis=0)


def toy_labels() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Which half a node is in."""
    return np.arange(N_NODES) // 30


def toy_graph() -> LabelledGraph:
    """The graph as the trainer takes it, without features."""
    return labelled("toy", N_NODES, toy_edges(), labels=toy_labels())


def put_toy(folder: Path) -> None:
    """Write graphs/toy.npz below a data folder."""
    (folder / "graphs").mkdir(parents=True, exist_ok=True)
    np.savez(folder / "graphs" / "toy.npz", n=N_NODES, edges=toy_edges(), labels=toy_labels())
