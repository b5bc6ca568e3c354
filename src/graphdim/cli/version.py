"""`graphdim --version`: graphdim first, then the versions that a bug report needs. Nothing is imported to find them."""

import click

from graphdim import __version__

__all__ = ["show_version"]

NEEDED = ("numpy", "scipy", "polars", "click", "rich")
OPTIONAL = (
    "torch",
    "torch_geometric",
    "gensim",
    "optuna",
    "scikit-learn",
    "altair",
    "vl-convert-python",
    "pyspark",
    "networkx",
    "igraph",
    "pandas",
    "pyarrow",
)


def show_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click calls it so
    """Print the versions and leave."""
    if not value or ctx.resilient_parsing:
        return
    import platform

    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    click.echo(f"graphdim {__version__}\npython {platform.python_version()} on {system}")
    versions = {name: _installed(name) for name in (*NEEDED, *OPTIONAL)}
    for name, number in versions.items():
        if number or name in NEEDED:
            click.echo(f"{name} {number or 'missing'}")
    ctx.exit()


def _installed(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None
