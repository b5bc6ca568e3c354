"""PyG: a GCN on Cora at the width that graphdim selects, beside the usual 16.

    python examples/pyg_gcn.py [--epochs 100] [--seeds 2]

Needs `pip install '.[pyg]'`, and Cora: GRAPHDIM_DATA, or a network to fetch it once.
"""

import argparse
from collections.abc import Iterator

import torch
import torch_geometric.transforms as T  # noqa: N812 - PyG's own short name
from cora import cora
from torch.nn.functional import cross_entropy
from torch_geometric.data import Data
from torch_geometric.nn import GCN

from graphdim.integrations.pyg import EmbeddingDimension


def train(
    data: Data, hidden: int, *, epochs: int, seed: int = 0, rate: float = 0.01, dropout: float = 0.5
) -> Iterator[tuple[float, float]]:
    """Validation and test accuracy after each epoch."""
    torch.manual_seed(seed)
    model = GCN(data.num_features, hidden, num_layers=2, out_channels=int(data.y.max()) + 1, dropout=dropout)
    optimizer = torch.optim.Adam(model.parameters(), lr=rate, weight_decay=5e-4)
    for _ in range(epochs):
        model.train()
        optimizer.zero_grad()
        scores = model(data.x, data.edge_index)
        cross_entropy(scores[data.train_mask], data.y[data.train_mask]).backward()
        optimizer.step()
        model.eval()
        with torch.no_grad():
            right = model(data.x, data.edge_index).argmax(dim=1) == data.y
        yield float(right[data.validation_mask].float().mean()), float(right[data.test_mask].float().mean())


def main() -> None:
    """Train at both widths and print what each scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=2)
    asked = parser.parse_args()
    data = T.Compose([T.ToUndirected(), EmbeddingDimension()])(cora())
    print(f"graphdim says {data.embedding_dimension} for {data.num_nodes:,} nodes")
    for hidden in (16, data.embedding_dimension):
        # The epoch is chosen by validation; the test accuracy is the one of that epoch.
        scores = [max(train(data, hidden, epochs=asked.epochs, seed=seed))[1] for seed in range(asked.seeds)]
        print(f"width {hidden:>3}: test accuracy {sum(scores) / len(scores):.1%} over {asked.seeds} seeds")


if __name__ == "__main__":
    main()
