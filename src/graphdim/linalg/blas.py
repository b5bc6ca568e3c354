"""One thread for each BLAS call: a product of fixed blocks then gives the same bits on any number of cores.

graphdim's own threads share the blocks of rows, which also uses the cores better than BLAS does on tall matrices.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["single_threaded_blas"]

_lock = Lock()
_users = 0
_limit: Any = None


@cache
def _controller() -> Any:
    import scipy.linalg  # noqa: F401  # SciPy brings a BLAS of its own, which must be loaded to be found
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


@contextmanager
def single_threaded_blas() -> Iterator[None]:
    """Limit BLAS to one thread; the first of several threads to enter sets the limit, the last to leave lifts it."""
    _enter()
    try:
        yield
    finally:
        _leave()


def _enter() -> None:
    global _users, _limit  # noqa: PLW0603  # the setting belongs to the process
    with _lock:
        if not _users:
            _limit = _controller().limit(limits=1, user_api="blas")
        _users += 1


def _leave() -> None:
    global _users  # noqa: PLW0603  # the setting belongs to the process
    with _lock:
        _users -= 1
        if not _users:
            _limit.restore_original_limits()
