"""The package's face: its names, its errors, its door for optional packages."""

import pytest

import graphdim as gd
from graphdim import errors, extras


def test_every_public_name_is_there():
    for name in gd.__all__:
        assert getattr(gd, name).__doc__
    assert {*gd.__all__, "__version__"} == set(dir(gd))
    assert gd.HOMES.keys() == set(gd.__all__)
    with pytest.raises(AttributeError, match="module 'graphdim' has no attribute 'nonsense'"):
        gd.nonsense  # noqa: B018 - asking is the test


@pytest.mark.parametrize("name", errors.__all__)
def test_every_error_is_one_of_ours_and_drawn_in_the_tree(name):
    assert issubclass(getattr(errors, name), gd.GraphDimError)
    assert name in errors.__doc__


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        (errors.ParameterError, ValueError),
        (errors.SourceError, ValueError),
        (errors.NotFoundError, FileNotFoundError),
        (errors.DatasetError, errors.SourceError),
        (errors.UnsupportedError, TypeError),
        (errors.GraphError, ValueError),
        (errors.MissingExtraError, ImportError),
    ],
)
def test_errors_are_what_python_would_raise(error, builtin):
    assert issubclass(error, builtin)


def test_a_missing_package_names_the_command_that_helps(monkeypatch):
    assert extras.require("json", "nothing").__name__ == "json"
    with pytest.raises(errors.MissingExtraError, match="a dream needs the package nonsense; pip install nonsense"):
        extras.require("nonsense.inner", "a dream")
    monkeypatch.setitem(extras.EXTRAS, "nonsense", "dreams")
    with pytest.raises(errors.MissingExtraError, match=r"pip install 'graphdim\[dreams\]'"):
        extras.require("nonsense", "a dream")
