"""The page of a table: the felt, the chips, the moves, what the dealer says and why."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import msgspec
from fastapi import Request
from nicegui import Client, background_tasks, events, ui

from chapter47.core.errors import Chapter47Error
from chapter47.core.money import DOLLAR, dollars
from chapter47.drawing.chips import CHIPS, chip_at
from chapter47.drawing.settings import NARROWEST, WIDEST, Settings
from chapter47.library.laws import law
from chapter47.service import money
from chapter47.service.errors import ServiceError
from chapter47.service.showing import FACES, onlooker
from chapter47.service.table import HostedTable
from chapter47.web.felts import drawn, words
from chapter47.web.frame import Visitor, page, told
from chapter47.web.offers import Onlooker, buttons

if TYPE_CHECKING:
    from chapter47.web.site import House

PLAY_CHIPS: Final = 1000 * DOLLAR
"""What a guest gets for nothing in a demonstration."""
MOST_LINES: Final = 40
LONGEST_LINE: Final = 200
USUAL_WIDTH: Final = 1280
TRAY: Final = (1_00, 5_00, 25_00, 100_00, 500_00)


class Sitting:
    """One page open at a table."""

    def __init__(self, house: "House", table: HostedTable, visitor: Visitor, client: Client) -> None:
        self.house, self.table, self.visitor, self.client = house, table, visitor, client
        self.actor = visitor.signed_in.actor if visitor.signed_in else None
        self.width = USUAL_WIDTH
        self._task: asyncio.Task[None] | None = None

    # To the browser ------------------------------------------------------------------------------------------------

    def call(self, function: str, value: object) -> None:
        """A function of `felt.js`, in this browser."""
        if not self.client.is_deleted:
            self.client.run_javascript(f"felt.{function}({msgspec.json.encode(value).decode()})")

    async def follow(self) -> None:
        """Shows every change of the table as long as the page is open."""
        width = await self.client.run_javascript("felt.size()", timeout=10)
        self.resize(width)
        await self._give_play_chips(at_least=1)
        watcher = self.house.pit.watch(self.table.id, self.actor)
        self.client.on_delete(watcher.close)
        async for message in watcher:
            told_now: dict[str, Any] = msgspec.json.decode(message)
            await self.show(told_now.get("events", []), told_now.get("note", ""))
        lagging = "the page was too slow for the table" if watcher.lagging else "the table is closed"
        self.call("trouble", {"text": f"{lagging[:1].upper()}{lagging[1:]}. Open the page again, or go to the lobby."})

    async def show(self, happened: list[Mapping[str, Any]] = [], note: str = "") -> None:  # noqa: B006 never changed
        await self.table.audience.settled.wait()
        self.call("show", {**self.state(), "events": [_caption(event) for event in happened], "note": note})

    def state(self) -> dict[str, Any]:
        """The table of this moment, drawn for this browser; nothing that is not on the disk yet is among it."""
        seen: dict[str, Any] = msgspec.json.decode(self.table.audience.shown_to(self.actor))
        kept = ("version", "paused", "practice", "closed", "chips", "awaited", "seconds_left")
        return {
            **{name: seen[name] for name in kept},
            "you": self.visitor.name,
            "svg": self.drawn(),
            "may": buttons(seen["may"], self._onlooker(), words(self.table).keys),
        }

    def drawn(self) -> str:
        return drawn(self.table, onlooker(self.actor), Settings(width=self.width, viewer=self.visitor.name))

    def _onlooker(self) -> Onlooker:
        name = self.visitor.name
        seated = name in self.table.hosting.seated(self.table.in_play)
        return Onlooker(name=name, seated=seated, leaves=str(self.table.hosting.leaves(name)) if name else "")

    # From the browser ----------------------------------------------------------------------------------------------

    async def asked(self, event: events.GenericEventArguments) -> None:
        """Whatever the page sends; nothing of it is trusted."""
        asked = event.args if isinstance(event.args, dict) else {}
        do = self._does().get(str(asked.get("do")))
        if do is None:
            return
        try:
            await do(asked)
        except ServiceError as error:
            self.call("trouble", told(error))
            await self.show()

    def _does(self) -> dict[str, Callable[[dict[str, Any]], Any]]:
        return {"act": self._act, "why": self._why, "size": self._size, "chips": self._chips}

    async def _act(self, asked: dict[str, Any]) -> None:
        """Acts in their order; then the wagers are closed, where that was asked for and can be done."""
        lines = asked.get("lines")
        if not isinstance(lines, list) or len(lines) > MOST_LINES:
            return
        for line in lines:
            await self._perform(str(line)[:LONGEST_LINE])
        if asked.get("close") is True and lines:
            closing = self.table.hosting.closes_wagers(self.table.in_play)
            offered = [button.line for button in self.state()["may"] if button.kind == "close"]
            if closing is not None and str(closing) in offered:
                await self._perform(str(closing))

    async def _perform(self, line: str) -> None:
        actor = self.visitor.still().actor
        await self.house.pit.act(self.table.id, actor, line, key=uuid4().hex)

    async def _why(self, asked: dict[str, Any]) -> None:
        self.call("why", explained(str(asked.get("by", ""))[:60]))

    async def _size(self, asked: dict[str, Any]) -> None:
        before = self.width
        self.resize(asked.get("width"))
        if self.width != before:
            await self.show()

    def resize(self, width: object) -> None:
        if isinstance(width, int | float):
            self.width = int(min(max(width, NARROWEST), WIDEST, 4000))

    async def _chips(self, asked: dict[str, Any]) -> None:
        del asked
        self.visitor.still()
        await self._give_play_chips(at_least=self.table.posting.minimum)

    async def _give_play_chips(self, *, at_least: int) -> None:
        """In a demonstration whoever has too few chips for a wager gets some, once more and for nothing."""
        if self.actor is None or self.actor.role != "player" or not self.house.access.demo:
            return
        if self.house.pit.house.holds(money.bankroll(self.actor.name)) >= at_least:
            return
        await self.house.pit.buy_in(self.table.id, self.actor.name, PLAY_CHIPS, self.actor, key=uuid4().hex)

    def start(self) -> None:
        self._task = background_tasks.create(self._followed(), name=f"page at {self.table.id}")

    async def _followed(self) -> None:
        with suppress(TimeoutError):  # the browser has gone before it said how wide it is
            await self.follow()


def _caption(event: Mapping[str, Any]) -> dict[str, str]:
    said = str(event["told"]).replace(FACES.back, "a card")
    return {"text": said[:1].upper() + said[1:], "by": str(event.get("by", "")), "kind": str(event["event"])}


def explained(citation: str) -> dict[str, Any]:
    """A paragraph in our own words, and how it is read where it is doubtful."""
    try:
        paragraph = law(citation)
    except Chapter47Error:
        return {"citation": citation, "title": "", "says": "No text of it is held.", "parts": [], "readings": []}
    return {
        "citation": paragraph.citation,
        "title": paragraph.title or "",
        "says": paragraph.says or paragraph.known or "No text of it is held.",
        "parts": [{"citation": part.citation, "says": part.says} for part in paragraph.paragraphs[:8]],
        "readings": [{"problem": one.problem, "reading": one.reading} for one in paragraph.readings],
    }


# The page ------------------------------------------------------------------------------------------------------------


def add_table(house: "House") -> None:
    @ui.page("/table/{table}", title="A table – Chapter 47")
    async def table_page(request: Request, table: str) -> None:
        visitor = Visitor(request, house.access)
        try:
            if not house.access.demo and visitor.signed_in is None:
                raise ServiceError("sign-in.needed", "only for those who are signed in", allowed="sign in at the lobby")
            hosted = house.pit.table(table)
        except ServiceError as error:
            _refused(visitor, error)
            return
        sitting = Sitting(house, hosted, visitor, ui.context.client)
        page(_main(hosted, visitor), heading=hosted.values["name"], visitor=visitor, beside=_sign(hosted))
        ui.page_title(f"{hosted.values['name']} – Chapter 47")
        ui.on("felt", sitting.asked)
        await ui.context.client.connected()
        sitting.start()


def _refused(visitor: Visitor, error: ServiceError) -> None:
    words = f'<p class="words">{escape(told(error)["text"])} <a href="/">Go to the lobby.</a></p>'
    page(words, heading="This table is not here", visitor=visitor)


def _sign(table: HostedTable) -> str:
    practice = '<span class="tag">practice</span>' if table.values["practice"] else ""
    limits = f"{dollars(table.posting.minimum)} to {dollars(table.posting.maximum)}"
    return f'<p class="limits">{escape(table.game.title)}, {limits} {practice}</p>'


def _main(table: HostedTable, visitor: Visitor) -> str:
    """Filled by the page's script as soon as it hears of the table."""
    seat = "" if visitor.name else '<button class="go" data-do="guest">Take a guest seat</button>'
    return f"""<div class="table-page" data-table="{escape(table.id)}">
      <section class="stage" aria-label="The table"><div id="felt" class="felt"><p class="words">The felt is laid…</p>
      </div></section>
      <section class="bar" aria-label="Chips and moves">
        <div class="said"><p id="said" aria-live="polite">&nbsp;</p>
        <p id="turn" class="turn" aria-live="polite"></p></div>
        <div class="purse"><span id="chips" class="chips-left"></span><span id="time" class="time"></span></div>
        <fieldset id="tray" class="tray"><legend>Chip to lay</legend>{_tray(table)}</fieldset>
        <div id="moves" class="moves">{seat}</div>
        <div id="more" class="more"></div>
      </section>
      <section class="happened" aria-label="What happened"><h2>What happened</h2>
      <ol id="log" tabindex="0"></ol></section>
    </div>"""


def _tray(table: HostedTable) -> str:
    """The chips that a wager here can be made of."""
    chips = [chip for chip in reversed(CHIPS) if chip.value in TRAY and chip.value <= table.posting.maximum]
    first = next((chip.value for chip in chips if chip.value >= table.posting.minimum), chips[-1].value)
    return "".join(
        f'<label class="chip"><input type="radio" name="chip" value="{chip.value}" aria-label="{dollars(chip.value)}"'
        f'{" checked" if chip.value == first else ""}><svg viewBox="-24 -24 48 50" aria-hidden="true">'
        f"{chip_at(0, 0, 21, chip)}</svg></label>"
        for chip in chips
    )
