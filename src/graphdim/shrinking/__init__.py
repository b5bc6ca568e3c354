"""An embedding that is trained already → how far it can be cut, and the cut rows (Wang 2019's selection).

rows → axes, from one pass → scores of the cut rows at every dimension → the smallest that keeps the task → files
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from graphdim.checks import check_count, check_flag, check_margin, whole_numbers
from graphdim.errors import ParameterError
from graphdim.shrinking import projection as projections
from graphdim.shrinking.curves import label_curve, neighbour_curve, wanted_dimensions
from graphdim.shrinking.labels import classes_of_rows
from graphdim.shrinking.links import link_curve
from graphdim.shrinking.matching import matched
from graphdim.shrinking.result import Shrinkage
from graphdim.shrinking.sources import rows_of
from graphdim.shrinking.writing import check_output, projection_path, write
from graphdim.words import visible

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from graphdim.shrinking.curves import TaskCurve
    from graphdim.shrinking.matching import MatchedGraph
    from graphdim.shrinking.rows import Rows

__all__ = ["shrink"]


def shrink(
    rows: Any,
    *,
    edges: Any = None,
    known: Any = None,
    labels: Any = None,
    margin: float = 0.01,
    at: int | Sequence[int] | None = None,
    output: str | os.PathLike[str] | None = None,
    columns: Sequence[str] | None = None,
    bipartite: bool = False,
    seed: int = 0,
) -> Shrinkage:
    """How far a trained embedding can be cut before a task gets worse by more than a margin.

    Rows are cut along the axes of an uncentred SVD, which keeps inner products, or of a PCA if labels are the only
    task. With neither edges nor labels, the answer says how many nearest neighbours the rows keep. If no dimension is
    better than guessing, the answer is None.

    Parameters
    ----------
    rows
        An array, a tensor, a `torch.nn.Embedding`, gensim's vectors, a mapping from ids to vectors, a frame of pandas
        or Polars, or a path: .npy, .npz, Parquet or CSV with ids, word2vec text. A large .npy stays on disk. The ids of
        a table are in its column `id`, or another with a usual name, else in the first column if that holds text or
        whole numbers; or in pandas' index, unless that counts the rows from 0.
    edges
        A graph, as in `ideal_dimension`: edges are told from non-edges. Nodes are found by the ids of the rows; without
        ids, the number of a node is its row.
    known
        The edges that the rows were trained on, if `edges` were held out: they are neither scored nor drawn as
        non-edges.
    labels
        One class for each row, negative or None for none; a mapping from ids; or a file or a frame with an id and a
        label per row. The index of a pandas object holds its ids: rows without ids are nodes 0, 1, 2, … of it.
    margin
        How far below the uncut rows is good enough, in units of the score.
    at
        One dimension of your own, or several: what each costs.
    output
        An .npy file for the cut rows, none of the inputs; the mean and the axes are written beside it, as
        small.projection.npz. Floats keep their type and size, whole numbers become float32.
    columns
        The two columns of the tables of edges that hold the ends of an edge.
    bipartite
        Whether the two columns of the edges name different things: user 17 is not item 17. Rows without ids are then
        all nodes of the first column by rising id, and after them all of the second. A matrix that is not square is
        bipartite by itself.
    seed
        Draws the splits.

    Examples
    --------
    >>> import numpy as np, graphdim as gd
    >>> rng = np.random.default_rng(0)
    >>> rows = rng.standard_normal((300, 4)) @ rng.standard_normal((4, 32))   # 32 numbers, 4 of them independent
    >>> gd.shrink(rows).dimension
    4
    """
    started = time.perf_counter()
    margin = check_margin(margin)
    seed = check_count("seed", seed, least=0)
    check_flag("bipartite", bipartite)
    own = tuple(dict.fromkeys(whole_numbers("at", at)))
    target = None if output is None else check_output(output, (rows, edges, known, labels))
    source = rows_of(rows)
    graph = _graph(edges, known, source, columns, bipartite=bipartite)
    numbers = None if graph is None else graph.node_of_row
    classes, label_notes = (None, ()) if labels is None else classes_of_rows(labels, source, numbers)
    projection = projections.fit(source, is_centred=graph is None and classes is not None)
    source = replace(source, exponent=projection.exponent)
    grid = wanted_dimensions(source.shape[1], own)
    made = Shrinkage(
        source=source.name,
        n_rows=source.shape[0],
        n_columns=source.shape[1],
        n_bytes=source.n_bytes,
        dtype=source.cut_type.name,
        method=projection.name,
        margin=margin,
        curves=_curves(source, graph, classes, projection, grid=grid, seed=seed, margin=margin),
        at=own,
        notes=(*source.notes, *(() if graph is None else graph.notes), *label_notes),
    )
    return _finished(made, source, projection, target, started)


def _graph(
    edges: Any, known: Any, rows: Rows, columns: Sequence[str] | None, *, bipartite: bool
) -> MatchedGraph | None:
    """The edges to score; without them there is nothing that could be known already."""
    if edges is not None:
        return matched(edges, rows, columns, known, bipartite=bipartite)
    if known is not None:
        msg = "known edges without edges to score; give the held-out ones as --edges (edges= in Python)"
        raise ParameterError(msg)
    return None


def _curves(
    rows: Rows,
    graph: MatchedGraph | None,
    classes: NDArray[np.int64] | None,
    projection: projections.Projection,
    *,
    grid: Sequence[int],
    seed: int,
    margin: float,
) -> tuple[TaskCurve, ...]:
    """A curve for each task; without a task, what the rows themselves keep."""
    links = () if graph is None else (link_curve(rows, graph, projection, grid, seed=seed, margin=margin),)
    labels = () if classes is None else (label_curve(rows, classes, projection, grid, seed),)
    return links + labels or (neighbour_curve(rows, projection, grid, seed),)


def _finished(
    made: Shrinkage, rows: Rows, projection: projections.Projection, target: Path | None, started: float
) -> Shrinkage:
    """The result once the cut rows are written; without an answer, nothing is."""
    dimension, seconds = made.dimension, time.perf_counter() - started
    if dimension is None:
        unwritten = () if target is None else (f"{visible(str(target))} was not written, as there is no answer",)
        return replace(made, notes=made.notes + unwritten, seconds=seconds)
    if target is not None:
        is_mixed = any(curve.needs_mixing for curve in made.judged)
        write(rows, replace(projection, is_mixed=is_mixed), dimension, target)
    return replace(
        made,
        inner_products_moved=None if projection.is_centred else projection.error(dimension),
        output=None if target is None else f"{target} and {projection_path(target).name}",
        seconds=time.perf_counter() - started,
    )
