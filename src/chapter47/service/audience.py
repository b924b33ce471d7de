"""Whoever looks at a table: what each is shown, and that nobody is shown what is not on the disk yet."""

import asyncio
from typing import Final

import msgspec

from chapter47.service.actor import Actor
from chapter47.service.commands import Watcher
from chapter47.service.patience import Patience
from chapter47.service.recorded_table import RecordedTable
from chapter47.service.showing import Happened, Scene

GOES_ON_AGAIN: Final = "the server has started again; the table goes on as it was last confirmed"


class Audience:
    """The onlookers of one table."""

    def __init__(self, table: RecordedTable, patience: Patience) -> None:
        self._table, self._patience = table, patience
        self._watchers: set[Watcher] = set()
        self.settled = asyncio.Event()
        """Whether everything that was done is on the disk: before, nobody is shown anything of it."""
        self.settled.set()
        self.goes_on_again = False
        """Whether the table was brought back by a start of the server: each onlooker is told so once."""
        self._told_so: set[Actor | None] = set()

    def watch(self, actor: Actor | None) -> Watcher:
        watcher = Watcher(actor, self._table.house.settings.most_waiting, self._watchers.discard)
        self._watchers.add(watcher)
        if actor is not None:
            self._patience.is_here(actor.name)
        if self.settled.is_set():  # else the message of what is being done comes soon
            watcher.tell(self.shown_to(actor, self._welcome(actor)))
        elif self._table.lost:
            watcher.tell(self._waiting())
        return watcher

    def end(self) -> None:
        for watcher in list(self._watchers):
            watcher.close()

    # What is told ----------------------------------------------------------------------------------------------------

    def tell(self, happened: Happened, note: str = "") -> None:
        self._patience.begin()
        scene = Scene(self._table, happened, seconds_left=self._patience.left, note=note)
        messages: dict[Actor | None, bytes] = {}
        for watcher in list(self._watchers):
            if watcher.actor not in messages:
                messages[watcher.actor] = scene.shown_to(watcher.actor)
            watcher.tell(messages[watcher.actor])

    def tell_player(self, name: str) -> None:
        """Whose chips have changed elsewhere."""
        if self.settled.is_set():
            for watcher in list(self._watchers):
                if watcher.actor is not None and watcher.actor.name == name:
                    watcher.tell(self.shown_to(watcher.actor))

    def tell_lost(self, why: str) -> None:
        if self._table.lost != why:
            self._table.lost = why
            for watcher in list(self._watchers):
                watcher.tell(self._waiting())

    def _waiting(self) -> bytes:
        """Nothing is shown of what is not written yet."""
        table, note = self._table, "the table waits until what was done can be written"
        return msgspec.json.encode({"table": table.id, "version": table.version, "paused": table.paused, "note": note})

    def _welcome(self, actor: Actor | None) -> str:
        if not self.goes_on_again or actor in self._told_so:
            return ""
        if actor is not None:
            self._told_so.add(actor)
        return GOES_ON_AGAIN

    def shown_to(self, actor: Actor | None, note: str = "") -> bytes:
        table = self._table
        nothing = Happened(table.playing, table.hosting, table.in_play, ())
        return Scene(table, nothing, seconds_left=self._patience.left, note=note).shown_to(actor)
