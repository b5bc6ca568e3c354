"""The sweep itself: source → graph with labels and features → objective → race → answer. The flow on one screen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from graphdim.api import ideal_dimension
from graphdim.checks import check_callable, check_flag, check_margin, check_path, whole_numbers
from graphdim.choices import MODELS
from graphdim.engines.options import options_of
from graphdim.folders import cache_folder, user_path
from graphdim.graph.kinds import reminding_of_kinds
from graphdim.racing.budget import seconds_of
from graphdim.racing.identity import identity, name_of, opaque_values
from graphdim.racing.ledger import RaceLedger
from graphdim.racing.race import race
from graphdim.reading import dataset_name
from graphdim.reading.notes import IGNORED_WEIGHT, NO_FEATURES
from graphdim.sweeping.candidates import candidates
from graphdim.sweeping.chance import guessing_bound
from graphdim.sweeping.degrees import with_degrees
from graphdim.sweeping.objectives import objective_of, read_model, task_of
from graphdim.sweeping.own import own_graph
from graphdim.sweeping.result import Sweep
from graphdim.words import listed

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from graphdim.graph.graph import Graph
    from graphdim.sweeping.objectives import Objective
    from graphdim.training.data import LabelledGraph

__all__ = ["sweep"]


def sweep(
    source: Any,
    *,
    model: str | Callable[..., Any] | None = None,
    task: str | None = None,
    labels: Any = None,
    features: Any = None,
    dimensions: str | Iterable[int] = "auto",
    margin: float = 0.01,
    at: int | Iterable[int] | None = None,
    budget: float | str | None = "10m",
    max_seeds: int = 10,
    ledger: str | os.PathLike[str] | None = None,
    fresh: bool = False,
    workers: int | None = None,
    watch: Callable[[Sweep], None] | None = None,
    **options: Any,
) -> Sweep:
    """The smallest dimension that a trained model needs on a graph, for as few trainings as possible.

    The dimensions are raced (see `race`): each is trained with the same seeds, and only where the answer depends on
    it. At most 5 % of the answers lie more than the margin below the best candidate, as long as no dimension is more
    than about five times as noisy as another. Where no dimension is shown to score above guessing, there is no answer.

    Parameters
    ----------
    source
        Anything that `ideal_dimension` reads; a PyG `Data` brings its labels and features.
    model
        An embedding: "spectral", "prone", "deepwalk" or "node2vec". A network: "mlp", "gcn", "gat" or "gcnii". Or a
        function of `(adjacency, dimension, seed)` that returns one row per node, given itself or as "MODULE:FUNCTION";
        one with a parameter `features` gets the features too, scaled as networks get them. By default "gcn" where
        there are features, else "deepwalk".
    task
        "link-prediction" or "node-classification"; by default the latter where there are labels.
    labels
        A file or a frame with an id and a label per row, the name of a column or attribute, a mapping from ids, or
        one label per node. The index of a pandas object holds its ids.
    features
        A file or a frame with an id and numbers per row, an .npy or .npz file, or a matrix. The index of a pandas frame
        holds its ids, unless a column is called id. Without features, networks get one-hot degrees.
    dimensions
        "auto" for powers of two from 4 to 256 below the number of nodes; or your own numbers.
    margin
        How far below the best is good enough, in units of the score.
    at
        One dimension of your own, or several: they join the candidates, and each gets its verdict.
    budget
        Seconds, or a text such as "90s", "10m", "2h"; None for no limit. A training in this process cannot be
        interrupted; in workers it is stopped at the end of the budget.
    max_seeds
        Seeds per dimension at most.
    ledger
        A file that keeps every finished training, so that another call goes on; by default one in the user's cache,
        named by the graph, the model and the settings.
    fresh
        Forget what the ledger holds.
    workers
        None trains in this process; a number trains in so many others.
    watch
        Called with the sweep so far: once with the trainings of the ledger, if there are any, and after each training.
    options
        How to read the source, as in `ideal_dimension`.

    Examples
    --------
    >>> import graphdim as gd
    >>> def degrees_and_noise(adjacency, dimension, seed):
    ...     noise = np.random.default_rng(seed).normal(size=(adjacency.shape[0], dimension))
    ...     return np.column_stack([adjacency.sum(axis=1), noise])[:, :dimension]
    >>> import numpy as np
    >>> gd.sweep("dataset:karate", model=degrees_and_noise, dimensions=[1, 32], margin=0.2).dimension
    1
    """
    how, chosen = options_of(options), read_model(model)
    _check(margin, budget, ledger, fresh, watch)
    own_dimensions = whole_numbers("at", at)
    graph, labelled = own_graph(source, labels, features, how)
    asked = task_of(task, labelled, is_labelled=labels is not None)
    name, objective = objective_of(chosen, asked, graph, labelled, is_dataset=dataset_name(source) is not None)
    tried = candidates(dimensions, own_dimensions, graph.n_nodes)
    opaque = opaque_values(chosen) if callable(chosen) else []
    book = _ledger(ledger, objective, opaque, fresh=fresh)
    framed = partial(
        Sweep,
        model=name,
        task=asked,
        score=objective.score,
        selection=ideal_dimension(graph),
        at=own_dimensions,
        notes=(*_notes(graph, labelled, name, tried), *_kept_notes(name, opaque, book)),
        ledger="" if book is None else str(book),
        guessing=guessing_bound(objective.score, labelled.labels),
        is_own_model=callable(chosen),
    )
    with reminding_of_kinds(lambda: graph.notes):
        found = race(
            objective,
            tried,
            margin=margin,
            max_seeds=max_seeds,
            budget=budget,
            workers=workers,
            ledger=book,
            watch=None if watch is None else lambda now: watch(framed(race=now)),
        )
    return with_degrees(framed(race=found), objective)


def _check(margin: Any, budget: Any, ledger: Any, fresh: Any, watch: Any) -> None:
    """Refuse what makes no sense before anything is read."""
    check_margin(margin)
    check_flag("fresh", fresh)
    if budget is not None:
        seconds_of(budget)
    if ledger is not None:
        check_path("ledger", ledger)
    if watch is not None:
        check_callable("watch", watch, "the sweep so far")


def _ledger(
    given: str | os.PathLike[str] | None, objective: Objective, opaque: list[str], *, fresh: bool
) -> Path | None:
    """Where finished trainings are kept; emptied if asked for, after a look that it is a ledger of this objective.

    None for a function that carries values which cannot be told from others: it could get the scores of another.
    """
    if opaque and given is None:
        return None
    key = identity(objective)
    path = cache_folder() / "sweeps" / f"{key}.jsonl" if given is None else user_path(given)
    if fresh and path.exists():
        RaceLedger(path, key, name_of(objective)).trainings()
        path.unlink()
    return path


def _kept_notes(name: str, opaque: list[str], book: Path | None) -> tuple[str, ...]:
    """That trainings are not kept, or that the file the user named may be for other values, and the way out."""
    if not opaque:
        return ()
    risk = "so its trainings are not kept" if book is None else "so use the ledger for these values alone"
    way_out = "an attribute identity (a text) would name them"
    return (f"{name} carries values that cannot be told from others ({', '.join(opaque)}), {risk}; {way_out}",)


def _notes(graph: Graph, labelled: LabelledGraph, model: str, tried: Iterable[int]) -> tuple[str, ...]:
    """What the user should know about how the graph was read and used."""
    is_network = model in MODELS
    # A network does not use weights, so it must not advise the option for them; an embedding needs no features.
    needless = IGNORED_WEIGHT if is_network else NO_FEATURES
    notes = [note for note in (*graph.notes, *labelled.notes) if getattr(note, "kind", "") != needless]
    if is_network and graph.weights is not None:
        notes.append(f"{model} counts every edge alike; the weights enter MinGE's dimension alone")
    if beyond := [str(dimension) for dimension in tried if dimension > graph.n_nodes]:
        notes.append(f"more dimensions than the graph has nodes ({graph.n_nodes:,}) were asked for: {listed(beyond)}")
    return tuple(notes)
