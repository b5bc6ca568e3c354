"""Zachary's karate club, kept in this module: who met whom outside the club (W. W. Zachary, 1977)."""

import numpy as np

from graphdim.reading.datasets.catalogue import Dataset
from graphdim.reading.edges import Edges

__all__ = ["edges"]

N_MEMBERS = 34
FRIENDS = {
    0: (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 17, 19, 21, 31),
    1: (2, 3, 7, 13, 17, 19, 21, 30),
    2: (3, 7, 8, 9, 13, 27, 28, 32),
    3: (7, 12, 13),
    4: (6, 10),
    5: (6, 10, 16),
    6: (16,),
    8: (30, 32, 33),
    9: (33,),
    13: (33,),
    14: (32, 33),
    15: (32, 33),
    18: (32, 33),
    19: (33,),
    20: (32, 33),
    22: (32, 33),
    23: (25, 27, 29, 32, 33),
    24: (25, 27, 31),
    25: (31,),
    26: (29, 33),
    27: (33,),
    28: (31, 33),
    29: (32, 33),
    30: (32, 33),
    31: (32, 33),
    32: (33,),
}


def edges(_: Dataset) -> Edges:
    """The 78 friendships of 34 members."""
    ends = np.array([(member, friend) for member, friends in FRIENDS.items() for friend in friends])
    return Edges(ends[:, 0], ends[:, 1], n_nodes=N_MEMBERS)
