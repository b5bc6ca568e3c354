"""Numbering: a source is read once, whatever its ids are and wherever the first odd one comes."""

import numpy as np
import polars as pl
import pytest

from graphdim.graph import packing
from graphdim.graph.blocks import MemoryKeys
from graphdim.graph.build import build, read_named
from graphdim.graph.keys import KeyBuffer, recoded, unique
from graphdim.reading import edges as edges_module
from graphdim.reading.edges import Edges, EdgeStream
from measuring import measure

SMALL = [(3, 1), (1, 7), (7, 7), (2, 2)]
LATE = {
    "names": [("x", "3"), ("1", "y"), ("z", "z")],
    "negative": [(-4, 3), (1, -9)],
    "huge": [(2**63 + 5, 3), (1, 2**40)],
    "sparse": [(2**30, 3), (1, 2**31 - 1)],
    "small": [(3, 9)],
}


def part(pairs: list[tuple[int | str, int | str]], weights: list[float] | None = None) -> Edges:
    columns = list(zip(*pairs, strict=True))
    kind = object if isinstance(columns[0][0], str) else np.uint64 if max(map(max, pairs)) >= 2**63 else np.int64
    ends = [pl.Series(column) if kind is object else np.array(column, dtype=kind) for column in columns]
    return Edges(*ends, None if weights is None else np.array(weights))


def stream(*batches: Edges) -> EdgeStream:
    read = []

    def parts():
        assert not read, "the source is read once"
        read.append(True)
        return iter([batch.itself for batch in batches])

    rows = sum(batch.n_rows for batch in batches)
    return EdgeStream(parts, rows, rows)


def expected(*pairs: tuple[int | str, int | str]) -> set[frozenset[str]]:
    return {frozenset(map(str, pair)) for pair in pairs if pair[0] != pair[1]}


@pytest.mark.parametrize("late", LATE.values(), ids=LATE)
@pytest.mark.parametrize("order", [1, -1])
def test_odd_ids_may_come_at_any_time(late, order, monkeypatch):
    batches = [part(SMALL), part(late), part([(1, 3), (8, 7)])][::order]
    wanted = expected(*SMALL, *late, (8, 7))
    monkeypatch.setattr("graphdim.graph.build.edges_of", lambda *_, **__: stream(*batches))
    graph, ids = read_named("source")
    assert {frozenset((ids[a], ids[b])) for a, b in graph.pairs.tolist()} == wanted
    nodes = {str(node) for pair in (*SMALL, *late, (8, 7)) for node in pair}
    assert (sorted(ids), graph.n_nodes) == (sorted(nodes), len(nodes))
    assert graph.cleaning.rows == len(SMALL) + len(late) + 2


@pytest.mark.parametrize("late", LATE.values(), ids=LATE)
def test_the_numbers_do_not_depend_on_the_order_of_the_edges(late):
    batches = [part(SMALL), part(late), part([(1, 3), (8, 7)])]
    one, other = build(stream(*batches)), build(stream(*reversed(batches)))
    assert np.array_equal(one.pairs, other.pairs)


@pytest.mark.parametrize("late", LATE.values(), ids=LATE)
@pytest.mark.parametrize("weighted", [False, True])
def test_the_disk_engine_renumbers_its_files(late, weighted, monkeypatch):
    rng = np.random.default_rng(7)
    many = [tuple(pair) for pair in rng.integers(0, 300, size=(2000, 2)).tolist()]
    groups = (many[:900], late, many[900:])
    batches = [part(pairs, rng.random(len(pairs)).tolist() if weighted else None) for pairs in groups]
    weight = "weight" if weighted else None
    found = []
    for engine in ("memory", "disk"):
        monkeypatch.setattr("graphdim.engines.edges_of", lambda *_, **__: stream(*batches))
        found.append(measure("source", engine=engine, weight=weight))
    assert found[0].structure_entropy == pytest.approx(found[1].structure_entropy, rel=1e-13)
    assert (found[0].n_nodes, found[0].n_edges, found[0].cleaning) == (
        found[1].n_nodes,
        found[1].n_edges,
        found[1].cleaning,
    )


def test_many_names_in_threads(monkeypatch):
    monkeypatch.setattr(edges_module, "BATCH", 100)
    rng = np.random.default_rng(3)
    pairs = rng.integers(0, 5000, size=(20_000, 2))
    names = [pl.Series([f"node {node}" for node in end]) for end in pairs.T.tolist()]
    graph = build(Edges(*names))
    assert (graph.n_nodes, graph.n_edges) == (len(np.unique(pairs)), build(Edges(*pairs.T)).n_edges)


def test_a_buffer_gives_back_its_memory_and_keeps_its_views():
    buffer = KeyBuffer(10**6)
    buffer.add(np.arange(10**6, dtype=np.uint64))
    kept, tail = buffer.keys[:10], buffer.keys[-10:]
    buffer.shrink(10)
    assert np.array_equal(kept, np.arange(10))
    assert len(buffer.keys) == 10
    assert not tail.any()  # given back, but still there to be read


def test_a_buffer_larger_than_memory_is_refused():
    with pytest.raises(packing.GraphError, match="edges do not fit in memory; engine='disk'"):
        KeyBuffer(2**58)


def test_recoding_keeps_the_smaller_node_first():
    keys = np.array([(1 << 32) + 5, (2 << 32) + 3], dtype=np.uint64)
    swapped = recoded(keys, lambda numbers: np.uint64(9) - numbers)
    assert swapped.tolist() == [(4 << 32) + 8, (6 << 32) + 7]


def test_of_several_weights_the_largest_counts():
    keys, weights = unique(np.array([5, 3, 5], dtype=np.uint64), np.array([1.0, 2.0, 4.0]))
    assert (keys.tolist(), weights.tolist()) == ([3, 5], [2.0, 4.0])


def test_a_store_without_edges_has_no_blocks():
    assert MemoryKeys(0).blocks() == []


@pytest.mark.parametrize("late", LATE.values(), ids=LATE)
@pytest.mark.parametrize("order", [1, -1])
def test_two_kinds_of_nodes_are_numbered_apart_whatever_comes_late(late, order, monkeypatch):
    batches = [part(SMALL), part(late), part([(1, 3), (8, 7)])][::order]
    pairs = {(str(user), str(item)) for user, item in (*SMALL, *late, (1, 3), (8, 7))}
    monkeypatch.setattr("graphdim.graph.build.edges_of", lambda *_, **__: stream(*batches).across())
    graph, ids = read_named("source", bipartite=True)
    assert {(ids[a], ids[b]) for a, b in graph.pairs.tolist()} == pairs
    assert graph.kinds == (len({user for user, _ in pairs}), len({item for _, item in pairs}))
    assert sorted(graph.sides) == graph.sides.tolist()
    assert graph.cleaning.self_loops == 0
    for engine in ("memory", "disk"):
        monkeypatch.setattr("graphdim.engines.edges_of", lambda *_, **__: stream(*batches).across())
        assert measure("source", engine=engine, bipartite=True).kinds == graph.kinds
