"""Measurement → Selection: one file per way to choose a dimension, one result type for all."""
