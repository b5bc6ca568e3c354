"""Cora as a PyG graph, from graphdim's own copy of the files: what the other examples train on."""

import torch
from torch_geometric.data import Data

from graphdim.training.data import load


def cora() -> Data:
    """Features, labels, edges both ways, and the public split as masks."""
    graph = load("cora")
    ends = torch.from_numpy(graph.edges).T
    data = Data(
        x=torch.from_numpy(graph.features.toarray()).to_sparse(),  # an epoch takes less than half the time
        y=torch.from_numpy(graph.labels),
        edge_index=torch.cat([ends, ends.flip(0)], dim=1),
    )
    for part in ("train", "validation", "test"):
        data[f"{part}_mask"] = torch.zeros(graph.n_nodes, dtype=torch.bool)
        data[f"{part}_mask"][getattr(graph.public_split, part)] = True
    return data
