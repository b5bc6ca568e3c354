"""Tensors as arrays: on any device, with a gradient or without, and of types that NumPy does not have."""

from __future__ import annotations

from typing import Any

__all__ = ["SHORT_FLOATS", "as_array"]

# Types of floating-point numbers that NumPy lacks; each of their numbers is a float32.
SHORT_FLOATS = ("torch.bfloat16", "torch.float8")


def as_array(values: Any) -> Any:
    """A tensor as an array, short floats as float32; everything else as it is. Sparse tensors raise TypeError."""
    if not hasattr(values, "detach"):
        return values
    tensor = values.detach().cpu()
    return (tensor.float() if str(tensor.dtype).startswith(SHORT_FLOATS) else tensor).numpy()
