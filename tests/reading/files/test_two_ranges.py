"""Columns of numbers that count two kinds of things get a note; ordinary edge lists never do."""

import networkx as nx
import numpy as np
import pytest

import graphdim as gd
from graphdim.reading.files.two_ranges import MOST_IDS, TwoRanges
from graphdim.reading.notes import SHARED_IDS

USERS, ITEMS = 300, 500


@pytest.fixture
def ratings():
    """Users and items from 1 on, of different activity, each pair once."""
    random = np.random.default_rng(0)
    activity, popularity = random.pareto(1.5, USERS) + 1, 1 / np.arange(1, ITEMS + 1) ** 0.5
    users = random.choice(USERS, 40_000, p=activity / activity.sum())
    items = random.choice(ITEMS, 40_000, p=popularity / popularity.sum())
    every = np.array([(user, item) for user in range(USERS) for item in (user + 37, 499 - user)])
    return 1 + random.permutation(np.unique(np.concatenate([every, np.column_stack([users, items])]), axis=0))


def saved(path, rows, *, separator="\t", header="", more=()):
    lines = (separator.join(map(str, (*row, *more))) for row in np.asarray(rows).tolist())
    path.write_text(header + "\n".join(lines) + "\n")
    return path


def on_kinds(graph):
    return [note for note in graph.notes if getattr(note, "kind", "") == SHARED_IDS]


@pytest.mark.parametrize("layout", [{"more": (5, 881250949)}, {}, {"separator": ","}, {"separator": "  "}])
def test_users_and_items_without_a_header_get_a_note(tmp_path, ratings, layout):
    path = saved(tmp_path / "u.data", ratings, **layout)
    [note] = on_kinds(gd.read(path))
    assert note == (
        "columns '1' and '2' are read as one set of ids: 17 in one and 17 in the other are one node, but their numbers"
        " run to 300 and to 500 and seem to count two kinds of things;"
        " --bipartite keeps them apart (bipartite=True in Python)"
    )
    apart = gd.read(path, bipartite=True)
    assert (apart.n_nodes, on_kinds(apart)) == (USERS + ITEMS, [])


def test_the_engines_and_the_order_of_the_columns_agree(tmp_path, ratings):
    path = saved(tmp_path / "edges.tsv", ratings[:, ::-1])
    for engine in ("memory", "disk"):
        [note] = on_kinds(gd.ideal_dimension(path, engine=engine))
        assert "run to 500 and to 300" in note


@pytest.mark.parametrize("header", ["source\ttarget\n", "user\titem\n", "uid\tiid\n"])
def test_names_of_columns_say_more_than_their_numbers(tmp_path, ratings, header):
    notes = on_kinds(gd.read(saved(tmp_path / "edges.tsv", ratings, header=header)))
    assert [note.split(";")[0].split(": ")[1][:7] for note in notes] == {
        "source\ttarget\n": [],
        "user\titem\n": ["user 17"],
        "uid\tiid\n": ["17 in o"],
    }[header]


GRAPHS = {
    "star": nx.star_graph(500),
    "path": nx.path_graph(500),
    "binary tree": nx.balanced_tree(2, 9),
    "tree of ten": nx.balanced_tree(10, 3),
    "recursive tree": nx.random_labeled_tree(500, seed=0),
    "grid": nx.convert_node_labels_to_integers(nx.grid_2d_graph(20, 30)),
    "preferential": nx.barabasi_albert_graph(500, 4, seed=0),
    "small world": nx.watts_strogatz_graph(500, 6, 0.1, seed=0),
    "random": nx.gnm_random_graph(500, 8_000, seed=0),
    "directed": nx.gnm_random_graph(500, 8_000, seed=0, directed=True),
    "growing": nx.gn_graph(500, seed=0),
    "complete bipartite": nx.complete_bipartite_graph(20, 400),
    "karate": nx.karate_club_graph(),
}


def numbered(ends):
    """Nodes numbered as they come, all sources first: those that are targets alone have the highest numbers."""
    _, first, places = np.unique(ends.T.ravel(), return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[places].reshape(2, -1).T


def listings(ends):
    """The usual ways to list the same edges."""
    loops = np.repeat(np.unique(ends)[:, None], 2, axis=1)
    yield from (ends, np.sort(ends, axis=1), np.concatenate([ends, ends[:, ::-1]]), numbered(ends))
    yield from (numbered(np.sort(ends, axis=1)), np.concatenate([ends, loops]), 1 + ends)


def seems_two(ends):
    ranges = TwoRanges()
    for part in np.array_split(ends, 3):
        ranges.add(part[:, 0], part[:, 1])
    return ranges.ends() is not None


@pytest.mark.parametrize("name", GRAPHS)
def test_ordinary_graphs_get_none(name):
    for ends in listings(np.array([edge[:2] for edge in GRAPHS[name].edges])):
        assert not seems_two(ends)
        assert not seems_two(ends[:, ::-1])


def test_crawls_without_loops_get_none():
    random = np.random.default_rng(0)
    crawl = np.column_stack([random.integers(0, 200, 9_000), random.integers(0, 600, 9_000)])
    assert seems_two(crawl)
    assert not seems_two(crawl[crawl[:, 0] != crawl[:, 1]])


@pytest.mark.parametrize("odd", [-1, MOST_IDS])
def test_what_is_no_small_number_ends_the_count(ratings, odd):
    assert seems_two(ratings)
    assert not seems_two(np.concatenate([ratings, [[odd, 1]]]))
