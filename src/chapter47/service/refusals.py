"""Refused access goes into the journal: a unit now and then with all that was refused, equal ones counted."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from msgspec import Struct, to_builtins

from chapter47.core.json_object import Json
from chapter47.service.errors import ServiceError

REFUSED: Final = "refused"
_EVERY: Final = 0.25
_MOST: Final = 500
"""Different ones in a unit; further ones are only counted, so that nobody fills the disk by asking."""


class Refused(Struct, frozen=True):
    """Somebody who was not let in."""

    who: str
    """Who it was by the token that was shown, or nobody."""
    address: str
    route: str
    code: str


Record = Callable[[str, str, Json], Awaitable[None]]


class Refusals:
    """Counted at once, written by a task of its own: a refusal does not wait for the disk."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._counted: Counter[Refused] = Counter()
        self._more = 0
        self._task: asyncio.Task[None] | None = None

    def note(self, refused: Refused) -> None:
        if refused in self._counted or len(self._counted) < _MOST:
            self._counted[refused] += 1
        else:
            self._more += 1

    def start(self) -> None:
        self._task = asyncio.create_task(self._write_on())

    async def stop(self) -> None:
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self.write()

    async def write(self) -> None:
        """All that was noted until now."""
        counted, self._counted = self._counted, Counter()
        more, self._more = self._more, 0
        if not counted:
            return
        refused = [{**to_builtins(refusal), "times": times} for refusal, times in counted.items()]
        try:
            await self._record(REFUSED, "house", {"refused": refused, "more": more})
        except ServiceError:
            self._counted.update(counted)
            self._more += more

    async def _write_on(self) -> None:
        while True:
            await asyncio.sleep(_EVERY)
            await self.write()
