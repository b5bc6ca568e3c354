"""The whole flow on one screen: read → sum up → select.

Every public function takes a source: a path, "-", "dataset:NAME", or an object that holds a graph.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from graphdim import engines
from graphdim.choices import METHOD
from graphdim.engines.options import SourceOptions
from graphdim.selectors import run, selector

if TYPE_CHECKING:
    from graphdim.comparing import Comparison, Question
    from graphdim.selectors.protocol import Selector
    from graphdim.selectors.selection import Selection

__all__ = ["compare", "compared", "ideal_dimension", "select"]

SOURCE_OPTIONS = frozenset(field.name for field in fields(SourceOptions))


def ideal_dimension(source: Any, *, method: str | Selector = METHOD, **options: Any) -> Selection:
    """The node-embedding dimension of a graph.

    Parameters
    ----------
    source
        A path, "-" for standard input, "dataset:NAME", or a graph object: networkx, igraph, PyG, scipy,
        NumPy, pandas, Polars, Arrow, a Spark DataFrame, or an iterable of pairs.
    method
        The name of a selector, or a selector of your own. The default, MinGE, is instant and exact at any size.
    options
        How to read the source: `n_nodes`, `weight`, `columns`, `bipartite`, `engine`, `memory_limit`,
        `temporary_folder`, `master` (see `SourceOptions`). The other options are parameters of the method; MinGE has
        `structure_weight`, the weight λ of the structure entropy, and `variant`, "published" or "equations".

    Examples
    --------
    >>> import graphdim as gd
    >>> gd.ideal_dimension([("a", "b"), ("b", "c"), ("c", "a")]).dimension
    14
    >>> gd.ideal_dimension("dataset:karate", structure_weight=0.5, engine="disk").dimension
    37
    """
    how = {name: value for name, value in options.items() if name in SOURCE_OPTIONS}
    parameters = {name: value for name, value in options.items() if name not in SOURCE_OPTIONS}
    chosen = selector(method, **parameters) if isinstance(method, str) else method
    [selection] = select(source, [chosen], SourceOptions(**how))
    return selection


def select(
    source: Any, selectors: Sequence[Selector], options: SourceOptions, *, degrees: bool = False
) -> list[Selection]:
    """What each selector chooses; the graph is read once. `degrees` asks for the degree distribution."""
    started = time.perf_counter()
    with engines.open(source, options, degrees=degrees) as view:
        return [run(chosen, view, since=started) for chosen in selectors]


def compare(
    source: Any,
    *,
    labels: Any = None,
    at: int | Sequence[int] | None = None,
    methods: str | Sequence[str] | None = None,
    margin: float = 0.005,
    max_rank: int = 512,
    negatives: str = "uniform",
    seed: int = 0,
    **options: Any,
) -> Comparison:
    """The dimension that the graph itself supports, measured by cross-validation, and other methods beside it.

    Parameters
    ----------
    source
        As in `ideal_dimension`.
    labels
        One class for each node, as integers, negative ones for none: node classification is then measured instead of
        link prediction.
    at
        One dimension of your own, or several: what each costs compared with the best.
    methods
        Names of selectors, or "all"; by default the quick ones.
    margin
        How far below the best a dimension may score and still be as good, in units of the score.
    max_rank
        The largest dimension to measure.
    negatives
        How the ends of non-edges are drawn: "uniform" or in proportion to their "degree".
    seed
        Draws the splits.
    options
        How to read the source, as in `ideal_dimension`.

    Examples
    --------
    >>> import graphdim as gd
    >>> result = gd.compare("dataset:karate", at=16, methods=["cv", "minge"])
    >>> result.dimension, result.as_good, result.best
    (4, (4, 4), 4)
    """
    from graphdim.comparing import question_of

    own: Sequence[int] = () if at is None else at if isinstance(at, Sequence) else (at,)
    names = () if methods is None else (methods,) if isinstance(methods, str) else methods
    question = question_of(own, names, margin=margin, max_rank=max_rank, negatives=negatives, seed=seed)
    return compared(source, question, SourceOptions(**options), labels)


def compared(source: Any, question: Question, options: SourceOptions, labels: Any = None) -> Comparison:
    """The answer to a question about the graph that `source` holds."""
    from graphdim.comparing import compare_view

    with engines.open(source, options) as view:
        return compare_view(view, question, labels)
