"""A dimension for each type of nodes: planted ones are found relation by relation, and cuts cost what is measured."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import torch
from click.testing import CliRunner
from torch_geometric.data import HeteroData

import graphdim as gd
from graphdim.cli import graphdim
from graphdim.comparing.cutting import cut_to
from graphdim.errors import GraphError, ParameterError, UnsupportedError

RATES, FOLLOWS, HAS = ("user", "rates", "movie"), ("user", "follows", "user"), ("movie", "has", "tag")
FEW = ("tag", "in", "list")
PLANTED = {RATES: 8, FOLLOWS: 3, HAS: 5}
SIZES = {"user": 300, "movie": 200, "tag": 40}


def blocks(n_first: int, n_second: int, n_blocks: int) -> np.ndarray:
    """Random edges, more often between nodes of the same block: as many dimensions as blocks."""
    same = (np.arange(n_first) % n_blocks)[:, None] == np.arange(n_second) % n_blocks
    drawn = np.random.default_rng(n_blocks).random(same.shape) < np.where(same, 0.4, 0.02)
    return np.column_stack(np.nonzero(drawn))


EDGES = {relation: blocks(SIZES[relation[0]], SIZES[relation[2]], k) for relation, k in PLANTED.items()}


@pytest.fixture(scope="module")
def result() -> gd.TypedComparison:
    return gd.compare({**EDGES, FEW: [(0, "a"), (1, "b")]}, per_type=True)


def hetero() -> HeteroData:
    data = HeteroData()
    for name, n_nodes in SIZES.items():
        data[name].num_nodes = n_nodes
    for relation, edges in EDGES.items():
        data[relation].edge_index = torch.from_numpy(edges.T)
    data["movie", "rev_rates", "user"].edge_index = torch.from_numpy(EDGES[RATES].T).flip(0)
    return data


def test_a_type_gets_the_most_that_its_relations_need(result):
    found = {answer.relation: answer.dimension for answer in result.relations}
    assert found == {**PLANTED, FEW: None}
    assert result.dimensions == {"user": 8, "movie": 8, "tag": 5, "list": 2}
    assert {each.name: each.relation for each in result.types} == {
        "user": RATES,
        "movie": RATES,
        "tag": HAS,
        "list": None,
    }
    assert {each.name: each.n_nodes for each in result.types} == {**SIZES, "list": 2}
    assert result.n_bytes == 4 * (300 * 8 + 200 * 8 + 40 * 5 + 2 * 2)
    assert (result.cuts, result.fitted) == ((), result.dimensions)


def test_heterodata_gives_the_same_and_leaves_out_reversed_copies(result):
    other = gd.compare(hetero(), per_type=True)
    assert [answer.relation for answer in other.relations] == list(PLANTED)
    assert other.dimensions == {name: result.dimensions[name] for name in SIZES}
    assert [each.prior for each in other.types] == [each.prior for each in result.types[:3]]


def test_the_prior_follows_the_number_of_nodes_of_the_type(result):
    priors = {each.name: each.prior for each in result.types}
    assert priors["user"] > priors["movie"] > priors["tag"] > priors["list"]
    one_kind = gd.ideal_dimension(EDGES[FOLLOWS])
    [users] = gd.compare({FOLLOWS: EDGES[FOLLOWS]}, per_type=True).types
    assert (users.prior, users.n_nodes) == (one_kind.dimension, one_kind.n_nodes)


def within(result: gd.TypedComparison, limit: int) -> gd.TypedComparison:
    """The same answer with tables cut to that many bytes."""
    return replace(result, limit=limit, cuts=cut_to(limit, result.types, result.relations))


def test_cuts_cost_what_is_measured(result):
    cut = within(result, 12_000)
    sizes = {each.name: each.n_nodes for each in cut.types}
    assert cut.n_bytes > 12_000 >= cut.fitted_bytes == sum(4 * sizes[name] * k for name, k in cut.fitted.items())
    for answer in cut.relations[:3]:
        width = min(answer.dimension, *(cut.fitted[name] for name in answer.ends))
        assert cut.deficits()[answer.relation] == answer.comparison.deficit(width).mean
    assert "cut costs" in repr(cut)
    assert "no cut is needed" in repr(within(result, 10**6))
    assert "still too much" in repr(within(result, 10))
    assert within(result, 10).fitted == {"user": 1, "movie": 1, "tag": 1, "list": 2}


def test_what_a_relation_does_not_need_is_cut_for_nothing():
    # Tags are wide for the sake of the first relation alone, whose other end is cheap to keep.
    relations = {("tag", "on", "movie"): blocks(40, 200, 5), ("user", "uses", "tag"): blocks(300, 40, 2)}
    cut = gd.compare(relations, per_type=True, embedding_memory=4 * (300 * 2 + 40 * 5 + 200 * 4))
    assert cut.cuts[0].name == "movie"
    assert cut.deficits()["user", "uses", "tag"] == cut.relations[1].comparison.deficit(2).mean


def test_the_panel_and_json_have_every_table(result):
    text = repr(result)
    for part in ("4 node types", "user rates movie", "decided by", "tag in list has no measured dimension: "):
        assert part in text
    facts = json.loads(result.to_json())
    assert [each["dimension"] for each in facts["types"]] == [8, 8, 5, 2]
    assert facts["relations"][0]["comparison"]["dimension"] == 8


def test_a_relation_that_tells_nothing_leaves_its_types_to_the_prior():
    path = [(node, node + 1) for node in range(40)]
    found = gd.compare({("stop", "next", "stop"): path}, per_type=True, embedding_memory="1GB")
    assert found.relations[0].dimension is None
    assert "no dimension is better than guessing" in found.relations[0].reason
    assert found.types[0].relation is None
    assert dict(found.lines())["limit"] == "953.7 MiB for all tables: no cut is needed"


def test_ids_of_a_type_are_shared_by_its_relations():
    people = pd.DataFrame({"a": [f"p{k % 9}" for k in range(40)], "b": [f"q{k % 7}" for k in range(40)]})
    films = [(f"p{k % 11}", k % 5) for k in range(40)]
    found = gd.compare({("p", "knows", "p"): people, ("p", "saw", "film"): films}, per_type=True)
    assert {each.name: each.n_nodes for each in found.types} == {"p": 18, "film": 5}


def test_the_memory_limit_holds_for_each_relation():
    found = gd.compare(EDGES, per_type=True, memory_limit="1MB")
    assert all("976.6 KiB may be used" in answer.reason for answer in found.relations)


def test_what_holds_no_relations_is_refused():
    with pytest.raises(UnsupportedError, match="per_type needs several relations, and a ndarray holds one graph"):
        gd.compare(EDGES[RATES], per_type=True)
    with pytest.raises(ParameterError, match="'rates' does not name a relation"):
        gd.compare({"rates": EDGES[RATES]}, per_type=True)
    with pytest.raises(GraphError, match="the source holds no relations"):
        gd.compare({}, per_type=True)
    with pytest.raises(ParameterError, match="per_type reads relations in memory"):
        gd.compare(EDGES, per_type=True, engine="disk")
    with pytest.raises(ParameterError, match="it needs per_type=True"):
        gd.compare("dataset:karate", embedding_memory="1GiB")
    with pytest.raises(UnsupportedError, match="is read by compare with per_type=True"):
        gd.compare(EDGES)


def test_the_command_line_takes_one_source_for_each_relation(tmp_path):
    for relation, edges in EDGES.items():
        np.savetxt(tmp_path / f"{relation[1]}.csv", edges, fmt="%d", delimiter=",")
    given = [f"{':'.join(relation)}={tmp_path / relation[1]}.csv" for relation in EDGES]
    quiet = CliRunner().invoke(graphdim, ["compare", "--per-type", *given, "--quiet"])
    assert quiet.stdout == "user\t8\nmovie\t8\ntag\t5\n"
    wrong = CliRunner().invoke(graphdim, ["compare", "--per-type", "rates.csv"])
    assert (wrong.exit_code, "TYPE:RELATION:TYPE=SOURCE" in wrong.output) == (2, True)
    alone = CliRunner().invoke(graphdim, ["compare", "a.csv", "--embedding-memory", "1GiB"])
    assert (alone.exit_code, "it needs --per-type" in alone.output) == (2, True)


def test_a_type_that_no_relation_names_has_a_table_too():
    data = hetero()
    data["shop"].num_nodes, data["owner"].num_nodes, data["nobody"].num_nodes = 50, 1, 0
    result = gd.compare(data, per_type=True)
    [shop] = [each for each in result.types if each.name == "shop"]
    edgeless = gd.ideal_dimension([], n_nodes=50).dimension
    assert (shop.prior, shop.dimension, shop.relation) == (edgeless, edgeless, None)
    assert result.dimensions.keys() == {"user", "movie", "tag", "shop", "owner"}
    assert result.n_bytes == sum(4 * each.n_nodes * each.dimension for each in result.types)


def test_a_relation_without_edges_is_named():
    with pytest.raises(GraphError, match="^tag in list: no edges, .* or leave this relation out$"):
        gd.compare({**EDGES, FEW: []}, per_type=True)


def test_notes_on_how_relations_were_read_are_shown():
    rated = pd.DataFrame(EDGES[RATES], columns=["a", "b"]).assign(stars=5)
    result = gd.compare({RATES: rated, FEW: [("x", "y", 2.0)]}, per_type=True)
    assert "user rates movie: column 'stars' ignored" in repr(result)
    assert "tag in list: the pairs' weight ignored" in repr(result)
    assert json.loads(result.to_json())["relations"][1]["notes"]


def test_a_relation_given_twice_is_refused(tmp_path):
    for name in ("old.csv", "new.csv"):
        pd.DataFrame(EDGES[FOLLOWS]).to_csv(tmp_path / name, index=False)
    sources = [f"user:follows:user={tmp_path / name}" for name in ("old.csv", "new.csv")]
    run = CliRunner().invoke(graphdim, ["compare", "--per-type", *sources])
    assert (run.exit_code, "'user:follows:user' is given twice" in run.output) == (2, True)


def test_names_cannot_talk_to_the_terminal():
    red = "\x1b[31m\u202e"
    result = gd.compare({(red, red, "movie"): EDGES[RATES], ("movie", red, "tag"): [(1, 2)]}, per_type=True)
    assert {"\x1b", "\u202e"}.isdisjoint(repr(result))
    weighted = pd.DataFrame(EDGES[FOLLOWS], columns=["source", "target"]).assign(**{red: 1.0})
    noted = gd.ideal_dimension(weighted)
    assert any("ignored" in note for note in noted.facts.notes)
    assert {"\x1b", "\u202e"}.isdisjoint("".join(noted.facts.notes) + repr(noted))
