"""Every error of the Python interface is a GraphDimError: whatever is given to whichever parameter.

A value may also be accepted, as 5.0 is where 5 is meant; the result can then be shown and written as JSON.
"""

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import torch
from torch_geometric.data import Data, HeteroData

import graphdim as gd
from graphdim.errors import GraphDimError, ParameterError, SourceError
from graphdim.integrations.pyg import EmbeddingDimension
from graphdim.integrations.sklearn import DimensionSelector
from toy_graphs import block_model


class Hostile:
    """Equal to nothing, true to nobody, and its name turns the terminal red."""

    def __repr__(self) -> str:
        return "\x1b[31mred"

    def __bool__(self) -> bool:
        raise RuntimeError

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]


class Unprintable:
    """Cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError


NUMBERS = [-1, 0, 2.5, 5.0, math.nan, math.inf, 10**30, 10**400, -(10**400), True, 1j]
NUMBERS += [Decimal("NaN"), Decimal(5), Fraction(7, 2), np.int64(-1), np.int64(5), np.float32(5), np.array(7)]
TEXTS = ["x", "", "\0", "\ud800", "~nouser/x", b"x"]
LISTS = [[], [[]], {}, (1, 2, 3), {1, 2}, range(3), np.array([1, 2]), np.array(["a"]), torch.tensor([1.5, 2])]
OTHERS = [None, pd.NA, pd.NaT, ..., object(), print, int, torch.tensor(5), Hostile(), Unprintable()]
ABSURD = [*NUMBERS, *TEXTS, *LISTS, *OTHERS]

TRIANGLE = [(0, 1), (1, 2), (2, 0)]
ENDS = torch.tensor([[0, 1], [1, 2]])
MATRIX = np.ones((4, 4)) - np.eye(4)
BLOCKS = block_model(3, 60, inside=0.4, across=0.05)
TYPED = {("user", "rates", "item"): BLOCKS}
ROWS = np.random.default_rng(0).normal(size=(60, 8))


def objective(dimension: int, seed: int) -> float:
    return 1 - 1 / dimension + 0.001 * seed


def embedding(adjacency: Any, dimension: int, seed: int) -> Any:
    return np.random.default_rng(seed).normal(size=(adjacency.shape[0], dimension))


def given(function: Callable[..., Any], *arguments: Any, **options: Any) -> Callable[[str], Callable[[Any], Any]]:
    """A function of one parameter, by its name; everything else as it is."""
    return lambda name: lambda value: function(*arguments, **{**options, name: value})


def with_weight(value: Any) -> Any:
    graph = nx.Graph()
    graph.add_edge(1, 2, w=value)
    return gd.ideal_dimension(graph, weight="w")


def of_data(**attributes: Any) -> Any:
    return gd.ideal_dimension(Data(**{"edge_index": ENDS, "num_nodes": 3, **attributes}))


def of_two_types(value: Any) -> Any:
    data = HeteroData()
    data["a"].num_nodes = 3
    data["a", "to", "a"].edge_index = value
    return gd.ideal_dimension(data)


READING = (
    "n_nodes",
    "weight",
    "columns",
    "bipartite",
    "engine",
    "memory_limit",
    "temporary_folder",
    "master",
    "no_such_option",
)
MINGE = ("structure_weight", "variant", "structure", "method")
FAMILIES = {
    gd.ideal_dimension: (given(gd.ideal_dimension, TRIANGLE), (*READING, *MINGE)),
    gd.structure_entropy: (given(gd.structure_entropy, TRIANGLE), (*READING, "variant")),
    gd.graph_entropy: (given(gd.graph_entropy, n=7, source=TRIANGLE), ("n", "structure_weight", "variant")),
    gd.feature_entropy: (given(gd.feature_entropy, n=7, n_nodes=5), ("n", "n_nodes")),
    gd.read: (given(gd.read, TRIANGLE), ("n_nodes", "weight", "columns", "bipartite")),
    gd.compare: (
        given(gd.compare, BLOCKS, methods=["cv"], max_rank=8),
        (
            *("labels", "at", "methods", "margin", "max_rank", "negatives", "seed", "sample"),
            *("per_type", "embedding_memory", *READING),
        ),
    ),
    gd.sweep: (
        given(gd.sweep, BLOCKS, model=embedding, dimensions=[2, 4], budget=1, max_seeds=3, ledger="own.jsonl"),
        (
            *("model", "task", "labels", "features", "dimensions", "margin", "at", "budget", "max_seeds"),
            *("ledger", "fresh", "watch", *READING),
        ),
    ),
    gd.shrink: (
        given(gd.shrink, ROWS, edges=BLOCKS),
        ("edges", "labels", "margin", "at", "output", "columns", "seed"),
    ),
    gd.race: (
        given(gd.race, objective=objective, dimensions=[2, 4]),
        ("objective", "dimensions", "margin", "level", "max_seeds", "direction", "budget", "watch", "ledger"),
    ),
    EmbeddingDimension: (
        lambda name: lambda value: EmbeddingDimension(**{name: value})(Data(edge_index=ENDS, num_nodes=3)),
        ("method", "weight", "multiple_of", "attr_name"),
    ),
    DimensionSelector: (
        lambda name: lambda value: DimensionSelector(**{name: value}).fit(MATRIX),
        ("method", "n_nodes", "weight", "columns", "multiple_of"),
    ),
    Data: (lambda name: lambda value: of_data(**{name: value}), ("edge_index", "num_nodes", "x", "y", "adj_t")),
}
CALLS = {
    f"{function.__name__}({name}=…)": make(name)  # type: ignore[attr-defined]
    for function, (make, names) in FAMILIES.items()
    for name in names
} | {
    "ideal_dimension(…)": gd.ideal_dimension,
    "ideal_dimension([(…, 1)])": lambda value: gd.ideal_dimension([(value, 1)]),
    "ideal_dimension([…])": lambda value: gd.ideal_dimension([value]),
    "read(…)": gd.read,
    "compare(…)": gd.compare,
    "compare by type": lambda value: gd.compare(value, per_type=True),
    "a relation": lambda value: gd.compare({("user", "rates", "item"): value}, per_type=True),
    "embedding memory": lambda value: gd.compare(TYPED, per_type=True, methods=["cv"], embedding_memory=value),
    "sweep(…)": lambda value: gd.sweep(value, model=embedding, dimensions=[2, 4], ledger="own.jsonl"),
    "rows of a sweep": lambda value: gd.sweep(BLOCKS, model=lambda *_: value, dimensions=[2, 4], ledger="rows.jsonl"),
    "a label by id": lambda value: gd.compare(BLOCKS, methods=["cv"], max_rank=8, labels={0: value}),
    "a label of a list": lambda value: gd.compare(BLOCKS, methods=["cv"], max_rank=8, labels=[value, *[0, 1] * 29, 0]),
    "a row of features": lambda value: gd.sweep(BLOCKS, model="mlp", features=[value] * 60, labels=[0, 1] * 30),
    "shrink(…)": gd.shrink,
    "race of a score": lambda value: gd.race(lambda *_: value, [2, 4]),
    "race of dimensions": lambda value: gd.race(objective, [value, 4]),
    "rounded": lambda value: gd.ideal_dimension(TRIANGLE).rounded(multiple_of=value),
    "in_multiples": lambda value: gd.ideal_dimension(TRIANGLE).in_multiples(value),
    "weights of networkx": with_weight,
    "weights of PyG": lambda value: gd.ideal_dimension(Data(edge_index=ENDS, num_nodes=3, w=value), weight="w"),
    "HeteroData": of_two_types,
    "pandas ids": lambda value: gd.ideal_dimension(pd.DataFrame({"source": [value, 1], "target": [2, value]})),
    "pandas weights": lambda value: gd.ideal_dimension(
        pd.DataFrame({"source": [1, 2], "target": [2, 3], "w": [value, 1]}), weight="w"
    ),
}


@pytest.mark.filterwarnings("ignore:Unable to accurately infer 'num_nodes'")  # PyG's own word on None
@pytest.mark.parametrize("name", CALLS)
def test_whatever_is_given_every_error_is_ours(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for value in ABSURD:
        if name.startswith("pandas") and isinstance(value, Unprintable):
            continue  # Polars itself stumbles over showing it, on stderr
        try:
            result = CALLS[name](value)
        except GraphDimError as error:
            message = str(error)
            assert "\x1b" not in message
            assert len(message) < 1000
        else:
            assert "\x1b" not in repr(result)
            if hasattr(result, "to_json"):
                result.to_json()


@pytest.mark.parametrize("value", [5, 2.5, [1], object(), torch.tensor(5)])
def test_a_ledger_is_a_path(value: Any) -> None:
    with pytest.raises(ParameterError, match="it must be the path of a file"):
        gd.race(objective, [2, 4], ledger=value)


@pytest.mark.parametrize(
    "column",
    [
        pa.array([Decimal(1), Decimal(2)], type=pa.decimal256(50, 2)),
        pa.RunEndEncodedArray.from_arrays([1, 2], [5, 6]),
        pa.nulls(2),
        pa.array([[1], [2]]),
        pa.array([b"a", b"\xff"]),
    ],
    ids=lambda column: str(column.type),
)
def test_arrow_columns_of_other_kinds_are_refused_without_a_panic(column: Any, capfd: Any) -> None:
    with pytest.raises(SourceError):
        gd.ideal_dimension(pa.table({"source": column, "target": [1, 2]}))
    with pytest.raises(SourceError):
        gd.ideal_dimension(pa.table({"source": [1, 2], "target": [3, 4], "w": column}), weight="w")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "tensor",
    [
        torch.tensor([0, 1]),
        torch.tensor([[0, 1], [1, 2], [2, 0]]),
        torch.tensor([[1j, 2], [3, 4]]),
        torch.eye(2).to_sparse(),
        torch.empty(2, 3, device="meta", dtype=torch.long),
        torch.tensor([[0, -1], [1, 2]]),
    ],
    ids=str,
)
def test_tensors_of_a_wrong_kind_are_refused(tensor: torch.Tensor) -> None:
    with pytest.raises(SourceError):
        gd.ideal_dimension(Data(edge_index=tensor, num_nodes=3))


def test_numbers_of_numpy_become_plain() -> None:
    result = gd.ideal_dimension(TRIANGLE, n_nodes=np.int64(5), structure_weight=np.float32(0.5))
    assert '"n_nodes": 5' in result.in_multiples(np.int64(8)).to_json()
    assert (type(result.n_nodes), type(result.selector.structure_weight)) == (int, float)


def test_numbers_of_numpy_may_be_ones_own_dimensions(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.chdir(tmp_path)
    ledger = {"model": embedding, "dimensions": np.array([2, 4]), "budget": 1, "ledger": "own.jsonl"}
    for result in (
        gd.compare(BLOCKS, at=np.array([4, 8]), methods=["cv"]),
        gd.shrink(ROWS, at=np.int64(4)),
        gd.sweep(BLOCKS, at=np.int64(8), **ledger),
    ):
        assert '"dimension": ' in result.to_json()


def test_an_unknown_keyword_is_named_with_those_that_are_known() -> None:
    for function in (gd.compare, gd.sweep, gd.ideal_dimension):
        with pytest.raises(ParameterError, match="'colums'"):
            function(BLOCKS, colums=("a", "b"))


def test_features_may_be_lists() -> None:
    rows = ROWS.tolist()
    result = gd.sweep(BLOCKS, model="mlp", features=rows, labels=[0, 1] * 30, dimensions=[2, 4], budget=1, max_seeds=3)
    assert result.race.n_trainings


@pytest.mark.parametrize("relation", [5, None, "rates", ("user", "item"), ("user", 5, "item"), Unprintable()], ids=type)
def test_what_does_not_name_a_relation_is_refused(relation: Any) -> None:
    with pytest.raises(ParameterError, match="does not name a relation"):
        gd.compare({relation: BLOCKS}, per_type=True)
