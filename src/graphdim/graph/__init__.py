"""A simple undirected graph: pairs of its nodes, its matrices and their spectra."""
