"""scikit-learn: communities of a graph by a pipeline that picks its own number of components.

    python examples/sklearn_pipeline.py [--size 100]

Twenty planted communities are embedded and clustered, with the components that graphdim selects and with the two that
TruncatedSVD has by default. Needs `pip install 'graphdim[sklearn]' networkx`.
"""

import argparse

import networkx as nx
from sklearn.cluster import KMeans
from sklearn.decomposition import TruncatedSVD
from sklearn.metrics import adjusted_rand_score
from sklearn.pipeline import Pipeline, make_pipeline

from graphdim.integrations.sklearn import DimensionSelector

COMMUNITIES = 20


def main() -> None:
    """Plant, embed, cluster, and compare with what was planted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=100, help="nodes in each community")
    size = parser.parse_args().size
    planted = [community for community in range(COMMUNITIES) for _ in range(size)]
    graph = nx.planted_partition_graph(COMMUNITIES, size, 0.2, 0.005, seed=0)
    adjacency = nx.to_scipy_sparse_array(graph, dtype=float)

    def agreement(embed: TruncatedSVD | DimensionSelector) -> tuple[float, Pipeline]:
        pipeline = make_pipeline(embed, KMeans(COMMUNITIES, n_init=5, random_state=0))
        return adjusted_rand_score(planted, pipeline.fit_predict(adjacency)), pipeline

    default, _ = agreement(TruncatedSVD(random_state=0))
    selected, pipeline = agreement(DimensionSelector(TruncatedSVD(random_state=0)))
    print(f"{len(planted):,} nodes in {COMMUNITIES} communities; agreement with them (1 is perfect, 0 is chance)")
    print(f"  2 components, the default:     {default:.2f}")
    print(f"  {pipeline[0].dimension_} components, selected:       {selected:.2f}")


if __name__ == "__main__":
    main()
