"""The SOURCE argument: completes file names and dataset names."""

import click
from click.shell_completion import CompletionItem

__all__ = ["SOURCE"]


class Source(click.ParamType[str]):
    """A path, dataset:NAME or -; its content is checked when it is read."""

    name = "source"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Datasets when one is begun, files otherwise."""
        from graphdim.reading.datasets.catalogue import every

        names = [dataset.name for dataset in every()]
        # Bash ends a word at the colon: what it asks for is the name alone.
        words = ("".join((ctx.params.get(str(param.name)) or ())[-2:]), incomplete)
        if words[0].endswith("dataset:") or words == ("dataset", ":"):
            return [CompletionItem(name) for name in names if name.startswith(incomplete.removeprefix(":"))]
        datasets = [f"dataset:{name}" for name in names if incomplete and f"dataset:{name}".startswith(incomplete)]
        return [CompletionItem(place) for place in datasets] or [CompletionItem(incomplete, type="file")]


SOURCE = Source()
