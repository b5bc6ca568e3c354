"""What identifies a training, and what it refuses."""

from dataclasses import replace

import pytest

from graphdim.errors import GraphDimError, ParameterError
from graphdim.training.definition import Training

USUAL = Training("node-classification", "cora", "gcn", 98, layers=2, train_per_class=20, seed=0, max_epochs=200)


def test_equal_settings_are_one_training() -> None:
    assert replace(USUAL) == USUAL
    assert hash(replace(USUAL)) == hash(USUAL)
    assert replace(USUAL, seed=1) != USUAL


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dimension": 0}, "dimension is 0; it must be a whole number of at least 1"),
        ({"layers": 0}, "layers is 0; it must be a whole number of at least 1"),
        ({"seed": -1}, "seed is -1; it must be a whole number of at least 0"),
        ({"max_epochs": 0}, "max_epochs is 0; it must be a whole number of at least 1"),
        ({"patience": 0}, "patience is 0; it must be a whole number of at least 1"),
        ({"train_per_class": 0}, "train_per_class is 0; it must be a whole number of at least 1"),
        ({"task": "colouring"}, "unknown task 'colouring'; it is one of node-classification, link-prediction"),
        ({"model": "gin"}, "unknown model 'gin'; it is one of mlp, gcn, gat, gcnii"),
        ({"leaks": ("labels",)}, "unknown leak 'labels'; it is one of overlapping-split"),
    ],
)
def test_bad_settings_are_refused(change: dict, message: str) -> None:
    with pytest.raises(ParameterError, match=message) as caught:
        replace(USUAL, **change)
    assert isinstance(caught.value, GraphDimError)
