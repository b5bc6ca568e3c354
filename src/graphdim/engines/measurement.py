"""What is asked of an engine, and what it answers: the one shape that selectors know."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING

from graphdim.checks import check_choice, check_number
from graphdim.engines.limits import n_bytes
from graphdim.entropy.structure import VARIANTS
from graphdim.errors import ParameterError
from graphdim.reading.columns import named_ends
from graphdim.reading.edges import SILENT, Attributes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphdim.engines.degrees import DegreeBin
    from graphdim.reading.graph import Cleaning

__all__ = ["ENGINES", "Measurement", "Request"]

ENGINES = ("auto", "memory", "disk", "spark")


@dataclass(frozen=True, slots=True)
class Request:
    """How to measure a graph; refused at once if it makes no sense, before anything is read.

    `degrees` asks for the degree distribution where it costs another job; elsewhere it comes unasked.
    """

    variant: str = "published"
    n_nodes: int | None = None
    weight: str | None = None
    columns: Sequence[str] | None = None
    engine: str = "auto"
    memory_limit: int | str | None = None
    temporary_folder: str | PathLike[str] | None = None
    master: str | None = None
    degrees: bool = False

    def __post_init__(self) -> None:
        """Check what can be checked without the graph."""
        check_choice("variant", self.variant, VARIANTS)
        check_choice("engine", self.engine, ENGINES)
        if self.n_nodes is not None:
            check_number("n_nodes", self.n_nodes, least=1, whole=True)
        if not isinstance(self.temporary_folder, str | PathLike | None):
            msg = f"temporary_folder is {self.temporary_folder!r}; it must be a path"
            raise ParameterError(msg)
        named_ends(self.columns)
        if self.memory_limit is not None:
            object.__setattr__(self, "memory_limit", n_bytes(self.memory_limit))

    @property
    def most_memory(self) -> int | None:
        """The memory limit in bytes."""
        return None if self.memory_limit is None else n_bytes(self.memory_limit)


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a selector needs of a graph, its size and its structure entropy, and what a report shows beside them.

    `degrees` is None where the engine left them where they are.
    """

    n_nodes: int
    n_edges: int
    n_isolated: int
    structure_entropy: float
    variant: str
    engine: str
    cleaning: Cleaning
    source: str = ""
    notes: tuple[str, ...] = ()
    attributes: Attributes = SILENT
    degrees: tuple[DegreeBin, ...] | None = None
