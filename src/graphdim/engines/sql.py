r"""The one query that gives N, E and H_s of an edge table, in the dialect of the engine that holds it.

    pairs → arcs → degree → reach → two_hop_degree → ln S - Σ D ln D / S,   S = Σ D

One CTE for each quantity of engines.structure; a neighbour sum A x is a join of arcs with x and a GROUP BY. Sums are
of doubles: exact below 2**53, and never out of range. engines.spark runs the same text; the command `sql` prints it.
"""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING

from graphdim.checks import check_choice
from graphdim.choices import VARIANTS
from graphdim.engines.counts import BAD_WEIGHTS, FIRST_KIND, LISTING, SIZE, listing, size
from graphdim.engines.dialects import DIALECTS
from graphdim.engines.steps import SqlSums, Step
from graphdim.graph.kinds import check_kinds
from graphdim.reading.columns import two_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphdim.engines.dialects import Dialect
    from graphdim.graph.kinds import Kinds

__all__ = ["arcs", "chain", "counting", "entropy", "query", "spreading"]

# The largest finite double; a NaN compares as larger in every dialect, or as neither.
LARGEST = "1.7976931348623157e308"


def query(
    dialect: str,
    table: str = "edges",
    *,
    source: str = "source",
    target: str = "target",
    weight: str | None = None,
    variant: str = "published",
    n_nodes: int | Kinds | None = None,
    bipartite: bool = False,
) -> str:
    """The whole query as text.

    >>> print(query("duckdb", "follows").splitlines()[1])
    WITH
    """
    check_choice("dialect", dialect, DIALECTS)
    check_kinds(n_nodes, has_two=bipartite)
    speech = DIALECTS[dialect]
    ends = speech.name(source), speech.name(target)
    first, second = speech.apart(*ends) if bipartite else ends
    columns = f"{first} AS source, {second} AS target"
    columns += f", CAST({speech.name(weight)} AS {speech.double}) AS weight" if weight else ""
    listed = Step("listed", "the table's rows", f"SELECT {columns} FROM {speech.name(table)}")
    sums = SqlSums(speech, weight is not None, bipartite=bipartite)
    steps = (listed, *counting(sums), size(sums, n_nodes), listing(sums), *spreading(sums, variant))
    comments = _comments(variant, n_nodes, () if bipartite else two_kinds(source, target))
    unlisted = None if n_nodes is None else "n_unlisted"
    optional = (*(FIRST_KIND if bipartite else ()), *(BAD_WEIGHTS if weight else ()))
    facts = ", ".join((*SIZE, *LISTING, *optional))
    answer = f"SELECT\n  {facts},\n  {entropy(variant, unlisted)} AS structure_entropy"
    return f"{comments}\n{chain(steps, speech)}\n{answer}\nFROM size CROSS JOIN listing CROSS JOIN spread;"


def _comments(variant: str, n_nodes: int | Kinds | None, notes: Iterable[str]) -> str:
    """What the query answers, and what to look at."""
    title = f"Nodes, edges and structure entropy ({variant} variant) of the undirected graph in an edge table."
    too_few = "" if n_nodes is None else "n_nodes is NULL if the table shows more nodes than the number that was given."
    # A semicolon would end the statement for some clients, even in a comment.
    lines = (title, too_few, *(f"Note: {note.replace(';', ',')}" for note in notes))
    return "\n".join(f"-- {line}" for line in lines if line)


def chain(steps: Iterable[Step], dialect: Dialect) -> str:
    """Steps as one WITH clause."""
    kept = dialect.materialized
    return "WITH\n" + ",\n".join(
        f"-- {step.comment}\n{step.name} AS {kept * step.shared}(\n{indent(step.body, '  ')}\n)" for step in steps
    )


def counting(sums: SqlSums) -> tuple[Step, ...]:
    """From `listed` (source, target and perhaps weight) to the degrees."""
    return pairs(sums), arcs(sums), degree(sums)


def pairs(sums: SqlSums) -> Step:
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


def arcs(sums: SqlSums) -> Step:
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


def degree(sums: SqlSums) -> Step:
    """A 1, for every node that some row names."""
    weights = "COALESCE(SUM(CASE WHEN neighbour IS NOT NULL THEN weight END), 0)"
    total = weights if sums.weighted else "COUNT(neighbour)"
    degrees = f"CAST({total} AS {sums.dialect.double}) AS degree"
    body = f"SELECT node, COUNT(neighbour) AS neighbours, {degrees}\nFROM {sums.table('arcs')} GROUP BY node"
    return Step("degree", "A 1: each node's degree" + ", by weight" * sums.weighted, body, shared=True)


def spreading(sums: SqlSums, variant: str) -> tuple[Step, ...]:
    """From `arcs` and `degree` to the two-hop degree, D."""
    check_choice("variant", variant, VARIANTS)
    steps = published(sums) if variant == "published" else equations(sums)
    return *steps, Step("spread", "S = Σ D, and Σ D ln D", SPREAD + sums.table("two_hop_degree"))


def published(sums: SqlSums) -> tuple[Step, ...]:
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


def equations(sums: SqlSums) -> tuple[Step, ...]:
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


def _closed_arcs(sums: SqlSums) -> str:
    weight, one = (", weight", ", 1 AS weight") if sums.weighted else ("", "")
    return f"""\
SELECT node, neighbour{weight} FROM {sums.table("arcs")} WHERE neighbour IS NOT NULL
UNION ALL
SELECT node, node AS neighbour{one} FROM {sums.table("degree")}"""


def entropy(variant: str, unlisted: str | None = None) -> str:
    """H_s = ln S - Σ D ln D / S as an expression; `unlisted` counts the nodes that no row names."""
    mass, mass_log = "mass", "mass_log"
    if unlisted and variant == "published":
        # Such a node has u = d = 1, hence D = 2; as printed, D = 0.
        mass, mass_log = f"(mass + 2.0 * {unlisted})", f"(mass_log + 2.0 * LN(2.0) * {unlisted})"
    return f"LN(NULLIF({mass}, 0)) - {mass_log} / NULLIF({mass}, 0)"


SPREAD = """\
SELECT COALESCE(SUM(mass), 0) AS mass, COALESCE(SUM(mass * LN(mass)), 0) AS mass_log
FROM """
