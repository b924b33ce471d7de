"""The real server is killed while people play: nothing that was confirmed is lost, nothing is done twice."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from uuid import UUID

import pytest
from tests.give_up import SECONDS
from tests.service.bots import Bot
from tests.service.nursery import ForkedServer
from tests.service.running import EXAMPLES

from chapter47.client import Client, PitRefusedError, UnreachableError
from chapter47.service import crash_points
from chapter47.service.audit import audit
from chapter47.service.store import Store

KILLS: Final = 20
KILLS_IN_SOAK: Final = 1000
KILLS_OF_A_HOUSE: Final = 50
CHIPS: Final = 1_000_000_00
FILES: Final = tuple(
    (EXAMPLES / f"{name}.toml").read_text(encoding="utf-8") for name in ("blackjack", "craps", "baccarat")
)
VOLATILE: Final = ("seconds_left", "notices", "events")
Kill = str | float
"""A numbered point and how many times it is passed before, or so many seconds."""


class Asked(NamedTuple):
    """A command, and what was answered to it where an answer came."""

    actor: str
    path: str
    body: dict[str, Any]
    reply: bytes | None = None


class Witness:
    """Somebody who remembers every answer that came."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.random = Random(seed)
        self.confirmed: list[Asked] = []
        self.open: Asked | None = None
        """Sent, and the server died before it answered."""
        self.seen: dict[str, dict[str, Any]] = {}

    async def command(self, client: Client, path: str, **body: Any) -> None:
        body["key"] = UUID(int=self.random.getrandbits(128)).hex
        self.open = Asked(self.name, path, body)
        try:
            reply = await client.request("POST", path, body)
        except PitRefusedError:
            self.open = None
            return
        self.confirmed.append(self.open._replace(reply=reply))
        self.open = None


class Player(Witness):
    """Plays at one table until the server dies."""

    def __init__(self, name: str, table: str, seed: int) -> None:
        super().__init__(name, seed)
        self.table = table
        self.bot = Bot(name, table, seed)

    async def live(self, client: Client) -> None:
        while True:
            message = await client.view(self.table)
            self.seen[self.table] = message
            if line := self.bot.chosen(message):
                await self.command(client, f"/api/v1/tables/{self.table}/acts", act=line)
            else:
                await asyncio.sleep(0.002)


class Cashier(Witness):
    """Sells chips and buys them back until the server dies."""

    def __init__(self, name: str, tables: list[str], players: list[str], seed: int) -> None:
        super().__init__(name, seed)
        self.tables, self.players = tables, players

    async def live(self, client: Client) -> None:
        while True:
            player, amount = self.random.choice(self.players), self.random.randint(1, 500)
            if self.random.random() < 0.5:
                table = self.random.choice(self.tables)
                await self.command(client, f"/api/v1/tables/{table}/buy-in/{player}", amount=amount)
            else:
                await self.command(client, f"/api/v1/players/{player}/cash-out", amount=amount)
            await asyncio.sleep(0.005)


class House:
    """A server, its users, and every reply they received."""

    def __init__(self, folder: Path, database: str, seed: int) -> None:
        none = folder / "tables"
        none.mkdir()
        self.server = ForkedServer(folder, "--demo", "--tables", str(none), database=database)
        self.random = Random(seed)
        self.seed = seed
        self.tokens: dict[str, str] = {}
        self.people: list[Player | Cashier] = []

    async def open(self) -> None:
        await asyncio.to_thread(self.server.start)
        self.tokens = await self.server.people(Sue="supervisor")
        async with Client(self.server.url, self.tokens["Sue"], seconds=SECONDS) as floor:
            tables = [await floor.open_table(file) for file in FILES]
            for number in range(2 * len(FILES)):
                guest = await floor.come_as_guest()
                self.tokens[guest.name] = guest.token
                table = tables[number % len(tables)]
                await floor.buy_in(table, guest.name, CHIPS)
                self.people.append(Player(guest.name, table, self.seed + number))
        self.people.append(Cashier("Sue", tables, [person.name for person in self.people], self.seed))
        self.server.kill()

    async def live_until(self, kill: Kill | None) -> None:
        """Start, check what was confirmed before, play, die; `None` only checks and ends."""
        shown = {crash_points.VARIABLE: kill} if isinstance(kill, str) else {}
        await asyncio.to_thread(self.server.start, shown)
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(Client(self.server.url, self.tokens[person.name], seconds=SECONDS))
                for person in self.people
            ]
            try:
                await self._check(clients)
                if kill is not None:
                    await self._play(clients, kill)
            except UnreachableError:
                assert isinstance(kill, str), "nobody was to kill it yet"
        if isinstance(kill, str):
            self.server.end()
        else:
            self.server.kill()

    async def _play(self, clients: list[Client], kill: Kill) -> None:
        lives = asyncio.gather(
            *(person.live(client) for person, client in zip(self.people, clients, strict=True)), return_exceptions=True
        )
        if isinstance(kill, float):
            await asyncio.sleep(kill)
            self.server.kill_now()
        ends = await asyncio.wait_for(lives, SECONDS)
        assert all(isinstance(end, UnreachableError) for end in ends), ends

    async def _check(self, clients: list[Client]) -> None:
        """Everything that was confirmed is there once, and the tables are where they were."""
        for person, client in zip(self.people, clients, strict=True):
            for asked in person.confirmed[-3:]:
                again = await client.request("POST", asked.path, asked.body)
                assert json.loads(again) == json.loads(asked.reply or b""), asked
            if isinstance(person, Player) and person.seen:
                await self._same_table(person, client)
        for person, client in zip(self.people, clients, strict=True):
            await self._settle(person, client)
        balances = await clients[-1].balances()
        assert sum(balances.values()) == 0
        assert all(balance >= 0 for account, balance in balances.items() if account != "outside"), balances

    @staticmethod
    async def _same_table(player: Player, client: Client) -> None:
        """A table at the version that was seen last looks the same; it never goes back."""
        before, now = player.seen[player.table], await client.view(player.table)
        acted = [json.loads(asked.reply or b"{}").get("version", 0) for asked in player.confirmed[-1:]]
        assert now["version"] >= max([before["version"], *acted])
        if now["version"] == before["version"]:
            differing = [key for key in before if key not in VOLATILE and key != "chips" and before[key] != now[key]]
            assert differing == [], (player.name, player.table)

    @staticmethod
    async def _settle(person: Player | Cashier, client: Client) -> None:
        """What was sent and not answered is sent again: done or refused, and done once."""
        if (asked := person.open) is None:
            return
        try:
            first = await client.request("POST", asked.path, asked.body)
        except PitRefusedError:
            person.open = None
            return
        person.confirmed.append(asked._replace(reply=first))
        person.open = None
        assert await client.request("POST", asked.path, asked.body) == first, asked

    def in_the_journal(self) -> list[str]:
        """Every command that was confirmed and is not there as it was answered."""
        store = Store.open(self.server.database)
        try:
            return [
                f"{asked.actor} {asked.body}"
                for person in self.people
                for asked in person.confirmed
                if (store.answered(asked.actor, asked.body["key"]) or ("", None))[1] != asked.reply
            ]
        finally:
            store.close()


def kills(random: Random, number: int) -> Iterator[Kill]:
    """Every point once, at some time of its being passed, then random moments and points."""
    every = [f"{point}:{random.randint(1, 40)}" for point in crash_points.POINTS]
    yield from every[:number]
    for _ in range(number - len(every)):
        if random.random() < 0.5:
            yield random.uniform(0.0, 0.6)
        else:
            yield f"{random.choice(list(crash_points.POINTS))}:{random.randint(1, 60)}"


async def killed(folder: Path, database: str, number: int, seed: int) -> House:
    house = House(folder, database, seed)
    try:
        await house.open()
        for kill in kills(Random(seed), number):
            await house.live_until(kill)
        await house.live_until(None)
    finally:
        if house.server.is_running:
            house.server.kill()
    return house


def test_a_killed_server_loses_nothing_and_does_nothing_twice(tmp_path: Path, database_url: str) -> None:
    house = asyncio.run(killed(tmp_path, database_url, KILLS, seed=47))
    assert house.in_the_journal() == []
    assert sum(len(person.confirmed) for person in house.people) > 100
    assert [line for line in house.server.errors().splitlines() if "fsync = off" not in line] == []
    assert audit(database_url).problems == ()


def test_sigterm_ends_after_what_is_being_done(tmp_path: Path) -> None:
    async def ended() -> tuple[House, int | None]:
        house = House(tmp_path, f"sqlite:///{tmp_path}/pit.db", seed=1)
        await house.open()
        await asyncio.to_thread(house.server.start)
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(Client(house.server.url, house.tokens[person.name], seconds=SECONDS))
                for person in house.people
            ]
            lives = [person.live(client) for person, client in zip(house.people, clients, strict=True)]
            playing = asyncio.gather(*lives, return_exceptions=True)
            while sum(len(person.confirmed) for person in house.people) <= 10:
                await asyncio.sleep(0.01)
            house.server.ask_to_end()
            await asyncio.wait_for(playing, SECONDS)
        return house, house.server.end()

    house, code = asyncio.run(ended())
    assert code == 0
    assert house.in_the_journal() == []
    assert sum(len(person.confirmed) for person in house.people) > 10
    assert [line for line in house.server.errors().splitlines() if "fsync = off" not in line] == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(KILLS_IN_SOAK // KILLS_OF_A_HOUSE))
def test_a_thousand_kills_on_each_database_lose_nothing(tmp_path: Path, database_url: str, seed: int) -> None:
    house = asyncio.run(killed(tmp_path, database_url, KILLS_OF_A_HOUSE, seed=seed))
    assert house.in_the_journal() == []
    assert audit(database_url).problems == ()
