"""Arrow tables and record batches as edge tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.errors import SourceError, UnsupportedError
from graphdim.reading import frames
from graphdim.reading.columns import choose
from graphdim.reading.outline import Outline
from graphdim.words import visible

if TYPE_CHECKING:
    import polars as pl

    from graphdim.reading.edges import Edges

__all__ = ["edges"]

NUMBERS = ("int", "uint", "float", "double", "halffloat", "decimal")
FOREIGN = ("decimal256", "run_end_encoded")
TIMES = ("date", "time", "duration")
TEXTS = ("string", "large_string", "string_view")


def edges(source: Any, weight: str | None, ends: tuple[str, str] | None) -> Edges:
    """The edges of an Arrow table."""
    if not (hasattr(source, "schema") and hasattr(source, "select")):
        msg = f"cannot read an Arrow {type(source).__name__}; give a Table with two columns of ids"
        raise UnsupportedError(msg)
    columns = choose(_outline(source), weight, ends)
    return frames.edges(_polars(source, columns.used), columns)


def _outline(source: Any) -> Outline:
    names = source.schema.names
    kinds = dict(zip(names, map(str, source.schema.types), strict=True))
    numbers = [name for name, kind in kinds.items() if kind.startswith(NUMBERS)]
    times = {name for name, kind in kinds.items() if kind.startswith(TIMES)}
    texts = [name for name, kind in kinds.items() if kind in TEXTS]
    plain = [name for name in (*numbers, *texts) if not kinds[name].startswith("decimal") and names.count(name) == 1]
    sample = _polars(source.slice(0, frames.SAMPLE), plain[: frames.WIDEST])
    return frames.refined(Outline(names, numbers, source.num_rows, times), sample)


def _polars(source: Any, names: list[str]) -> pl.DataFrame:
    """Some columns of the table, or an error where Polars has no such type."""
    import polars as pl

    kinds = {name: str(source.schema.field(name).type) for name in names}
    try:
        _refuse_foreign(kinds)
        return pl.DataFrame(source.select(names))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, TypeError, ValueError) as error:
        columns = visible(", ".join(f"{name} ({kind})" for name, kind in kinds.items()))
        msg = f"cannot read the Arrow columns {columns}; node ids are integers or strings, weights are numbers"
        raise SourceError(msg) from error


def _refuse_foreign(kinds: dict[str, str]) -> None:
    """Polars panics at these, and says so on stderr."""
    if any(kind.startswith(FOREIGN) for kind in kinds.values()):
        raise TypeError
