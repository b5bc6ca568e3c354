r"""The one query that gives N, E and H_s of an edge table, in the dialect of the engine that holds it.

    pairs → arcs → degree → reach → two_hop_degree → ln S - Σ D ln D / S,   S = Σ D

One CTE for each quantity of engines.structure; a neighbour sum A x is a join of arcs with x and a GROUP BY. Sums are
of doubles: exact below 2**53, and never out of range. engines.spark runs the same text; the command `sql` prints it.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent
from typing import TYPE_CHECKING

from graphdim.checks import check_choice
from graphdim.choices import VARIANTS
from graphdim.engines.dialects import DIALECTS, Dialect

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Step", "Sums", "chain", "counting", "entropy", "listing", "query", "size", "spreading"]

# The largest finite double; a NaN compares as larger in every dialect, or as neither.
LARGEST = "1.7976931348623157e308"


@dataclass(frozen=True, slots=True)
class Step:
    """One CTE: its name is a quantity, its comment says which; `shared` ones are read more than once."""

    name: str
    comment: str
    body: str
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Sums:
    """How neighbour sums are written: in which dialect, by weight or not, and what the tables of steps are called.

    A step is a table of its own name; with a prefix it is a view of a session that others use too.
    """

    dialect: Dialect
    weighted: bool = False
    prefix: str = ""

    def table(self, step: str, alias: str = "") -> str:
        """The table of a step, where a query reads it.

        >>> Sums(Dialect()).table("reach"), Sums(Dialect(), prefix="x_").table("reach")
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


def query(
    dialect: str,
    table: str = "edges",
    *,
    source: str = "source",
    target: str = "target",
    weight: str | None = None,
    variant: str = "published",
    n_nodes: int | None = None,
) -> str:
    """The whole query as text.

    >>> print(query("duckdb", "follows").splitlines()[1])
    WITH
    """
    check_choice("dialect", dialect, DIALECTS)
    speech = DIALECTS[dialect]
    columns = f"{speech.name(source)} AS source, {speech.name(target)} AS target"
    columns += f", CAST({speech.name(weight)} AS {speech.double}) AS weight" if weight else ""
    listed = Step("listed", "the table's rows", f"SELECT {columns} FROM {speech.name(table)}")
    sums = Sums(speech, weight is not None)
    steps = (listed, *counting(sums), size(sums, n_nodes), listing(sums), *spreading(sums, variant))
    title = f"-- Nodes, edges and structure entropy ({variant} variant) of the undirected graph in an edge table."
    unlisted = None if n_nodes is None else "n_unlisted"
    facts = ", ".join((*SIZE, *LISTING, *(BAD_WEIGHTS if weight else {})))
    answer = f"SELECT\n  {facts},\n  {entropy(variant, unlisted)} AS structure_entropy"
    return f"{title}\n{chain(steps, speech)}\n{answer}\nFROM size CROSS JOIN listing CROSS JOIN spread;"


def chain(steps: Iterable[Step], dialect: Dialect) -> str:
    """Steps as one WITH clause."""
    kept = dialect.materialized
    return "WITH\n" + ",\n".join(
        f"-- {step.comment}\n{step.name} AS {kept * step.shared}(\n{indent(step.body, '  ')}\n)" for step in steps
    )


def counting(sums: Sums) -> tuple[Step, ...]:
    """From `listed` (source, target and perhaps weight) to the degrees."""
    return pairs(sums), arcs(sums), degree(sums)


def pairs(sums: Sums) -> Step:
    """Each unordered pair of nodes once; of several weights the largest."""
    good = f"weight > 0 AND weight <= {LARGEST}"
    bad = f"SUM(CASE WHEN {good} THEN 0 ELSE 1 END) AS bad_weights"
    largest = f", MAX(weight) AS weight, {bad}" if sums.weighted else ""
    weight = ", weight" if sums.weighted else ""
    return Step(
        "pairs",
        "each unordered pair once, and how many rows list it (rows without an end make the pair of NULLs)",
        f"""\
SELECT low, high, COUNT(*) AS times{largest}
FROM (
  SELECT
    CASE WHEN source <= target THEN source WHEN source > target THEN target END AS low,
    CASE WHEN source <= target THEN target WHEN source > target THEN source END AS high{weight}
  FROM {sums.table("listed")}
) AS ordered
GROUP BY low, high""",
        shared=True,
    )


def arcs(sums: Sums) -> Step:
    """Both directions of each pair."""
    weight, listed = ", weight" if sums.weighted else "", sums.table("pairs")
    return Step(
        "arcs",
        "both directions of each pair (a self-loop leads nowhere, but its node counts)",
        f"""\
SELECT low AS node, NULLIF(high, low) AS neighbour{weight} FROM {listed} WHERE low IS NOT NULL
UNION ALL
SELECT high AS node, low AS neighbour{weight} FROM {listed} WHERE low < high""",
    )


def degree(sums: Sums) -> Step:
    """A 1, for every node that some row names."""
    weights = "COALESCE(SUM(CASE WHEN neighbour IS NOT NULL THEN weight END), 0)"
    total = weights if sums.weighted else "COUNT(neighbour)"
    degrees = f"CAST({total} AS {sums.dialect.double}) AS degree"
    body = f"SELECT node, COUNT(neighbour) AS neighbours, {degrees}\nFROM {sums.table('arcs')} GROUP BY node"
    return Step("degree", "A 1: each node's degree" + ", by weight" * sums.weighted, body, shared=True)


def spreading(sums: Sums, variant: str) -> tuple[Step, ...]:
    """From `arcs` and `degree` to the two-hop degree, D."""
    check_choice("variant", variant, VARIANTS)
    steps = published(sums) if variant == "published" else equations(sums)
    return *steps, Step("spread", "S = Σ D, and Σ D ln D", SPREAD + sums.table("two_hop_degree"))


def published(sums: Sums) -> tuple[Step, ...]:
    """D = 1 + (B u) / u with u = B d, B = A + I, d = B 1."""
    own_reach = "MAX(CASE WHEN arcs.node = arcs.neighbour THEN reach.reach END)"
    two_hop_degree = f"1 + {sums.total('reach', 'reach')} / {own_reach} AS mass"
    return (
        Step("closed_arcs", "B = A + I: the arcs, and one from each node to itself", _closed_arcs(sums), shared=True),
        Step("closed_degree", "d = B 1", f"SELECT node, degree + 1 AS degree FROM {sums.table('degree')}"),
        Step(
            "reach",
            "u = B d",
            sums.along("closed_arcs", "closed_degree", f"{sums.total('closed_degree', 'degree')} AS reach"),
        ),
        Step("two_hop_degree", "D = 1 + (B u) / u", sums.along("closed_arcs", "reach", two_hop_degree)),
    )


def equations(sums: Sums) -> tuple[Step, ...]:
    """D = A (A (d / (A d))) with d = A 1; nodes without a neighbour have none."""
    hint = sums.dialect.hash_join.format("degree")
    tables = f"{sums.table('degree')} JOIN {sums.table('reach')} USING (node)"
    share = f"SELECT {hint}node, degree / reach AS share\nFROM {tables}"
    return (
        Step("reach", "A d", sums.along("arcs", "degree", f"{sums.total('degree', 'degree')} AS reach")),
        Step("share", "d / (A d)", share),
        Step("received", "A (d / (A d))", sums.along("arcs", "share", f"{sums.total('share', 'share')} AS received")),
        Step(
            "two_hop_degree",
            "D = A (A (d / (A d)))",
            sums.along("arcs", "received", f"{sums.total('received', 'received')} AS mass"),
        ),
    )


def _closed_arcs(sums: Sums) -> str:
    weight, one = (", weight", ", 1 AS weight") if sums.weighted else ("", "")
    return f"""\
SELECT node, neighbour{weight} FROM {sums.table("arcs")} WHERE neighbour IS NOT NULL
UNION ALL
SELECT node, node AS neighbour{one} FROM {sums.table("degree")}"""


def size(sums: Sums, n_nodes: int | None = None) -> Step:
    """The number of nodes, at least `n_nodes` if given, and how many of them have no neighbour."""
    shown = "COUNT(*)" if n_nodes is None else f"GREATEST(COUNT(*), {int(n_nodes)})"
    counts = SIZE | (UNLISTED if n_nodes is not None else {})
    columns = (f"{how.format(shown)} AS {name}" for name, how in counts.items())
    return Step(
        "size", "nodes, and those without a neighbour", f"SELECT {', '.join(columns)}\nFROM {sums.table('degree')}"
    )


def listing(sums: Sums) -> Step:
    """What the table lists, and what of it was dropped or merged."""
    counts = LISTING | (BAD_WEIGHTS if sums.weighted else {})
    columns = ",\n".join(f"  COALESCE(SUM({how}), 0) AS {name}" for name, how in counts.items())
    return Step(
        "listing",
        "what the rows hold: edges, and rows dropped or merged",
        f"SELECT\n{columns}\nFROM {sums.table('pairs')}",
    )


def entropy(variant: str, unlisted: str | None = None) -> str:
    """H_s = ln S - Σ D ln D / S as an expression; `unlisted` counts the nodes that no row names."""
    mass, mass_log = "mass", "mass_log"
    if unlisted and variant == "published":
        # Such a node has u = d = 1, hence D = 2; as printed, D = 0.
        mass, mass_log = f"(mass + 2.0 * {unlisted})", f"(mass_log + 2.0 * LN(2.0) * {unlisted})"
    return f"LN(NULLIF({mass}, 0)) - {mass_log} / NULLIF({mass}, 0)"


CONNECTED = "COALESCE(SUM(CASE WHEN neighbours > 0 THEN 1 ELSE 0 END), 0)"
SIZE = {"n_nodes": "{0}", "n_isolated": f"{{0}} - {CONNECTED}"}
UNLISTED = {"n_unlisted": "{0} - COUNT(*)"}
LISTING = {
    "n_edges": "CASE WHEN low < high THEN 1 ELSE 0 END",
    "n_rows": "times",
    "n_null_rows": "CASE WHEN low IS NULL THEN times ELSE 0 END",
    "n_self_loops": "CASE WHEN low = high THEN times ELSE 0 END",
    "n_repeated": "CASE WHEN low < high THEN times - 1 ELSE 0 END",
}
BAD_WEIGHTS = {"n_bad_weights": "bad_weights"}
SPREAD = """\
SELECT COALESCE(SUM(mass), 0) AS mass, COALESCE(SUM(mass * LN(mass)), 0) AS mass_log
FROM """
