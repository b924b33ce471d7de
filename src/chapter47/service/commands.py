"""The data that passes through a hosted table: commands, replies, contents of a unit, messages for onlookers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Generic, Self, TypeVar

import msgspec
from msgspec import Struct

from chapter47.core.act import Act
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry, credit
from chapter47.core.playing import AnyPlaying
from chapter47.service import ledger_entries
from chapter47.service.chance import ChanceState
from chapter47.service.notices import AnyNotice
from chapter47.service.store import RowChange
from chapter47.service.terms import Actor


class Reply(Struct, frozen=True):
    """The reply to a command once it is committed; retries get the same reply."""

    version: int
    body: bytes

    @classmethod
    def again(cls, stored: bytes, version: int = 0) -> Self:
        """Return the earlier reply; `version` is used if that reply had none."""
        stored_answer: Json = msgspec.json.decode(stored) if stored else {}
        return cls(stored_answer.get("version", version), stored)


class Snapshot(Struct, frozen=True):
    """Everything a table in play consists of; stored sealed."""

    table: str
    """The stored form of the table in play."""
    chance: ChanceState
    round: int
    in_round: bool


class Body(Struct, frozen=True, omit_defaults=True):
    """The contents of a table's unit: enough to replay it, and everything that followed."""

    act: str = ""
    opens: bool = False
    """Whether the table was opened after it."""
    steps: int = 0
    notices: tuple[AnyNotice, ...] = ()
    file: str = ""
    reason: str = ""
    events: msgspec.Raw = msgspec.Raw(b"[]")
    published: list[dict[str, str]] = []
    opened: list[dict[str, str]] = []
    asked: str = ""
    """For a command with an idempotency key: the fingerprint of the request."""


def entries_of(body: Body, playing: AnyPlaying) -> list[LogEntry]:
    """Return the log lines of a unit: its events, the first with its act. Raises `BadEventError` or `BadActError`."""
    lines: list[Json] = msgspec.json.decode(body.events, type=list[Json])
    entries = [LogEntry(line.pop("of", ""), playing.log.events.from_json(line)) for line in lines]
    if entries and body.act:
        credit(entries, 0, (playing.acts.read(body.act),))
    return entries


class UnitLog:
    """The log of a table, unit by unit. An act without events, such as a planned cut, is credited to the next entry."""

    def __init__(self, playing: AnyPlaying) -> None:
        self._playing = playing
        self._waiting: tuple[Act, ...] = ()

    def entries(self, body: Body) -> list[LogEntry]:
        """Return the entries of the next unit. Raises as `entries_of`."""
        entries = entries_of(body, self._playing)
        if entries:
            waiting, self._waiting = self._waiting, ()
            credit(entries, 0, (*waiting, *entries[0].acts))
        elif body.act:
            self._waiting = (*self._waiting, self._playing.acts.read(body.act))
        return entries


def _nobody_takes_it(message: bytes) -> bool:
    del message
    return False


M = TypeVar("M")


class Watcher(Generic[M]):
    """Messages for one onlooker; ends when the table closes or the onlooker reads too slowly."""

    def __init__(
        self,
        actor: Actor | None,
        most: int,
        end: Callable[["Watcher[M]"], None],
        write: Callable[[M], bytes | None] | None = None,
    ) -> None:
        self.actor = actor
        self.write = write
        """Formats this onlooker's messages; None holds a message back until the next one."""
        self.lagging = False
        self.send: Callable[[bytes], bool] = _nobody_takes_it
        """Sends a message at once if the onlooker can take it; otherwise it queues in order."""
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
    """A command for a table, and the client that waits for it."""

    actor: Actor
    do: Callable[[], "Done"]
    answer: "asyncio.Future[Reply]"
    version: int | None = None
    key: str | None = None
    asked: str = ""
    """The fingerprint of the request."""

    def settle(self, outcome: "Reply | Exception") -> None:
        """Set the result, unless the client has gone."""
        if self.answer.done():
            return
        if isinstance(outcome, Exception):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)


class Done(Struct, kw_only=True):
    """The effect of a command at the table in play, not yet committed."""

    kind: str = "command"
    body: Body = Body()
    rows: tuple[RowChange, ...] = ()
    start: int
    """Index of its first event in the log."""
    before: ledger_entries.Statement
