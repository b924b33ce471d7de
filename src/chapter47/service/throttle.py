"""Throttling: lockouts that grow with failed sign-ins, and rate limits."""

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

Clock = Callable[[], int]
"""Milliseconds."""

MINUTE: Final = 60 * 1000
FAILURES: Final = 3
DELAYS: Final = (1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE)
"""Lockouts after the third failure in a row, the fourth, the fifth, and every further one."""
REMEMBERED_FOR: Final = 60 * MINUTE
MANY_FAILURES: Final = 100
"""Failures of one name from all addresses within `REMEMBERED_FOR` after which only addresses it signed in from before
are let in."""
_MANY: Final = 10_000


class _Failures(NamedTuple):
    """Number of failures in a row, and the time of the last one."""

    number: int
    last: int


class Lockout:
    """Failed sign-ins by name and address, whether anybody has the name or not: each further one locks for longer.

    Failing on purpose locks out only oneself."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: dict[tuple[str, str], _Failures] = {}
        self._of_name: dict[str, deque[int]] = {}
        self._known: dict[str, set[str]] = {}

    def is_locked(self, name: str, address: str = "") -> bool:
        """Return whether a name is locked; a lock stays while a clock runs backwards."""
        number, last = self._failures.get((name, address), _Failures(0, 0))
        if number >= FAILURES and self._clock() - last < _delay(number):
            return True
        return self._is_guessed(name) and address not in self._known.get(name, ())

    def _is_guessed(self, name: str) -> bool:
        times = self._of_name.get(name)
        return times is not None and len(times) == MANY_FAILURES and self._clock() - times[0] < REMEMBERED_FOR

    def failed(self, name: str, address: str = "", at: int | None = None) -> None:
        """Count a failure; `at` is given when failures are restored after a restart, never later than now."""
        now = self._clock()
        if len(self._failures) > _MANY:
            self._failures = {who: past for who, past in self._failures.items() if now - past.last < REMEMBERED_FOR}
        number, last = self._failures.get((name, address), _Failures(0, 0))
        when = now if at is None else min(at, now)
        number = number if when - last < REMEMBERED_FOR else 0
        self._failures[name, address] = _Failures(number + 1, when)
        if len(self._of_name) > _MANY:
            self._of_name = {who: times for who, times in self._of_name.items() if now - times[-1] < REMEMBERED_FOR}
        self._of_name.setdefault(name, deque(maxlen=MANY_FAILURES)).append(when)

    def succeeded(self, name: str, address: str = "") -> None:
        self._failures.pop((name, address), None)
        self._known.setdefault(name, set()).add(address)

    def reset(self, name: str) -> None:
        """Forget failures after a password reset: all addresses may try again."""
        self._failures = {who: past for who, past in self._failures.items() if who[0] != name}
        self._of_name.pop(name, None)


def _delay(failures: int) -> int:
    return DELAYS[min(failures - FAILURES, len(DELAYS) - 1)]


class Rate:
    """A rate per second with a burst allowance, for each client."""

    def __init__(self, clock: Clock, *, per_second: float, burst: int) -> None:
        self._clock = clock
        self._per_second = per_second
        self._burst = burst
        self._left: dict[str, tuple[float, int]] = {}

    def takes(self, caller: str) -> bool:
        """Return whether one more request is within the rate, and count it if so."""
        within = self.has_left(caller)
        self.spend(caller, 1 if within else 0)
        return within

    def has_left(self, caller: str) -> bool:
        """Return whether one more is within the rate, without counting it."""
        return self._refilled(caller) >= 1

    def spend(self, caller: str, number: int) -> None:
        """Count so many, even beyond the rate: they are made up for by waiting."""
        if len(self._left) > _MANY:
            self._forget_the_idle(self._clock())
        self._left[caller] = (self._refilled(caller) - number, self._clock())

    def _refilled(self, caller: str) -> float:
        left, before = self._left.get(caller, (float(self._burst), 0))
        return min(self._burst, left + max(0, self._clock() - before) * self._per_second / 1000)

    def wait(self, caller: str) -> float:
        """Return the seconds until the next request is within the rate."""
        left, _ = self._left.get(caller, (float(self._burst), 0))
        return max(0.0, (1 - left) / self._per_second)

    def punish(self, caller: str, seconds: float) -> None:
        """Refuse everything from this client for a number of seconds."""
        self._left[caller] = (-seconds * self._per_second, self._clock())

    def _forget_the_idle(self, now: int) -> None:
        full = 1000 * self._burst / self._per_second
        for caller in [caller for caller, (_, before) in self._left.items() if now - before > full]:
            del self._left[caller]
