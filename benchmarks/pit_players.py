"""The players of the load: as cheap as players can be, so that the server is what is measured.

A player reads of a view only what may be done, and that only when a decision is due. At a pace decisions fall due at
fixed times, whoever is ready takes the next one, and its time runs from when it was due, not from when it was sent.
Without a pace everybody decides at once (so as many decisions wait as there are players who may decide)."""

import asyncio
import time
from collections import deque
from contextlib import suppress
from typing import Any, Final

import aiohttp
from msgspec import Struct
from msgspec.json import Decoder, encode

from chapter47.client import Client
from chapter47.games import starter

TABLES: Final = 60
SEATS: Final = 5
SECONDS: Final = 10
SECONDS_BEFORE: Final = 2
"""Until everybody has a wager; it is not counted."""
CHIPS: Final = 1_000_000_00
NOTHING: Final = b'"may":[]'
CLOSES_WAGERS: Final = "deal"


class Offered(Struct):
    line: str
    least: int
    most: int


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

    def __init__(self, per_second: float | None, ends: float) -> None:
        self._per_second, self._ends = per_second, ends
        self._due: deque[float] = deque()
        self._ready: dict[LoadPlayer, None] = {}

    async def run(self) -> None:
        if self._per_second is None:
            return
        begun, number = time.perf_counter(), 0
        while (now := time.perf_counter()) < self._ends:
            while (due := begun + number / self._per_second) <= now:
                number += 1
                self._due.append(due)
            await self._hand_out()
            await asyncio.sleep(0.001)

    async def ready(self, player: "LoadPlayer") -> None:
        if self._per_second is None:
            await player.decide(time.perf_counter())
            return
        self._ready[player] = None
        await self._hand_out()

    def not_ready(self, player: "LoadPlayer") -> None:
        self._ready.pop(player, None)

    async def _hand_out(self) -> None:
        while self._due and self._ready:
            player = next(iter(self._ready))
            del self._ready[player]
            await player.decide(self._due.popleft())


class LoadPlayer:
    """Bets the least, takes the first move that is offered; the one in box 1 lets the cards be dealt."""

    def __init__(self, name: str, box: int, token: str, table: str) -> None:
        self.name, self.box, self.token, self.table = name, box, token, table
        self._line = ""
        self._since: float | None = None
        self.decisions = 0

    async def play(self, web: aiohttp.ClientSession, url: str, pace: Pace, times: Times) -> None:
        self._pace, self._times = pace, times
        self._since = None  # whatever an earlier run left unanswered
        headers = {"Authorization": f"Bearer {self.token}"}
        async with web.ws_connect(url, headers=headers, max_msg_size=0, decode_text=False) as self._socket:
            seen = b""
            async for message in self._socket:
                data: bytes = message.data
                if data.startswith((b'{"done"', b'{"error"')):
                    self._answered(data)
                else:
                    seen = data
                    times.views += times.counts
                if self._since is None:
                    await self._look(seen)

    def _answered(self, data: bytes) -> None:
        since, self._since = self._since, None
        if since is None or not self._times.counts:
            return
        if READ_ANSWER.decode(data).error:
            self._times.refused += 1
        else:
            self._times.taken.append(time.perf_counter() - since)

    async def _look(self, seen: bytes) -> None:
        self._line = "" if not seen or NOTHING in seen else self._chosen(READ.decode(seen).may)
        if self._line:
            await self._pace.ready(self)
        else:
            self._pace.not_ready(self)

    def _chosen(self, offers: list[Offered]) -> str:
        """A decision, the wager, or the end of wagers; nobody gets up."""
        for offer in offers:
            if offer.line == CLOSES_WAGERS and self.box > 1:
                continue
            if not offer.line.startswith(("leave", "cut", "sit")):
                return f"{offer.line} {offer.least // 100}" if offer.most else offer.line
        return ""

    async def decide(self, due: float) -> None:
        self._since = due
        self.decisions += 1
        await self._socket.send_bytes(encode({"act": self._line, "key": f"{self.name}-{self.decisions}"}))


async def seated(url: str, password: str) -> list[LoadPlayer]:
    """Everybody at a table, with chips."""
    own = "a password of my own"
    async with Client(url) as door:
        await door.change_password("admin", password, own)
        admin = (await door.make_token("admin", own, ["read", "manage"])).token
        async with Client(url, admin) as administrator:
            once = await administrator.add_user("Sue", "supervisor")
        await door.change_password("Sue", once, own)
        floor = Client(url, (await door.make_token("Sue", own, ["read", "play", "floor"])).token, seconds=60)
    players = []
    async with floor:
        for _ in range(TABLES):
            table = await floor.open_table(starter("blackjack"))
            for box in range(1, SEATS + 1):
                guest = await floor.come_as_guest()
                async with Client(url, guest.token, seconds=60) as client:
                    await client.buy_in(table, guest.name, CHIPS)
                    await client.act(table, f"sit {box} {guest.name}")
                players.append(LoadPlayer(guest.name, box, guest.token, table))
    return players


async def play(url: str, players: list[LoadPlayer], per_second: float | None, seconds: float = SECONDS) -> Times:
    begins = time.perf_counter() + SECONDS_BEFORE
    times = Times(begins, begins + seconds)
    pace = Pace(per_second, times.ends)
    stream = url + "/api/v1/tables/{}/stream"
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as web:
        tasks = [asyncio.create_task(player.play(web, stream.format(player.table), pace, times)) for player in players]
        pacing = asyncio.create_task(pace.run())
        await asyncio.sleep(times.ends - time.perf_counter())
        for task in (pacing, *tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
    return times
