"""A clock for expiry: it never goes back or stands still, whatever the system clock does."""

import time
from collections.abc import Callable


class ForwardClock:
    """Milliseconds: the system clock, or the last reading plus a stopwatch if that is later."""

    def __init__(
        self, clock: Callable[[], int], stopwatch: Callable[[], float] = time.monotonic, *, since: int = 0
    ) -> None:
        """Start the clock; `since` is a moment that has certainly passed."""
        self._clock, self._stopwatch = clock, stopwatch
        self._now = float(max(clock(), since))
        self._read = stopwatch()

    def __call__(self) -> int:
        read = self._stopwatch()
        self._now = max(self._clock(), self._now + (read - self._read) * 1000)
        self._read = read
        return int(self._now)
