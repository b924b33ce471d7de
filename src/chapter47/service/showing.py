"""A table as JSON for one onlooker: what lies there, what happened, and what this onlooker may do."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from chapter47.core import onlookers
from chapter47.core.act import Act, Call
from chapter47.core.faces import Faces
from chapter47.core.hosting import Hosting, Offer
from chapter47.core.log import LogEntry
from chapter47.core.onlookers import Who
from chapter47.core.playing import Playing
from chapter47.core.table_in_play import TableInPlay
from chapter47.service.actor import Actor
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

    def seen_by(self, who: Who) -> msgspec.Raw:
        seen = [self._hosting.seen(self._table, entry.event, who) for entry in self.entries]
        if all(event is entry.event for event, entry in zip(seen, self.entries, strict=True)):
            return self._all
        partly = [
            self._plain(LogEntry(entry.source, event))
            for event, entry in zip(seen, self.entries, strict=True)
            if event is not None
        ]
        return msgspec.Raw(msgspec.json.encode(partly))

    def _plain(self, entry: LogEntry) -> dict[str, Any]:
        words = told(entry.event, FACES, self._playing)
        return {"of": entry.source, **self._playing.log.events.to_json(entry.event), "told": words}


def offers(actor: Actor | None, table: TableInPlay, hosting: Hosting, closing: Act | None) -> Iterator[Offer]:
    """What may be done now; what is listed is accepted."""
    if actor is None:
        return
    if actor.role == "player":
        yield from hosting.offers(table, actor.name)
    elif actor.role in CREW:
        yield from (Offer(line=str(Call(kind))) for kind in table.calls)
    if closing is not None:
        yield Offer(line=str(closing))
