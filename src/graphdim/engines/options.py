"""How to read and sum up a source: one object, checked before anything is read.

The public functions take the same options as keywords (`SourceKeywords`) and make one object of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence  # noqa: TC003 - a TypedDict and a dataclass show their types
from dataclasses import dataclass, fields
from os import PathLike  # noqa: TC003
from typing import Any, TypedDict

from graphdim.checks import check_choice, check_flag, check_path, check_text
from graphdim.choices import ENGINES
from graphdim.engines.limits import BASE, SMALLEST_ROOM, available_memory, n_bytes
from graphdim.errors import ParameterError
from graphdim.graph.kinds import check_kinds, checked_sizes
from graphdim.reading.columns import named_ends
from graphdim.words import listed, shown

__all__ = ["SourceKeywords", "SourceOptions", "options_of"]


class SourceKeywords(TypedDict, total=False):
    """The fields of `SourceOptions`, as keywords of a function."""

    n_nodes: int | tuple[int, int] | None
    weight: str | None
    columns: Sequence[str] | None
    bipartite: bool
    engine: str
    memory_limit: int | str | None
    temporary_folder: str | PathLike[str] | None
    master: str | None


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """How a source is read, and which engine sums it up.

    Parameters
    ----------
    n_nodes
        Number of nodes, if some have no edge and the source does not carry the number itself; of two kinds of nodes,
        the number of each.
    weight
        Name of the column or attribute that holds edge weights; by default weights are ignored.
    columns
        Names of the two columns of a table that hold the ends of an edge. By default, a usual pair of names such as
        source and target is looked for; if there is none, the first two columns are used.
    bipartite
        Whether the two columns name different things, so that user 17 is not item 17. A rectangular matrix, and a graph
        that marks two kinds of nodes, are bipartite by themselves.
    engine
        Where the sums are done: "memory", "disk" or "spark". "auto" chooses Spark for a Spark DataFrame, and otherwise
        memory if the graph fits and disk if it does not.
    memory_limit
        How much memory to use, in bytes or as text such as "1GiB"; by default most of what is free.
    temporary_folder
        Where the disk engine keeps its files (8 bytes per row, 16 with weights); by default TMPDIR.
    master
        The Spark master that reads a path with engine="spark"; a DataFrame already has one.
    """

    n_nodes: int | tuple[int, int] | None = None
    weight: str | None = None
    columns: Sequence[str] | None = None
    bipartite: bool = False
    engine: str = "auto"
    memory_limit: int | str | None = None
    temporary_folder: str | PathLike[str] | None = None
    master: str | None = None

    def __post_init__(self) -> None:
        """Check what can be checked without the graph."""
        check_choice("engine", self.engine, ENGINES)
        self._check_n_nodes()
        if self.weight is not None:
            check_text("weight", self.weight, "the name of a column or attribute")
        if self.master is not None:
            check_text("master", self.master, "the URL of a Spark master")
        if self.temporary_folder is not None:
            check_path("temporary_folder", self.temporary_folder, "a folder")
        named_ends(self.columns)
        if self.memory_limit is not None:
            n_bytes(self.memory_limit)

    def _check_n_nodes(self) -> None:
        check_flag("bipartite", self.bipartite)
        object.__setattr__(self, "n_nodes", checked_sizes(self.n_nodes))
        if self.bipartite:
            check_kinds(self.n_nodes, has_two=True)

    @property
    def most_memory(self) -> int:
        """The memory limit in bytes."""
        return int(0.8 * available_memory()) if self.memory_limit is None else n_bytes(self.memory_limit)

    @property
    def room(self) -> int:
        """What the limit leaves for a file that is held in memory, in bytes."""
        return max(self.most_memory - BASE, SMALLEST_ROOM)


def options_of(keywords: Mapping[str, Any]) -> SourceOptions:
    """The options that a public function was given as keywords; one that is none of them is refused.

    >>> options_of({"n_nodes": 5.0}).n_nodes
    5
    """
    known = [field.name for field in fields(SourceOptions)]
    for name in keywords:
        if name not in known:
            msg = f"there is no option {shown(name)}; the options of a source are {listed(known)}"
            raise ParameterError(msg)
    return SourceOptions(**keywords)
