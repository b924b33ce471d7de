"""Refused access in the journal, counted and sampled, so that the journal stays small however often somebody asks."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from msgspec import Struct, to_builtins

from chapter47.core.json_object import Json
from chapter47.service.terms import ServiceError
from chapter47.service.throttle import Rate

REFUSED: Final = "refused"
_EVERY: Final = 0.25
LINES_PER_SECOND: Final = 0.1
LINES_AT_ONCE: Final = 500
"""Distinct refusals that are stored in full; under a flood 8,640 a day (about 2 MB), the rest are counted."""
SECONDS_BETWEEN_COUNTS: Final = 60.0
"""Interval at which counted refusals are written."""


class Refused(Struct, frozen=True):
    """A refused request."""

    who: str
    """The user of the token shown, or empty."""
    address: str
    route: str
    """The route as named in the permissions; empty if there is no such path."""
    code: str


Record = Callable[[str, str, Json], Awaitable[None]]


class Refusals:
    """Refusals, counted at once and written by a separate task, so that a refusal never waits for the disk."""

    def __init__(self, record: Record, clock: Callable[[], float] = time.monotonic) -> None:
        self._record = record
        self._clock = clock
        self._lines = Rate(lambda: int(clock() * 1000), per_second=LINES_PER_SECOND, burst=LINES_AT_ONCE)
        self._counted: Counter[Refused] = Counter()
        self._paths: dict[Refused, str] = {}
        self._more: Counter[str] = Counter()
        """Refusals not stored in full, by code."""
        self.total: Counter[str] = Counter()
        """All refusals since the start, by code."""
        self._written = clock()
        self._task: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()

    def note(self, refused: Refused, path: str = "") -> None:
        self.total[refused.code] += 1
        if refused in self._counted:
            self._counted[refused] += 1
        elif self._lines.takes(REFUSED):
            self._counted[refused] = 1
            self._paths[refused] = path
        else:
            self._more[refused.code] += 1

    def start(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._write_on())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self.write()

    async def write(self) -> None:
        """Write everything noted so far, and wait for anything already being written."""
        async with self._turn:
            await self._write()

    async def _write(self) -> None:
        counted, self._counted = self._counted, Counter()
        paths, self._paths = self._paths, {}
        more, self._more = self._more, Counter()
        if not counted and not more:
            return
        self._written = self._clock()
        refused = [
            {**to_builtins(refusal), "path": paths[refusal], "times": times} for refusal, times in counted.items()
        ]
        try:
            await self._record(REFUSED, "house", {"refused": refused, "more": more.total(), "more_by_code": dict(more)})
        except ServiceError:
            self._counted.update(counted)
            self._paths.update(paths)
            self._more.update(more)

    @property
    def _is_due(self) -> bool:
        return bool(self._counted) or self._clock() - self._written >= SECONDS_BETWEEN_COUNTS

    async def _write_on(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            if self._is_due:
                await self.write()
