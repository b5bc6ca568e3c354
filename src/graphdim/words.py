"""Text for people: a number with its noun, and a check of names from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

__all__ = [
    "about",
    "between",
    "certainty",
    "counted",
    "described",
    "duration",
    "is_plain",
    "listed",
    "points",
    "shown",
    "span",
    "times",
    "visible",
]

# What Markdown and HTML would read as more than a name.
MARKUP = frozenset('<>&|`*[]\\"')
MINUTE, HOUR, DAY = 60, 3600, 86400
MANY = 12  # names in a message; nobody reads on after that
LONG = 80  # characters of a value in a message
FEW = 10  # from here on a number needs no decimals


def times(ratio: float) -> str:
    """A ratio in words that go on with "the memory of …"; below one it is a share.

    >>> times(12.3), times(1.5), times(0.125)
    ('12 times', '1.5 times', '12 % of')
    """
    if ratio < 1:
        return f"{100 * ratio:.2g} % of"
    return f"{ratio:{',.0f' if ratio >= FEW else '.1f'}} times"


def counted(number: int, noun: str, nouns: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "edge"), counted(2500, "edge"), counted(2, "class", "classes")
    ('1 edge', '2,500 edges', '2 classes')
    """
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"


def points(share: float) -> str:
    """A difference of scores in points, which are hundredths.

    >>> points(0.01), points(0.005)
    ('1 point', '0.5 points')
    """
    number = f"{100 * share:.3g}"
    return f"{number} point{'' if number == '1' else 's'}"


def duration(seconds: float) -> str:
    """A time to two or three figures, in the unit that suits it.

    >>> duration(0.4), duration(59), duration(90), duration(840), duration(9000), duration(200_000)
    ('1 s', '59 s', '1.5 min', '14 min', '2.5 h', '2.3 days')
    """
    if round(seconds) < MINUTE:
        return f"{max(1, round(seconds))} s"
    if seconds < HOUR:
        minutes = seconds / MINUTE
        return f"{minutes:.{0 if minutes >= FEW else 1}f} min".replace(".0 ", " ")
    number, unit = (seconds / HOUR, "h") if seconds < 2 * DAY else (seconds / DAY, "days")
    return f"{number:.1f} {unit}".replace(".0 ", " ")


def about(seconds: float) -> str:
    """A duration as roughly as it is known.

    >>> about(0.2), about(7), about(43), about(100), about(9000)
    ('about a second', 'about 7 s', 'about 45 s', 'about 1.7 min', 'about 2.5 h')
    """
    if seconds <= 1:
        return "about a second"
    step = 5 if FEW <= seconds < MINUTE else 1  # no more is known
    return f"about {duration(step * round(seconds / step))}"


def between(low: float, high: float) -> str:
    """A duration of which only two ends are known, each as roughly as that.

    >>> between(0.2, 0.9), between(3.4, 21), between(40, 130), between(5.2, 5.4)
    ('about a second', 'about 3 to 20 s', 'about 40 s to 2.2 min', 'about 5 s')
    """
    first, last = about(low), about(high).removeprefix("about ")
    if first == about(high):
        return first
    number, _, unit = first.rpartition(" ")
    return f"{number if last.endswith(f' {unit}') else first} to {last}"


def is_plain(words: str) -> bool:
    r"""Whether words can stand in a terminal, in Markdown and in HTML as they are.

    >>> is_plain("air_usa"), is_plain("<b>"), is_plain("a\x1b[31m")
    (True, False, False)
    """
    return words.isprintable() and MARKUP.isdisjoint(words)


def visible(text: str) -> str:
    r"""Text from outside, with what a terminal would obey or hide written out.

    >>> print(visible("a\x1b[31m\u202eb"))
    a\x1b[31m\u202eb
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def shown(value: Any) -> str:
    """Any value as evidence in a message: one line, cut where it gets long.

    >>> shown("8"), shown(range(3)), shown(10**5000)
    ("'8'", 'range(0, 3)', 'an int')
    """
    try:
        text = visible(" ".join(repr(value).split()))
    except Exception:  # noqa: BLE001 - whoever wrote that class, its repr must not hide the fault
        kind = type(value).__name__
        return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
    return text if len(text) <= LONG else f"{text[:LONG]}…"


def described(error: BaseException) -> str:
    r"""An exception in one line.

    >>> described(ValueError("two\n lines")), described(ZeroDivisionError())
    ('ValueError: two lines', 'ZeroDivisionError')
    """
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")


def span(ends: tuple[int, int]) -> str:
    """A range of whole numbers; one number stands alone.

    >>> span((5, 6)), span((4, 4))
    ('5 to 6', '4')
    """
    low, high = ends
    return f"{low} to {high}" if low < high else str(low)


def certainty(n_splits: int, possible: tuple[int, int] | None) -> str:
    """How sure an answer is: what the splits leave possible beside it.

    >>> certainty(5, (4, 9))
    '5 splits leave 4 to 9 possible (95 %); another seed may choose another of these'
    >>> certainty(3, (8, 8))
    '3 splits leave no other possible (95 %)'
    """
    if possible is None or possible[0] == possible[1]:
        return f"{counted(n_splits, 'split')} leave no other possible (95 %)"
    left = f"{counted(n_splits, 'split')} leave {span(possible)} possible (95 %)"
    return f"{left}; another seed may choose another of these"


def listed(names: Iterable[str], otherwise: str = "none") -> str:
    """Names from outside in one line, the first few of them.

    >>> listed(["source", "target"]), listed(map(str, range(50_000)))
    ('source, target', '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 49,988 more')
    """
    every = list(names)
    more = f" and {len(every) - MANY:,} more" if len(every) > MANY else ""
    return visible(", ".join(every[:MANY])) + more or otherwise
