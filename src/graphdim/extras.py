"""The one door for optional packages: imports one, or says which command installs it."""

import importlib
from types import ModuleType

from graphdim.errors import MissingExtraError

__all__ = ["require"]

# Which extra of graphdim brings a package; one that is not listed here is installed by its own name.
EXTRAS = {
    "torch": "bench",
    "altair": "report",
    "vl_convert": "report",
    "pyspark": "spark",
    "torch_geometric": "pyg",
    "optuna": "optuna",
    "sklearn": "sklearn",
    "networkx": "compare",
    "gensim": "embed",
}


def require(package: str, purpose: str) -> ModuleType:
    """Import `package`, needed for `purpose`, or raise the error that tells how to get it.

    >>> require("math", "adding up").__name__
    'math'
    """
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        root = package.partition(".")[0]
        wanted = f"'graphdim[{EXTRAS[root]}]'" if root in EXTRAS else root
        msg = f"{purpose} needs the package {root}; pip install {wanted}"
        raise MissingExtraError(msg, name=root) from error
