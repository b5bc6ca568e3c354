"""The row of each node: by its id where the rows have ids, else by its number, or by the order of the nodes.

Two kinds of nodes may share their ids (user 17 is not item 17). Rows without ids then hold all nodes of the first kind,
and after them all of the second; rows with ids do not say which kind they mean, and are refused. Feeds matching.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphdim.errors import GraphError, SourceError
from graphdim.graph.build import refuse_shared
from graphdim.reading.labels import check_listed_order, check_order
from graphdim.reading.values import id_spelling, is_integer
from graphdim.words import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from graphdim.graph.graph import Graph
    from graphdim.shrinking.rows import Rows

    KindAndId = tuple[bool, str]

__all__ = ["NamedGraph", "Places", "doubt_of_first", "places_of"]

IN_ORDER = "the rows have no ids: they were taken in the order of the nodes"


class Places(NamedTuple):
    """The row of each node, -1 where there is none, notes for the user, and the node of each row that has no id."""

    row_of_node: NDArray[np.int64]
    notes: tuple[str, ...] = ()
    node_of_row: Sequence[int] | None = None


class NamedGraph(NamedTuple):
    """A graph, and the id that each of its nodes has in its source."""

    graph: Graph
    ids: list[str]

    @property
    def kinds(self) -> list[KindAndId]:
        """Whether each node is of the second kind, with its id; nothing where there is one kind."""
        sides = self.graph.sides
        return [] if sides is None else list(zip(sides.tolist(), self.ids, strict=True))


def places_of(graphs: Sequence[NamedGraph], rows: Rows, *, bipartite: bool) -> list[Places]:
    """For every graph, the row of each node and notes for the user.

    All graphs have the same rows. `bipartite` says that the two kinds number their nodes apart.
    """
    nodes = {node for graph in graphs for node in graph.kinds}
    first, second = ({node for kind, node in nodes if kind == second} for second in (False, True))
    if rows.ids is not None:
        same = id_spelling(rows.ids, *(graph.ids for graph in graphs))
        places = {same(node): place for place, node in enumerate(rows.ids)}
        twins = {same(node) for node in first} & {same(node) for node in second}
        refuse_shared(twins, places.keys(), "rows")
        return [_by_id(graph.ids, list(map(same, graph.ids)), places, rows) for graph in graphs]
    # Held-out edges do not name every node, so the nodes are those of all graphs.
    place_of = _places_by_kind(nodes, rows) if bipartite or first & second else {}
    if not place_of:
        return _by_order(graphs, rows)
    if not all(graph.kinds for graph in graphs):
        msg = "the edges or the known ones have two kinds of nodes, the others one; say --bipartite (bipartite=True)"
        raise GraphError(msg)
    return [_by_kind(graph, place_of) for graph in graphs]


def _by_id(ids: Sequence[str], spelled: Sequence[str], places: Mapping[str, int], rows: Rows) -> Places:
    """The row of each node by its id, spelled like those of the rows; -1 where there is none."""
    found = np.array([places.get(node, -1) if node else -1 for node in spelled], dtype=np.int64)
    missing = [node for node, place in zip(ids, found.tolist(), strict=True) if node and place < 0]
    named = sum(map(bool, ids))
    if 2 * len(missing) > named:
        msg = (
            f"{len(missing):,} of {named:,} nodes of the edges have no row, like {missing[0]!r}; "
            f"ids of the rows are like {(rows.ids or ('',))[0]!r}; write them alike in both"
        )
        raise SourceError(msg)
    if not missing:
        return Places(found)
    return Places(
        found, (f"{len(missing):,} of {named:,} nodes of the edges have no row, like {missing[0]!r}: left out",)
    )


def _by_order(graphs: Sequence[NamedGraph], rows: Rows) -> list[Places]:
    """Rows without ids: a node's number is its row, or there is one row for each node of all graphs in their order."""
    names = {node for graph in graphs for node in graph.ids if node}
    _refuse_header(len(names), rows)
    for graph in graphs:
        if not all(is_integer(node) for node in graph.ids if node):
            check_order(graph.ids, "the rows")
        elif not graph.kinds:
            check_listed_order(graph.ids, "the rows")
    numbers = sorted(set(map(int, names)))
    are_rows = not numbers or (numbers[0] >= 0 and numbers[-1] < rows.shape[0])
    place_of = {number: number for number in numbers} if are_rows else _ranks(numbers, graphs, rows)
    notes = _counted_from_0(numbers, rows) if are_rows else (IN_ORDER,)
    places = [[place_of[int(node)] if node else -1 for node in graph.ids] for graph in graphs]
    node_of_row = range(rows.shape[0]) if are_rows else numbers
    return [Places(np.array(found, dtype=np.int64), notes, node_of_row) for found in places]


def _refuse_header(n_nodes: int, rows: Rows) -> None:
    """Refuse one row too many where the first line of the text may be a header."""
    if rows.may_have_header and rows.shape[0] == n_nodes + 1:
        fault = f"{rows.shape[0]:,} rows without ids for {counted(n_nodes, 'node')}; the first line may be a header"
        msg = f"{rows.name}: {fault}; name the columns in words, such as x0,x1, or give the ids, such as id,x0,x1"
        raise GraphError(msg)


def _ranks(numbers: Sequence[int], graphs: Sequence[NamedGraph], rows: Rows) -> dict[int, int]:
    """The place of each number among all, if there are as many as rows."""
    if len(numbers) != rows.shape[0]:
        node = numbers[0] if numbers[0] < 0 else numbers[-1]
        known = f"they are those of the nodes from 0 to {rows.shape[0] - 1:,}"
        msg = f"node {node} has no row; the rows have no ids, so {known}"
        raise GraphError(msg)
    for graph in graphs:
        check_order(graph.ids, "the rows")
    return {number: place for place, number in enumerate(numbers)}


def _counted_from_0(numbers: Sequence[int], rows: Rows) -> tuple[str, ...]:
    """A note if no edge names node 0, as ids may then count from 1; refused if the smallest is 1."""
    if not numbers or numbers[0] == 0:
        return ()
    if numbers[0] > 1:
        return (f"the rows have no ids: node {numbers[0]} has row {numbers[0]}, counted from 0",)
    raise doubt_of_first(rows, "no edge names node 0")


def doubt_of_first(rows: Rows, fault: str) -> GraphError:
    """What to raise for rows without ids where it is not known whether ids count from 0 or from 1."""
    doubt = "node 1 could have row 1, if ids count from 0, or row 0, if they count from 1"
    ways = "give the rows ids: a column id, an array ids in an .npz, or in Python a dict from ids to rows"
    return GraphError(f"{rows.name}: the rows have no ids, and {fault}: {doubt}; {ways}")


def _by_kind(graph: NamedGraph, place_of: Mapping[KindAndId, int]) -> Places:
    """Rows without ids for two kinds of nodes, one after the other."""
    n_second = sum(kind for kind, _ in place_of)
    first, second = f"the first {len(place_of) - n_second:,}", f"the last {n_second:,}"
    note = f"the rows have no ids: {first} were taken for the first kind of nodes, {second} for the second"
    return Places(np.array([place_of[node] for node in graph.kinds], dtype=np.int64), (note,))


def _places_by_kind(nodes: Collection[KindAndId], rows: Rows) -> dict[KindAndId, int]:
    """The rows of the first kind of nodes by rising id, then those of the second; refused where that is not sure."""
    if len(nodes) != rows.shape[0]:
        n_second = sum(kind for kind, _ in nodes)
        fault = f"{rows.shape[0]:,} rows without ids for {len(nodes) - n_second:,} + {n_second:,} nodes of two kinds"
        ways = "give one row for each, first those of the first kind, or ids that tell the kind, such as u17 and i17"
        msg = f"{fault}; {ways}"
        raise GraphError(msg)
    names = sorted(node for _, node in nodes if not is_integer(node))
    if names:
        msg = f"the rows have no ids, but the nodes have names such as {names[0]!r} and no order; give the rows ids"
        raise GraphError(msg)
    place_of = {node: place for place, node in enumerate(sorted(nodes, key=lambda node: (node[0], int(node[1]))))}
    _refuse_doubt(place_of)
    return place_of


def _refuse_doubt(place_of: Mapping[KindAndId, int]) -> None:
    """Refuse ids that could as well be the numbers of the rows, in another order."""
    numbers = {int(node): place for (_, node), place in place_of.items()}
    moved = next((number for number, place in numbers.items() if number != place), None)
    if moved is not None and numbers.keys() == set(range(len(place_of))):
        rule = f"node {moved} could have row {moved}, or row {numbers[moved]}, as the first kind of nodes comes first"
        msg = f"the rows have no ids: {rule}; give the rows ids"
        raise GraphError(msg)
