"""Addresses such as https://example.org/edges.csv, which no reader opens: what is said where a path leads nowhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphdim.errors import NotFoundError
from graphdim.words import visible

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["refuse_address"]

# A path keeps one slash of two. One letter before the colon is a drive.
ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):/+(?=[^/])")


def refuse_address(place: str | Path) -> None:
    """Say of an address, at which there is no file, that it must be downloaded first."""
    found = ADDRESS.match(str(place))
    if found is not None:
        address = f"{found[1]}://{str(place)[found.end() :]}"
        msg = f"{visible(address)}: addresses are not read; download the file first and give the path to it"
        raise NotFoundError(msg)
