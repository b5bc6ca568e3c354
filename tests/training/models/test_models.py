"""The shapes of the four models: where the dimension enters, what decays, what is refused."""

from dataclasses import replace
from typing import Any

import pytest
import torch

from graphdim.errors import ParameterError
from graphdim.training.models import Shape, build
from graphdim.training.models.weights import glorot
from graphdim.training.randomness import stream
from graphdim.training.settings import DEFAULTS


def made(
    model: str, dimension: int = 98, layers: int = 2, n_outputs: int | None = 7, *, per_head: bool = False, **settings
) -> Any:
    shape = Shape(1433, dimension, layers, n_outputs, per_head)
    return build(model, shape, replace(DEFAULTS.model(model), **settings), stream(0, "weights"))


def n_parameters(model: Any) -> int:
    return sum(each.numel() for group in model.groups() for each in group["params"])


@pytest.mark.parametrize(
    ("model", "layers", "parameters"),
    [
        ("mlp", 2, 1433 * 98 + 98 + 98 * 7 + 7),
        ("gcn", 2, 1433 * 98 + 98 + 98 * 7 + 7),
        ("gcn", 3, 1433 * 98 + 98 + 98 * 98 + 98 + 98 * 7 + 7),
        ("gat", 2, 1433 * 96 + 3 * 96 + 96 * 7 + 3 * 7),
        ("gcnii", 16, 1433 * 98 + 98 + 16 * 98 * 98 + 98 * 7 + 7),
    ],
)
def test_parameters_of_classifiers(model: str, layers: int, parameters: int) -> None:
    assert parameters == n_parameters(made(model, layers=layers))


@pytest.mark.parametrize(
    ("model", "layers", "parameters"),
    [
        ("mlp", 2, 1433 * 98 + 98 + 98 * 98 + 98),
        ("gcn", 2, 1433 * 98 + 98 + 98 * 98 + 98),
        ("gat", 2, 1433 * 96 + 3 * 96 + 96 * 98 + 3 * 98),
        ("gcnii", 16, 1433 * 98 + 98 + 16 * 98 * 98),
    ],
)
def test_parameters_of_encoders(model: str, layers: int, parameters: int) -> None:
    built = made(model, layers=layers, n_outputs=None)
    assert parameters == n_parameters(built)
    assert built.width == 98


@pytest.mark.parametrize(
    ("dimension", "width"), [(1, 8), (4, 8), (20, 16), (98, 96), (100, 96), (123, 120), (180, 176)]
)
def test_gat_shares_the_dimension_among_its_heads(dimension: int, width: int) -> None:
    assert width == made("gat", dimension=dimension).width


def test_gat_per_head_gives_each_head_the_dimension() -> None:
    assert made("gat", dimension=20, per_head=True).width == 160


def test_gat_averages_its_output_heads() -> None:
    last = made("gat", output_heads=8, n_outputs=3).layers[-1]
    assert last.averaged
    assert last.source.shape == (8, 3)


def test_what_decays() -> None:
    decays = {
        model: [group["weight_decay"] for group in made(model).groups()] for model in ("mlp", "gcn", "gat", "gcnii")
    }
    assert decays == {"mlp": [5e-4], "gcn": [5e-4, 0.0], "gat": [5e-4], "gcnii": [0.01, 5e-4]}


@pytest.mark.parametrize("model", ["mlp", "gcn", "gat"])
def test_one_layer_has_no_representation(model: str) -> None:
    with pytest.raises(ParameterError, match="layers is 1; this model needs at least 2"):
        made(model, layers=1)


def test_weights_depend_on_the_seed() -> None:
    first, again, other = (glorot(stream(seed, "weights"), 30, 20) for seed in (0, 0, 1))
    assert torch.equal(first, again)
    assert not torch.equal(first, other)
    assert first.abs().max() <= (6 / 50) ** 0.5
