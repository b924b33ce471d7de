"""A table as JSON for one onlooker: its state, what happened, and what this onlooker may do."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

import msgspec
from msgspec.json import encode

from chapter47.core import onlookers
from chapter47.core.act import Act
from chapter47.core.cards import Faces
from chapter47.core.event import Event
from chapter47.core.hosting import Hosting, Offer, call_offers
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.onlookers import Who
from chapter47.core.playing import AnyPlaying
from chapter47.core.table_in_play import TableInPlay
from chapter47.drawing.settings import Settings
from chapter47.service import acting, money
from chapter47.service.notices import AnyNotice
from chapter47.service.recorded_table import RecordedTable
from chapter47.service.terms import Actor, ServiceError
from chapter47.session.narration import event_text

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


class EventBatch:
    """The events of a unit as JSON, for those who see all of them and for each of the others."""

    def __init__(self, playing: AnyPlaying, hosting: Hosting, table: TableInPlay, entries: Sequence[LogEntry]) -> None:
        self._playing, self._hosting, self.table, self.entries = playing, hosting, table, entries
        plain = [self._plain(entry) for entry in entries]
        self.logged = msgspec.Raw(encode(plain))
        """The events as the table's log has them."""
        self._all = msgspec.Raw(encode([self._event_text(*each) for each in zip(plain, entries, strict=True)]))
        self._private = [
            entry for entry in entries if hosting.seen(table, entry.event, onlookers.ANYBODY) is not entry.event
        ]
        """Events that some onlookers must not see in full."""

    def seen_by(self, who: Who) -> msgspec.Raw:
        if all(self._seen(entry, who) is entry.event for entry in self._private):
            return self._all
        seen = (
            LogEntry(entry.source, event) for entry in self.entries if (event := self._seen(entry, who)) is not None
        )
        return msgspec.Raw(encode([self._event_text(self._plain(entry), entry) for entry in seen]))

    def _seen(self, entry: LogEntry, who: Who) -> Event | None:
        return self._hosting.seen(self.table, entry.event, who)

    def _plain(self, entry: LogEntry) -> Json:
        return {"of": entry.source, **self._playing.log.events.to_json(entry.event)}

    def _event_text(self, plain: Json, entry: LogEntry) -> Json:
        plain["sentence"] = event_text(entry.event, FACES, self._playing)
        return plain


class TableMessage:
    """A table at one moment; everything that is the same for all onlookers is computed and encoded once."""

    def __init__(
        self,
        table: RecordedTable,
        batch: EventBatch,
        *,
        seconds_left: float | None,
        notices: tuple[AnyNotice, ...] = (),
        held: bool = False,
    ) -> None:
        self.table, self.batch = table, batch
        is_closed = table.values["status"] == "closed"
        self._goes_on = not table.paused and not is_closed
        self._going_on = table.waits and self._goes_on
        self._close_wagers = acting.who_may_close_wagers(table) if self._going_on else ()
        self.common: Json = {
            "table": table.id,
            "name": table.values["name"],
            "game": table.game.name,
            "version": table.version,
            "practice": table.values["practice"],
            **table.pause_fields,
            "closing": table.closing,
            "stopped": table.stopped,
            "closed": is_closed,
            "awaited": table.hosting.awaited(table.in_play) or None,
            "seconds_left": None if seconds_left is None or not table.waits else round(seconds_left, 1),
            "held": held,
            "pace": table.pace,
            "clock": table.has_clock,
            "commitments": table.chance.commitment_texts,
            "notices": notices,
        }
        self._common = encode(self.common).removesuffix(b"}")
        self._written: tuple[object, msgspec.Raw] | None = None
        self._messages: dict[Actor | None, bytes] = {}
        self._views: dict[Who, object] = {}
        self._pictures: dict[tuple[Who, Settings], str] = {}

    def view(self, who: Who) -> object:
        """Return the table as this kind of onlooker sees it."""
        if who not in self._views:
            self._views[who] = self.table.in_play.view(who)
        return self._views[who]

    def picture(self, who: Who, settings: Settings) -> str:
        """Draw that view as SVG; every game on a server has a picture."""
        if (who, settings) not in self._pictures:
            assert self.table.game.picture
            self._pictures[who, settings] = self.table.game.picture.load().draw(self.view(who), settings)
        return self._pictures[who, settings]

    @property
    def drawings(self) -> int:
        """How many pictures of it were drawn so far."""
        return len(self._pictures)

    def chips(self, who: Who) -> int | None:
        return self.table.house.holds(money.bankroll(who.name)) if who.kind == "player" else None

    def shown_to(self, actor: Actor | None) -> bytes:
        """Return the table as this onlooker sees it, what happened, and what this onlooker may do."""
        if actor not in self._messages:
            who = onlooker(actor)
            own = {
                "chips": self.chips(who),
                "may": [offer.data() for offer in self.may(actor)],
                "view": self._written_view(self.view(who)),
                "events": self.batch.seen_by(who),
            }
            self._messages[actor] = self._common + b"," + encode(own)[1:]
        return self._messages[actor]

    def may(self, actor: Actor | None) -> list[Offer]:
        """Return whether somebody may act: players while the table waits for people, staff also between the steps of a
        stopped deal."""
        between_steps = actor is not None and actor.role in CREW and self.table.stopped and self._goes_on
        return list(self._offers(actor)) if actor is not None and (self._going_on or between_steps) else []

    def _offers(self, actor: Actor) -> Iterable[Offer]:
        """Return the acts that are allowed now; each is accepted if the player has the chips."""
        table, hosting = self.table.in_play, self.table.hosting
        offers: Iterable[Offer] = ()
        if actor.role == "player":
            offers = hosting.offers(table, actor.name)
            if self.table.closing and not acting.takes_wagers(self.table, actor.name):
                offers = (offer for offer in offers if offer.kind != "bet")
        elif actor.role in CREW:
            offers = (offer for offer in call_offers(table) if self._may_call(actor, offer.act))
        if actor.role in CREW or actor.name in self._close_wagers:
            return (*offers, *self._closing_wagers)
        return offers

    def _may_call(self, actor: Actor, act: Act) -> bool:
        """Offer irregularities only to those who may call them."""
        try:
            acting.check_doer(self.table, actor, act)
        except ServiceError:
            return False
        return True

    @cached_property
    def _closing_wagers(self) -> tuple[Offer, ...]:
        act = self.table.hosting.closes_wagers(self.table.in_play)
        return () if act is None else (Offer(kind="close", act=act),)

    def _written_view(self, view: object) -> object:
        """Encode a view; the part that all seats share is encoded once."""
        common = getattr(view, "table", None)
        if common is None or not isinstance(view, msgspec.Struct):
            return view
        if self._written is None or self._written[0] is not common:
            self._written = common, msgspec.Raw(encode(common))
        return msgspec.structs.replace(view, table=self._written[1])
