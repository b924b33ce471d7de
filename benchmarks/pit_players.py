"""The players of the load: as cheap as players can be, so that the server is what is measured.

A player reads of a view only what may be done, and only where something may be. At a pace decisions fall due at fixed
times, the next ready player takes it, and its time runs from when it was due, not from when it was sent. Without
a pace everybody decides at once (so as many decisions wait as there are players who may decide)."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.json import Decoder, encode
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from chapter47.client import Client
from chapter47.games import starter

TABLES: Final = 60
SEATS: Final = 5
SECONDS: Final = 8
SECONDS_TO_SETTLE: Final = 10
"""At most, for what still waits to be answered when the time is over."""
CHIPS: Final = 1_000_000_00
NOTHING: Final = b'"may":[]'
ANSWERS: Final = b'{"done"', b'{"error"'
CLOSES_WAGERS: Final = "close"
NOT_CHOSEN: Final = "leave", "cut", "seat", "change"


class Offered(Struct):
    kind: str
    text: str


class View(Struct):
    """What a player reads of a view; the rest of it is passed over."""

    may: list[Offered] = []


class Answer(Struct):
    error: dict[str, Any] | None = None


READ: Final = Decoder(View)
READ_ANSWER: Final = Decoder(Answer)


class Times:
    """What came of the decisions while it counts."""

    def __init__(self, begins: float, ends: float) -> None:
        self.begins, self.ends = begins, ends
        self.taken: list[float] = []
        self.refused = 0
        self.views = 0

    @property
    def counts(self) -> bool:
        return self.begins <= time.perf_counter() < self.ends

    def worst(self, share: float) -> float:
        """The time that this share of the decisions did not exceed."""
        return sorted(self.taken)[int(len(self.taken) * share)] if self.taken else 0.0


class Pace:
    """When decisions are due: so many a second, or whenever somebody can decide."""

    def __init__(self, per_second: float | None, times: Times) -> None:
        self.times = times
        self._per_second = per_second
        self._due: deque[float] = deque()
        self._ready: dict[LoadPlayer, None] = {}

    async def run(self) -> None:
        begun, number = time.perf_counter(), 0
        while (now := time.perf_counter()) < self.times.ends:
            while self._per_second is not None and (due := begun + number / self._per_second) <= now:
                number += 1
                self._due.append(due)
            self._hand_out()
            await asyncio.sleep(0.001 if self._per_second else self.times.ends - now)

    def ready(self, player: "LoadPlayer") -> None:
        now = time.perf_counter()
        if now >= self.times.ends:
            return
        if self._per_second is None:
            player.decide(now)
        else:
            self._ready[player] = None
            self._hand_out()

    def not_ready(self, player: "LoadPlayer") -> None:
        self._ready.pop(player, None)

    def _hand_out(self) -> None:
        while self._due and self._ready:
            player = next(iter(self._ready))
            del self._ready[player]
            player.decide(self._due.popleft())


class LoadPlayer(WSListener):
    """Bets the least, takes the first move that is offered; the one in box 1 lets the cards be dealt."""

    def __init__(self, name: str, box: int, token: str, table: str) -> None:
        self.name, self.box, self.token, self.table = name, box, token, table
        self.decisions = 0
        self._pace: Pace | None = None
        self._line = ""
        self._seen = b""
        self._since: float | None = None
        self.sits = asyncio.Event()

    async def connect(self, url: str) -> None:
        """Connect to the table and sit down."""
        stream = f"ws{url.removeprefix('http')}/api/v1/tables/{self.table}/stream"
        self._socket, _ = await ws_connect(
            lambda: self,
            stream,
            extra_headers={"Authorization": f"Bearer {self.token}"},
            websocket_handshake_timeout=60,
        )
        self._send(f"{self.name} sit at {self.box}")
        await self.sits.wait()

    def plays(self, pace: Pace) -> None:
        self._pace = pace
        self._look()

    @property
    def waits(self) -> bool:
        """Whether a decision of this player is not answered yet."""
        return self._since is not None

    def leave(self) -> None:
        self._socket.disconnect()

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        del transport
        if frame.msg_type != WSMsgType.TEXT:
            return
        data = frame.get_payload_as_bytes()
        if data.startswith(ANSWERS):
            self._answered(data)
        else:
            self._seen = data
            if self._pace is not None:
                self._pace.times.views += self._pace.times.counts
        if self._since is None:
            self._look()

    def _answered(self, data: bytes) -> None:
        self.sits.set()
        since, self._since = self._since, None
        if since is None or self._pace is None or not self._pace.times.counts:
            return
        if READ_ANSWER.decode(data).error:
            self._pace.times.refused += 1
        else:
            self._pace.times.taken.append(time.perf_counter() - since)

    def _look(self) -> None:
        if self._pace is None:
            return
        self._line = "" if NOTHING in self._seen else self._chosen(READ.decode(self._seen).may)
        if self._line:
            self._pace.ready(self)
        else:
            self._pace.not_ready(self)

    def _chosen(self, offers: list[Offered]) -> str:
        """A decision, the wager, or the end of wagers; nobody gets up or takes a wager back."""
        for offer in offers:
            if offer.kind == CLOSES_WAGERS and self.box > 1:
                continue
            if offer.kind not in NOT_CHOSEN:
                return offer.text
        return ""

    def decide(self, due: float) -> None:
        self._since = due
        self.decisions += 1
        self._send(self._line)

    def _send(self, line: str) -> None:
        self._socket.send(WSMsgType.TEXT, encode({"act": line, "key": f"{self.name}-{self.decisions}"}))


async def seated(urls: Sequence[str], password: str, tables: int = TABLES) -> list[LoadPlayer]:
    """Players with chips, in every seat of so many tables, each at one of the servers, whichever has the table."""
    url, own = urls[0], "a password of my own"
    async with Client(url) as door:
        await door.change_password("admin", password, own)
        admin = (await door.make_token("admin", own, ["read", "manage"])).token
        async with Client(url, admin) as administrator:
            once = await administrator.add_user("Sue", "supervisor")
        await door.change_password("Sue", once, own)
        sue = (await door.make_token("Sue", own, ["read", "play", "floor"])).token
    players = []
    async with Client(url, sue, seconds=60) as floor:
        for _ in range(tables):
            table = await floor.open_table(starter("blackjack"))
            for box in range(1, SEATS + 1):
                guest = await floor.come_as_guest()
                await floor.buy_in(table, guest.name, CHIPS)
                players.append(LoadPlayer(guest.name, box, guest.token, table))
                await players[-1].connect(urls[len(players) % len(urls)])
    return players


async def play(players: list[LoadPlayer], per_second: float | None, seconds: float) -> Times:
    """Plays for so long after a quarter of the time to warm up; ends when every decision is answered."""
    begins = time.perf_counter() + seconds / 4
    pace = Pace(per_second, Times(begins, begins + seconds))
    for player in players:
        player.plays(pace)
    await pace.run()
    for _ in range(100 * SECONDS_TO_SETTLE):
        if not any(player.waits for player in players):
            break
        await asyncio.sleep(0.01)
    return pace.times
