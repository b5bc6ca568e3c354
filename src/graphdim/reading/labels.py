"""Labels of any kind → a class number for each node, -1 for none."""

from __future__ import annotations

import math
from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from graphdim.errors import GraphError
from graphdim.reading.tensors import as_array
from graphdim.reading.values import is_integer, is_number
from graphdim.words import counted, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["NEGATIVE", "check_listed_order", "check_order", "class_numbers", "classes_of", "unlabelled"]

# What programs write where there is no label.
MISSING = frozenset(("", "nan", "none", "null", "na", "n/a", "<na>", "nat"))
NEGATIVE = "negative numbers count as no label; if they are classes, add 1 to all labels, or write words"
FEWEST_MEASURED = 10  # labels; fewer are different by accident
SIGNS = {-1.0, 1.0}


def classes_of(labels: Any, n_nodes: int, *, is_given: bool = True) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """A class number for each node, and notes; labels of -1 and 1 and nothing else are two classes.

    What is missing is told of labels that the user gave: whoever makes a dataset knows what it lacks.

    >>> classes_of([-1, 1, None], 3, is_given=False)
    (array([ 0,  1, -1]), ('the labels are -1 and 1: both are classes',))
    """
    numbers = class_numbers(labels, n_nodes, is_given=is_given)
    texts = [_text_or_none(label) for label in _in_a_row(labels).tolist()] if (numbers < 0).any() else []
    distinct = {text for text in texts if text is not None}
    if all(map(is_number, distinct)) and {float(text) for text in distinct} == SIGNS:
        signs = np.array([-1 if text is None else int(float(text) > 0) for text in texts])
        return signs, ("the labels are -1 and 1: both are classes", *(unlabelled(signs) if is_given else ()))
    has_negative = any(is_number(text) and float(text) < 0 for text in distinct)
    notes = (*unlabelled(numbers), *((NEGATIVE,) if has_negative else ()))
    return numbers, notes if is_given else ()


def class_numbers(labels: Any, n_nodes: int, *, is_given: bool = True) -> NDArray[np.int64]:
    """A number for each distinct label; blanks, None, NaN and negative numbers are no label.

    Measured values are refused where the user gave them; a dataset may carry them for another task.

    >>> class_numbers(["a", "None", "b", "-1.0"], 4).tolist()
    [0, -1, 1, -1]
    """
    values = _in_a_row(labels)
    if len(values) != n_nodes:
        way = "give one for each node, in their order, or a table with ids"
        msg = f"{len(values):,} labels for {n_nodes:,} nodes; {way}"
        raise GraphError(msg)
    if values.dtype.kind in "iu":
        return np.maximum(values.astype(np.int64), -1)
    written = [_written(value) for value in values.tolist()]
    if is_given:
        _refuse_continuous([label for label in written if label is not None])
    numbers = np.full(n_nodes, -1)
    present = np.array([label is not None for label in written])
    numbers[present] = np.unique([label for label in written if label is not None], return_inverse=True)[1]
    return numbers


def _refuse_continuous(labels: Sequence[str]) -> None:
    """Refuse measured values, which are no classes: fractions of which most are all different."""
    fractions = [label for label in labels if is_number(label) and not is_integer(label)]
    n_distinct = len(set(labels))
    if len(labels) >= FEWEST_MEASURED and 2 * len(fractions) > len(labels) and 2 * n_distinct > len(labels):
        what = f"the labels look continuous: {n_distinct:,} different ones for {len(labels):,} nodes"
        msg = f"{what}, such as {fractions[0]}; classes are predicted, so cut the values into a few ranges first"
        raise GraphError(msg)


def _in_a_row(labels: Any) -> NDArray[Any]:
    """One label after the other; they may stand in a column, but not be several for each node."""
    try:
        values = np.asarray(as_array(labels))
    except (TypeError, ValueError, RuntimeError):
        # Lists of different lengths.
        values = np.array(None)
    if not values.ndim or values.size != max(values.shape):
        what = f"have shape {values.shape}" if values.ndim else f"are {shown(labels)}"
        msg = f"the labels {what}; give one for each node, a number or a text"
        raise GraphError(msg)
    return values.reshape(-1)


def unlabelled(numbers: NDArray[np.int64], what: str = "node") -> tuple[str, ...]:
    """A note about those without a label.

    >>> unlabelled(np.array([0, -1, 1]))
    ('1 of 3 nodes has no label: neither learned from nor scored',)
    """
    n_missing = int(np.count_nonzero(numbers < 0))
    has = "has" if n_missing == 1 else "have"
    note = f"{n_missing:,} of {counted(len(numbers), what)} {has} no label: neither learned from nor scored"
    return (note,) if n_missing else ()


def check_order(ids: Sequence[str], what: str) -> None:
    """Refuse labels or features in the order of the nodes where the nodes have names and hence no order."""
    numbers = [int(node) for node in ids if is_integer(node)]
    named = [node for node in ids if node and not is_integer(node)]
    if named or numbers != sorted(numbers):
        example = repr((named or list(ids))[0])
        ways = "give a table with their ids, such as id,label"
        msg = f"{what} come without ids, but the nodes have names such as {example} and no order; {ways}"
        raise GraphError(msg)


def check_listed_order(ids: Sequence[str], what: str) -> None:
    """Refuse rows without ids where a source lists numbered nodes in another order: either may be meant."""
    named = [node for node in ids if node]
    listed = [int(node) for node in named if is_integer(node)]
    by_number = sorted(listed)
    if len(listed) < len(named) or listed == by_number:
        return
    row = next(place for place, node in enumerate(listed) if node != by_number[place])
    fault = f"{what} come without ids, and the graph does not list its nodes in the order of their numbers"
    doubt = f"row {row} may belong to node {by_number[row]} or to node {listed[row]}"
    msg = f"{fault}: {doubt}; give their ids, in a frame or file with a column id, or in a dict by node"
    raise GraphError(msg)


def _written(label: Any) -> str | None:
    """A label as text, the same for equal numbers; None if it is missing or a negative number."""
    text = _text_or_none(label)
    if text is None or not is_number(text):
        return text
    number = float(text)
    if number < 0 or not math.isfinite(number):
        return None
    # 1 and 1.0 are one class; from 2**53 on floats merge neighbours.
    return str(int(number)) if number.is_integer() and number < 2**53 else text


def _text_or_none(label: Any) -> str | None:
    """A label as text; None if it is missing."""
    text = "" if label is None else _text_of(label).strip()
    return None if text.lower() in MISSING else text


def _text_of(label: Any) -> str:
    """A label as it is written; a collection is refused, and so is a thing that has no text of its own."""
    kind: Any = type(label)
    is_several = isinstance(label, Collection) and not isinstance(label, str | bytes)
    if not is_several and kind.__repr__ is not object.__repr__:
        with suppress(Exception):  # whoever wrote that class, its text must not hide the fault
            return str(label)
    msg = f"{shown(label)} is no label; a label is a number or a text"
    raise GraphError(msg)
