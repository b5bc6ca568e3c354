"""Selection → the facts of its report as plain values, and the section that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphdim.errors import ParameterError
from graphdim.report.section import Section

if TYPE_CHECKING:
    from graphdim.selectors.selection import Selection

__all__ = ["report_facts", "section_of"]


def section_of(selection: Selection) -> Section:
    """The section that the selector brings, or the common one."""
    make = getattr(selection.selector, "section", Section)
    section: Section = make()
    return section


def report_facts(
    selection: Selection, *, n_features: int | None = None, n_classes: int | None = None
) -> dict[str, Any]:
    """Every fact of a report; the numbers of features and classes given here replace those of the source."""
    facts = selection.facts
    shape = {
        "n_features": n_features or facts.attributes.n_features,
        "n_classes": n_classes or facts.attributes.n_classes,
    }
    if (n_features or n_classes) and None in shape.values():
        [missing] = [name.removeprefix("n_") for name, number in shape.items() if number is None]
        msg = f"the costs of a network need features and classes, and the source tells no {missing}; give both"
        raise ParameterError(msg)
    return {
        **selection.summary(),
        "headline": list(selection.headline()),
        "lines": [list(line) for line in selection.lines()],
        "degrees": None if facts.degrees is None else [list(one) for one in facts.degrees],
        **shape,
        **section_of(selection).facts(selection),
    }
