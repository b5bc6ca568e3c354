"""The whole flow on one screen: read → sum up → select.

Every public function takes a source: a path, "-", "dataset:NAME", or an object that holds a graph.
"""

from __future__ import annotations

import time
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from graphdim import engines
from graphdim.checks import check_flag, listed_values, whole_numbers
from graphdim.choices import METHOD, NEGATIVES
from graphdim.engines.limits import n_bytes
from graphdim.engines.options import SourceOptions, options_of
from graphdim.errors import ParameterError
from graphdim.selectors import own_selector, run, selector

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphdim.comparing import Question
    from graphdim.comparing.comparison import Comparison
    from graphdim.comparing.typed import TypedComparison
    from graphdim.selectors.protocol import Selector
    from graphdim.selectors.selection import Selection

__all__ = ["compare", "compared", "compared_by_type", "ideal_dimension", "select"]

SOURCE_OPTIONS = frozenset(field.name for field in fields(SourceOptions))
IN_ORDER = "the labels came without ids: are they in the order of the nodes?"


def ideal_dimension(source: Any, *, method: str | Selector = METHOD, **options: Any) -> Selection:
    """The dimension that one method chooses for a graph; by default MinGE, a prior.

    MinGE depends on little more than the number of nodes. `compare` measures what the edges support.

    Parameters
    ----------
    source
        A path, "-" for standard input, "dataset:NAME", or a graph object: networkx, igraph, PyG, scipy,
        NumPy, pandas, Polars, Arrow, a Spark DataFrame, or an iterable of pairs.
    method
        The name of a selector, or a selector of your own. The default, MinGE, is instant at any size; "cv" measures.
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
    chosen = selector(method, **parameters) if isinstance(method, str) else own_selector(method, parameters)
    [selection] = select(source, [chosen], SourceOptions(**how))
    return selection


def select(source: Any, selectors: Sequence[Selector], options: SourceOptions) -> list[Selection]:
    """What each selector chooses; the graph is read once."""
    started = time.perf_counter()
    with engines.open(source, options) as view:
        return [run(chosen, view, since=started) for chosen in selectors]


def compare(
    source: Any,
    *,
    labels: Any = None,
    at: int | Sequence[int] | None = None,
    methods: str | Sequence[str] | None = None,
    margin: float = 0.005,
    max_rank: int = 512,
    negatives: str = NEGATIVES[0],
    seed: int = 0,
    sample: int | None = None,
    per_type: bool = False,
    embedding_memory: int | str | None = None,
    **options: Any,
) -> Comparison | TypedComparison:
    """The dimension that the graph itself supports, measured by cross-validation, and other methods beside it.

    Parameters
    ----------
    source
        As in `ideal_dimension`.
    labels
        Node classification is then measured instead of link prediction. A file or a frame
        with an id and a label per row, the name of a column or attribute that the source carries ("labels" for a
        dataset), a mapping from ids, or one label for each node. Blanks, None and negative numbers are no label,
        unless -1 and 1 are all there is.
    at
        One dimension of your own, or several: what each costs compared with the best.
    methods
        The name of a selector, a list of names, or "all"; by default the quick ones.
    margin
        How far below the best a dimension may score and still be as good, in units of the score.
    max_rank
        The largest dimension to measure.
    negatives
        How the ends of non-edges are drawn: "uniform" or in proportion to their "degree"; with "auto" uniform, unless
        degrees alone tell edges from these as well as any dimension does.
    seed
        Draws the splits, and the sample.
    sample
        How many nodes to measure, of a graph that is too large: the ends of random edges, with all edges among them.
        Methods that look at counts alone still see the whole graph.
    per_type
        Whether each type of nodes gets a dimension of its own. The source is a PyG HeteroData or a mapping
        {(source type, relation, target type): edges}; every relation is measured on its own, and a type gets the most
        that one of its relations needs.
    embedding_memory
        With `per_type`, what all embedding tables together may take, in bytes or as text such as "2GiB": the result
        says which types to cut first, and what that costs.
    options
        How to read the source, as in `ideal_dimension`.

    Examples
    --------
    >>> import graphdim as gd
    >>> result = gd.compare("dataset:karate", at=16, methods=["cv", "minge"])
    >>> result.dimension, result.as_good, result.best
    (2, (2, 2), 2)
    """
    from graphdim.comparing import question_of

    check_flag("per_type", per_type)
    measure = {"margin": margin, "max_rank": max_rank, "negatives": negatives, "seed": seed}
    question = question_of(whole_numbers("at", at), _names(methods), sample=sample, **measure)
    how = options_of(options)
    if per_type:
        return compared_by_type(source, question, how, embedding_memory, labels)
    if embedding_memory is not None:
        msg = "embedding_memory is shared by several types of nodes; it needs per_type=True (--per-type)"
        raise ParameterError(msg)
    return compared(source, question, how, labels)


def _names(methods: Any) -> list[Any]:
    """The names of selectors; several are a list here, as numbers are, and separated by commas in the shell alone."""
    is_one = isinstance(methods, str) and "," not in methods
    given = () if methods is None else (methods,) if is_one else methods
    return listed_values("methods", given, "['cv', 'minge']")


def compared(source: Any, question: Question, options: SourceOptions, labels: Any = None) -> Comparison:
    """The answer to a question about the graph that `source` holds."""
    from graphdim.comparing import compare_view

    if labels is not None:
        return _compared_on_labels(source, question, options, labels)
    with engines.open(source, options) as view:
        return compare_view(view, question, memory=options.most_memory)


def _compared_on_labels(source: Any, question: Question, options: SourceOptions, labels: Any) -> Comparison:
    """The same for labels, which are found by the ids of the nodes."""
    from graphdim.comparing import compare_view
    from graphdim.graph.build import read_named, refuse_twins
    from graphdim.reading.node_data import labels_of, lack_ids

    ends: dict[str, Any] = {"columns": options.columns, "bipartite": options.bipartite}
    graph, ids = read_named(source, n_nodes=options.n_nodes, weight=options.weight, **ends)
    refuse_twins(graph, ids)
    classes, notes = labels_of(labels, source, ids)
    with engines.open(graph, replace(options, n_nodes=None, weight=None, columns=None, bipartite=False)) as view:
        found = compare_view(view, question, classes, notes, memory=options.most_memory)
    return replace(found, notes=(*found.notes, IN_ORDER)) if found.dimension is None and lack_ids(labels) else found


def compared_by_type(
    source: Any, question: Question, options: SourceOptions, embedding_memory: int | str | None, labels: Any = None
) -> TypedComparison:
    """The answer for each type of nodes that `source` holds."""
    from graphdim.comparing.by_type import compare_types
    from graphdim.graph.relations import typed_graph

    plain = SourceOptions(weight=options.weight, memory_limit=options.memory_limit)
    if labels is not None or options not in (plain, replace(plain, engine="memory")):
        taken = "of the options of a source it takes weight and memory_limit, and it takes no labels"
        msg = f"per_type reads relations in memory; {taken}"
        raise ParameterError(msg)
    limit = None if embedding_memory is None else n_bytes(embedding_memory)
    return compare_types(typed_graph(source, options.weight), question, limit, memory=options.most_memory)
