"""scikit-learn: TruncatedSVD at 128 components, saved as .npy; how many of them do the labels need?

    python examples/shrink_svd.py [--communities 8] [--size 30]

The rows are cut by PCA, and the answer is the smallest dimension from which labels are learned as well, to a point, as
from all. The cut rows and the projection that made them are written. Needs `pip install '.[sklearn]'`.
"""

import argparse
import tempfile
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array
from sklearn.decomposition import TruncatedSVD

import graphdim as gd


def planted(communities: int, size: int) -> tuple[csr_array, np.ndarray]:
    """The adjacency of a graph, and the community of each node."""
    home = np.repeat(np.arange(communities), size)
    chance = np.where(home[:, None] == home, 0.3, 0.03)
    drawn = np.triu(np.random.default_rng(0).random(chance.shape) < chance, k=1)
    return csr_array((drawn | drawn.T).astype(np.float32)), home


def main() -> None:
    """Embed, cut, and say what was written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--communities", type=int, default=8)
    parser.add_argument("--size", type=int, default=30, help="nodes in each community")
    asked = parser.parse_args()
    adjacency, labels = planted(asked.communities, asked.size)
    rows = TruncatedSVD(128, random_state=0).fit_transform(adjacency)
    with tempfile.TemporaryDirectory() as folder:
        np.save(Path(folder, "rows.npy"), rows)
        result = gd.shrink(Path(folder, "rows.npy"), labels=labels, at=64, output=Path(folder, "small.npy"))
        cut = np.load(Path(folder, "small.npy"))
    print(result)
    print(f"Written: {cut.shape[0]} rows of {cut.shape[1]} numbers.")


if __name__ == "__main__":
    main()
