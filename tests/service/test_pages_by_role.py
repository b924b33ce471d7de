"""Who is shown which of the real pages, pictures and files, and whose sockets are taken: every route of the mount."""

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import httpx
import nicegui
from starlette.routing import BaseRoute, Mount
from tests.service.doors import door
from tests.service.nursery import running
from tests.service.running import PASSWORD, SECONDS_TO_ANSWER, RunningServer
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from chapter47.client import Client
from chapter47.service.api.gate import COOKIE, keys_of
from chapter47.web import add_pages

# yes: all of it · door: a page that tells where to sign in or that it is not for you, and nothing else · no: refused
# The round is one of Ann's; Bea is a player too and has none. Under /rounds everybody is shown the own ones alone.
GRID: Final = """
                                                     nobody Ann Bea dealer supervisor auditor administrator
GET /                                                door    yes yes yes    yes        yes     yes
GET /table/{table}                                   door    yes yes yes    yes        yes     yes
GET /table/{table}/picture.svg                       no      yes yes yes    yes        yes     yes
GET /rounds                                          door    yes door door  door       door    door
GET /rounds/{table}/{number}                         door    yes door door  yes        yes     door
GET /rounds/{table}/{number}/step/{step}.svg         no      yes no  no     yes        yes     no
GET /rounds/{table}/{number}/fairness.json           no      yes no  no     yes        yes     no
GET /rounds/{table}/{number}/round.log               no      yes no  no     yes        yes     no
GET /rounds/{table}/{number}/round.json              no      yes no  no     yes        yes     no
GET /why/{citation:path}                             yes     yes yes yes    yes        yes     yes
GET /felt/{path:path}                                yes     yes yes yes    yes        yes     yes
MOUNT /_nicegui/VERSION/static                       yes     yes yes yes    yes        yes     yes
GET /_nicegui/VERSION/libraries/{key:path}           none    none none none none       none    none
GET /_nicegui/VERSION/components/{key:path}          none    none none none none       none    none
GET /_nicegui/VERSION/resources/{key}/{path:path}    none    none none none none       none    none
GET /_nicegui/VERSION/dynamic_resources/{name}       none    none none none none       none    none
GET /_nicegui/VERSION/esm/{key}/{path:path}          none    none none none none       none    none
MOUNT /_nicegui_ws                                   yes     yes yes yes    yes        yes     yes
"""
ASKED: Final = {
    "GET /": ("/", "Tables open now"),
    "GET /table/{table}": ("/table/{table}", "data-table="),
    "GET /rounds": ("/rounds", "/rounds/{table}/1"),
    "GET /rounds/{table}/{number}": ("/rounds/{table}/1", "Steps of the round"),
    "GET /rounds/{table}/{number}/step/{step}.svg": ("/rounds/{table}/1/step/0.svg", "<svg"),
    "GET /why/{citation:path}": ("/why/19:47-2.3(c)", ""),
    "GET /felt/{path:path}": ("/felt/felt.js", ""),
    "MOUNT /_nicegui/VERSION/static": ("/_nicegui/VERSION/static/nicegui.css", ""),
    "MOUNT /_nicegui_ws": ("/_nicegui_ws/socket.io/?EIO=4&transport=polling", '"sid"'),
}
"""What is asked for, where the key does not tell, and words that only somebody is shown who sees all of it."""
PEOPLE: Final = {
    "Ann": "player", "Bea": "player", "Dan": "dealer", "Sue": "supervisor", "Aud": "auditor", "Adm": "administrator",
}  # fmt: skip


def grid() -> dict[str, list[str]]:
    rows = [line.split() for line in GRID.strip("\n").splitlines()[1:]]
    return {" ".join(row[:2]): row[2:] for row in rows}


def inside(routes: Iterable[BaseRoute]) -> Iterator[str]:
    """The keys of everything in the mount of the pages, and of mounts in it."""
    for route in routes:
        yield from (key.replace(nicegui.__version__, "VERSION") for key in keys_of(route))
        if isinstance(route, Mount):
            yield from inside(route.routes)


def test_every_page_file_and_socket_of_the_mount_stands_in_the_grid(tmp_path: Path) -> None:
    async def keys() -> list[str]:
        async with door(tmp_path) as opened:
            before = len(opened.app.routes)
            add_pages(opened.app)
            (mounted,) = opened.app.routes[before:]
            assert isinstance(mounted, Mount)
            return list(inside(mounted.routes))

    assert sorted(asyncio.run(keys())) == sorted(grid())


async def with_a_round(server: RunningServer) -> tuple[str, dict[str, str]]:
    """A table at which Ann has played a round, and the cookie of everybody's page."""
    tokens = await server.people(**PEOPLE)
    async with (
        Client(server.url, tokens["Sue"], seconds=SECONDS_TO_ANSWER) as floor,
        Client(server.url, tokens["Ann"], seconds=SECONDS_TO_ANSWER) as ann,
    ):
        table = await floor.open_table('game = "baccarat"', practice=True)
        await floor.buy_in(table, "Ann", 100_00)
        await ann.act(table, "sit 1 Ann")
        await ann.act(table, "bet Ann banker 10")
        await floor.act(table, "deal")
    cookies = {"": ""}
    for name in PEOPLE:
        async with httpx.AsyncClient(
            base_url=server.url, headers={"Origin": server.url}, timeout=SECONDS_TO_ANSWER
        ) as client:
            answer = await client.post("/api/v1/session", json={"name": name, "password": PASSWORD})
            cookies[name] = answer.headers["set-cookie"].partition(";")[0]
            assert cookies[name].startswith(f"{COOKIE}=")
    return table, cookies


async def shown(client: httpx.AsyncClient, key: str, table: str) -> str:
    path, words = ASKED.get(key, (key.partition(" ")[2], ""))
    path = path.replace("VERSION", nicegui.__version__).replace("{table}", table).replace("{number}", "1")
    answer = await client.get(path.replace("{key:path}", "x").replace("{path:path}", "y").replace("{name}", "x"))
    if answer.status_code == 200:
        return "yes" if words.replace("{table}", table) in answer.text else "door"
    assert answer.status_code in (401, 403, 404), (key, answer.status_code)
    return "none" if "_nicegui/" in path and answer.status_code == 404 else "no"


async def shown_to_all(server: RunningServer, table: str, cookies: dict[str, str]) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {key: [] for key in grid()}
    for cookie in cookies.values():
        headers = {"Cookie": cookie} if cookie else {}
        async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=SECONDS_TO_ANSWER) as client:
            for key, row in told.items():
                row.append(await shown(client, key, table))
    return told


async def socket_from(server: RunningServer, cookie: str, origin: str | None) -> int:
    """The status with which the pages' socket answers somebody whose page came from there."""
    url = server.url.replace("http", "ws", 1) + "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    headers = {"Cookie": cookie} | ({} if origin is None else {"Origin": origin})
    try:
        async with connect(url, additional_headers=headers, proxy=None) as socket:
            assert '"sid"' in str(await socket.recv())
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_every_role_is_shown_what_the_grid_says_and_the_socket_is_taken_from_our_own_pages(tmp_path: Path) -> None:
    async def asked() -> tuple[dict[str, list[str]], list[int]]:
        async with running(tmp_path) as server:
            table, cookies = await with_a_round(server)
            origins = (server.url, "http://elsewhere.example", None)
            answers = [await socket_from(server, cookies["Ann"], origin) for origin in origins]
            return await shown_to_all(server, table, cookies), answers

    told, answers = asyncio.run(asked())
    assert told == grid()
    assert answers == [101, 403, 403]
