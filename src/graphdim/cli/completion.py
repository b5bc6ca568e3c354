"""`graphdim completion`: the script that lets a shell complete commands, options, files and datasets."""

import click
from click.shell_completion import get_completion_class

__all__ = ["completion"]


@click.command(
    epilog="""\b
Examples:
  eval "$(graphdim completion bash)"
  graphdim completion fish > ~/.config/fish/completions/graphdim.fish"""
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a shell."""
    make = get_completion_class(shell)
    if make is None:  # pragma: no cover - click knows all three
        msg = f"no completion for {shell}"
        raise click.UsageError(msg, ctx)
    click.echo(make(ctx.find_root().command, {}, "graphdim", "_GRAPHDIM_COMPLETE").source())
