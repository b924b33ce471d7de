"""Who is shown which page, picture and file, and whose sockets are taken; what a page may load."""

import asyncio
import re
from pathlib import Path
from typing import Final

import httpx
from starlette.routing import Mount
from tests.give_up import SECONDS
from tests.service.doors import door
from tests.service.nursery import running
from tests.service.running import PASSWORD, RunningServer
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from chapter47.client import Client
from chapter47.service.api.gate import COOKIE, keys_of
from chapter47.service.tokens import csrf_of
from chapter47.web import add_pages
from chapter47.web.page_roles import STAFF_PAGES

# yes: all of it · door: a page on which one signs in · no: refused
# The round is one of Ann's; Bea is a player too and has none.
GRID: Final = """
                                                     nobody Ann Bea dealer supervisor auditor administrator
GET /                                                door    yes yes yes    yes        yes     yes
GET /table/{table}                                   door    yes yes yes    yes        yes     yes
GET /rounds                                          door    yes yes yes    yes        yes     yes
GET /school                                          door    yes yes yes    yes        yes     yes
GET /school/lessons                                  door    yes yes yes    yes        yes     yes
GET /school/lessons/{course}/{lesson}                door    yes yes yes    yes        yes     yes
GET /school/dealer                                   door    yes yes yes    yes        yes     yes
GET /school/class                                    door    yes yes yes    yes        yes     yes
GET /school/class/{class_}                           door    yes yes yes    yes        yes     yes
GET /review/{session}                                door    yes yes yes    yes        yes     yes
GET /practice                                        door    yes yes yes    yes        yes     yes
GET /rounds/{table}/{number:int}                     door    yes yes yes    yes        yes     yes
GET /disputes                                        door    yes yes yes    yes        yes     yes
GET /lab                                             door    yes yes yes    yes        yes     yes
GET /law                                             yes     yes yes yes    yes        yes     yes
GET /law/{citation:path}                             yes     yes yes yes    yes        yes     yes
GET /floor                                           door    no  no  yes    yes        yes     no
GET /floor/open                                      door    no  no  no     yes        no      no
GET /floor/tables/{table}                            door    no  no  yes    yes        no      no
GET /floor/tables/{table}/irregularity               door    no  no  yes    yes        no      no
GET /floor/tables/{table}/rules                      door    no  no  no     yes        no      no
GET /floor/tables/{table}/count                      door    no  no  no     yes        yes     no
GET /floor/slips                                     door    no  no  no     yes        yes     no
GET /floor/slips/{number:int}                        door    no  no  no     yes        yes     no
GET /floor/corrections                               door    no  no  no     yes        no      no
GET /floor/rounds                                    door    no  no  no     yes        yes     no
GET /floor/ledger                                    door    no  no  no     yes        yes     no
GET /floor/journal                                   door    no  no  no     no         yes     no
GET /floor/audit                                     door    no  no  no     no         yes     no
GET /floor/people                                    door    no  no  no     no         no      yes
GET /floor/refusals                                  door    no  no  no     no         yes     yes
GET /floor/house                                     door    no  no  no     no         yes     yes
GET /purse                                           door    yes yes no     no         no      no
GET /sessions                                        door    yes yes yes    yes        yes     yes
GET /second-factor                                   door    no  no  yes    yes        yes     yes
GET /static/{version}/{name}                         yes     yes yes yes    yes        yes     yes
GET /api/v1/lobby                                    no      yes yes yes    yes        yes     yes
GET /api/v1/tables/{table}/picture.svg               no      yes yes yes    yes        yes     yes
GET /api/v1/tables/{table}/felt                      no      yes yes yes    yes        yes     yes
GET /api/v1/tables/{table}/rounds/{number}/steps     no      yes no  no     yes        yes     no
GET /api/v1/tables/{table}/rounds/{number}/picture.svg  no   yes no  no     yes        yes     no
GET /api/v1/tables/{table}/rounds/{number}/fairness  no      yes no  no     yes        yes     no
GET /api/v1/tables/{table}/rounds/{number}/log       no      yes no  no     yes        yes     no
GET /api/v1/tables/{table}/rounds/{number}/records   no      yes no  no     yes        yes     no
GET /api/v1/why/{citation:path}                      yes     yes yes yes    yes        yes     yes
"""
ASKED: Final[dict[str, tuple[str, str]]] = {
    "GET /": ("/", "Tables open now"),
    "GET /table/{table}": ("/table/{table}", "data-table="),
    "GET /rounds": ("/rounds", 'id="rounds"'),
    "GET /school": ("/school", "school.js"),
    "GET /school/lessons": ("/school/lessons", "lessons.js"),
    "GET /school/lessons/{course}/{lesson}": ("/school/lessons/any/1", "lessons.js"),
    "GET /school/dealer": ("/school/dealer", "dealer.js"),
    "GET /school/class": ("/school/class", "class.js"),
    "GET /school/class/{class_}": ("/school/class/any", "class.js"),
    "GET /review/{session}": ("/review/any", "review.js"),
    "GET /practice": ("/practice", "practice.js"),
    "GET /rounds/{table}/{number:int}": ("/rounds/{table}/1", "Steps of the round"),
    "GET /disputes": ("/disputes", 'id="notes"'),
    "GET /lab": ("/lab", 'id="text"'),
    "GET /law": ("/law", 'id="contents"'),
    "GET /law/{citation:path}": ("/law/2.11(c)", 'data-citation="2.11(c)"'),
    "GET /static/{version}/{name}": ("/static/any/table.js", "import"),
    "GET /api/v1/why/{citation:path}": ("/api/v1/why/19:47-2.3(c)", ""),
    **{f"GET {page.path}": (page.path.replace("{number:int}", "1"), f"<h1>{page.title}</h1>") for page in STAFF_PAGES},
}
"""What is asked for, where the key does not tell, and words that only somebody is shown who sees all of it."""
PEOPLE: Final = {
    "Ann": "player", "Bea": "player", "Dan": "dealer", "Sue": "supervisor", "Aud": "auditor", "Adm": "administrator",
}  # fmt: skip


def grid() -> dict[str, list[str]]:
    rows = [line.split() for line in GRID.strip("\n").splitlines()[1:]]
    return {" ".join(row[:2]): row[2:] for row in rows}


def test_every_page_stands_in_the_grid(tmp_path: Path) -> None:
    async def keys() -> list[str]:
        async with door(tmp_path) as opened:
            before = len(opened.app.routes)
            add_pages(opened.app)
            (mounted,) = opened.app.routes[before:]
            assert isinstance(mounted, Mount)
            return [key for route in mounted.routes for key in keys_of(route) if key.startswith("GET")]

    assert sorted(asyncio.run(keys())) == sorted(key for key in grid() if "/api/" not in key)


async def with_a_round(server: RunningServer) -> tuple[str, dict[str, str]]:
    """A table at which Ann has played a round, and the cookie of everybody's page."""
    tokens = await server.people(**PEOPLE)
    async with (
        Client(server.url, tokens["Sue"], seconds=SECONDS) as floor,
        Client(server.url, tokens["Ann"], seconds=SECONDS) as ann,
    ):
        table = await floor.open_table('game = "baccarat"', practice=True)
        await floor.buy_in(table, "Ann", 100_00)
        await ann.act(table, "Ann sit at 1")
        await ann.act(table, "Ann bet 10 on banker")
        await floor.act(table, "dealer deal")
    cookies = {"": ""}
    for name in PEOPLE:
        async with httpx.AsyncClient(base_url=server.url, headers={"Origin": server.url}, timeout=SECONDS) as client:
            answer = await client.post("/api/v1/session", json={"name": name, "password": PASSWORD})
            cookies[name] = answer.headers["set-cookie"].partition(";")[0]
            assert cookies[name].startswith(f"{COOKIE}=")
    return table, cookies


async def shown(client: httpx.AsyncClient, key: str, table: str) -> str:
    path, words = ASKED.get(key, (key.partition(" ")[2], ""))
    answer = await client.get(path.replace("{table}", table).replace("{number}", "1"))
    if answer.status_code == 200:
        return "yes" if words in answer.text else "door"
    assert answer.status_code in (401, 403, 404), (key, answer.status_code)
    return "no"


async def shown_to_all(server: RunningServer, table: str, cookies: dict[str, str]) -> dict[str, list[str]]:
    reported: dict[str, list[str]] = {key: [] for key in grid()}
    for cookie in cookies.values():
        headers = {"Cookie": cookie} if cookie else {}
        async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=SECONDS) as client:
            for key, row in reported.items():
                row.append(await shown(client, key, table))
    return reported


async def socket_from(server: RunningServer, table: str, cookie: str, origin: str | None) -> int:
    """The status with which the live connection of a table answers somebody whose page came from there."""
    url = f"{server.url.replace('http', 'ws', 1)}/api/v1/tables/{table}/stream?felt=green&width=900"
    headers = {"Cookie": cookie} | ({} if origin is None else {"Origin": origin})
    try:
        async with connect(
            url, additional_headers=headers, proxy=None, open_timeout=SECONDS, ping_interval=None
        ) as socket:
            assert "<svg" in str(await socket.recv())
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_every_role_is_shown_what_the_grid_says_and_the_socket_is_taken_from_our_own_pages(tmp_path: Path) -> None:
    async def asked() -> tuple[dict[str, list[str]], list[int]]:
        async with running(tmp_path) as server:
            table, cookies = await with_a_round(server)
            origins = (server.url, "http://elsewhere.example", None)
            answers = [await socket_from(server, table, cookies["Ann"], origin) for origin in origins]
            return await shown_to_all(server, table, cookies), answers

    reported, answers = asyncio.run(asked())
    assert reported == grid()
    assert answers == [101, 403, 403]


def test_the_token_of_a_program_is_no_cookie_of_a_page(tmp_path: Path) -> None:
    """Sent as the cookie, a read-only token neither signs in nor acts."""

    async def asked() -> tuple[str, int, int]:
        async with running(tmp_path) as server:
            table, _ = await with_a_round(server)
            async with Client(server.url, seconds=SECONDS) as out:
                token = (await out.make_token("Ann", PASSWORD, ["read"])).token
            cookie = f"{COOKIE}={token}"
            headers = {"Cookie": cookie, "Origin": server.url, "X-CSRF-Token": csrf_of(token)}
            async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=SECONDS) as client:
                page = await client.get(f"/table/{table}")
                act = await client.post(f"/api/v1/tables/{table}/acts", json={"act": "Ann leave"})
            return page.text, act.status_code, await socket_from(server, table, cookie, server.url)

    page, act, socket = asyncio.run(asked())
    assert "Sign in" in page
    assert "data-table" not in page
    assert (act, socket) == (401, 401)


def test_pages_have_a_strict_policy_and_nothing_inline(tmp_path: Path) -> None:
    async def asked() -> list[httpx.Response]:
        async with running(tmp_path) as server:
            table, cookies = await with_a_round(server)
            headers = {"Cookie": cookies["Ann"]}
            async with httpx.AsyncClient(base_url=server.url, headers=headers, timeout=SECONDS) as client:
                paths = (
                    "/",
                    f"/table/{table}",
                    "/rounds",
                    f"/rounds/{table}/1",
                    "/purse",
                    "/sessions",
                    "/floor",
                    "/nowhere",
                )
                return [await client.get(path, headers={"Accept": "text/html"}) for path in paths]

    for page in asyncio.run(asked()):
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert not re.search(r"<script>| style=| on[a-z]+=|<style", page.text)
