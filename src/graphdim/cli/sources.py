"""The SOURCE argument: completes file names and dataset names; several of them, one after the other."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import click
from click.shell_completion import CompletionItem

from graphdim.errors import GraphDimError

__all__ = ["SOURCE", "of_each"]

Result = TypeVar("Result")


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


def of_each(sources: Sequence[str], function: Callable[[str], Result]) -> Iterator[Result]:
    """What a function gives for each source; an error names its source where there are several."""
    for source in sources:
        try:
            result = function(source)
        except GraphDimError as error:
            if len(sources) == 1 or source in str(error):
                raise
            msg = f"{source}: {error}"
            raise type(error)(msg) from error
        yield result
