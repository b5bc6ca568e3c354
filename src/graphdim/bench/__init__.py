"""Does the dimension matter? Models trained on labelled graphs, over datasets, widths and seeds.

training (one run's identity) → trainer → outcome → ledger → tables, figures
own graph → sweep → the curve. Training needs torch: `pip install 'graphdim[bench]'`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphdim.bench.sweeping.search import sweep

__all__ = ["sweep"]


def __getattr__(name: str) -> Any:
    # Imported on first use: the parts of bench that need no torch must not pay for those that do.
    if name == "sweep":
        from graphdim.bench.sweeping.search import sweep

        return sweep
    msg = f"module 'graphdim.bench' has no attribute {name!r}"
    raise AttributeError(msg)
