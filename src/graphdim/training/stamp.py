"""Where a result comes from: versions, processor, commit. Stamped on every line of the ledger."""

from __future__ import annotations

import os
import platform
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from graphdim.training.kernels import REVISION

__all__ = ["stamp"]

PACKAGES = ("numpy", "scipy", "torch", "graphdim")


@cache
def stamp() -> dict[str, Any]:
    """The fields `versions`, `cpu` and `commit` of a record."""
    return {"versions": _versions(), "cpu": f"{_processor()} × {os.cpu_count()}", "commit": _commit()}


def _versions() -> dict[str, str]:
    packages = {name: _version(name) for name in PACKAGES}
    return {"python": platform.python_version(), **packages, "kernels": REVISION}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def _processor() -> str:
    """The model of the processor, as Linux tells it; elsewhere what Python knows."""
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text(encoding="utf-8").splitlines() if listed.exists() else []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def _commit() -> str:
    """The commit of the checkout that graphdim runs from, marked if changed since; else its version."""
    package = Path(__file__).parents[1]
    try:
        top = _git(package, "rev-parse", "--show-toplevel")
        # Installed into another project's checkout, git would tell that project's commit.
        if Path(top) / "src" / "graphdim" != package:
            return _version("graphdim")
        changed = _git(package, "status", "--porcelain", "--untracked-files=no", ".")
        return _git(package, "rev-parse", "HEAD") + ("+changed" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return _version("graphdim")


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603 - our own words
