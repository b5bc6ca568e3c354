"""The products and activations that training spends its time on, each held to PyG's layer by a test."""
