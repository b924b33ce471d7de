"""The lobby: tables open now, a guest seat, and a new table from an example or a file."""

from html import escape
from typing import TYPE_CHECKING, Final

import msgspec
import nicegui
from fastapi import Request, Response
from nicegui import Client, events, ui

from chapter47.core import onlookers
from chapter47.core.json_object import Json
from chapter47.core.money import dollars
from chapter47.core.text import short_citation
from chapter47.drawing.settings import Settings
from chapter47.games import GAMES, starter
from chapter47.service.actor import Actor
from chapter47.service.errors import ServiceError
from chapter47.service.pit import TableSummary
from chapter47.service.table import HostedTable
from chapter47.web.felts import drawn as drawn_for
from chapter47.web.felts import words
from chapter47.web.frame import Visitor, page, signed_in
from chapter47.web.troubles import told

if TYPE_CHECKING:
    from chapter47.web.site import House

THUMB: Final = 1280
"""How wide a tile's picture is drawn; the page shows it smaller."""
SECONDS: Final = 2.0
LONGEST_FILE: Final = 12_000
DEMO_SUPERVISOR: Final = Actor("house", "supervisor")


def add_lobby(house: "House") -> None:
    drawings: dict[str, tuple[int, str]] = {}
    """Of each table the last one, and of which version it is."""

    @ui.page("/", title="The lobby – Chapter 47")
    async def lobby(request: Request) -> None:
        visitor = Visitor(request, house.access)
        if not house.access.demo and visitor.signed_in is None:
            page(SIGN_IN, heading="Sign in", visitor=visitor)
            return
        page(_main(house, visitor), heading="Tables open now", visitor=visitor)
        door = Door(house, visitor, ui.context.client)
        ui.on("lobby", door.asked)
        await ui.context.client.connected()
        ui.timer(SECONDS, door.tell)

    @nicegui.app.get("/table/{table}/picture.svg")
    async def picture(request: Request, table: str) -> Response:
        """The felt as everybody sees it."""
        if not house.access.demo and signed_in(request) is None:
            return Response(status_code=401)
        try:
            hosted = house.pit.table(table)
        except ServiceError:
            return Response(status_code=404)
        await hosted.audience.settled.wait()
        if (drawn := drawings.get(table)) is None or drawn[0] != hosted.version:
            drawn = drawings[table] = (
                hosted.version,
                drawn_for(hosted, onlookers.ANYBODY, Settings(width=THUMB, surround="none")),
            )
        return Response(drawn[1], media_type="image/svg+xml", headers={"cache-control": "no-store"})


class Door:
    """One lobby page that is open."""

    def __init__(self, house: "House", visitor: Visitor, client: Client) -> None:
        self.house, self.visitor, self.client = house, visitor, client
        self._shown = ""

    def tell(self) -> None:
        """What has changed since."""
        shown = _tables(self.house)
        if shown != self._shown:
            self._shown = shown
            self._call("lobby", {"tables": shown, "progress": self.house.edges.progress})

    def _call(self, function: str, value: object) -> None:
        self.client.run_javascript(f"felt.{function}({msgspec.json.encode(value).decode()})")

    async def asked(self, event: events.GenericEventArguments) -> None:
        asked: Json = event.args if isinstance(event.args, dict) else {}
        text = str(asked.get("file") or "")
        try:
            text = text or _starters().get(str(asked.get("game")), "")
            if len(text) > LONGEST_FILE:
                message = "the table file is too long"
                raise ServiceError("table.file", message, allowed=f"{LONGEST_FILE} characters")
            practice = asked.get("practice") is True
            table = await self.house.pit.open_table(text, self._opener(), practice=practice)
        except ServiceError as error:
            self._call("trouble", _with_findings(error))
            return
        self._call("go", f"/table/{table}")

    def _opener(self) -> Actor:
        """A supervisor opens tables; in a demonstration everybody does."""
        if self.house.access.demo:
            return DEMO_SUPERVISOR
        actor = self.visitor.still().actor
        if actor.role != "supervisor":
            message = "only a supervisor opens a table"
            raise ServiceError("role.not-allowed", message, got=actor.role, allowed="supervisor", status=403)
        return actor


def _with_findings(error: ServiceError) -> Json:
    sentence = told(error)
    findings = error.data.get("findings") or error.data.get("problems") or ()
    return {**sentence, "more": [_finding_told(finding) for finding in findings[:12]]}


def _finding_told(finding: Json) -> str:
    """What is wrong, what the file says, what is wanted, and by which paragraph."""
    said = str(finding.get("message") or finding.get("key", ""))
    wanted = finding.get("want") or finding.get("allowed")
    parts = [said, f": {finding['got']}" if finding.get("got") else "", f"; wanted: {wanted}" if wanted else ""]
    by = f" ({short_citation(str(finding['citation']))})" if finding.get("citation") else ""
    return f"{''.join(parts)}{by}"


def _main(house: "House", visitor: Visitor) -> str:
    options = "".join(f'<option value="{game.name}">{escape(game.title)}</option>' for game in GAMES if game.playing)
    welcome = (
        '<p class="words lead">Lawful New Jersey tables, dealt by the rules of N.J.A.C. 19:47. Choose a felt, take a '
        "seat with play money, lay chips, and ask the dealer why.</p>"
        if house.access.demo
        else ""
    )
    return f"""<div class="lobby">{welcome}
      <ul id="tables" class="tables" aria-label="Tables">{_tables(house)}</ul>
      <p id="progress" class="quiet" aria-live="polite"></p>
      <section class="open" aria-labelledby="open-title"><h2 id="open-title">Open a table of your own</h2>
      <form data-do="open"><label>From an example <select name="game">{options}</select></label>
      <label>or from a table file <input type="file" name="file" accept=".toml,text/plain"></label>
      <label class="check"><input type="checkbox" name="practice"> as a practice table, where its law is not held or it
      is not lawful</label><button class="go">Open the table</button></form></section></div>"""


def _tables(house: "House") -> str:
    """By their games, the plainest first."""
    order = [game.name for game in GAMES]
    return "".join(_tile(house, table) for table in sorted(house.pit.tables(), key=lambda seen: order.index(seen.game)))


def _tile(house: "House", table: TableSummary) -> str:
    hosted = house.pit.table(table.id)
    edge = house.edges.known(hosted.values["file"])
    here = f"{len(table.players)} at the table" if table.players else "free seats"
    state = "paused" if table.paused else "practice" if table.practice else here
    return f"""<li class="tile" id="tile-{escape(table.id)}"><a href="/table/{escape(table.id)}" data-do="sit">
      <img src="/table/{escape(table.id)}/picture.svg" alt="" loading="lazy" width="1280" height="720">
      <span class="title">{escape(table.title)}</span>
      <span class="limits">{dollars(table.minimum)} to {dollars(table.maximum)}</span>
      <span class="rules">{escape(_rules(hosted))}</span>
      <span class="edge">{escape(edge or "house edge: working…")}</span>
      <span class="state">{escape(state)}{f", round {table.round}" if table.round else ""}</span></a></li>"""


def _rules(table: HostedTable) -> str:
    """In a line, as the game says them."""
    return str(words(table).rules(table.in_play.view(onlookers.ANYBODY)))


def _starters() -> dict[str, str]:
    """A table file of each game."""
    return {game.name: starter(game.name) for game in GAMES if game.playing}


SIGN_IN: Final = """<p class="words lead">Lawful New Jersey tables, dealt by the rules of N.J.A.C. 19:47. The house's
  administrator gives you a name and a first password.</p>
  <form class="sign-in" data-do="sign-in"><label>Name <input name="name" autocomplete="username"
  required></label><label>Password <input name="password" type="password" autocomplete="current-password" required>
  </label><label id="own-password" hidden>New password <input name="new" type="password" autocomplete="new-password"
  disabled></label><button class="go">Sign in</button></form>"""
