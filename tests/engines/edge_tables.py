"""Edge tables that try what an engine must survive: each is a function that makes one, by its name."""

import os
from collections.abc import Callable

import numpy as np
import polars as pl

import graphdim as gd
from graphdim.errors import DatasetError

Table = pl.DataFrame


def table(pairs: object, **weights: list[float]) -> Table:
    sources, targets = np.asarray(pairs).T
    return pl.DataFrame({"source": sources, "target": targets, **weights})


def dataset(name: str) -> Table:
    return table(gd.read(f"dataset:{name}").pairs.astype(np.int64))


def at_hand(name: str) -> bool:
    try:
        return bool(os.environ.get("GRAPHDIM_DATA") and gd.read(f"dataset:{name}"))
    except DatasetError:
        return False


def messy() -> Table:
    """Loops (one on a node that has nothing else), repeats, reversed edges."""
    return table([(1, 2), (2, 1), (2, 3), (2, 3), (3, 3), (9, 9), (10, 11), (10, 12), (12, 10)])


def hubs() -> Table:
    """Two stars that share leaves, and a long path."""
    leaves = [(hub, 10 + leaf) for hub in (0, 1) for leaf in range(hub, 3000, hub + 1)]
    return table([*leaves, *((node, node + 1) for node in range(5000, 6000))])


def huge_ids() -> Table:
    """Ids at both ends of 64 bits, and neighbours that a float could not tell apart."""
    return table([(-(2**63), 2**63 - 1), (2**63 - 1, 2**63 - 2), (2**53, 2**53 + 1), (2**53 + 1, -(2**63)), (0, -1)])


def strings() -> Table:
    names = ["Ana", "Zoë", "ana", "o'Neil", 'a "b"', "0", "00", "名"]
    return table([(names[place], names[(place * place + 3) % 8]) for place in range(8)] + [("0", "00"), ("名", "Ana")])


def weighted() -> Table:
    return table([(1, 2), (2, 1), (2, 3), (3, 4), (4, 4), (4, 1)], weight=[0.5, 2.0, 1.5, 1e-3, 7.0, 1e6])


TABLES: dict[str, Callable[[], Table]] = {
    "karate": lambda: dataset("karate"),
    "messy": messy,
    "hubs": hubs,
    "huge_ids": huge_ids,
    "strings": strings,
} | ({"cora": lambda: dataset("cora")} if at_hand("cora") else {})
