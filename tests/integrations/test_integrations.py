"""The room itself: its names, and what it says where a tool is not installed."""

import subprocess
import sys

import pytest

import graphdim as gd
from graphdim import integrations
from graphdim.selectors import selector
from toys import KARATE

WITHOUT = """import sys
sys.modules[{package!r}] = None
try:
    import graphdim.integrations
    graphdim.integrations.{name}
except ImportError as error:
    print(error)
"""


@pytest.mark.parametrize("name", integrations.__all__)
def test_every_name_is_there(name):
    assert getattr(integrations, name).__doc__
    assert integrations.HOMES.keys() == set(integrations.__all__)


def test_other_names_are_not():
    with pytest.raises(AttributeError, match="module 'graphdim.integrations' has no attribute 'nonsense'"):
        integrations.nonsense  # noqa: B018 - asking is the test


@pytest.mark.parametrize(
    ("package", "name", "extra"),
    [
        ("torch_geometric", "EmbeddingDimension", "pyg"),
        ("optuna", "suggest_dimension", "optuna"),
        ("sklearn", "DimensionSelector", "sklearn"),
    ],
)
def test_a_missing_tool_is_named_with_the_command_that_helps(package, name, extra):
    code = WITHOUT.format(package=package, name=name)
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
    assert said == f"{name} needs the package {package}; pip install 'graphdim[{extra}]'\n"


def test_every_tool_takes_a_method():
    import optuna
    import torch
    from torch_geometric.data import Data

    edges = torch.tensor(KARATE.indexed).T
    transformed = integrations.EmbeddingDimension(method="su")(Data(edge_index=edges, num_nodes=KARATE.n_nodes))
    fitted = integrations.DimensionSelector(method=selector("cv", max_rank=8)).fit(KARATE.indexed)
    trial = optuna.create_study().ask()
    suggested = integrations.suggest_dimension(trial, "d", KARATE.indexed, method="su", multiple_of=1)
    assert transformed.embedding_dimension == suggested == gd.ideal_dimension(KARATE.indexed, method="su").dimension
    assert fitted.dimension_ == gd.ideal_dimension(KARATE.indexed, method="cv", max_rank=8).dimension
