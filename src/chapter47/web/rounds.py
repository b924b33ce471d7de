"""One's own rounds: which there were, and each step by step."""

from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING, Any

import msgspec
import nicegui
from fastapi import Request, Response
from nicegui import ui

from chapter47.core.faces import Faces
from chapter47.service.actor import Actor
from chapter47.service.errors import ServiceError
from chapter47.session.narration import told as in_words
from chapter47.web.frame import Visitor, page, signed_in, told

if TYPE_CHECKING:
    from chapter47.web.site import House


def add_rounds(house: "House") -> None:
    @ui.page("/rounds", title="My rounds – Chapter 47")
    async def rounds(request: Request) -> None:
        visitor = Visitor(request, house.access)
        if visitor.signed_in is None:
            words = '<p class="words">Rounds are kept for those who have a seat. <a href="/">Go to the lobby.</a></p>'
            page(words, heading="My rounds", visitor=visitor)
            return
        page(_listed(house, visitor.signed_in.actor), heading="My rounds", visitor=visitor)

    @ui.page("/rounds/{table}/{number}", title="A round – Chapter 47")
    async def one_round(request: Request, table: str, number: int) -> None:
        visitor = Visitor(request, house.access)
        try:
            main = _told(house, visitor.still().actor, table, number)
        except ServiceError as error:
            main = f'<p class="words">{escape(told(error)["text"])} <a href="/rounds">Go to your rounds.</a></p>'
        page(main, heading=f"Round {number}", visitor=visitor)

    @nicegui.app.get("/rounds/{table}/{number}/round.json")
    async def export(request: Request, table: str, number: int) -> Response:
        """The round as a file, with every commitment of its table and what was opened of it."""
        found = signed_in(request)
        if found is None:
            return Response(status_code=401)
        try:
            kept = house.pit.round(found.actor, table, number)
        except ServiceError as error:
            return Response(status_code=error.status)
        body = msgspec.json.encode({**kept, "commitments": house.pit.commitments(table)})
        name = f"round-{table}-{number}.json"
        disposition = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(body, media_type="application/json", headers=disposition)


def _listed(house: "House", actor: Actor) -> str:
    names = {table.id: table.name for table in house.pit.tables()}
    rows = "".join(
        f"<tr><td>{escape(names.get(one.table, one.table))}</td><td>"
        f'<a href="/rounds/{escape(one.table)}/{one.round}">round {one.round}</a></td><td>{_moment(one.at)}</td></tr>'
        for one in house.pit.rounds(actor, player=actor.name, limit=200)
    )
    if not rows:
        return '<p class="words">You have played no round yet. <a href="/">Choose a table.</a></p>'
    return f"""<div class="rounds"><table><thead><tr><th scope="col">table</th><th scope="col">round</th>
      <th scope="col">ended</th></tr></thead><tbody>{rows}</tbody></table></div>"""


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _told(house: "House", actor: Actor, table: str, number: int) -> str:
    kept = house.pit.round(actor, table, number)
    hosted = house.pit.table(table)
    events = hosted.playing.log.events
    lines: list[dict[str, Any]] = [line for unit in kept["units"] for line in msgspec.json.decode(unit["events"])]
    happened = [events.from_json({name: value for name, value in line.items() if name != "of"}) for line in lines]
    items = "".join(
        f"<li>{escape(in_words(event, Faces(), hosted.playing))}{_why(str(getattr(event, 'by', '')))}</li>"
        for event in happened
    )
    where = f"/rounds/{escape(table)}/{number}"
    return f"""<div class="rounds"><p class="steps"><a href="/rounds">All rounds</a>
      <a href="{where}/round.json" download>Export the round as JSON</a></p><ol>{items}</ol></div>"""


def _why(by: str) -> str:
    return f' <span class="quiet">{escape(by)}</span>' if by else ""
