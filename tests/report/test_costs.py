"""What a width costs: the formulas against the networks themselves."""

import numpy as np
import pytest

from graphdim.report.costs import parameters, row, table_bytes
from graphdim.training.models import Shape, build
from graphdim.training.settings import DEFAULTS


@pytest.mark.parametrize("model", ["gcn", "mlp"])
@pytest.mark.parametrize("width", [1, 4, 16, 98, 100])
def test_parameters_are_those_of_the_network(model, width):
    usual = DEFAULTS.model(model)
    built = build(model, Shape(143, width, usual.layers, 7), usual, np.random.default_rng(0))
    expected = sum(part.numel() for group in built.groups() for part in group["params"])
    assert expected == parameters(143, 7, width)


def test_a_row_leaves_out_what_is_unknown():
    known = {"n_nodes": 10, "n_features": 143, "n_classes": 7}
    assert row(known, 16) == {"table": 640, "network": parameters(143, 7, 16)}
    assert row(known | {"n_classes": None}, 16) == {"table": 640, "network": None}
    assert table_bytes(10, 16) == np.zeros((10, 16), dtype=np.float32).nbytes
