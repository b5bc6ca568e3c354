"""The parameters of a method that a tool's own class takes by name: those of MinGE, for MinGE alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.choices import METHOD, VARIANTS
from graphdim.errors import ParameterError

if TYPE_CHECKING:
    from graphdim.selectors.protocol import Selector

__all__ = ["method_options"]


def method_options(method: str | Selector, structure_weight: float, variant: str) -> dict[str, Any]:
    """What `ideal_dimension` takes for this method; a parameter of MinGE for another method is refused.

    >>> method_options("cv", 1.0, "published")
    {'method': 'cv'}
    """
    own = {"structure_weight": structure_weight, "variant": variant}
    if method == METHOD:
        return {"method": method, **own}
    defaults = {"structure_weight": 1.0, "variant": VARIANTS[0]}
    for name, value in own.items():
        if value != defaults[name]:
            msg = (
                f"{name} is {value!r}, but it is for MinGE; with method={method!r}, give a selector with its parameters"
            )
            raise ParameterError(msg)
    return {"method": method}
