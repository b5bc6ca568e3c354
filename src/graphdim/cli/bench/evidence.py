"""`graphdim bench evidence`: the page that says what the ledger shows, and the check that it still does."""

from __future__ import annotations

import click

__all__ = ["evidence"]

RESULTS = "papers/minge/results"


@click.command(
    epilog="""\b
Examples:
  graphdim bench evidence
  graphdim bench evidence --check
  graphdim bench evidence --ledger ledger.jsonl --out evidence.md"""
)
@click.option(
    "--ledger",
    "ledgers",
    multiple=True,
    type=click.Path(dir_okay=False),
    help=f"Where the results are; several ledgers count as one.  [default: {RESULTS}/*.jsonl]",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    default="docs/evidence.md",
    show_default=True,
    help="The page; its figures go into a folder of the same name.",
)
@click.option("--check", is_flag=True, help="Write nothing; fail if the page is not what the ledger gives.")
def evidence(*, ledgers: tuple[str, ...], out: str, check: bool) -> None:
    """Write what the ledger shows: every claim of the paper judged, every table and figure beside ours.

    The page follows from the ledger and the printed numbers alone, so that it cannot drift. What is missing is shown
    as missing.
    """
    from pathlib import Path

    from graphdim.bench.evidence.files import differences, write
    from graphdim.bench.ledger import reading

    records = reading(ledgers or _committed())
    if not check:
        for path in write(records, Path(out)):
            click.echo(path)
        return
    found = list(differences(records, Path(out)))
    if found:
        msg = f"{'; '.join(found)}; graphdim bench evidence writes what the ledger gives"
        raise click.ClickException(msg)


def _committed() -> list[str]:
    """The ledgers of the checkout; if there is none, the first that should be there."""
    from pathlib import Path

    return sorted(map(str, Path(RESULTS).glob("*.jsonl"))) or [f"{RESULTS}/paper.jsonl"]
