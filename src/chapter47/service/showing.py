"""A table as JSON for one onlooker: what lies there, what happened, and what this onlooker may do."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

import msgspec
from msgspec.json import encode

from chapter47.core import onlookers
from chapter47.core.act import Call
from chapter47.core.event import Event
from chapter47.core.faces import Faces
from chapter47.core.hosting import Hosting, Offer
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.onlookers import Who
from chapter47.core.playing import AnyPlaying
from chapter47.core.table_in_play import TableInPlay
from chapter47.service import acting, money
from chapter47.service.actor import Actor
from chapter47.service.recorded_table import RecordedTable
from chapter47.session.narration import told

FACES: Final = Faces()
SEES_AS: Final = {
    "dealer": onlookers.DEALER,
    "supervisor": onlookers.SUPERVISOR,
    "auditor": onlookers.SUPERVISOR,
    "administrator": onlookers.ANYBODY,
}
CREW: Final = ("dealer", "supervisor")


def onlooker(actor: Actor | None) -> Who:
    if actor is None:
        return onlookers.ANYBODY
    return onlookers.player(actor.name) if actor.role == "player" else SEES_AS[actor.role]


class Happened:
    """The events of a unit, in JSON for whoever sees them all and for each who does not."""

    def __init__(self, playing: AnyPlaying, hosting: Hosting, table: TableInPlay, entries: Sequence[LogEntry]) -> None:
        self._playing, self._hosting, self._table, self.entries = playing, hosting, table, entries
        plain = [self._plain(entry) for entry in entries]
        self.logged = msgspec.Raw(encode(plain))
        """As the log of the table has them."""
        self._all = msgspec.Raw(encode([self._told(*each) for each in zip(plain, entries, strict=True)]))
        self._private = [
            entry for entry in entries if hosting.seen(table, entry.event, onlookers.ANYBODY) is not entry.event
        ]
        """Whatever anybody sees, everybody sees; these not."""

    def seen_by(self, who: Who) -> msgspec.Raw:
        if all(self._seen(entry, who) is entry.event for entry in self._private):
            return self._all
        seen = (
            LogEntry(entry.source, event) for entry in self.entries if (event := self._seen(entry, who)) is not None
        )
        return msgspec.Raw(encode([self._told(self._plain(entry), entry) for entry in seen]))

    def _seen(self, entry: LogEntry, who: Who) -> Event | None:
        return self._hosting.seen(self._table, entry.event, who)

    def _plain(self, entry: LogEntry) -> Json:
        return {"of": entry.source, **self._playing.log.events.to_json(entry.event)}

    def _told(self, plain: Json, entry: LogEntry) -> Json:
        plain["told"] = told(entry.event, FACES, self._playing)
        return plain


class Scene:
    """A table at one moment: whatever is the same for all onlookers is worked out once, and written once."""

    def __init__(self, table: RecordedTable, happened: Happened, *, seconds_left: float | None, note: str = "") -> None:
        self._table, self._happened = table, happened
        is_closed = table.values["status"] == "closed"
        self._going_on = table.waits and not table.paused and not is_closed
        self._close_wagers = acting.who_may_close_wagers(table) if self._going_on else ()
        common = {
            "table": table.id,
            "name": table.values["name"],
            "game": table.game.name,
            "version": table.version,
            "practice": table.values["practice"],
            "paused": table.paused or None,
            "closing": table.closing,
            "closed": is_closed,
            "awaited": table.hosting.awaited(table.in_play) or None,
            "seconds_left": None if seconds_left is None or not table.waits else round(seconds_left, 1),
            "commitments": table.chance.commitment_texts,
            "note": note,
        }
        self._common = encode(common).removesuffix(b"}")
        self._written: tuple[object, msgspec.Raw] | None = None

    def shown_to(self, actor: Actor | None) -> bytes:
        """The table as this onlooker sees it, what happened, and what this onlooker may do."""
        who = onlooker(actor)
        own = {
            "chips": self._table.house.holds(money.bankroll(who.name)) if who.kind == "player" else None,
            "may": list(self._offers(actor)) if actor is not None and self._going_on else (),
            "view": self._view(self._table.in_play.view(who)),
            "events": self._happened.seen_by(who),
        }
        return self._common + b"," + encode(own)[1:]

    def _offers(self, actor: Actor) -> Iterable[Offer]:
        """What may be done now; what is listed is accepted from whoever has the chips for it."""
        table, hosting = self._table.in_play, self._table.hosting
        offers: Iterable[Offer] = ()
        if actor.role == "player":
            offers = hosting.offers(table, actor.name)
            if self._table.closing and not acting.takes_wagers(self._table, actor.name):
                offers = (offer for offer in offers if not offer.most)
        elif actor.role in CREW:
            offers = (Offer(line=str(Call(kind))) for kind in table.calls)
        if actor.role in CREW or actor.name in self._close_wagers:
            return (*offers, *self._closing_wagers)
        return offers

    @cached_property
    def _closing_wagers(self) -> tuple[Offer, ...]:
        act = self._table.hosting.closes_wagers(self._table.in_play)
        return () if act is None else (Offer(line=str(act), closes=True),)

    def _view(self, view: object) -> object:
        """A seat's view holds the table as all see it, who see the same; its JSON is made once."""
        common = getattr(view, "table", None)
        if common is None or not isinstance(view, msgspec.Struct):
            return view
        if self._written is None or self._written[0] is not common:
            self._written = common, msgspec.Raw(encode(common))
        return msgspec.structs.replace(view, table=self._written[1])
