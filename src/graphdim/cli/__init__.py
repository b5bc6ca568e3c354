"""The command line: parse, call, print. The answer goes to stdout, talk to stderr, bad input to exit code 2."""

import signal
import sys
from contextlib import suppress
from typing import Any

import click

from graphdim.cli import help_texts, streams
from graphdim.cli.bench import bench
from graphdim.cli.compare import compare
from graphdim.cli.completion import completion
from graphdim.cli.datasets import datasets
from graphdim.cli.dimension import dimension
from graphdim.cli.report import report
from graphdim.cli.shrink import shrink
from graphdim.cli.sql import sql
from graphdim.cli.sweep import sweep
from graphdim.cli.version import show_version
from graphdim.errors import GraphDimError
from graphdim.words import visible

__all__ = ["graphdim", "main"]


class Commands(click.Group):
    """The group of commands; its reader may leave early, as `head` does, and nothing is wrong then."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """In the order of a user's questions, not of the alphabet."""
        return list(self.commands)

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        """Parse the line, and perhaps print help."""
        with streams.patience():
            return super().make_context(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        with streams.patience():
            return super().invoke(ctx)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: graphdim compare dataset:karate --at 16",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_version,
    help="Show the versions that a bug report needs.",
)
def graphdim() -> None:
    """How many dimensions does this graph need?"""


for each in (compare, sweep, shrink, dimension, report, sql, datasets, bench, completion):
    graphdim.add_command(each)


def main(command: click.Command = graphdim, name: str = "graphdim") -> None:
    """Run a command; every failure that is the input's fault is one line and exit code 2."""
    # A polite kill ends like an exit, so that temporary files go.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    help_texts.restore(command)
    try:
        streams.prepare()
        sys.exit(command.main(prog_name=name, standalone_mode=False))
    except GraphDimError as error:
        _fail(str(error), 2)
    except OSError as error:
        if error.strerror is None:
            raise
        streams.drop_answer()
        _fail(": ".join(filter(None, (error.filename, error.strerror))), 2)
    except MemoryError as error:
        _fail(f"the graph does not fit in memory ({error}); try --engine disk", 2)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.ClickException as error:
        _fail(error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt) as error:
        # An interrupt inside exec, by which dataclasses are made while a library is loaded, leaves a mark: `python -m`
        # would end by the signal although the interrupt was caught. Another exec takes the mark away.
        exec("")  # noqa: S102
        # A command that knows what it leaves behind says so.
        _fail(": ".join(["interrupted", *map(str, error.args)]), 130)


def _fail(message: str, code: int) -> None:
    with suppress(OSError):  # nobody listens
        click.echo(visible(f"Error: {' '.join(message.split())}"), err=True)
    sys.exit(code)
