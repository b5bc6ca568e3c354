"""The command line: parse, call, print. The answer goes to stdout, talk to stderr, bad input to exit code 2."""

import os
import sys

import click

from graphdim.cli.bench import bench
from graphdim.cli.completion import completion
from graphdim.cli.datasets import datasets
from graphdim.cli.dimension import dimension
from graphdim.cli.sweep import sweep
from graphdim.errors import GraphDimError

__all__ = ["graphdim", "main"]


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: graphdim dimension dataset:karate",
)
@click.version_option(package_name="graphdim", message="graphdim %(version)s")
def graphdim() -> None:
    """How many dimensions does this graph need?"""


graphdim.add_command(dimension)
graphdim.add_command(datasets)
graphdim.add_command(bench)
graphdim.add_command(sweep)
graphdim.add_command(completion)


def main() -> None:
    """Run the command; every failure that is the input's fault is one line and exit code 2."""
    try:
        sys.exit(graphdim.main(prog_name="graphdim", standalone_mode=False))
    except GraphDimError as error:
        _fail(str(error), 2)
    except click.ClickException as error:
        _fail(error.format_message(), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _fail("interrupted", 130)
    except BrokenPipeError:
        # The reader of our output has left, as `head` does; nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def _fail(message: str, code: int) -> None:
    click.echo(f"Error: {' '.join(message.split())}", err=True)
    sys.exit(code)
