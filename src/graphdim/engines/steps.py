"""The parts of the query: steps, each a table of one quantity, and neighbour sums as joins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphdim.engines.dialects import Dialect

__all__ = ["SqlSums", "Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """One CTE: its name is a quantity, its comment says which; `shared` ones are read more than once."""

    name: str
    comment: str
    body: str
    shared: bool = False


@dataclass(frozen=True, slots=True)
class SqlSums:
    """How neighbour sums are written: in which dialect, by weight or not, and what the tables of steps are called.

    A step is a table of its own name; with a prefix it is a view of a session that others use too. If `bipartite`,
    there are two kinds of nodes, which show in what their ids begin with.
    """

    dialect: Dialect
    weighted: bool = False
    prefix: str = ""
    bipartite: bool = False

    def table(self, step: str, alias: str = "") -> str:
        """The table of a step, where a query reads it.

        >>> from graphdim.engines.dialects import Dialect
        >>> SqlSums(Dialect()).table("reach"), SqlSums(Dialect(), prefix="x_").table("reach")
        ('reach', 'x_reach AS reach')
        """
        return f"{self.prefix}{step} AS {alias or step}" if self.prefix or alias else step

    def total(self, of: str, value: str) -> str:
        """The sum of a column of step `of` over a node's arcs."""
        return f"SUM(arcs.weight * {of}.{value})" if self.weighted else f"SUM({of}.{value})"

    def along(self, arcs: str, of: str, what: str) -> str:
        """The SELECT of `what` for each node, with the values of step `of` at the other ends of its arcs."""
        return f"""\
SELECT {self.dialect.hash_join.format(of)}arcs.node, {what}
FROM {self.joined(arcs, of)}
GROUP BY arcs.node"""

    def joined(self, arcs: str, of: str) -> str:
        """Arcs with the values at their other ends."""
        return f"{self.table(arcs, 'arcs')} JOIN {self.table(of)} ON {of}.node = arcs.neighbour"
