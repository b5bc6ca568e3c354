"""The experiments of the MinGE paper, trained again: presets, tables, figures, and the page that judges its claims.

    settings.toml, presets → graphdim.training → results/*.jsonl → tables, figures, evidence page

Luo et al., Graph Entropy Guided Node Embedding Dimension Selection for Graph Neural Networks, IJCAI 2021. The package
is used from a clone of the repository; it imports graphdim, and graphdim does not know of it.
"""
