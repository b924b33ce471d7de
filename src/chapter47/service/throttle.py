"""What slows down whoever asks too often: a lock after failed sign-ins, and so many requests a second."""

from collections import deque
from collections.abc import Callable
from typing import Final

Clock = Callable[[], int]
"""Milliseconds."""

FAILURES: Final = 3
LOCKED_FOR: Final = 30 * 60 * 1000
_MANY: Final = 10_000


class Lockout:
    """After three failures within 30 minutes a name is locked for 30 minutes, whether anybody bears it or not."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: dict[str, deque[int]] = {}

    def is_locked(self, name: str) -> bool:
        """While a clock runs backwards a lock stays."""
        times = self._failures.get(name)
        if times is None or len(times) < FAILURES:
            return False
        return times[-1] - times[0] < LOCKED_FOR and self._clock() - times[-1] < LOCKED_FOR

    def failed(self, name: str, at: int | None = None) -> None:
        """`at` is given when failures are read back after a restart; none of them is later than now."""
        now = self._clock()
        if len(self._failures) > _MANY:
            self._failures = {name: times for name, times in self._failures.items() if now - times[-1] < LOCKED_FOR}
        self._failures.setdefault(name, deque(maxlen=FAILURES)).append(now if at is None else min(at, now))

    def succeeded(self, name: str) -> None:
        self._failures.pop(name, None)


class Rate:
    """So many a second, and a reserve of a burst, for each caller."""

    def __init__(self, clock: Clock, *, per_second: float, burst: int) -> None:
        self._clock = clock
        self._per_second = per_second
        self._burst = burst
        self._left: dict[str, tuple[float, int]] = {}

    def takes(self, caller: str) -> bool:
        """Whether one more is within the rate."""
        now = self._clock()
        left, before = self._left.get(caller, (float(self._burst), now))
        left = min(self._burst, left + max(0, now - before) * self._per_second / 1000)
        if len(self._left) > _MANY:
            self._forget_the_idle(now)
        self._left[caller] = (left - 1 if left >= 1 else left, now)
        return left >= 1

    def wait(self, caller: str) -> float:
        """Seconds until the next one is within the rate."""
        left, _ = self._left.get(caller, (float(self._burst), 0))
        return max(0.0, (1 - left) / self._per_second)

    def _forget_the_idle(self, now: int) -> None:
        full = 1000 * self._burst / self._per_second
        for caller in [caller for caller, (_, before) in self._left.items() if now - before > full]:
            del self._left[caller]
