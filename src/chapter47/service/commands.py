"""What passes through a table of the pit: commands, replies, what a unit tells, and messages for onlookers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Self

import msgspec
from msgspec import Struct

from chapter47.core.json_object import Json
from chapter47.service import keeping
from chapter47.service.actor import Actor
from chapter47.service.chance import ChanceState
from chapter47.service.store import RowChange


class Reply(Struct, frozen=True):
    """What is answered to a command once it is committed; the same to every retry."""

    version: int
    body: bytes

    @classmethod
    def again(cls, stored: bytes, version: int = 0) -> Self:
        """As it was answered before; `version` where that did not tell any."""
        told: Json = msgspec.json.decode(stored) if stored else {}
        return cls(told.get("version", version), stored)


class Snapshot(Struct, frozen=True):
    """All that a table in play is made of; it is stored sealed."""

    table: str
    """The stored form of the table in play."""
    chance: ChanceState
    round: int
    in_round: bool


class Body(Struct, frozen=True, omit_defaults=True):
    """What a unit of a table tells: enough to do it again, and everything that followed."""

    act: str = ""
    opens: bool = False
    """Whether the table was opened after it."""
    steps: int = 0
    note: str = ""
    file: str = ""
    reason: str = ""
    events: msgspec.Raw = msgspec.Raw(b"[]")
    published: list[dict[str, str]] = []
    opened: list[dict[str, str]] = []
    asked: str = ""
    """Where the command has a key, a sign of what was asked under it."""


def _nobody_takes_it(message: bytes) -> bool:
    del message
    return False


class Watcher:
    """Messages for one onlooker; it ends when the table is closed, or when the onlooker reads too slowly."""

    def __init__(self, actor: Actor | None, most: int, end: Callable[["Watcher"], None]) -> None:
        self.actor = actor
        self.lagging = False
        self.send: Callable[[bytes], bool] = _nobody_takes_it
        """Takes a message at once where the onlooker can; what it does not take waits in its order."""
        self._end = end
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue(most)

    def tell(self, message: bytes) -> None:
        if self._waiting.empty() and self.send(message):
            return
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.lagging = True
            self.close()

    def close(self) -> None:
        self._end(self)
        while self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait(None)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (message := await self._waiting.get()) is not None:
            yield message


class Command(Struct):
    """Something to be done at a table, and who waits for it."""

    actor: Actor
    do: Callable[[], "Done"]
    answer: "asyncio.Future[Reply]"
    version: int | None = None
    key: str | None = None
    asked: str = ""
    """A sign of what was asked."""

    def settle(self, outcome: "Reply | Exception") -> None:
        """Whoever waited for it may have gone."""
        if self.answer.done():
            return
        if isinstance(outcome, Exception):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)


class Done(Struct, kw_only=True):
    """What a command did at the table in play, not committed yet."""

    kind: str = "command"
    body: Body = Body()
    rows: tuple[RowChange, ...] = ()
    start: int
    """Where its events begin in the log."""
    before: keeping.Statement
