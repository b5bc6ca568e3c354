"""What a module takes from another is listed there, in `__all__`; types for the type checker alone need not be."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = {"graphdim": ROOT / "src", "minge_paper": ROOT / "papers/minge/src"}


def modules(package: str) -> dict[str, ast.Module]:
    """The modules of a package by their names."""
    folder = SOURCES[package]
    paths = sorted((folder / package).rglob("*.py"))
    names = [".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__") for path in paths]
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in zip(names, paths, strict=True)}


def assigned(body: list[ast.stmt]) -> dict[str, ast.expr]:
    """The names that statements assign, with their values."""
    pairs = [(target, each.value) for each in body if isinstance(each, ast.Assign) for target in each.targets]
    return {target.id: value for target, value in pairs if isinstance(target, ast.Name)}


def offered(tree: ast.Module) -> set[str]:
    """What a module lists, its types for the type checker and its version."""
    checked = [each for each in tree.body if isinstance(each, ast.If) and ast.unparse(each.test) == "TYPE_CHECKING"]
    types = {name for each in checked for name in assigned(each.body)}
    names = assigned(tree.body)
    return types | {"__version__"} | (set(ast.literal_eval(names["__all__"])) if "__all__" in names else set())


def taken(known: dict[str, ast.Module]) -> Iterator[tuple[str, str, str]]:
    """For every import of a name from another module: that module, the name, and who takes it."""
    for name, tree in known.items():
        for each in ast.walk(tree):
            if isinstance(each, ast.ImportFrom) and each.module in known:
                names = [alias.name for alias in each.names if f"{each.module}.{alias.name}" not in known]
                yield from ((each.module, taken_name, name) for taken_name in names)


@pytest.mark.parametrize("package", SOURCES)
def test_what_is_listed_is_made_there(package):
    """Each name has one home; only the doors of the package, its integrations and its linear algebra pass names on."""
    doors = {"graphdim", "graphdim.integrations", "graphdim.linalg"}
    for name, tree in modules(package).items():
        imports = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
        imported = {alias.asname or alias.name for each in imports for alias in each.names} - {"__version__"}
        assert name in doors or not imported & offered(tree), name


@pytest.mark.parametrize("package", SOURCES)
def test_what_is_imported_is_listed(package):
    known = modules(package)
    lists = {name: offered(tree) for name, tree in known.items()}
    every = list(taken(known))
    assert len(every) > 100
    assert [each for each in every if each[1] not in lists[each[0]]] == []
