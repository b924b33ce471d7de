"""The page of a table: the felt, the chips, the moves, what the dealer says and why."""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import msgspec
from fastapi import Request
from msgspec import structs
from nicegui import Client, background_tasks, events, ui

from chapter47.core.event import VIGORISH, Collected, Did, Event, Paid, Returned, RoundBegan, RoundOver
from chapter47.core.json_object import Json
from chapter47.core.log import LogEntry
from chapter47.core.money import DOLLAR, dollars
from chapter47.core.text import spoken
from chapter47.drawing.chips import CHIPS, chip_at
from chapter47.service import money
from chapter47.service.acting import refused, without_wagers
from chapter47.service.errors import ServiceError
from chapter47.service.showing import FACES, Happened, onlooker
from chapter47.service.table import HostedTable
from chapter47.session.narration import wager_named
from chapter47.session.script import words_of
from chapter47.web.felts import Fit, words
from chapter47.web.frame import Visitor, page
from chapter47.web.offers import Button, Onlooker, buttons
from chapter47.web.troubles import LOBBY, SENTENCES, told

if TYPE_CHECKING:
    from chapter47.web.site import House

PLAY_CHIPS: Final = 1000 * DOLLAR
"""What a guest gets for nothing in a demonstration."""
MOST_LINES: Final = 100
"""In one go: a craps layout has some seventy places for chips."""
LONGEST_LINE: Final = 200
MOST_RECALLED: Final = 100
MOVED: Final = {"at", "bettor", "wager", "amount", "why"}
"""The fields of an event by which chips of a wager change hands."""
OWED: Final = {"at", "bettor", "amount"}
"""Those of a fee that is owed and taken later."""
BOOKS: Final[tuple[type[Event], ...]] = (Collected, Paid, Returned, RoundOver, Did)
"""What the results and the felt tell: no captions."""
MONEY: Final = {Collected.__name__: "Collected from", Paid.__name__: "Paid to", Returned.__name__: "Returned to"}
PLAIN: Final = ("won", "lost", "insurance")
"""Reasons that say nothing besides the wager's name."""
LATE: Final = re.compile(r"(?P<name>.+)'s time is up; the house does for (?P=name): (?:'.*'|\S+) (?P<move>.+)")
"""How the pit tells that it decided for somebody who did not."""
AWAY: Final = "You were away for too long and got up. Your chips stay yours: sit down again when you like."
CLOSED: Final = {"text": SENTENCES["table.closed"], "stays": True, **LOBBY}
NOT_SIGNED_IN: Final = '<p class="words">This table is for those who are signed in. <a href="/">Sign in.</a></p>'
AMOUNT: Final = """<dialog id="amount" aria-labelledby="amount-title"><form id="amount-form"><h2 id="amount-title"></h2>
  <label><span id="amount-label"></span> <input id="amount-field" type="number" required></label>
  <input id="amount-slider" type="range" aria-labelledby="amount-label"><p id="amount-range" class="quiet"></p>
  <p class="steps"><button class="go">Confirm</button>
  <button type="button" id="amount-no" class="plain" data-do="amount-no">No cut</button>
  <button type="button" class="plain" data-do="amount-cancel">Cancel</button></p></form></dialog>"""
BY_KEYS: Final = "Arrow keys go from spot to spot, Enter lays a chip, Delete takes it back, Escape leads to the moves."
TRAY: Final = (1_00, 5_00, 25_00, 100_00, 500_00)


class Sitting:
    """One page open at a table."""

    def __init__(self, house: "House", table: HostedTable, visitor: Visitor, client: Client) -> None:
        self.house, self.table, self.visitor, self.client = house, table, visitor, client
        self.actor = visitor.signed_in.actor if visitor.signed_in else None
        self.felt = Fit(visitor.name)
        self._shown = -1
        """Which version the browser has."""
        self._held: list[Json] = []
        """What happened between the first and the last of several acts that are done in one go."""
        self._in_a_row = False
        self._task: asyncio.Task[None] | None = None

    # To the browser ------------------------------------------------------------------------------------------------

    def call(self, function: str, value: object) -> None:
        """A function of `felt.js`, in this browser."""
        if not self.client.is_deleted:
            self.client.run_javascript(f"felt.{function}({msgspec.json.encode(value).decode()})")

    async def follow(self) -> None:
        """Shows every change of the table as long as the page is open."""
        self.felt.ask(_asked(await self.client.run_javascript("felt.look()", timeout=10)))
        await self._give_play_chips(at_least=1)
        await self.table.audience.settled.wait()
        self.call("recall", self._captions(self._round_so_far()))
        while not self.client.is_deleted:
            watcher = self.house.pit.watch(self.table.id, self.actor)
            self.client.on_delete(watcher.close)
            async for message in watcher:
                told_now: Json = msgspec.json.decode(message)
                self._held += told_now.get("events", [])
                if told_now.get("note") or not self._in_a_row:
                    await self._show_held(told_now.get("note", ""))
            if not watcher.lagging:  # whoever was too slow for the table is shown where it is now
                break
        if self.table.values["status"] == "closed":
            self.call("trouble", CLOSED)

    def _round_so_far(self) -> list[Json]:
        """What happened before the page was opened, as this onlooker saw it."""
        table, who = self.table, onlooker(self.actor)
        log = table.hosting.log(table.in_play)
        began = (place for place in reversed(range(len(log))) if isinstance(log[place].event, RoundBegan))
        entries = log[next(began, 0) :][-MOST_RECALLED:]
        seen = table.hosting.recalled([entry.event for entry in entries], who)
        told = [LogEntry(entry.source, event) for entry, event in zip(entries, seen, strict=True)]
        events: list[Json] = msgspec.json.decode(
            Happened(table.playing, table.hosting, table.in_play, told).seen_by(who)
        )
        return events

    async def _show_held(self, note: str = "") -> None:
        held, self._held = self._held, []
        await self.show(held, note)

    async def _show_again(self) -> None:
        """As it is; where something has happened since, what tells of it is on its way, and comes with its motion."""
        if self._held or self._shown == self.table.version:
            await self._show_held()

    async def show(self, happened: list[Json] = [], note: str = "") -> None:  # noqa: B006 never changed
        await self.table.audience.settled.wait()
        events = self._captions(happened)
        missed = self._missed(note)
        late = LATE.fullmatch(note)
        said = f"{late['name']}'s time was up, so the house decided: {spoken(late['move'])}" if late else note
        state = self.state()
        self._shown = state["version"]
        self.call("show", {**state, "events": events, "note": "" if missed else said})
        if missed:
            self.call("trouble", {"text": missed, "stays": True})

    def _captions(self, happened: list[Json]) -> list[Json]:
        """Beside each event whether a caption stays as it is."""
        stays = {kind.__name__ for kind in BOOKS}
        follows = {kind.__name__ for kind in words(self.table).follows}
        told = [(_caption(event), str(event["event"])) for event in happened]
        return [{**caption, "stays": kind in stays, "follows": kind in follows} for caption, kind in told]

    def _missed(self, note: str) -> str:
        """What was done because whoever looks at this page did nothing; and what they can do now."""
        name, settings = self.visitor.name, self.house.pit.house.settings
        if name and note == f"{name} was away and gets up":
            return AWAY
        late = LATE.fullmatch(note)
        if late is None or late["name"] != name:
            return ""
        decided = f"Your time was up, so the house decided for you: {spoken(late['move'])}."
        gets_up = f"; after {settings.absences} times in a row you get up" if settings.absences > 1 else ""
        return f"{decided} You have {settings.to_decide:g} seconds for each decision{gets_up}."

    def state(self) -> Json:
        """The table of this moment, drawn for this browser; nothing that is not on the disk yet is among it."""
        seen: Json = msgspec.json.decode(self.table.audience.shown_to(self.actor))
        kept = ("version", "paused", "practice", "closed", "closing", "chips", "awaited", "seconds_left")
        staked = self.table.in_play.staked
        return {
            **{name: seen[name] for name in kept},
            "you": self.visitor.name,
            "drawn_for": self.felt.asked_for,
            "svg": self.felt.drawn(self.table, onlooker(self.actor)),
            "may": self._buttons(seen["may"]),
            "staked": self.visitor.name in staked,
            "waits_for": without_wagers(self.table),
            "place": words(self.table).places(self.table.posting).word,
            "closes": self.table.playing.closes_wagers.__name__,
            "minimum": self.table.posting.minimum,
        }

    def _buttons(self, may: list[Json]) -> list[Button]:
        """What is offered now, and what can be laid along with it."""
        besides = self.table.hosting.besides(self.table.in_play, self.visitor.name) if may and self.actor else ()
        made = buttons([*may, *msgspec.to_builtins(list(besides))], self._onlooker(), words(self.table).keys)
        return [structs.replace(button, cost=self._cost(button), times=self._times(button)) for button in made]

    def _times(self, button: Button) -> int:
        """For how many hands a wager is made at once."""
        if button.kind != "bet" or not button.least:
            return 1
        line = [*words_of(button.line), f"{button.least / DOLLAR:.2f}"]
        cost = self.table.in_play.cost(self.table.playing.acts.read(line))
        return cost.amount // button.least if cost else 1

    def _cost(self, button: Button) -> int:
        if button.kind != "move" or button.most:
            return 0
        cost = self.table.in_play.cost(self.table.playing.acts.read(words_of(button.line)))
        return cost.amount if cost else 0

    def _seated(self) -> list[str]:
        return list(self.table.hosting.seated(self.table.in_play))

    def _onlooker(self) -> Onlooker:
        name = self.visitor.name
        seated = name in self._seated()
        return Onlooker(name=name, seated=seated, leaves=str(self.table.hosting.leaves(name)) if name else "")

    # From the browser ----------------------------------------------------------------------------------------------

    async def asked(self, event: events.GenericEventArguments) -> None:
        """Whatever the page sends; nothing of it is trusted."""
        asked = _asked(event.args)
        do = self._does().get(str(asked.get("do")))
        if do is None:
            return
        try:
            await do(asked)
        except ServiceError as error:
            self.call("trouble", told(error, demo=self.house.access.demo))
            await self._show_again()

    def _does(self) -> dict[str, Callable[[Json], Any]]:
        return {"act": self._act, "look": self._looks_other, "chips": self._chips}

    async def _act(self, asked: Json) -> None:
        """Acts in their order; then play goes on, where that was asked for."""
        lines, spots = asked.get("lines"), asked.get("spots")
        if not isinstance(lines, list) or len(lines) > MOST_LINES:
            return
        for place, line in enumerate(lines):
            self._in_a_row = place + 1 < len(lines)
            try:
                await self._perform(str(line)[:LONGEST_LINE])
            except ServiceError:
                self._in_a_row = False
                if isinstance(spots, list):
                    self.call("refused", spots[place:])
                raise
        if asked.get("play") is True:
            await self._play()

    async def _play(self) -> None:
        """Takes the turn and closes the wagers; or says what is missing for that."""
        table = self.table
        if turn := table.hosting.takes_turn(table.in_play, self.visitor.name):
            await self._perform(str(turn))
        if closing := table.hosting.closes_wagers(table.in_play):
            if not without_wagers(table):
                await self._perform(str(closing))
        elif not table.hosting.awaited(table.in_play) and (refusal := table.hosting.held_up(table.in_play)):
            raise refused(refusal)

    async def _perform(self, line: str) -> None:
        actor = self.visitor.still().actor
        await self.house.pit.act(self.table.id, actor, line, key=uuid4().hex)

    async def _looks_other(self, asked: Json) -> None:
        if self.felt.ask(asked):
            await self._show_again()

    async def _chips(self, asked: Json) -> None:
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


def _asked(sent: object) -> Json:
    return sent if isinstance(sent, dict) else {}


def _caption(event: Json) -> Json:
    kind = str(event["event"])
    caption: Json = {"by": str(event.get("by", "")), "kind": kind}
    if event.keys() >= MOVED:
        caption["moved"] = _moved(event)
    elif event.keys() >= OWED and "Fee" in kind:
        caption["moved"] = _owed(event)
    said = _money(event) if kind in MONEY else str(event["told"]).replace(FACES.back, "a card")
    if wager := str(event.get("wager", "")):
        said = said.replace(wager, spoken(wager))
    return {**caption, "text": said[:1].upper() + said[1:]}


def _money(event: Json) -> str:
    """Chips that changed hands, in a sentence."""
    at, wager = str(event["at"]), wager_named(str(event["wager"]), str(event.get("bet", "")))
    hand = f", hand {at}" if "." in at else ""
    why = "" if event["why"] in PLAIN else f" – {event['why']}"
    return f"{MONEY[event['event']]} {event['bettor']}: {dollars(event['amount'])}, {wager}{hand}{why}."


def _moved(event: Json) -> Json:
    """Chips of a wager that changed hands, with the wager's name as people say it."""
    name = spoken(wager_named(str(event["wager"]), str(event.get("bet", ""))))
    fee = "Fee" in str(event["event"]) or event["wager"] == VIGORISH
    kept = {key: event.get(key, "") for key in ("bettor", "wager", "bet", "spot", "amount", "why")}
    return {**kept, "at": str(event["at"]), "name": name[:1].upper() + name[1:], "fee": fee}


def _owed(event: Json) -> Json:
    """A fee that is taken later."""
    kept = {key: event[key] for key in ("bettor", "amount")}
    return {**kept, "at": str(event["at"]), "wager": "", "bet": "", "spot": 0, "why": "", "name": "Fee", "fee": True}


# The page ------------------------------------------------------------------------------------------------------------


def add_table(house: "House") -> None:
    @ui.page("/table/{table}", title="A table – Chapter 47")
    async def table_page(request: Request, table: str) -> None:
        visitor = Visitor(request, house.access)
        try:
            if not house.access.demo and visitor.signed_in is None:
                page(NOT_SIGNED_IN, heading="Sign in first", visitor=visitor)
                return
            hosted = house.pit.table(table)
        except ServiceError as error:
            _refused(visitor, error)
            return
        sitting = Sitting(house, hosted, visitor, ui.context.client)
        heading = _name(hosted)
        page(_main(hosted, visitor), heading=heading, visitor=visitor, beside=_sign(hosted), script="table")
        ui.page_title(f"{heading} – Chapter 47")
        ui.on("felt", sitting.asked)
        await ui.context.client.connected()
        sitting.start()


def _refused(visitor: Visitor, error: ServiceError) -> None:
    words = f'<p class="words">{escape(told(error)["text"])}</p><p class="words"><a href="/">Go to the lobby</a></p>'
    page(words, heading="This table is not here", visitor=visitor)


def _name(table: HostedTable) -> str:
    """A table that is called as its game in files is called as people call it."""
    name: str = table.values["name"]
    return {table.game.name: table.game.title}.get(name.casefold(), name)


def _sign(table: HostedTable) -> str:
    practice = '<span class="tag">practice</span>' if table.values["practice"] else ""
    limits = f"{dollars(table.posting.minimum)} to {dollars(table.posting.maximum)}"
    title = table.game.title
    named = "" if _name(table).casefold() == title.casefold() else f"{escape(title)}, "
    return f'<p class="limits">{named}{limits} {practice}</p>'


def _main(table: HostedTable, visitor: Visitor) -> str:
    """Filled by the page's script as soon as it hears of the table."""
    seat = "" if visitor.name else '<button class="go" data-do="guest">Take a guest seat</button>'
    return f"""<div class="table-page" data-table="{escape(table.id)}">
      <div class="play"><section class="stage" aria-label="The table" aria-description="{BY_KEYS}" tabindex="0">
      <div id="felt" class="felt">
      <p class="words">The felt is laid…</p></div></section>
      <section class="bar" aria-label="Chips and moves">
        <p id="heard" class="heard" aria-live="polite"></p><div class="told"><div class="said"><p id="said">&nbsp;</p>
        <p id="turn" class="turn" aria-live="polite"></p></div>
        <ul id="results" class="results" aria-label="Your wagers" tabindex="0" hidden></ul></div>
        <div class="controls"><div class="purse"><span id="chips" class="chips-left"></span>
        <span id="time" class="time"></span></div>
        <fieldset id="chip-tray" class="tray"><legend>Chip to lay</legend>{_tray(table)}</fieldset>
        <div id="moves" class="moves">{seat}</div>
        <div id="more" class="more"></div></div>
      </section></div>
      <section class="happened" aria-label="What happened"><h2>What happened</h2>
      <ol id="log" tabindex="0"></ol></section>
    </div>{AMOUNT}"""


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
