"""The whole flow on one screen: read → sum up → select.

Every public function takes a source: a path, "-", "dataset:NAME", or an object that holds a graph.
"""

from __future__ import annotations

import time
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from graphdim import engines
from graphdim.choices import METHOD
from graphdim.engines.options import SourceOptions
from graphdim.selectors import run, selector

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphdim.selectors.protocol import Selector
    from graphdim.selectors.selection import Selection

__all__ = ["ideal_dimension", "select"]

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
        How to read the source: `n_nodes`, `weight`, `columns`, `engine`, `memory_limit`, `temporary_folder`, `master`
        (see `SourceOptions`). The other options are parameters of the method; MinGE has `structure_weight`, the weight
        λ of the structure entropy, and `variant`, "published" or "equations".

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
