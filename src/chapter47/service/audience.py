"""The onlookers of a table, and what each one sees. Nobody sees anything that is not on disk yet."""

import asyncio
from collections.abc import Callable

import msgspec

from chapter47.service.commands import Watcher
from chapter47.service.deadlines import Deadlines
from chapter47.service.notices import AnyNotice, Restarted, WaitingForStore
from chapter47.service.recorded_table import RecordedTable
from chapter47.service.table_messages import EventBatch, TableMessage
from chapter47.service.terms import Actor, store_lost

Write = Callable[[TableMessage], bytes | None]


class Audience:
    """The onlookers of one table."""

    def __init__(self, table: RecordedTable, deadlines: Deadlines) -> None:
        self._table, self._deadlines = table, deadlines
        self._watchers: set[Watcher[TableMessage]] = set()
        self.settled = asyncio.Event()
        """Set while everything is on disk; until then nobody is shown the latest changes."""
        self.settled.set()
        self._settled_or_lost = asyncio.Event()
        self._settled_or_lost.set()
        self.goes_on_again = False
        """Whether the table was restored by a restart: each onlooker gets that notice once."""
        self._notified: set[Actor | None] = set()

    # What is not on the disk yet --------------------------------------------------------------------------------------

    def begin_writing(self) -> None:
        self.settled.clear()
        self._settled_or_lost.clear()

    def end_writing(self) -> None:
        self.settled.set()
        self._settled_or_lost.set()

    async def until_settled(self) -> None:
        """Wait until everything is on disk; raises `ServiceError` while the database cannot be written."""
        await self._settled_or_lost.wait()
        if not self.settled.is_set():
            raise store_lost()

    def watch(self, actor: Actor | None, write: Write | None = None) -> Watcher[TableMessage]:
        """Add an onlooker; `write` formats messages differently from the default."""
        watcher = Watcher(actor, self._table.house.settings.most_waiting, self._ended, write)
        self._watchers.add(watcher)
        if actor is not None:
            self._deadlines.is_here(actor.name)
        if self.settled.is_set():  # else the message of what is being done comes soon
            self._show(watcher, self.message(*self._welcome(actor)))
        elif self._table.lost:
            watcher.tell(self._waiting())
        return watcher

    def _ended(self, watcher: Watcher[TableMessage]) -> None:
        """Note that a player's last socket has closed."""
        if watcher not in self._watchers:
            return
        self._watchers.discard(watcher)
        actor = watcher.actor
        if actor is not None and actor.role == "player" and not any(other.actor == actor for other in self._watchers):
            self._deadlines.release(actor.name)
            self._deadlines.has_left(actor.name)

    def hold(self, actor: Actor, *, on: bool) -> None:
        """Stop or start the clock, for a player alone at the table."""
        if on:
            self._deadlines.hold(actor.name)
        else:
            self._deadlines.release(actor.name)
        if self.settled.is_set():
            self.tell(EventBatch(self._table.playing, self._table.hosting, self._table.in_play, ()))

    def end(self) -> None:
        for watcher in list(self._watchers):
            watcher.close()

    # Messages -------------------------------------------------------------------------------------------------------

    def tell(self, batch: EventBatch, *notices: AnyNotice) -> None:
        self._deadlines.begin()
        clock = self._deadlines
        message = TableMessage(self._table, batch, seconds_left=clock.shown, notices=notices, held=clock.is_held)
        for watcher in list(self._watchers):
            self._show(watcher, message)

    @staticmethod
    def _show(watcher: Watcher[TableMessage], message: TableMessage) -> None:
        written = watcher.write(message) if watcher.write else message.shown_to(watcher.actor)
        if written is not None:
            watcher.tell(written)

    def tell_player(self, name: str) -> None:
        """Notify a player whose chips changed elsewhere."""
        if self.settled.is_set():
            for watcher in list(self._watchers):
                if watcher.actor is not None and watcher.actor.name == name:
                    self._show(watcher, self.message())

    def tell_lost(self, why: str) -> None:
        self._settled_or_lost.set()
        if self._table.lost != why:
            self._table.lost = why
            for watcher in list(self._watchers):
                watcher.tell(self._waiting())

    def _waiting(self) -> bytes:
        """Wait until everything is written, so that nothing unwritten is shown."""
        table, notices = self._table, (WaitingForStore(),)
        shown = {"table": table.id, "version": table.version, **table.pause_fields, "notices": notices}
        return msgspec.json.encode(shown)

    def _welcome(self, actor: Actor | None) -> tuple[AnyNotice, ...]:
        if not self.goes_on_again or actor in self._notified:
            return ()
        if actor is not None:
            self._notified.add(actor)
        return (Restarted(),)

    def message(self, *notices: AnyNotice) -> TableMessage:
        """Return the current state of the table, for a message without events."""
        table = self._table
        nothing = EventBatch(table.playing, table.hosting, table.in_play, ())
        clock = self._deadlines
        return TableMessage(table, nothing, seconds_left=clock.shown, notices=notices, held=clock.is_held)

    def shown_to(self, actor: Actor | None) -> bytes:
        return self.message().shown_to(actor)
