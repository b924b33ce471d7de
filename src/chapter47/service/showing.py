"""A table as JSON for one onlooker: what lies there, what happened, and what this onlooker may do."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from chapter47.core import onlookers
from chapter47.core.act import Call
from chapter47.core.faces import Faces
from chapter47.core.hosting import Hosting, Offer
from chapter47.core.log import LogEntry
from chapter47.core.onlookers import Who
from chapter47.core.playing import Playing
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

    def __init__(
        self, playing: Playing[Any], hosting: Hosting, table: TableInPlay, entries: Sequence[LogEntry]
    ) -> None:
        self._playing, self._hosting, self._table, self.entries = playing, hosting, table, entries
        self._all = msgspec.Raw(msgspec.json.encode([self._plain(entry) for entry in entries]))
        self._private = [
            entry for entry in entries if hosting.seen(table, entry.event, onlookers.ANYBODY) is not entry.event
        ]
        """Whatever anybody sees, everybody sees; these not."""

    def seen_by(self, who: Who) -> msgspec.Raw:
        if all(self._seen(entry, who) is entry.event for entry in self._private):
            return self._all
        seen = ((entry.source, self._seen(entry, who)) for entry in self.entries)
        partly = [self._plain(LogEntry(source, event)) for source, event in seen if event is not None]
        return msgspec.Raw(msgspec.json.encode(partly))

    def _seen(self, entry: LogEntry, who: Who) -> Any:
        return self._hosting.seen(self._table, entry.event, who)

    def _plain(self, entry: LogEntry) -> dict[str, Any]:
        words = told(entry.event, FACES, self._playing)
        return {"of": entry.source, **self._playing.log.events.to_json(entry.event), "told": words}


class Scene:
    """A table at one moment: whatever is the same for all onlookers is worked out once, and written once."""

    def __init__(self, table: RecordedTable, happened: Happened, *, seconds_left: float | None, note: str = "") -> None:
        self._table, self._happened = table, happened
        self._going_on = table.waits and not table.paused
        self._close_wagers = acting.who_may_close_wagers(table) if self._going_on else ()
        self._common = {
            "table": table.id,
            "name": table.values["name"],
            "game": table.game.name,
            "version": table.version,
            "practice": table.values["practice"],
            "paused": table.paused or None,
            "closing": table.closing,
            "closed": table.values["status"] == "closed",
            "awaited": table.hosting.awaited(table.in_play) or None,
            "seconds_left": None if seconds_left is None or not table.waits else round(seconds_left, 1),
            "commitments": table.chance.commitment_texts,
            "note": note,
        }
        self._written: tuple[object, msgspec.Raw] | None = None

    def shown_to(self, actor: Actor | None) -> bytes:
        """The table as this onlooker sees it, what happened, and what this onlooker may do."""
        who = onlooker(actor)
        return msgspec.json.encode(
            {
                **self._common,
                "chips": self._table.house.holds(money.bankroll(who.name)) if who.kind == "player" else None,
                "may": list(self._offers(actor)) if actor is not None and self._going_on else [],
                "view": self._view(self._table.in_play.view(who)),
                "events": self._happened.seen_by(who),
            }
        )

    def _offers(self, actor: Actor) -> Iterator[Offer]:
        """What may be done now; what is listed is accepted."""
        table, hosting = self._table.in_play, self._table.hosting
        if actor.role == "player":
            takes_wagers = acting.takes_wagers(self._table, actor.name)
            yield from (offer for offer in hosting.offers(table, actor.name) if takes_wagers or not offer.most)
        elif actor.role in CREW:
            yield from (Offer(line=str(Call(kind))) for kind in table.calls)
        if (actor.role in CREW or actor.name in self._close_wagers) and (closing := hosting.closes_wagers(table)):
            yield Offer(line=str(closing))

    def _view(self, view: object) -> object:
        """A seat's view holds the table as all see it, who see the same; its JSON is made once."""
        common = getattr(view, "table", None)
        if common is None or not isinstance(view, msgspec.Struct):
            return view
        if self._written is None or self._written[0] is not common:
            self._written = common, msgspec.Raw(msgspec.json.encode(common))
        return {**msgspec.structs.asdict(view), "table": self._written[1]}
