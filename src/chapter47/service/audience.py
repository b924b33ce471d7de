"""Whoever looks at a table: what each is shown, and that nobody is shown what is not on the disk yet."""

import asyncio
from collections.abc import Iterator

import msgspec

from chapter47.core.act import Act
from chapter47.core.hosting import Offer
from chapter47.service import acting, money
from chapter47.service.actor import Actor
from chapter47.service.commands import Watcher
from chapter47.service.patience import Patience
from chapter47.service.recorded_table import RecordedTable
from chapter47.service.showing import CREW, Happened, offers, onlooker


class Audience:
    """The onlookers of one table."""

    def __init__(self, table: RecordedTable, patience: Patience) -> None:
        self._table, self._patience = table, patience
        self._watchers: set[Watcher] = set()
        self.settled = asyncio.Event()
        """Whether everything that was done is on the disk: before, nobody is shown anything of it."""
        self.settled.set()

    def watch(self, actor: Actor | None) -> Watcher:
        watcher = Watcher(actor, self._table.house.settings.most_waiting, self._watchers.discard)
        self._watchers.add(watcher)
        if self.settled.is_set():  # else the message of what is being done comes soon
            watcher.tell(self.shown_to(actor))
        elif self._table.lost:
            watcher.tell(self._waiting())
        return watcher

    def end(self) -> None:
        for watcher in list(self._watchers):
            watcher.close()

    # What is told ----------------------------------------------------------------------------------------------------

    def tell(self, happened: Happened, note: str = "") -> None:
        self._patience.begin()
        messages: dict[Actor | None, bytes] = {}
        for watcher in list(self._watchers):
            if watcher.actor not in messages:
                messages[watcher.actor] = self._message(watcher.actor, happened, note)
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

    # What is shown ---------------------------------------------------------------------------------------------------

    def shown_to(self, actor: Actor | None) -> bytes:
        table = self._table
        return self._message(actor, Happened(table.playing, table.hosting, table.in_play, ()))

    def _message(self, actor: Actor | None, happened: Happened, note: str = "") -> bytes:
        table, who = self._table, onlooker(actor)
        return msgspec.json.encode(
            {
                "table": table.id,
                "name": table.values["name"],
                "game": table.game.name,
                "version": table.version,
                "practice": table.values["practice"],
                "paused": table.paused or None,
                "closed": table.values["status"] == "closed",
                "chips": table.house.holds(money.bankroll(who.name)) if who.kind == "player" else None,
                "awaited": table.hosting.awaited(table.in_play) or None,
                "seconds_left": self._seconds_left(),
                "commitments": table.chance.commitment_texts,
                "may": list(self._offers(actor)),
                "view": table.in_play.view(who),
                "events": happened.seen_by(who),
                "note": note,
            }
        )

    def _seconds_left(self) -> float | None:
        left = self._patience.left
        return None if left is None or not self._table.waits else round(left, 1)

    def _offers(self, actor: Actor | None) -> Iterator[Offer]:
        table = self._table
        if not table.paused and table.waits:
            yield from offers(actor, table.in_play, table.hosting, self._closing(actor))

    def _closing(self, actor: Actor | None) -> Act | None:
        table = self._table
        if actor is None or not (actor.role in CREW or acting.may_close_wagers(table, actor)):
            return None
        return table.hosting.closes_wagers(table.in_play)
