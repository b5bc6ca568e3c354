"""A clock that stands still until a test moves it, so that budgets mean the same on a busy machine."""

import pytest


class StoppedClock:
    """What racing asks the module `time` for."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    perf_counter = monotonic

    def pass_seconds(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """The clock of every race in this process."""
    stopped = StoppedClock()
    for module in ("budget", "trial"):
        monkeypatch.setattr(f"graphdim.racing.{module}.time", stopped)
    return stopped
