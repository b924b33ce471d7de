"""One's own rounds: which there were and how they ended, each step by step, whether it was fair, and as a file."""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
import nicegui
from fastapi import Request, Response
from nicegui import ui

from chapter47.core.event import Collected, Paid
from chapter47.core.faces import Faces
from chapter47.core.json_object import Json
from chapter47.core.money import dollars
from chapter47.games import game_of
from chapter47.service.actor import Actor
from chapter47.service.errors import ServiceError
from chapter47.service.recall import Fairness, Recall, RecalledSecret
from chapter47.session.narration import told as in_words
from chapter47.web.felts import look
from chapter47.web.frame import Visitor, page, signed_in
from chapter47.web.troubles import told

if TYPE_CHECKING:
    from chapter47.web.site import House

T = TypeVar("T")
ON_A_PAGE: Final = 50
KEPT: Final = 8
"""So many rounds that are looked at stay done again."""
Key = tuple[str, str, int]


class Recalls:
    """Rounds that somebody looks at; each is done again once, beside the tables in play."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._kept: OrderedDict[Key, Recall] = OrderedDict()
        self._turn = threading.Lock()

    def of(self, actor: Actor, table: str, number: int) -> Recall:
        """Read beside the tables, in a thread."""
        key = (actor.name, table, number)
        with self._turn:
            if key not in self._kept:
                self._kept[key] = Recall(self._house.pit, actor, table, number)
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


def add_rounds(house: "House") -> None:
    @ui.page("/rounds", title="My rounds – Chapter 47")
    async def rounds(request: Request, before: int | None = None) -> None:
        visitor = Visitor(request, house.access)
        if visitor.signed_in is None:
            words = '<p class="words">Rounds are kept for those who have a seat. <a href="/">Go to the lobby.</a></p>'
            page(words, heading="My rounds", visitor=visitor)
            return
        listed = await asyncio.to_thread(_listed, house, visitor.signed_in.actor, before)
        page(listed, heading="My rounds", visitor=visitor)

    @ui.page("/rounds/{table}/{number}", title="A round – Chapter 47")
    async def one_round(request: Request, table: str, number: int) -> None:
        visitor = Visitor(request, house.access)
        try:
            recall = await asyncio.to_thread(Recall, house.pit, visitor.still().actor, table, number)
        except ServiceError as error:
            words = f'<p class="words">{escape(told(error)["text"])} <a href="/rounds">Go to your rounds.</a></p>'
            page(words, heading=f"Round {number}", visitor=visitor)
            return
        heading = f"{recall.game.title}, round {number}"
        page(await asyncio.to_thread(_told, recall), heading=heading, visitor=visitor, script="rounds")

    _add_files(house)


def _add_files(house: "House") -> None:
    recalls = Recalls(house)

    async def answered(request: Request, table: str, number: int, do: Callable[[Recall], T]) -> T | Response:
        """Of a round of whoever asks, worked out beside the tables; or what is answered instead."""
        visitor = signed_in(request)
        if visitor is None:
            return Response(status_code=401)
        try:
            return await asyncio.to_thread(lambda: do(recalls.of(visitor.actor, table, number)))
        except ServiceError as error:
            return Response(msgspec.json.encode(told(error)), status_code=error.status, media_type="application/json")

    @nicegui.app.get("/rounds/{table}/{number}/step/{step}.svg")
    async def step(request: Request, table: str, number: int, step: int) -> Response:
        asked = {**request.query_params, "four_colours": request.query_params.get("four_colours") == "true"}
        width = request.query_params.get("width", "")
        asked["width"] = int(width) if width.isdecimal() else None
        visitor = signed_in(request)
        viewer = visitor.actor.name if visitor else ""
        svg = await answered(request, table, number, lambda recall: recall.drawn(step, look(asked, viewer)))
        return svg if isinstance(svg, Response) else Response(svg, media_type="image/svg+xml")

    @nicegui.app.get("/rounds/{table}/{number}/fairness.json")
    async def fairness(request: Request, table: str, number: int) -> Response:
        """Looked at anew each time: what is not opened yet may be opened by now."""
        if (visitor := signed_in(request)) is None:
            return Response(status_code=401)
        try:
            recall = await asyncio.to_thread(Recall, house.pit, visitor.actor, table, number)
        except ServiceError as error:
            return Response(status_code=error.status)
        body = msgspec.json.encode(verdict(await asyncio.to_thread(recall.fairness)))
        return Response(body, media_type="application/json", headers={"cache-control": "no-store"})

    @nicegui.app.get("/rounds/{table}/{number}/round.log")
    async def log(request: Request, table: str, number: int) -> Response:
        """The log that `chapter47 replay` does again, as far as its player saw the cards."""
        text = await answered(request, table, number, Recall.log)
        if isinstance(text, Response):
            return text
        return _file(text.encode(), f"{table}-{number}.log", "application/x-ndjson")

    @nicegui.app.get("/rounds/{table}/{number}/round.json")
    async def export(request: Request, table: str, number: int) -> Response:
        """The round as its player saw it, with every commitment of its table and what was opened of it."""
        seen = await answered(request, table, number, lambda recall: recall.seen)
        if isinstance(seen, Response):
            return seen
        commitments = await asyncio.to_thread(house.pit.commitments, table)
        body = msgspec.json.encode({**seen, "commitments": commitments})
        return _file(body, f"round-{table}-{number}.json", "application/json")


def _file(body: bytes, name: str, kind: str) -> Response:
    return Response(body, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


# The list ------------------------------------------------------------------------------------------------------------


def _listed(house: "House", actor: Actor, before: int | None) -> str:
    played = house.pit.rounds(actor, player=actor.name, before=before, limit=ON_A_PAGE)
    rows = "".join(_row(house, actor, row.table, row.round, row.at) for row in played)
    if not rows:
        return '<p class="words">You have played no round yet. <a href="/">Choose a table.</a></p>'
    older = f'<p><a href="/rounds?before={played[-1].at}">Older rounds</a></p>' if len(played) == ON_A_PAGE else ""
    return f"""<div class="rounds"><table><thead><tr><th scope="col">game</th><th scope="col">round</th>
      <th scope="col">result</th><th scope="col">ended (UTC)</th></tr></thead><tbody>{rows}</tbody></table>
      {older}</div>"""


def _row(house: "House", actor: Actor, table: str, number: int, at: int) -> str:
    posting = house.pit.posting_of(table)
    won = _won(house, actor, table, number)
    result = "even" if not won else f"won {dollars(won)}" if won > 0 else f"lost {dollars(-won)}"
    return f"""<tr><td>{escape(game_of(posting).title)}</td>
      <td><a href="/rounds/{escape(table)}/{number}">round {number}</a></td><td>{result}</td>
      <td>{_moment(at)}</td></tr>"""


def _won(house: "House", actor: Actor, table: str, number: int) -> int:
    """What a player won in a round, or lost: less than nothing."""
    kinds = {Paid.__name__: 1, "FeeReturned": 1, Collected.__name__: -1, "FeeTaken": -1}
    units = house.pit.round(actor, table, number)["units"]
    lines = [line for unit in units for line in msgspec.json.decode(unit["events"])]
    mine = (line for line in lines if line.get("bettor") == actor.name)
    return sum(kinds.get(line["event"], 0) * line.get("amount", 0) for line in mine)


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


# A round, step by step -----------------------------------------------------------------------------------------------


def _told(recall: Recall) -> str:
    address = f"/rounds/{escape(recall.table)}/{recall.number}"
    steps = "".join(_step(recall, number, line) for number, line in enumerate(recall.lines, start=1))
    last = len(recall.lines)
    log = "Log for chapter47 replay" if recall.log_is_whole else "Log without the cards that only others saw"
    return f"""<div class="rounds replay" data-round="{address}">
      <p class="steps"><a href="/rounds">All rounds</a>
      <a href="{address}/round.log" download>{log}</a>
      <a href="{address}/round.json" download>The round as JSON</a></p>
      <section class="stage" aria-label="The table"><div id="felt" class="felt"></div></section>
      <p id="said" class="now" aria-live="polite"></p>
      <div class="steps player" role="group" aria-label="Steps of the round">
        <button type="button" data-step="first">First <kbd aria-hidden="true">Home</kbd></button>
        <button type="button" data-step="previous">Previous <kbd aria-hidden="true">←</kbd></button>
        <input id="step" type="range" min="1" max="{last}" value="1" aria-label="Step">
        <button type="button" data-step="next">Next <kbd aria-hidden="true">→</kbd></button>
        <button type="button" data-step="last">Last <kbd aria-hidden="true">End</kbd></button>
        <button type="button" class="go" id="run" data-step="run">Play</button>
        <span id="count" class="quiet"></span></div>
      <section class="fair" aria-labelledby="fair-title"><h2 id="fair-title">Was it fair?</h2>
        <div id="fairness" aria-live="polite"><p>What was committed to is held against what was dealt…</p></div>
      </section><section aria-labelledby="steps-title"><h2 id="steps-title">What happened</h2>
      <ol id="steps">{steps}</ol></section>
    </div>"""


def _step(recall: Recall, number: int, line: Json) -> str:
    faces = Faces()
    event = recall.playing.log.events.from_json({name: value for name, value in line.items() if name != "of"})
    words = in_words(event, faces, recall.playing).replace(faces.back, "a card")
    by = escape(str(line.get("by", "")))
    why = f' <button type="button" class="why" data-by="{by}">why? {by.partition("-")[2]}</button>' if by else ""
    return f"""<li id="step-{number}"><button type="button" class="at" data-at="{number}">{number}</button>
      <span>{escape(words[:1].upper() + words[1:])}</span>{why}</li>"""


# Whether it was fair -------------------------------------------------------------------------------------------------


def verdict(fairness: Fairness) -> Json:
    """In words, with what a browser needs to work out the hashes itself."""
    secrets = [secret._asdict() for secret in fairness.secrets]
    words = {"holds": _holds, "later": _later, "wrong": _wrong}[fairness.verdict](fairness)
    return {"verdict": fairness.verdict, "words": words, "secrets": secrets}


def _holds(fairness: Fairness) -> list[str]:
    return [
        f"It holds. {_fixed(fairness.secrets)} before the round was dealt and opened when that could do no harm.",
        f"All {fairness.units} acts and steps of the dealer at this table up to the end of the round were done again "
        "from what was opened: every card and every throw came out as it had come.",
    ]


def _later(fairness: Fairness) -> list[str]:
    dice = any(secret.kind != "order" for secret in fairness.secrets)
    until = (
        "a seed is opened after 1,000 draws, or when the table closes"
        if dice
        else "an order of cards is opened when none of its cards can come any more, after the next shuffle or when the "
        "table closes"
    )
    return [
        f"Not opened yet. {_fixed(fairness.secrets)} before the round was dealt; {until}.",
        "Keep the commitment, or come back to this page then: it is held against the round by itself.",
    ]


def _wrong(fairness: Fairness) -> list[str]:
    return [f"It does not hold: {fairness.wrong}.", "Tell the house, and keep the files of this round."]


def _fixed(secrets: tuple[RecalledSecret, ...]) -> str:
    what = "The order of the cards" if any(secret.kind == "order" for secret in secrets) else "The seed of the chance"
    return f"{what} was committed to"
