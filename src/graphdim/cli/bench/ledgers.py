"""The option --ledger of the commands that read ledgers."""

import click

__all__ = ["LEDGER", "ledger_option"]

LEDGER = "ledger.jsonl"

ledger_option = click.option(
    "--ledger",
    "ledgers",
    multiple=True,
    type=click.Path(dir_okay=False),
    default=[LEDGER],
    show_default=True,
    help="Where the results are; several ledgers count as one.",
)
