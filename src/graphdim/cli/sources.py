"""The SOURCE argument: completes file names and dataset names."""

import click
from click.shell_completion import CompletionItem

__all__ = ["SOURCE"]


class Source(click.ParamType[str]):
    """A path, dataset:NAME or -; what it holds is found out when it is read."""

    name = "source"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Datasets when one is begun, files otherwise."""
        del ctx, param
        from graphdim.reading.datasets.catalogue import every

        names = [f"dataset:{dataset.name}" for dataset in every()]
        found = [CompletionItem(name) for name in names if incomplete and name.startswith(incomplete)]
        return found or [CompletionItem(incomplete, type="file")]


SOURCE = Source()
