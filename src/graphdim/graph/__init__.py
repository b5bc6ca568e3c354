"""Edges → a simple undirected graph: numbers the nodes, packs each edge into one key, makes keys unique.

    Edges → packing (numbering, keys) → store → blocks → Graph

The engines take the same steps up to the blocks and sum over these.
"""
