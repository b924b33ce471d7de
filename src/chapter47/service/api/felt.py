"""A table as a page shows it: the felt drawn for a screen, captions, and offers in words."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Final, NamedTuple, get_args

import msgspec
from fastapi import Query, Request, Response
from msgspec import Meta, Struct
from msgspec.json import decode, encode

from chapter47.core import onlookers
from chapter47.core.event import ChipsMoved, RoundBegan
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.onlookers import Who
from chapter47.core.words import AnyWords
from chapter47.drawing.settings import NARROWEST, FeltColour, Settings
from chapter47.service import acting
from chapter47.service.api import models
from chapter47.service.api.captions import captions
from chapter47.service.api.endpoints import Endpoint, ThePit, TheVisitor, json
from chapter47.service.api.limits import caller_of
from chapter47.service.api.offer_labels import labelled
from chapter47.service.api.problems import body_of
from chapter47.service.recorded_table import RecordedTable
from chapter47.service.table import HostedTable
from chapter47.service.table_messages import EventBatch, TableMessage, onlooker
from chapter47.service.terms import Actor, ServiceError
from chapter47.service.throttle import Rate

WIDEST: Final = 4000
NARROWEST_WIDE: Final = 860
"""Below this width a large felt gets hardly any lower, because letters do not shrink."""
TRIES: Final = 5
STEP: Final = 0.85
"""Each try is at most this much narrower than the previous one, since height does not shrink evenly with width."""
MOST_EVENTS: Final = 100
"""How many events of the current round a page gets when it opens."""
COLOURS: Final[tuple[FeltColour, ...]] = get_args(FeltColour)
THUMBNAIL: Final = 1280
SVG: Final = "image/svg+xml"


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """How a client wants tables drawn: the space on its screen in pixels, and colours."""

    width: Annotated[float, Meta(ge=0, le=100_000)] = THUMBNAIL
    height: Annotated[float, Meta(ge=0, le=100_000)] = 0
    """Maximum height of the felt; 0 for any height."""
    felt: FeltColour = "green"
    four_colours: bool = False

    def settings(self, viewer: str) -> Settings:
        width = int(min(max(self.width, NARROWEST), WIDEST))
        return Settings(viewer=viewer, width=width, felt=self.felt, four_colours=self.four_colours)


class Fit:
    """Chooses the width of the felt on a page: as wide as asked for, or narrower to fit the height."""

    def __init__(self, look: Look, viewer: str) -> None:
        self.look, self._viewer = look, viewer
        self._asked = look.settings(viewer)
        self._between: int | None = None
        """The width between rounds, once known."""
        self._now = self._asked.width

    def changed(self, look: Look) -> bool:
        if look == self.look:
            return False
        self.__init__(look, self._viewer)  # type: ignore[misc]
        return True

    @property
    def drawn_for(self) -> str:
        """The space drawn for, as the page reports it."""
        return f"{self._asked.width} {self.look.height:g}"

    def drawn(self, message: TableMessage, who: Who) -> str:
        """Draw the felt: during a round it only gets narrower, to avoid jumps; afterwards it regains its width."""
        between = message.table.in_play.between_rounds
        svg, self._now = self._fitted(message, who, self._between or self._asked.width if between else self._now)
        if between and self._between is None:
            self._between = self._now
        return svg

    def _fitted(self, message: TableMessage, who: Who, width: int) -> tuple[str, int]:
        """Return the widest of a few tries that fits the height, or the lowest if none fits."""
        room = self.look.height
        lowest: tuple[float, str, int] | None = None
        for _ in range(TRIES):
            aside = (self._asked.width - width) / 2
            svg = message.picture(who, replace(self._asked, width=width, aside=aside, least_height=room))
            height = height_of(svg)
            if self._asked.is_small or not room or height <= room:
                return svg, width
            lowest = min(lowest or (height, svg, width), (height, svg, width))
            if width <= NARROWEST_WIDE:
                break
            width = max(NARROWEST_WIDE, int(width * max(STEP, room / height) * 0.995))
        assert lowest
        return lowest[1:]


def height_of(svg: str) -> float:
    return float(svg.partition('viewBox="')[2].partition('"')[0].split()[3])


def words_of_game(table: RecordedTable) -> AnyWords:
    """Return the game's words for front ends; every game on a server has them."""
    assert table.game.words
    words: AnyWords = table.game.words.load()
    return words


class Drawings(NamedTuple):
    """How many felts may be drawn for one user; each takes some milliseconds in which no table goes on."""

    rate: Rate
    who: str

    def are_left(self) -> bool:
        return self.rate.has_left(self.who)

    def spend(self, number: int) -> None:
        self.rate.spend(self.who, number)


class FeltFeed:
    """Formats the messages of one page, with the felt drawn for its screen."""

    def __init__(self, table: HostedTable, actor: Actor | None, look: Look, drawings: Drawings) -> None:
        self._table, self._actor, self._who = table, actor, onlooker(actor)
        self._drawings = drawings
        self.is_late = False
        """Whether a message was kept back because too much was drawn for this user."""
        self._fit = Fit(look, self._who.name)
        self._held: list[Json] = []
        """Events of commands whose batch is not complete yet."""
        self.more_follows = False
        self._is_first = True

    @property
    def is_behind(self) -> bool:
        """Return whether the page has not yet seen everything its commands did."""
        return self.more_follows or bool(self._held)

    def write(self, message: TableMessage) -> bytes | None:
        """Write a message, or nothing while more commands follow, unless there is a notice."""
        self._held += decode(message.batch.seen_by(self._who))
        if self.more_follows and not message.common["notices"]:
            return None
        if not self._drawings.are_left():
            self.is_late = True
            return None
        return encode(self._written(message))

    async def look(self, look: Look) -> bytes | None:
        """Redraw the table for another screen size, if it changed: at once, or with what is kept back."""
        if not self._fit.changed(look):
            return None
        self.is_late = self.is_late or not self._drawings.are_left()
        return None if self.is_late else await self.again()

    async def caught_up(self) -> bytes | None:
        """Return the table with all that was kept back, once more may be drawn."""
        return await self.again() if self.is_late and self._drawings.are_left() else None

    async def again(self) -> bytes:
        """Return the table as it is now."""
        await self._table.audience.until_settled()
        return encode(self._written(self._table.audience.message()))

    def _written(self, message: TableMessage) -> Json:
        table, words = self._table, words_of_game(self._table)
        events, self._held, self.is_late = self._held, [], False
        drawn = message.drawings
        written = felt_of(message, self._actor, self._fit)
        self._drawings.spend(message.drawings - drawn)
        written["events"] = captions(events, words)
        if self._is_first:
            written["earlier"] = captions(round_so_far(table, self._who), words)
        self._is_first = False
        return written


def felt_of(message: TableMessage, actor: Actor | None, fit: Fit) -> Json:
    """Collect everything a page shows of a table."""
    table, who = message.table, onlooker(actor)
    words = words_of_game(table)
    common = {key: value for key, value in message.common.items() if key != "commitments"}
    return {
        **common,
        "title": table.game.title,
        "minimum": table.posting.minimum,
        "maximum": table.posting.maximum,
        "place": words.places(table.posting).word,
        "closes": table.playing.closes_wagers.__name__,
        "absences": table.house.settings.absences,
        "you": who.name,
        "role": actor.role if actor else "",
        "chips": message.chips(who),
        "owed": table.hosting.owed(table.in_play).get(who.name, 0) if who.name else 0,
        "seated": who.name in table.hosting.seated(table.in_play) if who.name else False,
        "alone": not [name for name in table.hosting.seated(table.in_play) if name != who.name],
        "asked": asked._asdict() if (asked := words.asked(message.view(onlookers.ANYBODY))) else None,
        "own_pace": acting.takes_own_pace(table),
        "staked": who.name in table.in_play.staked,
        "waits_for": acting.without_wagers(table),
        "missing": max(0, table.hosting.missing_wagers(table.in_play, who.name)) if who.name else 0,
        "not_closable": _not_closable(table),
        "may": labelled(message, actor, words.keys),
        "drawn_for": fit.drawn_for,
        "svg": fit.drawn(message, who),
    }


def _not_closable(table: RecordedTable) -> Json | None:
    """Explain why betting cannot be ended now."""
    if table.hosting.awaited(table.in_play) or table.hosting.closes_wagers(table.in_play):
        return None
    refusal = table.hosting.why_not_closable(table.in_play)
    return body_of(acting.refused(refusal)) if refusal else None


def round_so_far(table: RecordedTable, who: Who) -> list[Json]:
    """Return what happened before the page was opened, as this user saw it; for a long round, the chips that moved
    (which make up its total) and the last events."""
    log = table.hosting.log(table.in_play)
    began = (place for place in reversed(range(len(log))) if isinstance(log[place].event, RoundBegan))
    whole = log[next(began, 0) :]
    earlier = [entry for entry in whole[:-MOST_EVENTS] if isinstance(entry.event, ChipsMoved)]
    entries = [*earlier, *whole[-MOST_EVENTS:]]
    seen = table.hosting.recalled([entry.event for entry in entries], who)
    shown = [LogEntry(entry.source, event) for entry, event in zip(entries, seen, strict=True)]
    events: list[Json] = decode(EventBatch(table.playing, table.hosting, table.in_play, shown).seen_by(who))
    return events


# Routes --------------------------------------------------------------------------------------------------------------

Width = Annotated[float, Query(ge=0, le=100_000, description="Pixels")]
Height = Annotated[
    float, Query(ge=0, le=100_000, description="Height available for the felt in pixels; 0 for any height")
]


def _drawings(request: Request) -> Drawings:
    """Refuse more pictures than the rate allows."""
    drawings = Drawings(request.app.state.drawings, caller_of(request.scope))
    if not drawings.are_left():
        error = ServiceError("rate.exceeded", "Rate limit exceeded", allowed="Ask for fewer pictures", status=429)
        error.headers = {"Retry-After": "1"}
        raise error
    return drawings


async def felt(
    request: Request,
    table: str,
    pit: ThePit,
    visitor: TheVisitor,
    width: Width = THUMBNAIL,
    height: Height = 0,
    felt: FeltColour = "green",
    four_colours: bool = False,
) -> Response:
    """Show the table as a page does: the felt as SVG, captions of the round, offers in words. Over a socket:
    `/stream?felt=green&width=1280`."""
    look = Look(width, height, felt, four_colours)
    feed = FeltFeed(pit.table(table), visitor, look, _drawings(request))
    return json(await feed.again())


async def picture(
    request: Request,
    table: str,
    pit: ThePit,
    width: Width = THUMBNAIL,
    felt: FeltColour = "green",
    four_colours: bool = False,
) -> Response:
    """Draw the felt as everybody sees it, as SVG."""
    hosted = pit.table(table)
    await hosted.audience.until_settled()
    settings = replace(Look(width, 0, felt, four_colours).settings(""), surround="none")
    if (kept := hosted.thumbnail) is None or kept[0] != (hosted.version, settings):
        _drawings(request).spend(1)
        svg = hosted.audience.message().picture(onlookers.ANYBODY, settings)
        hosted.thumbnail = kept = ((hosted.version, settings), svg)
    return Response(kept[1], media_type=SVG, headers={"cache-control": "no-store"})


ENDPOINTS: Final = (
    Endpoint("GET", "/tables/{table}/felt", felt, models.View),
    Endpoint("GET", "/tables/{table}/picture.svg", picture, None, media=SVG),
)


def look_of(parameters: Mapping[str, str]) -> Look:
    """Read the look from the query of a socket."""
    asked = {key: value for key, value in parameters.items() if key in Look.__struct_fields__}
    return msgspec.convert(asked, Look, strict=False)
