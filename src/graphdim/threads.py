"""Work in as many threads as there are cores: NumPy and SciPy release the lock of the interpreter while they loop."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from typing import TypeVar

__all__ = ["map_ahead", "map_in_threads", "n_cores", "n_threads"]

Item = TypeVar("Item")
Result = TypeVar("Result")


# Each thread of a sum holds one number per node, and more threads than this would wait for memory.
MOST = 8


def n_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def n_threads() -> int:
    """How many threads work at once."""
    return min(n_cores(), MOST)


def map_in_threads(function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """The results of `function` for all items, in their order.

    >>> map_in_threads(abs, [-1, 2, -3])
    [1, 2, 3]
    """
    if len(items) <= 1 or n_threads() == 1:
        return [function(item) for item in items]
    with ThreadPoolExecutor(n_threads()) as pool:
        return list(pool.map(function, items))


def map_ahead(function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """The results of `function` for all items, in their order, computed ahead of the caller who uses them.

    >>> list(map_ahead(abs, iter([-1, 2, -3])))
    [1, 2, 3]
    """
    coming = iter(items)
    first = deque(islice(coming, 2))
    if len(first) == 1:  # not worth a thread
        yield function(first.popleft())
        return
    with ThreadPoolExecutor(n_threads()) as pool:
        waiting: deque[Future[Result]] = deque()
        for item in chain(_given_away(first), coming):
            waiting.append(pool.submit(function, item))
            if len(waiting) > n_threads():
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _given_away(items: deque[Item]) -> Iterator[Item]:
    """Each item in turn; none is kept, since it may hold a piece of a file."""
    while items:
        yield items.popleft()
