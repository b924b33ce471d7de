"""Who floods the server is stopped at the gate: no slot, no body, no socket and little of the journal for them."""

import asyncio
import json
from pathlib import Path
from typing import Any, Final

import pytest
from benchmarks import attacks
from benchmarks.figures import FULL
from msgspec import structs
from tests.give_up import SECONDS
from tests.service.doors import GENEROUS, Door, door
from tests.service.pit_player import HOUSE, close, pit_in
from tests.service.test_transport import raw, read, run, until, upgrade
from tests.service.worlds import LatePit
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from chapter47.client import Client
from chapter47.service.api.felt import Drawings, FeltFeed, Look
from chapter47.service.api.limits import Limits
from chapter47.service.refusals import REFUSED, Refusals, Refused
from chapter47.service.terms import Actor, ServiceError
from chapter47.service.throttle import Rate

SLOW: Final = b"POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 100\r\n\r\nx"
SMALL: Final = Limits(requests_at_once=20, requests_of_one=5, sign_ins_burst=10_000, anonymous_burst=10_000)


@pytest.mark.parametrize("path", [b"/api/v1/tables", b"/api/v1/session"])
def test_slow_bodies_of_strangers_take_nobody_elses_slot(tmp_path: Path, path: bytes) -> None:
    """Once for a route that needs a token, once for one that does not."""

    async def asked(opened: Door, token: str, port: int) -> list[int]:
        slow = [await asyncio.open_connection("127.0.0.1", port) for _ in range(60)]
        for _, writer in slow:
            writer.write(SLOW % (path, port))
        await asyncio.gather(*(writer.drain() for _, writer in slow))
        async with Client(f"http://127.0.0.1:{port}", token, seconds=SECONDS) as pit:
            answers = [(await pit._http.get("/api/v1/tables")).status_code for _ in range(5)]
        for _, writer in slow:
            writer.close()
        return answers

    assert run(tmp_path, asked, limits=SMALL) == [200] * 5


def test_a_stranger_is_refused_without_a_wait_for_the_body_and_disconnected(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> bytes:
        return await raw(port, SLOW % (b"/api/v1/tables", port))

    assert read(run(tmp_path, asked, limits=structs.replace(SMALL, body_seconds=3600))) == (401, "sign-in.needed")


def test_requests_of_one_user_are_counted(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> tuple[int, str]:
        head = SLOW.replace(b"\r\n\r\n", b"\r\nAuthorization: Bearer %s\r\n\r\n") % (
            b"/api/v1/tables",
            port,
            token.encode(),
        )
        slow = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
        for _, writer in slow:
            writer.write(head)
        await until(lambda: len(opened.app.state.in_progress) > 0 and opened.app.state.in_progress["Sue"] == 5)
        answer = read(await raw(port, head))
        for _, writer in slow:
            writer.close()
        return answer

    assert run(tmp_path, asked, limits=SMALL) == (429, "requests.too-many")


def test_connections_of_one_address_are_counted(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> bytes:
        idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        answer = await raw(port, b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        for _, writer in idle:
            writer.close()
        return answer

    limits = structs.replace(GENEROUS, connections_of_one=3)
    assert read(run(tmp_path, asked, limits=limits)) == (429, "connections.too-many")


async def sent_without_end(socket: ClientConnection) -> None:
    while True:
        await socket.send('{"act": "bet"}')
        await asyncio.sleep(0)


def test_a_flooder_of_one_socket_loses_all_of_them_and_does_not_come_back_at_once(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> tuple[int | None, tuple[int, str], int]:
        url, headers = f"ws://127.0.0.1:{port}/api/v1/tables/1/stream", {"Authorization": f"Bearer {token}"}
        await opened.add("Ann", "player")
        async with (
            connect(url, additional_headers=headers, proxy=None, open_timeout=SECONDS, ping_interval=None) as flooding,
            connect(url, additional_headers=headers, proxy=None, open_timeout=SECONDS, ping_interval=None) as other,
        ):
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(sent_without_end(flooding), SECONDS)
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(other.recv(), SECONDS)
        back = read(await raw(port, upgrade(token, port)))
        async with Client(f"http://127.0.0.1:{port}", await opened.token("Ann"), seconds=SECONDS) as ann:
            return other.close_code, back, (await ann._http.get("/api/v1/tables")).status_code

    limits = structs.replace(GENEROUS, requests_per_second=0.001, requests_burst=10)
    assert run(tmp_path, asked, limits=limits) == (4429, (429, "rate.exceeded"), 200)


def test_pages_of_one_user_are_drawn_as_often_as_the_rate_allows(tmp_path: Path) -> None:
    """What came meanwhile is shown with the next drawing; nothing is lost."""

    async def play() -> None:
        now, ann = 0, Actor("Ann", "player")
        pit = pit_in(tmp_path)
        table = await pit.open_table('game = "blackjack"', HOUSE)
        await pit.buy_in(table, "Ann", 1000_00, HOUSE)
        await pit.act(table, ann, "Ann sit at 1")
        rate = Rate(lambda: now, per_second=2, burst=3)
        feeds = [
            FeltFeed(pit.table(table), ann, Look(width=width, height=100), Drawings(rate, "Ann"))
            for width in (900, 1000, 1100)
        ]
        watchers = [pit.watch(table, ann, feed.write) for feed in feeds]
        for line in ("Ann bet 10 on 1", "Ann take back all on 1") * 3:
            await pit.act(table, ann, line)
        assert sum(watcher._waiting.qsize() for watcher in watchers) < 3 * 6
        assert all(feed.is_late for feed in feeds)
        assert [await feed.caught_up() for feed in feeds] == [None] * 3
        for feed in feeds:
            now += 60_000
            page = json.loads(await feed.caught_up() or b"")
            assert page["version"] == pit.table(table).version
            assert page["events"]
            assert not feed.is_late
        await close(pit)

    asyncio.run(play())


def test_pictures_are_refused_beyond_the_rate(tmp_path: Path) -> None:
    async def asked() -> list[int]:
        late = LatePit(tmp_path)
        limits = structs.replace(GENEROUS, drawings_per_second=0.001, drawings_burst=2)
        async with door(tmp_path, pit=late, limits=limits) as opened:
            late.begin(opened)
            await opened.add("Ann", "player")
            table = await late.pit.open_table('game = "craps"', HOUSE)
            ann = opened.client(await opened.token("Ann"))
            path = f"/api/v1/tables/{table}/picture.svg"
            sizes = (500, 501, 500, 500, 502)
            codes = [(await ann.get(path, params={"width": size})).status_code for size in sizes]
            codes.append((await ann.get(f"/api/v1/tables/{table}/felt")).status_code)
            await late.pit.stop()
            return codes

    assert asyncio.run(asked()) == [200, 200, 429, 429, 429, 429]


def test_a_client_over_the_rate_is_disconnected(tmp_path: Path) -> None:
    async def asked(opened: Door, token: str, port: int) -> bytes:
        request = b"GET /api/v1/tables HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % port
        return await raw(port, request * 50)  # ends only because the server ends the connection

    limits = structs.replace(GENEROUS, anonymous_per_second=0.001, anonymous_burst=3)
    answer = run(tmp_path, asked, limits=limits)
    assert answer.count(b"HTTP/1.1 401") == 3
    assert answer.count(b"HTTP/1.1 429") == 1


@pytest.mark.soak
def test_players_who_behave_well_are_served_under_every_attack() -> None:
    figures = {figure.name: figure.value for figure in attacks.measure(FULL)}
    refused = {name: value for name, value in figures.items() if name.endswith(": refused") and value}
    assert refused == {}
    assert all(value > 0 for name, value in figures.items() if name.endswith(": median"))
    assert len(figures) == 3 * (1 + len(attacks.ATTACKS))


def test_refusals_are_counted_and_sampled(tmp_path: Path) -> None:
    """A day of a flood with ever new paths stays small, and nothing is uncounted."""
    stored: list[Any] = []
    now = 0.0

    async def record(kind: str, actor: str, body: Any) -> None:
        assert kind == REFUSED
        stored.append(json.dumps(body))

    async def day() -> None:
        nonlocal now
        refusals = Refusals(record, lambda: now)
        for second in range(24 * 60 * 60):
            now = float(second)
            for number in range(3):
                refused = Refused("", f"10.0.{second % 256}.{number}", "GET /api/v1/tables", "sign-in.needed")
                refusals.note(refused, f"/api/v1/tables?{second}")
            if refusals._is_due:
                await refusals.write()
        await refusals.write()

    asyncio.run(day())
    bodies = [json.loads(body) for body in stored]
    assert sum(body["more"] + sum(line["times"] for line in body["refused"]) for body in bodies) == 3 * 24 * 60 * 60
    assert sum(map(len, stored)) < 5_000_000


def test_refusals_over_the_api_name_the_route_not_the_path(tmp_path: Path) -> None:
    async def asked() -> list[Any]:
        async with door(tmp_path) as opened:
            client = opened.client()
            for number in range(20):
                await client.get(f"/api/v1/tables/{number}/log")
            await opened.access.refusals.write()
            return [json.loads(unit.body) for unit in opened.store.house(kinds=(REFUSED,))]

    (body,) = asyncio.run(asked())
    (line,) = body["refused"]
    assert (line["route"], line["path"], line["times"]) == (
        "GET /api/v1/tables/{table}/log",
        "/api/v1/tables/0/log",
        20,
    )


def test_a_demo_guest_has_few_tables(tmp_path: Path) -> None:
    """The next one closes the oldest at which nobody sits; where all are in use it is refused."""

    async def play() -> None:
        pit = pit_in(tmp_path)
        guest = Actor("Guest-1", "player")
        opened = await asyncio.gather(*(pit.open_table('game = "craps"', guest, practice=True) for _ in range(20)))
        left = [table.id for table in pit.tables()]
        assert left == opened[-3:]
        for table in left:
            await pit.buy_in(table, guest.name, 100_00, HOUSE)
            await pit.act(table, guest, "Guest-1 join")
        with pytest.raises(ServiceError) as refused:
            await pit.open_table('game = "craps"', guest, practice=True)
        assert (refused.value.code, refused.value.status) == ("tables.too-many", 429)
        await pit.open_table('game = "craps"', HOUSE, practice=True)
        for number in range(2, 40):
            await pit.open_table('game = "craps"', Actor(f"Guest-{number}", "player"), practice=True)
        assert len(pit.tables()) == pit.house.settings.tables_of_guests + 1
        await close(pit)

    asyncio.run(play())
