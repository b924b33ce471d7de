"""Time for what must come to an end: it never goes back nor stands still, whatever the clock of the house does."""

import time
from collections.abc import Callable


class ForwardClock:
    """Milliseconds: what the clock says, or what a stopwatch has added to what it said before where that is later."""

    def __init__(
        self, clock: Callable[[], int], stopwatch: Callable[[], float] = time.monotonic, *, since: int = 0
    ) -> None:
        """`since` is a moment that has certainly passed."""
        self._clock, self._stopwatch = clock, stopwatch
        self._now = float(max(clock(), since))
        self._read = stopwatch()

    def __call__(self) -> int:
        read = self._stopwatch()
        self._now = max(self._clock(), self._now + (read - self._read) * 1000)
        self._read = read
        return int(self._now)
