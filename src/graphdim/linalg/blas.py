"""One thread for each BLAS call: a product of fixed blocks then gives the same bits on any number of cores.

graphdim's own threads share the blocks of rows, which also uses the cores better than BLAS does on tall matrices. The
setting belongs to the process, so calculations that overlap in several threads share it.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["single_threaded_blas"]


@contextmanager
def single_threaded_blas() -> Iterator[None]:
    """Limit BLAS to one thread; the first of several threads to enter sets the limit, the last to leave lifts it."""
    limit = _limit()
    limit.enter()
    try:
        yield
    finally:
        limit.leave()


@cache
def _limit() -> _SharedLimit:
    return _SharedLimit()


class _SharedLimit:
    """The limit, and how many calculations rely on it."""

    def __init__(self) -> None:
        import scipy.linalg  # noqa: F401  # SciPy brings a BLAS of its own, which must be loaded to be found
        from threadpoolctl import ThreadpoolController

        self._controller = ThreadpoolController()
        self._lock = Lock()
        self._n_users = 0
        self._active: Any = None

    def enter(self) -> None:
        """Set the limit unless it is set."""
        with self._lock:
            if not self._n_users:
                _take_control()
                self._active = self._controller.limit(limits=1, user_api="blas")
            self._n_users += 1

    def leave(self) -> None:
        """Lift the limit if nobody else relies on it."""
        with self._lock:
            self._n_users -= 1
            if not self._n_users:
                _take_control()
                self._active.restore_original_limits()
                _take_control()


def _take_control() -> None:
    """Let the current thread change OpenBLAS: recent threadpoolctl ignores all threads but the first that did."""
    from threadpoolctl import OpenBLASController

    if hasattr(OpenBLASController, "clear_controlling_thread"):
        OpenBLASController.clear_controlling_thread(force=True)
