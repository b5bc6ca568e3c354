"""`graphdim datasets`: what is known and what is at hand."""

import click

from graphdim.cli.options import json_option
from graphdim.words import visible

__all__ = ["datasets"]


@click.command(epilog="Example: graphdim datasets --json")
@json_option("Print the list as JSON.")
def datasets(*, as_json: bool) -> None:
    """List the named datasets, and where they are.

    A dataset is looked for in the folder that GRAPHDIM_DATA names, then in the cache, and is downloaded otherwise.
    Any graphs/NAME.npz below these folders is a dataset too.
    """
    import json

    rows = _rows()
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    names = [visible(f"dataset:{row['name']}") for row in rows]
    width = max(map(len, names))
    for name, row in zip(names, rows, strict=True):
        size = f"{row['n_nodes']:,} nodes, {row['n_edges']:,} edges" if row["n_nodes"] else ""
        click.echo(f"{name:<{width}}  {row['kind']:<18}  {size:<27}  {visible(str(row['where']))}".rstrip())


def _rows() -> list[dict[str, str | int | None]]:
    from graphdim.reading.datasets.catalogue import every
    from graphdim.reading.datasets.home import local_path

    rows: list[dict[str, str | int | None]] = []
    for dataset in every():
        places = [local_path(file) for file in dataset.files.values()]
        where = (
            "to be downloaded" if None in places else f"in {places[0].parent}" if places and places[0] else "embedded"
        )
        rows.append(
            {
                "name": dataset.name,
                "kind": dataset.kind,
                "n_nodes": dataset.n_nodes,
                "n_edges": dataset.n_edges,
                "where": where,
            }
        )
    return rows
