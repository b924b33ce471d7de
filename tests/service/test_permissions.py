"""Who may use which route: every route of the application by every role, whether it is one's own or another's."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest
from fastapi import FastAPI
from tests.service.doors import NAMES, ORIGIN, Door, door

from chapter47.service.api.gate import keys_of
from chapter47.service.permissions import API, RULES
from chapter47.service.terms import ROLES, Role

# yes: any player's data · own: only the user's own data · pit: the pit checks the owner · no
GRID: Final = """
                                          nobody player dealer supervisor auditor administrator
GET /health                               yes    yes    yes    yes        yes     yes
GET /ready                                yes    yes    yes    yes        yes     yes
GET /metrics                              yes    yes    yes    yes        yes     yes
GET /openapi.json                         yes    yes    yes    yes        yes     yes
GET /api/v1/openapi.json                  yes    yes    yes    yes        yes     yes
POST /api/v1/session                      yes    yes    yes    yes        yes     yes
GET /api/v1/session                       no     yes    yes    yes        yes     yes
DELETE /api/v1/session                    no     yes    yes    yes        yes     yes
POST /api/v1/password                     yes    yes    yes    yes        yes     yes
POST /api/v1/guests                       none   none   none   none       none    none
POST /api/v1/guests/tokens                none   none   none   none       none    none
POST /api/v1/tokens                       yes    yes    yes    yes        yes     yes
GET /api/v1/tokens                        no     yes    yes    yes        yes     yes
DELETE /api/v1/tokens/{token}             no     yes    yes    yes        yes     yes
POST /api/v1/second-factor                no     no     yes    yes        yes     yes
POST /api/v1/second-factor/confirm        no     no     yes    yes        yes     yes
POST /api/v1/second-factor/end            no     no     yes    yes        yes     yes
GET /api/v1/users                         no     no     no     no         yes     yes
POST /api/v1/users                        no     no     no     no         no      yes
PATCH /api/v1/users/{user}                no     no     no     no         no      yes
GET /api/v1/lobby                         no     yes    yes    yes        yes     yes
GET /api/v1/games                         yes    yes    yes    yes        yes     yes
GET /api/v1/why/{citation:path}           yes    yes    yes    yes        yes     yes
GET /api/v1/law                           yes    yes    yes    yes        yes     yes
GET /api/v1/law/held                      yes    yes    yes    yes        yes     yes
GET /api/v1/law/search                    yes    yes    yes    yes        yes     yes
GET /api/v1/law/changes                   yes    yes    yes    yes        yes     yes
GET /api/v1/law/paragraphs/{citation:path}  yes  yes    yes    yes        yes     yes
POST /api/v1/lab/check                    no     yes    yes    yes        yes     yes
POST /api/v1/lab/price                    no     yes    yes    yes        yes     yes
POST /api/v1/lab/vary                     no     yes    yes    yes        yes     yes
POST /api/v1/lab/compare                  no     yes    yes    yes        yes     yes
POST /api/v1/lab/simulate                 no     yes    yes    yes        yes     yes
POST /api/v1/lab/rule                     no     yes    yes    yes        yes     yes
POST /api/v1/lab/next                     no     yes    yes    yes        yes     yes
POST /api/v1/lab/between                  no     yes    yes    yes        yes     yes
POST /api/v1/lab/guide                    no     yes    yes    yes        yes     yes
POST /api/v1/lab/paper                    no     yes    yes    yes        yes     yes
GET /api/v1/tables                        no     yes    yes    yes        yes     yes
POST /api/v1/tables                       no     no     no     yes        no      no
GET /api/v1/tables/{table}                no     yes    yes    yes        yes     yes
GET /api/v1/tables/{table}/felt           no     yes    yes    yes        yes     yes
GET /api/v1/tables/{table}/picture.svg    no     yes    yes    yes        yes     yes
WS /api/v1/tables/{table}/stream          no     yes    yes    yes        yes     yes
POST /api/v1/tables/{table}/acts          no     pit    yes    yes        no      no
GET /api/v1/tables/{table}/coach          no     yes    yes    yes        yes     yes
POST /api/v1/tables/{table}/coach/wager   no     yes    yes    yes        yes     yes
GET /api/v1/tables/{table}/chart          no     yes    yes    yes        yes     yes
GET /api/v1/school/drills                 yes    yes    yes    yes        yes     yes
GET /api/v1/school/drills/{drill}/{game}/{seed}/{number}   no  yes  yes  yes  yes  yes
POST /api/v1/school/drills/{drill}/{game}/{seed}/{number}  no  yes  yes  yes  yes  yes
GET /api/v1/school/book                   no     yes    yes    yes        yes     yes
PUT /api/v1/school/book                   no     yes    yes    yes        yes     yes
POST /api/v1/school/puzzles/schedule      no     yes    yes    yes        yes     yes
GET /api/v1/school/classes                no     yes    yes    yes        yes     yes
POST /api/v1/school/classes               no     no     yes    yes        no      yes
GET /api/v1/school/classes/{class_}       no     yes    yes    yes        yes     yes
POST /api/v1/school/classes/{class_}/join     no  yes   yes    yes        yes     yes
POST /api/v1/school/classes/{class_}/results  no  yes   yes    yes        yes     yes
POST /api/v1/school/dealer                no     yes    yes    yes        yes     yes
GET /api/v1/school/lessons                no     yes    yes    yes        yes     yes
POST /api/v1/school/lessons/step          no     yes    yes    yes        yes     yes
POST /api/v1/school/lessons/answer        no     yes    yes    yes        yes     yes
POST /api/v1/school/lessons/check         no     yes    yes    yes        yes     yes
POST /api/v1/school/practice              no     yes    yes    yes        yes     yes
POST /api/v1/school/practice/what-if      no     yes    yes    yes        yes     yes
POST /api/v1/school/practice/values       no     yes    yes    yes        yes     yes
GET /api/v1/school/counts                 yes    yes    yes    yes        yes     yes
GET /api/v1/school/supervisor/{game}/{seed}/{number}   no  yes  yes  yes  yes  yes
POST /api/v1/school/supervisor/{game}/{seed}/{number}  no  yes  yes  yes  yes  yes
GET /api/v1/school/audition               yes    yes    yes    yes        yes     yes
GET /api/v1/school/foul/{game}/{seed}/{number}   no  yes  yes  yes  yes  yes
POST /api/v1/school/foul/{game}/{seed}/{number}  no  yes  yes  yes  yes  yes
POST /api/v1/tables/{table}/pause         no     no     no     yes        no      no
POST /api/v1/tables/{table}/resume        no     no     no     yes        no      no
POST /api/v1/tables/{table}/pace          no     pit    no     no         no      no
POST /api/v1/tables/{table}/close         no     no     no     yes        no      no
GET /api/v1/tables/{table}/commitments    no     yes    yes    yes        yes     yes
GET /api/v1/tables/{table}/chance         no     yes    yes    yes        yes     yes
GET /api/v1/tables/{table}/log            no     no     no     yes        yes     no
GET /api/v1/tables/{table}/records        no     no     no     yes        yes     no
GET /api/v1/tables/{table}/rounds         no     no     no     yes        yes     no
GET /api/v1/tables/{table}/rounds/{number}  no   pit    no     yes        yes     no
GET /api/v1/tables/{table}/rounds/{number}/steps  no  pit  no  yes        yes     no
GET /api/v1/tables/{table}/rounds/{number}/picture.svg  no  pit  no  yes  yes     no
GET /api/v1/tables/{table}/rounds/{number}/fairness  no  pit  no  yes     yes     no
GET /api/v1/tables/{table}/rounds/{number}/log  no  pit  no    yes        yes     no
GET /api/v1/tables/{table}/rounds/{number}/records  no  pit  no  yes      yes     no
POST /api/v1/tables/{table}/fill          no     no     no     yes        no      no
POST /api/v1/tables/{table}/credit        no     no     no     yes        no      no
POST /api/v1/tables/{table}/buy-in/{player}  no  no     yes    yes        no      no
POST /api/v1/players/{player}/cash-out    no     own    yes    yes        own     own
POST /api/v1/players/{player}/coupons     no     no     no     yes        no      no
GET /api/v1/players/{player}/chips        no     own    yes    yes        yes     own
GET /api/v1/players/{player}/rounds       no     own    own    yes        yes     own
POST /api/v1/corrections                  no     no     no     yes        no      no
GET /api/v1/corrections                   no     no     no     yes        yes     no
POST /api/v1/corrections/{correction}/approve  no  no   no     yes        no      no
POST /api/v1/corrections/{correction}/reject  no  no    no     yes        no      no
GET /api/v1/balances                      no     no     no     yes        yes     no
GET /api/v1/users/{user}/tokens           no     no     no     no         no      yes
DELETE /api/v1/users/{user}/tokens/{token}  no   no     no     no         no      yes
GET /api/v1/house                         no     no     no     no         yes     yes
GET /api/v1/floor                         no     no     yes    yes        yes     no
GET /api/v1/tables/{table}/irregularities  no    no     yes    yes        yes     no
POST /api/v1/tables/{table}/deal          no     no     yes    yes        no      no
POST /api/v1/tables/{table}/steps         no     no     yes    yes        no      no
POST /api/v1/tables/{table}/dealer        no     no     no     yes        no      no
POST /api/v1/verdict                      no     no     no     yes        no      no
GET /api/v1/tables/{table}/rules          no     no     yes    yes        yes     no
POST /api/v1/tables/{table}/rules         no     no     no     yes        no      no
DELETE /api/v1/tables/{table}/rules       no     no     no     yes        no      no
GET /api/v1/slips                         no     no     no     yes        yes     no
GET /api/v1/slips/{number}                no     no     no     yes        yes     no
POST /api/v1/tables/{table}/colour-change/{player}  no  no  yes  yes      no      no
GET /api/v1/tables/{table}/count          no     no     no     yes        yes     no
POST /api/v1/tables/{table}/count         no     no     no     yes        no      no
GET /api/v1/buy-in-requests               no     no     yes    yes        yes     no
GET /api/v1/players/{player}/buy-in-requests  no  own   yes    yes        yes     no
POST /api/v1/players/{player}/buy-in-requests  no  own  no     no         no      no
DELETE /api/v1/players/{player}/buy-in-requests/{request}  no  own  yes  yes  no  no
GET /api/v1/players/{player}/statement    no     own    own    yes        yes     own
GET /api/v1/journal                       no     no     no     no         yes     no
GET /api/v1/journal/head                  no     no     no     no         yes     yes
GET /api/v1/ledger                        no     no     no     yes        yes     no
GET /api/v1/rounds                        no     no     no     yes        yes     no
POST /api/v1/audits                       no     no     no     no         yes     no
GET /api/v1/audits                        no     no     no     no         yes     no
GET /api/v1/refusals                      no     no     no     no         yes     yes
DELETE /api/v1/tokens                     no     yes    yes    yes        yes     yes
"""
IN_A_DEMO: Final[dict[str, tuple[str, ...]]] = {
    "POST /api/v1/guests": ("yes",) * 6,
    "POST /api/v1/guests/tokens": ("yes",) * 6,
    "POST /api/v1/tables/{table}/buy-in/{player}": ("no", "own", "yes", "yes", "no", "no"),
    "POST /api/v1/tables": ("no", "pit", "no", "yes", "no", "no"),
    "GET /api/v1/lobby": ("yes",) * 6,
    "GET /api/v1/tables/{table}": ("yes",) * 6,
    "GET /api/v1/tables/{table}/felt": ("yes",) * 6,
    "GET /api/v1/tables/{table}/chart": ("yes",) * 6,
    "POST /api/v1/school/puzzles/schedule": ("yes",) * 6,
    "POST /api/v1/school/classes": ("no", "pit", "yes", "yes", "no", "yes"),
    "POST /api/v1/school/dealer": ("yes",) * 6,
    "GET /api/v1/school/lessons": ("yes",) * 6,
    "POST /api/v1/school/lessons/step": ("yes",) * 6,
    "POST /api/v1/school/lessons/answer": ("yes",) * 6,
    "POST /api/v1/school/lessons/check": ("yes",) * 6,
    "POST /api/v1/school/practice": ("yes",) * 6,
    "POST /api/v1/school/practice/what-if": ("yes",) * 6,
    "POST /api/v1/school/practice/values": ("yes",) * 6,
    "GET /api/v1/school/supervisor/{game}/{seed}/{number}": ("yes",) * 6,
    "POST /api/v1/school/supervisor/{game}/{seed}/{number}": ("yes",) * 6,
    "GET /api/v1/school/foul/{game}/{seed}/{number}": ("yes",) * 6,
    "POST /api/v1/school/foul/{game}/{seed}/{number}": ("yes",) * 6,
    "GET /api/v1/school/drills/{drill}/{game}/{seed}/{number}": ("yes",) * 6,
    "POST /api/v1/school/drills/{drill}/{game}/{seed}/{number}": ("yes",) * 6,
    "GET /api/v1/tables/{table}/picture.svg": ("yes",) * 6,
    "WS /api/v1/tables/{table}/stream": ("yes",) * 6,
}
Cells = dict[str, tuple[str, ...]]


def grid() -> Cells:
    rows = [line.split() for line in GRID.strip("\n").splitlines()[1:]]
    return {" ".join(row[:2]): tuple(row[2:]) for row in rows}


def routes_of(app: FastAPI) -> set[str]:
    return {key for route in app.routes for key in keys_of(route)}


def test_every_route_stands_in_the_grid_and_among_the_permissions(tmp_path: Path) -> None:
    async def keys() -> set[str]:
        async with door(tmp_path) as opened:
            return routes_of(opened.app)

    there = asyncio.run(keys())
    assert there == set(grid())
    assert there == set(RULES)


BODIES: Final = {"POST", "PATCH", "PUT"}


async def status(client: httpx.AsyncClient, key: str, player: str) -> int:
    method, path = key.split()
    places = {
        "table": "1",
        "player": player,
        "user": player,
        "number": "1",
        "token": "0" * 64,
        "correction": "1",
        "request": "1",
        "citation": "19:47-2.3",
        "class_": "1",
        "drill": "chips",
        "game": "craps",
        "seed": "1",
    }
    url = path.replace(":path", "").format(**places)
    if method == "WS":
        return await upgrade(client, url)
    answer = await client.request(method, url, json={} if method in BODIES else None)
    return answer.status_code


async def upgrade(client: httpx.AsyncClient, url: str) -> int:
    """Whether a socket is accepted: 101, or the status with which it is refused."""
    transport = client._transport
    assert isinstance(transport, httpx.ASGITransport)
    headers = [(name.lower(), value) for name, value in client.headers.raw]
    scope = {
        "type": "websocket", "path": url, "query_string": b"", "scheme": "ws", "subprotocols": [], "root_path": "",
        "headers": [*headers, (b"host", ORIGIN.partition("://")[2].encode())],
        "client": ("127.0.0.1", 1), "extensions": {"websocket.http.response": {}},
    }  # fmt: skip
    incoming: Iterator[dict[str, object]] = iter([{"type": "websocket.connect"}, {"type": "websocket.disconnect"}])
    sent: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return next(incoming)

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    await transport.app(scope, receive, send)  # type: ignore[arg-type]
    first = sent[0]
    return 101 if first["type"] == "websocket.accept" else int(str(first["status"]))


def expected(cell: str, *, own: bool, signed_in: bool) -> str:
    if cell in ("yes", "pit") or (cell == "own" and own):
        return "let in"
    return "not there" if cell == "none" else ("refused" if signed_in else "not signed in")


def shown(code: int) -> str:
    return {401: "not signed in", 403: "refused"}.get(code, "let in")


async def breaches(opened: Door, cells: Cells) -> list[str]:
    tokens = await opened.everybody()
    await opened.add("Bea", "player")
    wrong = []
    for key, row in cells.items():
        for cell, role in zip(row, (None, *ROLES), strict=True):
            for own in (True, False):
                wanted = expected(cell, own=own, signed_in=role is not None)
                got = await asked(opened, key, role, tokens, own=own)
                if got != wanted and not (wanted == "let in" and got == "not there"):
                    wrong.append(f"{key} as {role or 'nobody'}, {'own' if own else 'other'}: {got}, not {wanted}")
    return wrong


async def asked(opened: Door, key: str, role: Role | None, tokens: dict[Role, str], *, own: bool) -> str:
    token = tokens[role] if role else ""
    if role and key.startswith("DELETE"):
        token = await opened.token(NAMES[role])  # which ends by it
    before = len(opened.pit.asked)
    async with opened.client(token) as client:
        code = await status(client, key, (NAMES[role] if role and own else "Bea"))
    if code in (401, 403):
        assert len(opened.pit.asked) == before, f"{key}: the pit was asked"
    return "not there" if code == 404 else shown(code)


@pytest.mark.parametrize("demo", [False, True], ids=["in earnest", "demo"])
def test_every_role_reaches_what_the_grid_says_and_nothing_else(tmp_path: Path, demo: bool) -> None:
    async def found() -> list[str]:
        async with door(tmp_path, demo=demo) as opened:
            return await breaches(opened, IN_A_DEMO if demo else grid())

    assert asyncio.run(found()) == []


@pytest.mark.parametrize("kind", ["route", "mount", "socket"])
def test_what_has_no_line_is_refused_to_everybody(tmp_path: Path, kind: str) -> None:
    async def codes() -> list[int]:
        async with door(tmp_path) as opened:
            tokens = await opened.everybody()
            if kind == "mount":
                opened.app.mount("/pages", FastAPI())
            elif kind == "route":
                opened.app.add_api_route("/pages/new", lambda: "secret")
            else:
                opened.app.add_api_websocket_route("/pages/new", lambda websocket: websocket.accept())
            key = "WS /pages/new" if kind == "socket" else "GET /pages/new"
            statuses = []
            for token in ("", *tokens.values()):
                async with opened.client(token) as client:
                    statuses.append(await status(client, key, ""))
            return statuses

    assert asyncio.run(codes()) == [401, 403, 403, 403, 403, 403]


SCOPE_OF: Final = {
    f"GET {API}/tables": "read",
    f"POST {API}/tables/{{table}}/acts": "play",
    f"POST {API}/tables/{{table}}/pause": "floor",
    f"POST {API}/tables": "floor",
}


def test_a_token_is_good_for_its_scope_only(tmp_path: Path) -> None:
    async def found() -> dict[tuple[str, str], int]:
        async with door(tmp_path) as opened:
            await opened.everybody()
            answers = {}
            for scope in ("read", "play", "floor", "manage"):
                async with opened.client(await opened.token("Sue", [scope])) as client:
                    for key in SCOPE_OF:
                        answers[key, scope] = await status(client, key, "Sue")
            return answers

    for (key, scope), code in asyncio.run(found()).items():
        assert (code == 403) == (SCOPE_OF[key] != scope), (key, scope, code)
