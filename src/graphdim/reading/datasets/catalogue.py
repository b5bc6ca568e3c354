"""The catalogue of datasets: size, reader, and files with their checksums and addresses.

The entries are in `catalogue.toml`. Every other file `graphs/NAME.npz` in the data folder is a dataset too.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from graphdim.errors import DatasetError
from graphdim.reading.datasets.home import data_folders, local_path

__all__ = ["NAMES", "Dataset", "File", "every", "find"]


@dataclass(frozen=True, slots=True)
class File:
    """One file of a dataset: its path in the data folder, its SHA-256, and the address to download it from."""

    path: str
    sha256: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Dataset:
    """A named graph: `files` hold its edges, `extras` what only experiments need, such as features and labels."""

    name: str
    kind: str
    reader: str
    n_nodes: int | None = None
    n_edges: int | None = None
    n_features: int | None = None
    n_classes: int | None = None
    files: dict[str, File] = field(default_factory=dict)
    extras: dict[str, File] = field(default_factory=dict)


@cache
def _known() -> dict[str, Dataset]:
    listed = tomllib.loads((files(__package__) / "catalogue.toml").read_text(encoding="utf-8"))
    known = {}
    for name, facts in listed.items():
        known[name] = Dataset(name, files=_files(facts, "files"), extras=_files(facts, "extras"), **facts)
    return known


def _files(facts: dict[str, Any], role: str) -> dict[str, File]:
    return {part: File(**file) for part, file in facts.pop(role, {}).items()}


NAMES = frozenset(("karate", "cora", "citeseer", "pubmed", "airport"))


def every() -> Iterator[Dataset]:
    """The datasets of the catalogue that are here or can be downloaded, then the user's graphs in the data folders."""
    yield from filter(_is_available, _known().values())
    own = {path.stem for folder in data_folders() for path in (folder / "graphs").glob("*.npz")}
    yield from (_labelled(name) for name in sorted(own - _known().keys()))


def find(name: str) -> Dataset:
    """The dataset with this name, or an error that lists all names."""
    key = name.strip().lower()
    for dataset in every():
        if dataset.name.lower() == key:
            return dataset
    msg = f"unknown dataset {name!r}; the datasets are {', '.join(dataset.name for dataset in every())}"
    raise DatasetError(msg)


def _is_available(dataset: Dataset) -> bool:
    return all(file.url or local_path(file) for file in dataset.files.values())


def _labelled(name: str) -> Dataset:
    return Dataset(name, "in the data folder", "labelled", files={"graph": File(f"graphs/{name}.npz")})
