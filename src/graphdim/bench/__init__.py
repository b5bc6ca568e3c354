"""What is left of the former room for experiments: the reader of node tables."""
