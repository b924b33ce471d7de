"""A pit under attack: how long decisions of players who behave well take at rest, and under each attack.

The server has its usual limits. The attacker is a process of its own on the same machine, and uses what anybody can:
connections without a token, and the account of one player."""

import asyncio
import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import httpx
import uvloop
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.figures import Figure, Size, main
from benchmarks.pit import Served, served
from benchmarks.pit_players import LoadPlayer, play
from chapter47.client import Client
from chapter47.games import starter

AIM: Final = "2 times at rest"
PLAYERS: Final = 4
PER_SECOND: Final = 60.0
"""Decisions of all players who behave well."""
SECONDS: Final = 12
DECISIONS: Final = 2_000
"""Of the attacker, at the table whose files the attacker asks for."""
PER_SECOND_OF_THE_ATTACKER: Final = 45.0
OWN: Final = "a password of my own"
SETTINGS: Final = """
pace = 0
to_decide = 0
to_wager = 0
"""
"""As usual, but the dealer takes no time and nobody is hurried."""


class Target(NamedTuple):
    """What an attacker knows."""

    url: str
    token: str
    """Of a player."""
    table: str
    """A table at which the attacker has played many rounds."""
    round: str
    """The last of them."""

    @property
    def address(self) -> tuple[str, int]:
        parts = urlsplit(self.url)
        return parts.hostname or "", parts.port or 0

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


Attack = Callable[[Target], Awaitable[None]]


async def slow_bodies(target: Target) -> None:
    """450 connections without a token send one byte of a hundred; those that are cut off come again."""

    async def slow(path: str) -> None:
        host, port = target.address
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(host, port)
                head = f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 100\r\n\r\nx"
                writer.write(head.encode())
                await reader.read()
                writer.close()
            await asyncio.sleep(1)

    paths = ("/api/v1/tables", "/api/v1/session", "/api/v1/password")
    await asyncio.gather(*(slow(paths[number % 3]) for number in range(450)))


async def flooded_sockets(target: Target) -> None:
    """One player sends over 11 sockets as fast as they take it, and reads nothing."""

    async def flood() -> None:
        url = f"ws{target.url.removeprefix('http')}/api/v1/tables/{target.table}/stream"
        while True:
            with contextlib.suppress(OSError, WebSocketException):
                async with connect(url, additional_headers=target.headers, proxy=None, ping_interval=None) as socket:
                    while True:
                        await socket.send('{"act": "Mal bet 5 on pass"}')
                        await asyncio.sleep(0)
            await asyncio.sleep(0.05)

    await asyncio.gather(*(flood() for _ in range(11)))


async def requests(
    target: Target, method: str, path: str, content: bytes | None, at_once: int, *, signed: bool, address: str = ""
) -> None:
    """The same request again and again, so many at once."""
    limits = httpx.Limits(max_connections=at_once)
    headers = (target.headers if signed else {}) | ({} if content is None else {"Content-Type": "application/json"})
    transport = httpx.AsyncHTTPTransport(limits=limits, local_address=address or None)
    async with httpx.AsyncClient(base_url=target.url, headers=headers, timeout=60, transport=transport) as client:

        async def again() -> None:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    await client.request(method, path, content=content)
                await asyncio.sleep(0.01)

        await asyncio.gather(*(again() for _ in range(at_once)))


async def strangers(target: Target) -> None:
    """Requests without a token, over the rate."""
    await requests(target, "GET", "/api/v1/tables", None, 50, signed=False)


async def refused_paths(target: Target) -> None:
    """Paths of staff, asked for by a player."""
    await requests(target, "GET", "/api/v1/journal?kind=x", None, 20, signed=True)


async def chance_files(target: Target) -> None:
    """30 at once of a table with many rounds."""
    await requests(target, "GET", f"/api/v1/tables/{target.table}/chance", None, 30, signed=True)


async def fairness_files(target: Target) -> None:
    """30 at once of a late round at that table, which replays all rounds before it."""
    path = f"/api/v1/tables/{target.table}/rounds/{target.round}/fairness"
    await requests(target, "GET", path, None, 30, signed=True)


async def dotted_keys(target: Target) -> None:
    """Table files with keys of thousands of parts."""
    body = json.dumps({"text": "a." * 9_000 + "a = 1"}).encode()
    await requests(target, "POST", "/api/v1/lab/check", body, 10, signed=True)


async def prices(target: Target) -> None:
    """Edges and simulations of the lab, each of another table."""
    body = json.dumps({"text": 'game = "blackjack"\n', "rounds": 10_000_000, "seed": int(time.time())}).encode()
    await requests(target, "POST", "/api/v1/lab/simulate", body, 10, signed=True)


async def drawn_felts(target: Target) -> None:
    """Pages of one player in 18 sizes at one table, at which that player acts as often as the rate allows."""

    async def page(number: int) -> None:
        look = f"felt=green&width={1200 + 10 * number}&height=200"
        url = f"ws{target.url.removeprefix('http')}/api/v1/tables/{target.table}/stream?{look}"
        while True:
            with contextlib.suppress(OSError, WebSocketException):
                async with connect(url, additional_headers=target.headers, proxy=None) as socket:
                    async for _ in socket:
                        pass
            await asyncio.sleep(0.2)

    async def act() -> None:
        url = f"ws{target.url.removeprefix('http')}/api/v1/tables/{target.table}/stream"
        async with connect(url, additional_headers=target.headers, proxy=None) as socket:
            while True:
                for line in ("Mal bet 10 on 1", "Mal take back all on 1", "dealer deal", "Mal stand"):
                    await socket.send(json.dumps({"act": line}))
                    await asyncio.sleep(1 / PER_SECOND_OF_THE_ATTACKER)

    await asyncio.gather(act(), *(page(number) for number in range(18)))


async def practices(target: Target) -> None:
    """Sessions of practice with as many acts as are taken, each of another seed."""
    acts = ["You bet 10 on 1", "deal", "You stand"] * 660
    numbers = iter(range(10**9))

    async def again(client: httpx.AsyncClient) -> None:
        while True:
            asked = {"game": "spanish-21", "seed": f"x{next(numbers)}", "acts": acts}
            with contextlib.suppress(httpx.HTTPError):
                await client.post("/api/v1/school/practice", json=asked)
            await asyncio.sleep(0.02)

    async with httpx.AsyncClient(base_url=target.url, headers=target.headers, timeout=60) as client:
        await asyncio.gather(*(again(client) for _ in range(10)))


async def wrong_passwords(target: Target) -> None:
    """For the administrator, over the rate of sign-ins."""
    body = json.dumps({"name": "admin", "password": "not the password"}).encode()
    await requests(target, "POST", "/api/v1/session", body, 10, signed=False)


async def passwords_from_everywhere(target: Target) -> None:
    """The same from 20 addresses of this machine, each within its own rate."""
    body = json.dumps({"name": "admin", "password": "not the password"}).encode()
    await asyncio.gather(
        *(
            requests(target, "POST", "/api/v1/session", body, 2, signed=False, address=f"127.0.0.{number}")
            for number in range(2, 22)
        )
    )


ATTACKS: Final[tuple[Attack, ...]] = (
    slow_bodies,
    flooded_sockets,
    strangers,
    refused_paths,
    chance_files,
    fairness_files,
    dotted_keys,
    prices,
    practices,
    drawn_felts,
    wrong_passwords,
    passwords_from_everywhere,
)


def attack(name: str, *target: str) -> None:
    """In the attacker's process, until it is ended."""
    uvloop.run(next(attack for attack in ATTACKS if attack.__name__ == name)(Target(*target)))  # type: ignore[arg-type]


@contextlib.contextmanager
def attacked(attack: Attack, target: Target) -> Iterator[None]:
    command = [sys.executable, "-m", "benchmarks.attacks", attack.__name__, *target]
    with subprocess.Popen(command) as process:
        try:
            yield
            assert process.poll() is None, f"{attack.__name__} has ended by itself"
        finally:
            process.kill()


class House(NamedTuple):
    """Players who behave well, and what an attacker knows."""

    players: list[LoadPlayer]
    target: Target


async def opened(server: Served, decisions: int) -> House:
    """Four tables with a player each, and one with many rounds of the attacker's own."""
    async with Client(server.url, seconds=60) as door:
        await door.change_password("admin", server.password, OWN)
        admin = (await door.make_token("admin", OWN, ["read", "manage"])).token

        async def person(name: str, role: str) -> str:
            async with Client(server.url, admin, seconds=60) as administrator:
                once = await administrator.add_user(name, role)
            await door.change_password(name, once, OWN)
            return (await door.make_token(name, OWN, ["read", "play", "floor"])).token

        async with Client(server.url, await person("Sue", "supervisor"), seconds=60) as floor:

            async def seated(name: str) -> LoadPlayer:
                token, table = await person(name, "player"), await floor.open_table(starter("blackjack"))
                await floor.buy_in(table, name, 100_000_00)
                player = LoadPlayer(name, 1, token, table)
                await player.connect(server.url)
                return player

            players = [await seated(f"Ann{number}") for number in range(PLAYERS)]
            attacker = await seated("Mal")
            await play([attacker], PER_SECOND_OF_THE_ATTACKER, decisions / PER_SECOND_OF_THE_ATTACKER)
            attacker.leave()
            last = (await floor.rounds(table=attacker.table, limit=1))[0]["round"]
    return House(players, Target(server.url, attacker.token, attacker.table, str(last)))


def measure(size: Size) -> Iterator[Figure]:
    with (
        tempfile.TemporaryDirectory() as name,
        served(Path(name), f"sqlite:///{name}/pit.db", settings=SETTINGS) as server,
    ):
        yield from uvloop.run(figures(server, size))


async def figures(server: Served, size: Size) -> list[Figure]:
    house = await opened(server, size.number(DECISIONS))
    seconds = max(SECONDS * size.share, 0.5)
    figures = []
    for attack in (None, *size.some(ATTACKS)):
        with contextlib.nullcontext() if attack is None else attacked(attack, house.target):
            times = await play(house.players, PER_SECOND, seconds)
        name, aim = ("at rest", "") if attack is None else (attack.__name__.replace("_", " "), AIM)
        figures += [
            Figure(f"{name}: median", 1000 * times.worst(0.5), "ms"),
            Figure(f"{name}: 99th percentile", 1000 * times.worst(0.99), "ms", aim),
            Figure(f"{name}: refused", times.refused, "decisions", "0"),
        ]
    return figures


if __name__ == "__main__":
    if len(sys.argv) > 2:
        attack(*sys.argv[1:])
    else:
        main(measure)
