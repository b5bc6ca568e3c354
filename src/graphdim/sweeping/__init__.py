"""Which dimension does a graph of one's own need? Trained at a few of them until the answer is clear.

source, labels, features → own graph → trainings with shared seeds → Sweep → panel, JSON, curves of the report
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphdim.sweeping.search import sweep

__all__ = ["sweep"]


def __getattr__(name: str) -> Any:
    # Imported on first use: reading back a sweep's curve must not pay for training.
    if name == "sweep":
        from graphdim.sweeping.search import sweep

        return sweep
    msg = f"module 'graphdim.sweeping' has no attribute {name!r}"
    raise AttributeError(msg)
