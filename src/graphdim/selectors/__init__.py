"""View → Selection: one file per way to choose a dimension, and the registry that knows them by name.

A selector is a frozen dataclass: its fields are its parameters, `name` and `looks_at` are class variables, and
`select(view)` makes a Selection. To add one, write its file and add its line to SELECTORS. One that takes
long also gets a line in `methods` (not run unless it is asked for) and in `duration` (how long it takes).
"""

from __future__ import annotations

import time
from dataclasses import fields, is_dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from graphdim.checks import check_choice
from graphdim.errors import ParameterError
from graphdim.words import listed, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graphdim.engines.view import GraphView
    from graphdim.selectors.protocol import Selector
    from graphdim.selectors.selection import Selection

__all__ = ["SELECTORS", "own_selector", "parameters_of", "run", "selector"]

# Name → where its class is; imported when it is first used.
SELECTORS = {
    "cv": "graphdim.selectors.cv:CrossValidation",
    "ecv": "graphdim.selectors.ecv:EdgeCrossValidation",
    "eigcv": "graphdim.selectors.eigcv:EigenCrossValidation",
    "profile": "graphdim.selectors.profile:Profile",
    "flip": "graphdim.selectors.flip:Flip",
    "bethe-hessian": "graphdim.selectors.bethe_hessian:BetheHessian",
    "usvt": "graphdim.selectors.usvt:USVT",
    "gavish-donoho": "graphdim.selectors.gavish_donoho:GavishDonoho",
    "effective-rank": "graphdim.selectors.effective_rank:EffectiveRank",
    "pip": "graphdim.selectors.pip_loss:PipLoss",
    "normalized-loss": "graphdim.selectors.normalized_loss:NormalizedLoss",
    "normalized-loss-walks": "graphdim.selectors.normalized_loss_walks:NormalizedLossOfWalks",
    "pca": "graphdim.selectors.pca:PCA",
    "two-nn": "graphdim.selectors.two_nn:TwoNN",
    "snml": "graphdim.selectors.snml:SNML",
    "aic": "graphdim.selectors.aic:AIC",
    "bic": "graphdim.selectors.bic:BIC",
    "minge": "graphdim.selectors.minge:MinGE",
    "su": "graphdim.selectors.su:Su",
    "rules": "graphdim.selectors.rules:Rules",
}


def selector(name: str, **parameters: Any) -> Selector:
    """The named selector with these parameters.

    >>> selector("minge", structure_weight=2.0)
    MinGE(structure_weight=2.0, variant='published', structure='two-hop')
    """
    known = parameters_of(name)
    for unknown in parameters.keys() - known:
        msg = f"{name} has no parameter {unknown!r}; it takes {', '.join(known) or 'none'}"
        raise ParameterError(msg)
    made: Selector = _class_of(name)(**parameters)
    return made


def own_selector(given: Any, parameters: Mapping[str, Any]) -> Selector:
    """A selector of the user's own, with its parameters inside it; refuses what is none."""
    if isinstance(given, type) or not (is_dataclass(given) and callable(getattr(given, "select", None))):
        msg = f"method is {shown(given)}; it must be the name of a selector, or a dataclass with select(view)"
        raise ParameterError(msg)
    if parameters:
        msg = f"{listed(parameters)}: the parameters of a selector of your own are its fields; set them there"
        raise ParameterError(msg)
    return given  # type: ignore[return-value]  # checked as far as it can be


def parameters_of(name: str) -> tuple[str, ...]:
    """The names of a selector's parameters.

    >>> parameters_of("minge")
    ('structure_weight', 'variant', 'structure')
    """
    return tuple(field.name for field in fields(_class_of(name)))


def run(chosen: Selector, view: GraphView, *, since: float | None = None) -> Selection:
    """What a selector chooses, with the seconds that it took since `since`, a `time.perf_counter()`."""
    started = time.perf_counter() if since is None else since
    selection = chosen.select(view)
    return replace(selection, seconds=time.perf_counter() - started)


def _class_of(name: str) -> Any:
    check_choice("method", name, SELECTORS)
    module, _, attribute = SELECTORS[name].partition(":")
    return getattr(import_module(module), attribute)
