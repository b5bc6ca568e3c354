"""Optuna: a search space around the dimension that MinGE or another method selects, which is tried first.

    low = estimate / 8  ≤  prior = estimate  ≤  2 · estimate = high,    each rounded up to a multiple of 8

The first trial gets the prior, later ones what the sampler says; the graph is measured once for each study. Around a
small prior the range is widened upwards to four values, since a search over one or two would find nothing.
"""

from __future__ import annotations

import math
import os
import threading
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from graphdim.api import ideal_dimension
from graphdim.checks import check_count
from graphdim.choices import METHOD
from graphdim.errors import ParameterError
from graphdim.extras import require
from graphdim.report.number_like import NumberLike

if TYPE_CHECKING:
    from collections.abc import Mapping

    import optuna

    from graphdim.selectors.protocol import Selector
    from graphdim.selectors.selection import Selection
else:
    optuna = require("optuna", "suggest_dimension")

__all__ = ["suggest_dimension"]

# The range around the prior.
LEAST, MOST = 1 / 8, 2
FEWEST = 4  # values to search, unless the high end is given

# Samplers that follow a plan of their user's, which a value of ours would break.
PLANNED = (optuna.samplers.GridSampler, optuna.samplers.PartialFixedSampler)


def suggest_dimension(
    trial: optuna.trial.BaseTrial,
    name: str,
    graph: Any,
    *,
    low: int | None = None,
    high: int | None = None,
    multiple_of: int = 8,
    method: str | Selector = METHOD,
    **options: Any,
) -> int:
    """Suggest a dimension around the one that a method selects for a graph; the first trial gets that one.

    Parameters
    ----------
    trial
        The trial of the objective; a FixedTrial or FrozenTrial gives the value that it holds.
    name
        What the parameter is called in the study.
    graph
        Anything that `ideal_dimension` reads, measured once for each study; or a result with a dimension, measured
        already: of `ideal_dimension`, `compare`, `sweep`, `race` or `shrink`.
    low, high
        The ends of the search; by default an eighth of the prior and twice the prior, but at least four values.
    multiple_of
        The step of the search, from a multiple of it to a multiple of it.
    method
        How the prior is chosen, as in `ideal_dimension`. MinGE, the default, is instant; "cv" measures link prediction
        by a spectral embedding, not the width of a network.
    options
        Further options of `ideal_dimension`, such as `structure_weight` and `n_nodes`.

    Notes
    -----
    A value that the user has enqueued for this parameter goes before the prior. The prior counts as tried once any
    trial of the study had it and did not fail; of trials that run side by side, the oldest takes it. Studies that are
    stopped and resumed therefore try it once. GridSampler and PartialFixedSampler keep to their own plan.

    Examples
    --------
    >>> import optuna
    >>> optuna.logging.set_verbosity(optuna.logging.WARNING)
    >>> study = optuna.create_study()
    >>> study.optimize(lambda trial: suggest_dimension(trial, "hidden", "dataset:karate"), n_trials=3)
    >>> study.trials[0].params
    {'hidden': 48}
    >>> study.trials[0].distributions
    {'hidden': IntDistribution(high=88, log=False, low=8, step=8)}
    """
    asking = trial if isinstance(trial, optuna.Trial) else None  # others have no study, and their values already
    space = _space(_selected(asking, graph, {"method": method, **options}), low, high, multiple_of)
    if asking and _is_first(asking, name, space.prior) and not _propose(asking, name, space):
        # Public, but a search space of its own, which samplers that learn relations between parameters do not use.
        return trial.suggest_int(name, space.prior, space.prior, step=space.step)
    return trial.suggest_int(name, space.low, space.high, step=space.step)


class Space(NamedTuple):
    """Where to search: multiples of `step` from `low` to `high`, `prior` among them."""

    low: int
    high: int
    step: int
    prior: int


def _space(result: NumberLike, low: int | None, high: int | None, multiple_of: int) -> Space:
    step = check_count("multiple_of", multiple_of, least=1)
    estimate = getattr(result, "estimate", None) or result.dimension
    least = _up(estimate * LEAST if low is None else low, step)
    widest = max(_up(estimate * MOST, step), least + (FEWEST - 1) * step)
    most = widest if high is None else step * (high // step)
    if not 0 < least <= most:
        msg = f"no multiple of {step} lies between low = {low or least} and high = {high or most}; widen the search"
        raise ParameterError(msg)
    return Space(least, most, step, min(max(_up(result.dimension, step), least), most))


def _up(value: float, step: int) -> int:
    """The next multiple of step."""
    return step * math.ceil(value / step)


def _is_first(trial: optuna.Trial, name: str, prior: int) -> bool:
    """Whether it falls to this trial to try the prior."""
    if isinstance(trial.study.sampler, PLANNED):
        return False
    others = (other for other in trial.study.get_trials(deepcopy=False) if other.number != trial.number)
    return not any(_tries(other, trial.number, name, prior) for other in others)


def _tries(other: optuna.trial.FrozenTrial, number: int, name: str, prior: int) -> bool:
    """Whether another trial had the prior, or is about to: older, running, and not yet asked."""
    states = optuna.trial.TrialState
    if name in other.params:
        return other.state != states.FAIL and bool(other.params[name] == prior)
    return other.state == states.RUNNING and other.number < number


def _propose(trial: optuna.Trial, name: str, space: Space) -> bool:
    """Let this trial find the prior among the values that its sampler has drawn for it; False if that cannot be done.

    Enqueueing would reach later trials only, and a narrower range would be another search space to the sampler. The
    attributes are not public, so they may go one day.
    """
    drawn = getattr(trial, "relative_params", None)  # drawing also settles the space
    if drawn is None or not hasattr(trial, "relative_search_space"):
        return False
    distribution = optuna.distributions.IntDistribution(space.low, space.high, step=space.step)
    trial.relative_search_space = {**(trial.relative_search_space or {}), name: distribution}
    drawn[name] = space.prior
    return True


class Entry(NamedTuple):
    """A graph, how it was measured, and what came out."""

    graph: Any
    options: Mapping[str, Any]
    selection: Selection


class Memory:
    """The graphs of one study; the last few, since an objective may make a new one at each trial."""

    def __init__(self) -> None:
        self.lock = threading.Lock()  # threads that start together measure once
        self.known: deque[Entry] = deque(maxlen=8)

    def selected(self, graph: Any, options: Mapping[str, Any]) -> Selection:
        """The selection for a graph, measured now or before."""
        with self.lock:
            for entry in self.known:
                if entry.options == options and _same(entry.graph, graph):
                    return entry.selection
            selection = ideal_dimension(graph, **options)
            self.known.append(Entry(graph, options, selection))
            return selection


MEMORIES: WeakKeyDictionary[optuna.Study, Memory] = WeakKeyDictionary()
MEMORIES_LOCK = threading.Lock()


def _selected(trial: optuna.Trial | None, graph: Any, options: Mapping[str, Any]) -> NumberLike:
    if isinstance(graph, NumberLike):
        return _decided(graph)
    if trial is None:
        return ideal_dimension(graph, **options)
    with MEMORIES_LOCK:
        memory = MEMORIES.setdefault(trial.study, Memory())
    return memory.selected(graph, options)


def _decided(result: NumberLike) -> NumberLike:
    """A result that has a dimension to search around."""
    if result.dimension is None:
        fault = f"the {type(result).__name__} has no dimension to search around"
        msg = f"{fault}; print it to see why, or give the graph itself to search around a prior"
        raise ParameterError(msg)
    return result


def _same(one: Any, other: Any) -> bool:
    """Whether two sources are one: the same object, or the same place."""
    return one is other or (isinstance(one, str | os.PathLike) and isinstance(other, type(one)) and one == other)
