"""The gradient of ReLU: torch's own function, the public way to fall back on, and torch's autograd agree."""

import pytest
import torch

from graphdim.training.kernels import activation


@pytest.fixture(params=["torch's own", "public"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "public":
        monkeypatch.setattr(activation, "THRESHOLD_BACKWARD", None)
    else:
        assert activation.THRESHOLD_BACKWARD is not None


@pytest.mark.usefixtures("way")
def test_the_gradient_of_relu_is_that_of_autograd() -> None:
    values = torch.randn(40, 7, requires_grad=True)
    outputs, gradient = torch.relu(values), torch.randn(40, 7)
    outputs.backward(gradient)
    assert torch.equal(values.grad, activation.relu_gradient(gradient, outputs.detach()))
