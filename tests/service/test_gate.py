"""What comes before every route: host, origin, the page's own word, limits; and every error in JSON."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from fastapi import FastAPI
from msgspec import structs
from msgspec.json import decode
from tests.service.doors import GENEROUS, ORIGIN, PASSWORD, Door, QuietPit, door
from tests.service.test_permissions import grid, upgrade
from tests.service.test_signing_in import page, sign_in

from chapter47.service.api.gate import COOKIE
from chapter47.service.permissions import SIGNED_IN
from chapter47.service.refusals import REFUSED, Refusals, Refused

PROBLEM: Final = {"code", "message", "citation", "got", "allowed"}
FOREIGN: Final = "https://evil.example"
TABLE: Final = {"file": 'game = "blackjack"'}


def run(folder: Path, do: Callable[[Door], Awaitable[Any]], **named: Any) -> Any:
    async def through() -> Any:
        async with door(folder, **named) as opened:
            await opened.add("Sue", "supervisor")
            return await do(opened)

    return asyncio.run(through())


def problem(answer: httpx.Response) -> str:
    """Its code; every error has the same form."""
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert set(body) >= PROBLEM
    return str(body["code"])


async def from_page(opened: Door, **changes: str | None) -> httpx.Response:
    """A page opens a table, with some headers changed or taken away."""
    headers: dict[str, str | None] = {**page(await sign_in(opened, "Sue", PASSWORD)), **changes}
    async with opened.client(**{name: value for name, value in headers.items() if value is not None}) as client:
        return await client.post("/api/v1/tables", json=TABLE)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"X-CSRF-Token": None}, "csrf.missing"),
        ({"X-CSRF-Token": "0" * 64}, "csrf.missing"),
        ({"Origin": FOREIGN}, "origin.foreign"),
        ({"Origin": "null"}, "origin.foreign"),
        ({"Origin": None}, "origin.foreign"),
        ({"Origin": ORIGIN + "1"}, "origin.foreign"),
        ({"Sec-Fetch-Site": "cross-site"}, "origin.foreign"),
        ({"Sec-Fetch-Site": "same-site"}, "origin.foreign"),
        ({"Cookie": None}, "sign-in.needed"),
        ({"Cookie": f"{COOKIE}=c47_guessed"}, "sign-in.needed"),
    ],
)
def test_a_foreign_page_does_nothing_with_somebodys_cookie(
    tmp_path: Path, changes: dict[str, str | None], code: str
) -> None:
    async def asked(opened: Door) -> tuple[str, list[str]]:
        return problem(await from_page(opened, **changes)), opened.pit.asked

    assert run(tmp_path, asked) == (code, [])


def test_a_page_of_ours_does_it(tmp_path: Path) -> None:
    async def asked(opened: Door) -> int:
        return (await from_page(opened, **{"Sec-Fetch-Site": "same-origin"})).status_code

    assert run(tmp_path, asked) == 201


def test_a_foreign_page_signs_nobody_in(tmp_path: Path) -> None:
    async def asked(opened: Door) -> str:
        async with opened.client(Origin=FOREIGN) as client:
            return problem(await client.post("/api/v1/session", json={"name": "Sue", "password": PASSWORD}))

    assert run(tmp_path, asked) == "origin.foreign"


SOCKET: Final = "/api/v1/tables/1/stream"


@pytest.mark.parametrize(("origin", "status"), [(ORIGIN, 101), (FOREIGN, 403), (None, 403), ("null", 403)])
def test_a_socket_by_cookie_needs_our_origin(tmp_path: Path, origin: str | None, status: int) -> None:
    async def asked(opened: Door) -> int:
        headers = page(await sign_in(opened, "Sue", PASSWORD))
        given = {"Cookie": headers["Cookie"], **({"Origin": origin} if origin else {})}
        async with opened.client(**given) as client:
            return await upgrade(client, SOCKET)

    assert run(tmp_path, asked) == status


@pytest.mark.parametrize(("origin", "status"), [(None, 101), (ORIGIN, 101), (FOREIGN, 403)])
def test_a_socket_by_token_comes_from_no_foreign_page(tmp_path: Path, origin: str | None, status: int) -> None:
    async def asked(opened: Door) -> int:
        given = {"Origin": origin} if origin else {}
        async with opened.client(await opened.token("Sue"), **given) as client:
            return await upgrade(client, SOCKET)

    assert run(tmp_path, asked) == status


def test_a_cookie_is_not_taken_as_a_token_nor_a_token_as_a_cookie(tmp_path: Path) -> None:
    async def asked(opened: Door) -> list[int]:
        cookie = page(await sign_in(opened, "Sue", PASSWORD))["Cookie"].partition("=")[2]
        token = await opened.token("Sue")
        clients = opened.client(cookie), opened.client(Cookie=f"{COOKIE}={token}")
        return [(await client.get("/api/v1/session")).status_code for client in clients]

    assert run(tmp_path, asked) == [401, 401]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
def test_a_name_that_others_gave_us_is_not_ours(tmp_path: Path, host: str) -> None:
    async def asked(opened: Door) -> tuple[int, int]:
        async with opened.client(await opened.token("Sue"), Host=host) as client:
            return (await client.get("/api/v1/tables")).status_code, (await client.get("/health")).status_code

    assert run(tmp_path, asked) == (421, 200)


# Errors ---------------------------------------------------------------------------------------------------------------


def test_every_path_tells_its_methods(tmp_path: Path) -> None:
    paths: dict[str, set[str]] = {}
    for key in grid():
        method, path = key.split()
        paths.setdefault(path, set()).update({method} - {"WS"})

    async def allowed(opened: Door) -> dict[str, list[str]]:
        methods = {}
        async with opened.client(await opened.token("Sue")) as client:
            for path in paths:
                other = "PATCH" if "PUT" in paths[path] else "PUT"
                answer = await client.request(other, path.replace("{", "").replace("}", ""))
                code = problem(answer)
                assert answer.status_code == (405 if paths[path] else 404), path
                methods[path] = answer.headers.get("allow", "").split(", ") if code == "method.not-allowed" else []
        return methods

    for path, methods in run(tmp_path, allowed).items():
        assert set(methods) == paths[path], path


@pytest.mark.parametrize(
    ("method", "path", "content", "status"),
    [
        ("GET", "/api/nothing", b"", 404),
        ("GET", "/api/v1/../v1/nothing", b"", 404),
        ("GET", "/api/v1/tables/", b"", 404),
        ("HEAD", "/health", b"", 405),
        ("POST", "/health", b"", 405),
        ("BREW", "/health", b"", 405),
        ("GET", SOCKET, b"", 404),
        ("POST", "/api/v1/tables", b"{", 422),
        ("POST", "/api/v1/tables", b"[" * 100_000, 422),
        ("POST", "/api/v1/tables", b"1" * 10_000, 422),
        ("POST", "/api/v1/tables", b"\xff\xfe", 422),
        ("POST", "/api/v1/tables", b'{"file": "x", "more": 1}', 422),
        ("GET", "/api/v1/tables/1/rounds/one", b"", 422),
        ("GET", "/api/v1/tables/1/rounds?limit=0", b"", 422),
    ],
)
def test_every_error_is_json(tmp_path: Path, method: str, path: str, content: bytes, status: int) -> None:
    async def asked(opened: Door) -> httpx.Response:
        async with opened.client(await opened.token("Sue")) as client:
            headers = {"Content-Type": "application/json"}
            return await client.request(method, path, content=content, headers=headers)

    answer = run(tmp_path, asked)
    assert answer.status_code in (status, 400 if status == 422 else status)
    assert problem(answer) if method != "HEAD" else True


def test_a_mistake_of_ours_is_json_and_tells_nothing(tmp_path: Path) -> None:
    class Broken(QuietPit):
        def tables(self) -> list[Any]:
            raise RuntimeError("the next card is the ace of spades")

    async def asked(opened: Door) -> httpx.Response:
        async with opened.client(await opened.token("Sue")) as client:
            return await client.get("/api/v1/tables")

    answer = run(tmp_path, asked, pit=Broken())
    assert (answer.status_code, problem(answer)) == (500, "server.failed")
    assert "ace" not in answer.text


def test_refused_access_stands_in_the_journal(tmp_path: Path) -> None:
    async def asked(opened: Door) -> list[dict[str, Any]]:
        await opened.add("Ann", "player")
        await opened.add("Olga", "auditor")
        async with opened.client(await opened.token("Ann")) as client:
            for _ in range(3):
                await client.post("/api/v1/tables", json=TABLE)
        async with opened.client("c47_guessed") as client:
            await client.get("/api/v1/tables")
        async with opened.client(await opened.token("Olga")) as client:
            listed = (await client.get("/api/v1/refusals")).json()
        units = opened.store.house(kinds=(REFUSED,))
        assert [{"at": unit.at, **decode(unit.body)} for unit in units] == listed
        refused: list[dict[str, Any]] = [refusal for unit in listed for refusal in unit["refused"]]
        return refused

    refused = run(tmp_path, asked)
    counted: Counter[tuple[str, str, str]] = Counter()
    for refusal in refused:  # they are written four times a second, perhaps in several parts
        counted[refusal["who"], refusal["route"], refusal["code"]] += refusal["times"]
    assert counted["Ann", "POST /api/v1/tables", "role.not-allowed"] == 3
    assert counted["", "GET /api/v1/tables", "token.not-good"] == 1


@pytest.mark.parametrize(
    ("path", "accept", "status", "place"),
    [
        ("/floor", "text/html,application/xhtml+xml", 303, "/"),
        ("/floor", "application/json", 401, None),
        ("/floor", "*/*", 401, None),
        ("/api/v1/tables", "text/html", 401, None),
        ("/health/more", "text/html", 404, None),
    ],
)
def test_a_browser_gets_the_sign_in_page_and_a_program_gets_json(
    tmp_path: Path, path: str, accept: str, status: int, place: str | None
) -> None:
    async def asked(opened: Door) -> httpx.Response:
        opened.app.mount("", FastAPI())
        opened.app.state.page_rules["MOUNT "] = SIGNED_IN
        async with opened.client(Accept=accept) as client:
            return await client.get(path)

    answer = run(tmp_path, asked)
    assert (answer.status_code, answer.headers.get("location")) == (status, place)
    assert place or problem(answer)


# Limits ---------------------------------------------------------------------------------------------------------------


def test_a_body_that_is_too_large_is_refused_whether_it_says_so_or_not(tmp_path: Path) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(1000):
            yield b" " * 10_000

    async def asked(opened: Door) -> list[str]:
        async with opened.client(await opened.token("Sue")) as client:
            contents: list[Any] = [b" " * 300_000, endless()]
            answers = [await client.post("/api/v1/tables", content=content) for content in contents]
        assert {answer.status_code for answer in answers} == {413}
        return [problem(answer) for answer in answers]

    assert run(tmp_path, asked) == ["body.too-large"] * 2


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    async def slow() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.Event().wait()

    async def asked(opened: Door) -> tuple[int, str]:
        async with opened.client(await opened.token("Sue")) as client:
            answer = await client.post("/api/v1/tables", content=slow())
        return answer.status_code, problem(answer)

    assert run(tmp_path, asked, limits=structs.replace(GENEROUS, body_seconds=0.1)) == (408, "body.slow")


def test_only_the_client_over_the_rate_limit_is_refused(tmp_path: Path) -> None:
    async def asked(opened: Door) -> tuple[set[int], int, int]:
        await opened.add("Ann", "player")
        async with opened.client(await opened.token("Ann")) as client:
            answers = [await client.get("/api/v1/session") for _ in range(30)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert {problem(answer) for answer in refused} == {"rate.exceeded"}
        assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
        async with opened.client(await opened.token("Sue")) as client:
            other = (await client.get("/api/v1/session")).status_code
        return {answer.status_code for answer in answers[:10]}, len(refused), other

    limits = structs.replace(GENEROUS, requests_per_second=0.001, requests_burst=10)
    first, refused, other = run(tmp_path, asked, limits=limits)
    assert (first, other) == ({200}, 200)
    assert refused == 20


def test_health_answers_while_others_exceed_the_rate_limit(tmp_path: Path) -> None:
    async def asked() -> list[int]:
        few = structs.replace(GENEROUS, anonymous_per_second=0.001, anonymous_burst=2)
        async with door(tmp_path, limits=few) as opened, opened.client() as anybody:
            paths = ("/api/v1/tables",) * 3 + ("/health",) * 3
            return [(await anybody.get(path)).status_code for path in paths]

    assert asyncio.run(asked()) == [401, 401, 429, 200, 200, 200]


def test_passwords_are_not_guessed_from_one_address_by_many_names(tmp_path: Path) -> None:
    async def asked(opened: Door) -> list[int]:
        return [(await sign_in(opened, f"Name{n}", PASSWORD)).status_code for n in range(10)]

    codes = run(tmp_path, asked, limits=structs.replace(GENEROUS, sign_ins_per_second=0.001, sign_ins_burst=5))
    assert codes == [401] * 5 + [429] * 5


def test_too_many_requests_at_once_are_refused(tmp_path: Path) -> None:
    class Slow(QuietPit):
        may_end = asyncio.Event()

        async def fill(self, *arguments: Any, **named: Any) -> Any:
            await self.may_end.wait()
            return type("Reply", (), {"version": 1, "body": b"{}"})

    async def asked(opened: Door) -> list[int]:
        async with opened.client(await opened.token("Sue")) as client:
            asks = [asyncio.create_task(client.post("/api/v1/tables/1/fill", json={"amount": 1})) for _ in range(8)]
            refused = [await answer for _, answer in zip(range(3), asyncio.as_completed(asks), strict=False)]
            Slow.may_end.set()
            codes = [answer.status_code for answer in refused]
            return codes + sorted([(await answer).status_code for answer in asks])

    codes = run(tmp_path, asked, pit=Slow(), limits=structs.replace(GENEROUS, requests_at_once=5))
    assert codes == [503] * 3 + [200] * 5 + [503] * 3


def test_answers_are_not_kept_by_others_nor_guessed_at(tmp_path: Path) -> None:
    async def asked(opened: Door) -> httpx.Headers:
        async with opened.client(await opened.token("Sue")) as client:
            return (await client.get("/api/v1/session")).headers

    headers = run(tmp_path, asked)
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert "server" not in headers


def test_the_api_describes_itself(tmp_path: Path) -> None:
    async def asked(opened: Door) -> tuple[Any, Any]:
        async with opened.client() as client:
            return (await client.get("/openapi.json")).json(), (await client.get("/api/v1/openapi.json")).json()

    first, other = run(tmp_path, asked)
    assert first == other
    described = {f"{method.upper()} {path}" for path, methods in first["paths"].items() for method in methods}
    hidden = {key for key in grid() if key.startswith("WS") or key.endswith("openapi.json")}
    assert described == {key.replace(":path}", "}") for key in set(grid()) - hidden}  # OpenAPI names no converter


def test_a_list_of_refusals_waits_for_those_that_are_being_written() -> None:
    may_end, written = asyncio.Event(), []

    async def record(kind: str, actor: str, body: Any) -> None:
        await may_end.wait()
        written.append(body)

    async def asked() -> int:
        refusals = Refusals(record)
        refusals.note(Refused("Ann", "127.0.0.1", "GET /", "role.not-allowed"))
        first = asyncio.create_task(refusals.write())
        await asyncio.sleep(0)
        second = asyncio.create_task(refusals.write())
        await asyncio.sleep(0)
        assert not second.done()
        may_end.set()
        await second
        await first
        return len(written)

    assert asyncio.run(asked()) == 1
