"""The real server, a process of its own, when its disk is full, its database or clock fails, or it is asked to stop:
nothing is dealt meanwhile, nothing is lost, and it goes on as it was."""

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from tests.give_up import SECONDS
from tests.service.bots import Bot
from tests.service.odd_server import OddServer
from tests.service.pit_player import kinds
from tests.service.postgres import Postgres
from tests.service.running import AT_ONCE, EXAMPLES

from chapter47.client import Client, PitRefusedError
from chapter47.service.audit import audit
from chapter47.service.secrets import Secrets

CHIPS: Final = 100_000_00
FILES: Final = tuple(
    (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8") for name in ("blackjack", "craps", "baccarat")
)
MOST_ACTS: Final = 3000
ANSWERS_WHILE_HELD: Final = 50
"""Requests that the server answers while its tables are held."""
HOUR: Final = 60 * 60 * 1000


async def until(happens: Callable[[], object]) -> None:
    async with asyncio.timeout(SECONDS):
        while not happens():
            await asyncio.sleep(0.01)


class Guest:
    """Plays at one table of a server, and hears it over a socket."""

    def __init__(self, name: str, table: str, client: Client) -> None:
        self.name, self.table, self.client = name, table, client
        self.bot = Bot(name, table, seed=len(table) + ord(name[0]))
        self.heard: list[dict[str, Any]] = []

    async def listen(self) -> None:
        async with self.client.stream(self.table) as stream:
            async for message in stream:
                self.heard.append(message)

    async def act(self, key: str | None = None) -> dict[str, Any] | None:
        """What was answered to the next act, or nothing where there is none; an offer may be taken by others."""
        line = self.bot.chosen(await self.client.view(self.table))
        with suppress(PitRefusedError):
            return None if line is None else await self.client.act(self.table, line, key=key)
        return None


class Room:
    """A running server with a table of each game, and somebody at each."""

    def __init__(self, server: OddServer) -> None:
        self.server = server
        self.stack = AsyncExitStack()
        self.guests: list[Guest] = []
        self.listening: list[asyncio.Task[None]] = []
        self.tokens: dict[str, str] = {}

    async def open(self, files: tuple[str, ...] = FILES) -> None:
        self.tokens = await self.server.people(Ann="player", Bea="player", Cid="player", Sue="supervisor")
        self.floor = await self.client("Sue")
        for name, file in zip(("Ann", "Bea", "Cid"), files, strict=False):
            table = await self.floor.open_table(file)
            await self.floor.buy_in(table, name, CHIPS)
            self.guests.append(Guest(name, table, await self.client(name)))
        self.listening = [asyncio.create_task(guest.listen()) for guest in self.guests]

    async def client(self, name: str) -> Client:
        return await self.stack.enter_async_context(Client(self.server.url, self.tokens[name], seconds=SECONDS))

    async def play(self, acts: int) -> None:
        for _ in range(acts):
            for guest in self.guests:
                await guest.act()

    async def versions(self) -> list[int]:
        return [(await guest.client.view(guest.table))["version"] for guest in self.guests]

    async def end(self) -> int:
        """The exit code of SIGTERM; whatever was played is looked through."""
        assert sum((await self.floor.balances()).values()) == 0
        code = await asyncio.to_thread(self.server.terminate)
        await asyncio.gather(*self.listening, return_exceptions=True)
        await self.stack.aclose()
        assert audit(self.server.database, secrets=Secrets.read(self.server.key_file)).problems == ()
        return code


@asynccontextmanager
async def room_in(folder: Path, *, database: str = "", settings: str = AT_ONCE) -> AsyncIterator[Room]:
    server = OddServer(folder, database=database, settings=settings)
    await asyncio.to_thread(server.start)
    room = Room(server)
    try:
        yield room
    finally:
        for listening in room.listening:
            listening.cancel()
        await asyncio.gather(*room.listening, return_exceptions=True)
        await room.stack.aclose()
        if server.is_running:
            server.kill()


async def is_held_and_goes_on(room: Room, lose: Callable[[], object], bring_back: Callable[[], object]) -> None:
    """Every table stops with a message, and does what was asked meanwhile once it can be written."""
    await room.play(10)
    lose()
    asked = [asyncio.create_task(_acts_until_held(guest)) for guest in room.guests]
    await until(lambda: all(_says_why(guest) for guest in room.guests))
    for _ in range(ANSWERS_WHILE_HELD):
        await room.floor.request("GET", "/health")
    held = [guest.heard[-1]["version"] for guest in room.guests]
    assert not any(task.done() for task in asked)
    assert not any("view" in guest.heard[-1] for guest in room.guests), "nothing is shown that is not written"
    bring_back()  # in this thread: a database ends with the thread that has started it
    answers = await asyncio.wait_for(asyncio.gather(*asked), SECONDS)
    for guest, (key, line, answer), version in zip(room.guests, answers, held, strict=True):
        assert answer["version"] == version + 1, "nothing was dealt meanwhile"
        assert await guest.client.act(guest.table, line, key=key) == answer, "and it is done once"
    await until(lambda: all("view" in guest.heard[-1] for guest in room.guests))
    await room.play(5)
    heard = [[message["version"] for message in guest.heard if "view" in message] for guest in room.guests]
    assert all(versions == sorted(versions) for versions in heard)


def _says_why(guest: Guest) -> bool:
    return any("nothing can be written" in str(message.get("paused", "")) for message in guest.heard[-3:])


async def _acts_until_held(guest: Guest) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Acts one after the other until one of them waits for the disk: its key, its line and what came at last."""
    for number in range(MOST_ACTS):
        line = guest.bot.chosen(await guest.client.view(guest.table))
        key = f"{guest.name} {number}"
        with suppress(PitRefusedError):
            if line is not None:
                answer = await guest.client.act(guest.table, line, key=key)
                if _says_why(guest):
                    return key, line, answer
    raise AssertionError(f"{guest.name} was never held up")


def test_a_full_disk_holds_a_running_server_until_there_is_room(tmp_path: Path) -> None:
    async def play() -> int:
        async with room_in(tmp_path) as room:
            await room.open()
            await is_held_and_goes_on(room, room.server.fill_the_disk, room.server.make_room)
            return await room.end()

    assert asyncio.run(play()) == 0


def test_a_killed_postgresql_holds_a_running_server_until_it_is_back(tmp_path: Path, postgres: Postgres) -> None:
    async def play() -> int:
        async with room_in(tmp_path, database=postgres.new_database()) as room:
            await room.open()
            await is_held_and_goes_on(room, postgres.kill, postgres.start)
            return await room.end()

    assert asyncio.run(play()) == 0


def test_a_clock_that_runs_backwards_puts_nothing_in_another_order(tmp_path: Path) -> None:
    """Nobody is signed out by it, time still passes for the absent, and a restart even further back goes on."""
    hasty = AT_ONCE.replace("to_decide = 0", "to_decide = 0.2").replace("to_wager = 0", "to_wager = 0.2")

    async def play() -> int:
        async with room_in(tmp_path, settings=hasty) as room:
            await room.open()
            before = await room.versions()
            for step in range(1, 6):
                room.server.set_clock(-step * 24 * HOUR)
                await room.play(4)
            after = await room.versions()
            assert all(old < new for old, new in zip(before, after, strict=True))
            await _wager_and_go(room.guests[0])
            await until(
                lambda: any(
                    kinds(reported["notices"]) & {"timed-out", "wagers-closed"} for reported in room.guests[0].heard
                )
            )
            rounds = await room.floor.rounds(table=room.guests[2].table)
            assert [played["round"] for played in rounds] == sorted(
                (played["round"] for played in rounds), reverse=True
            )
            room.server.set_clock(-400 * 24 * HOUR)
            assert await asyncio.to_thread(room.server.terminate) == 0
            await asyncio.to_thread(room.server.start)
            room.floor = await room.client("Sue")
            for guest, version in zip(room.guests, after, strict=True):
                guest.client = await room.client(guest.name)
                assert (await guest.client.view(guest.table))["version"] >= version
            await room.play(3)
            return await room.end()

    assert asyncio.run(play()) == 0


async def _wager_and_go(guest: Guest) -> None:
    """Takes a seat, makes a wager and does nothing more."""
    for _ in range(MOST_ACTS):
        view = await guest.client.view(guest.table)
        for kind in ("bet", "seat"):
            for offer in view["may"]:
                if offer["kind"] == kind:
                    await guest.client.act(guest.table, offer["act"])
                    if kind == "bet":
                        return
                    break
        await asyncio.sleep(0.05)


def test_sigterm_in_the_middle_of_a_deal_loses_no_card(tmp_path: Path) -> None:
    slow = AT_ONCE.replace("pace = 0", "pace = 0.3")

    async def play() -> int:
        async with room_in(tmp_path, settings=slow) as room:
            await room.open(FILES[:1])
            ann = room.guests[0]
            for line in ("Ann sit at 1", "Ann bet 10 on 1", "dealer deal"):
                await ann.client.act(ann.table, line)
            await until(
                lambda: any(event["event"] == "Dealt" for reported in ann.heard for event in reported["events"])
            )
            assert await asyncio.to_thread(room.server.terminate) == 0
            await asyncio.gather(*room.listening)
            last = ann.heard[-1]
            assert last["awaited"] is None, "the dealer was dealing"
            assert last["view"]["table"]["round"]["closed"]
            await asyncio.to_thread(room.server.start)
            room.floor, ann.client = await room.client("Sue"), await room.client("Ann")
            async with ann.client.stream(ann.table) as stream:
                first = await anext(stream)
                assert first["version"] >= last["version"]
                assert first["notices"] == [{"kind": "restarted"}]
                seen = [event for reported in (first,) for event in reported["events"]]
                while not any(event["event"] == "RoundOver" for event in seen):
                    reported = await asyncio.wait_for(anext(stream), SECONDS)
                    seen += reported["events"]
                    if reported.get("awaited") == "Ann":
                        await _decide(ann)
            return await room.end()

    assert asyncio.run(play()) == 0


async def _decide(guest: Guest) -> None:
    may = [offer["text"] for offer in (await guest.client.view(guest.table))["may"]]
    line = next(line for line in ("Ann stand", "Ann decline", *may) if line in may)
    await guest.client.act(guest.table, line)


def test_a_second_server_on_the_same_file_and_one_without_its_key_are_refused(tmp_path: Path) -> None:
    async def play() -> tuple[subprocess.CompletedProcess[str], subprocess.CompletedProcess[str], int]:
        async with room_in(tmp_path) as room:
            await room.open()
            await room.play(3)
            second = await asyncio.to_thread(_run, room.server)
            await room.play(3)
            shutil.copy(room.server.key_file, tmp_path / "backup.key")
            assert await asyncio.to_thread(room.server.terminate) == 0
            room.server.key_file.unlink()
            keyless = await asyncio.to_thread(_run, room.server)
            assert not room.server.key_file.exists(), "no other key is made in its place"
            shutil.move(tmp_path / "backup.key", room.server.key_file)
            await asyncio.to_thread(room.server.start)
            room.floor = await room.client("Sue")
            for guest in room.guests:
                guest.client = await room.client(guest.name)
            await room.play(3)
            return second, keyless, await room.end()

    second, keyless, code = asyncio.run(play())
    assert code == 0
    for refused, said in ((second, "a file that no other server uses"), (keyless, "restore it from its backup")):
        assert refused.returncode == 2
        assert said in refused.stderr
        assert refused.stdout == ""
        assert "Traceback" not in refused.stderr


def _run(server: OddServer) -> subprocess.CompletedProcess[str]:
    return subprocess.run(server.command(), capture_output=True, text=True, timeout=SECONDS, check=False)
