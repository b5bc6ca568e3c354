"""The help of commands, which click takes from docstrings: `python -OO` has none, so they are read from the source."""

import ast
import inspect
import sys
import textwrap

import click

__all__ = ["restore"]

NO_DOCSTRINGS = 2  # as in -OO


def restore(command: click.Command) -> None:
    """Give a command, and all below it, the help that its docstring has."""
    if sys.flags.optimize < NO_DOCSTRINGS or command.callback is None:
        return
    try:
        [function] = ast.parse(textwrap.dedent(inspect.getsource(command.callback))).body
        command.help = ast.get_docstring(function)  # type: ignore[arg-type]  # a command is a function
    except (OSError, TypeError, ValueError):  # no source at hand
        return
    for other in command.commands.values() if isinstance(command, click.Group) else ():
        restore(other)
