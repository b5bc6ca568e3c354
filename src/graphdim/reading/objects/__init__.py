"""Graphs that are already in memory: one file per library, each with one function `edges`."""
