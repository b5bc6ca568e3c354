"""scikit-learn: how many components find the communities of a graph? The whole curve, and where two methods land on it.

    python examples/sklearn_pipeline.py [--size 50]

Twenty planted communities are embedded with more and more components and clustered. `DimensionSelector` measures the
number by cross-validation (cv) and puts it into the pipeline; MinGE (minge) is a prior from the number of nodes. Both
are rows of the same table, so that you see whether fewer components do as well. Needs
`pip install '.[sklearn]' networkx`.
"""

import argparse

import networkx as nx
from sklearn.cluster import KMeans
from sklearn.decomposition import TruncatedSVD
from sklearn.metrics import adjusted_rand_score
from sklearn.pipeline import make_pipeline

import graphdim as gd
from graphdim.integrations.sklearn import DimensionSelector

COMMUNITIES = 20
COMPONENTS = (2, 5, 10, 15, 20, 30, 40, 60, 80)


def main() -> None:
    """Plant, embed, cluster, and compare with what was planted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=50, help="nodes in each community")
    size = parser.parse_args().size
    planted = [community for community in range(COMMUNITIES) for _ in range(size)]
    graph = nx.planted_partition_graph(COMMUNITIES, size, 0.3, 0.01, seed=0)
    adjacency = nx.to_scipy_sparse_array(graph, dtype=float)

    def agreement(embed: TruncatedSVD | DimensionSelector) -> float:
        pipeline = make_pipeline(embed, KMeans(COMMUNITIES, n_init=3, random_state=0))
        return float(adjusted_rand_score(planted, pipeline.fit_predict(adjacency)))

    measured = DimensionSelector(TruncatedSVD(random_state=0))
    scores = {"cv": agreement(measured)}
    chosen = {measured.dimension_: "cv", gd.ideal_dimension(adjacency).dimension: "minge"}
    print(f"{len(planted):,} nodes in {COMMUNITIES} communities; agreement with them (1 is perfect, 0 is chance)")
    for n_components in sorted({*COMPONENTS, *chosen}):
        name = chosen.get(n_components, "")
        score = scores.get(name) or agreement(TruncatedSVD(n_components, random_state=0))
        print(f"{n_components:4} components  {score:4.2f}  {'█' * round(30 * score):30}  {name}".rstrip())


if __name__ == "__main__":
    main()
