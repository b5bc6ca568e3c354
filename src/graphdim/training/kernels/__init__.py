"""The products and activations that training spends its time on, each held to PyG's layer by a test."""

__all__ = ["REVISION"]

# Raised whenever a kernel changes the last digits of a score; every line of the ledger carries it.
REVISION = "2"
