"""The guide says that every error is a GraphDimError: a wrong type is one too, at every public function."""

from typing import Any

import numpy as np
import pytest

import graphdim as gd
from graphdim.errors import ParameterError

EDGES = [("a", "b"), ("b", "c")]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"structure_weight": "1"}, "the structure weight λ is '1'; it must be a finite number of at least 0"),
        ({"structure_weight": None}, "the structure weight λ is None"),
        ({"n_nodes": "5"}, "n_nodes is '5'; it must be a whole number of at least 1"),
        ({"n_nodes": 5.5}, "n_nodes is 5.5; it must be a whole number"),
        ({"n_nodes": 10**30}, "it must be a whole number of at least 1 and below 2"),
        ({"n_nodes": 10**5000}, "n_nodes is an int; it must be a whole number"),
        ({"n_nodes": True}, "n_nodes is True; it must be a whole number"),
        ({"weight": 5}, "weight is 5; it must be the name of a column"),
        ({"columns": 5}, "columns is 5; name a column for each end"),
        ({"method": 5}, "method is 5; it must be the name of a selector, or a dataclass"),
        ({"memory_limit": 10**400}, "is not a size"),
        ({"n_nodes": 0}, "n_nodes is 0; it must be a whole number of at least 1"),
        ({"variant": ["published"]}, r"unknown variant \['published'\]; it is one of published, equations"),
        ({"engine": None}, "unknown engine None; it is one of auto, memory, disk, spark"),
        ({"memory_limit": []}, r"\[\] is not a size"),
        ({"temporary_folder": 5}, "temporary_folder is 5; it must be the path of a folder"),
    ],
)
def test_options_of_a_wrong_type_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        gd.ideal_dimension(EDGES, **options)


def test_dimensions_of_a_wrong_type_are_refused() -> None:
    with pytest.raises(ParameterError, match="dimension is 'x'"):
        gd.graph_entropy("x", EDGES)
    with pytest.raises(ParameterError, match="dimension is None"):
        gd.graph_entropy([1, None], EDGES)
    with pytest.raises(ParameterError, match="dimension is '3'"):
        gd.feature_entropy("3", n_nodes=5)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="n_nodes is nan"):
        gd.feature_entropy(3, n_nodes=float("nan"))  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [5, 5.0, np.int64(5), np.float32(5)])
def test_every_kind_of_number_is_one(number: Any) -> None:
    assert gd.ideal_dimension(EDGES, n_nodes=number, structure_weight=number).n_nodes == 5
