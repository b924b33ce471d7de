"""Several server processes on one PostgreSQL, people who play through them, and a line to it that can be cut."""

import asyncio
import os
import signal
import socket
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self
from uuid import uuid4

import psycopg
from tests.give_up import SECONDS
from tests.service.bots import Bot
from tests.service.nursery import ForkedServer
from tests.service.postgres import USER, Postgres
from tests.service.running import AT_ONCE, EXAMPLES

from chapter47.client import Client, PitRefusedError, UnreachableError
from chapter47.service.audit import audit

NOT_NOW: Final = 503
CHIPS: Final = 1_000_000_00
FILES: Final = tuple((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8") for name in ("blackjack", "craps"))
TABLES: Final = 4
MORE: Final = 16
"""Commands that are confirmed after each trouble."""


class Process(ForkedServer):
    """One of the processes."""

    @property
    def process_id(self) -> int:
        assert self._forked is not None
        assert self._forked.pid is not None
        return self._forked.pid

    def signal(self, number: int) -> None:
        os.kill(self.process_id, number)


@contextmanager
def not_now() -> Iterator[None]:
    """A process that is unreachable, or says that it cannot answer now, is asked again."""
    try:
        yield
    except UnreachableError:
        return
    except PitRefusedError as refused:
        if refused.status != NOT_NOW:
            raise


class Player:
    """Plays at one table through one process, and remembers every answer."""

    def __init__(self, client: Client, name: str, table: str, seed: int) -> None:
        self.client, self.name, self.table = client, name, table
        self.bot = Bot(name, table, seed)
        self.confirmed: dict[str, int] = {}
        """The version that was answered to each key."""

    async def play(self) -> None:
        while True:
            with not_now():
                if act := self.bot.chosen(await self.client.view(self.table)):
                    await self._act(act)
            await asyncio.sleep(0.005)

    async def _act(self, act: dict[str, Any]) -> None:
        key = uuid4().hex
        with suppress(PitRefusedError):
            self.confirmed[key] = (await self.client.act(self.table, act, key=key))["version"]


class Cluster:
    """Processes on one database, and people who play."""

    def __init__(self, folder: Path, postgres: Postgres) -> None:
        self.folder, self.postgres = folder, postgres
        self.database = postgres.new_database()
        self.processes: list[Process] = []
        self.players: list[Player] = []
        self.tables: list[str] = []
        self.token = ""
        self.left: list[Client] = []
        """Clients that are not used any more."""

    async def add(self, database: str = "") -> Process:
        folder = self.folder / str(len(self.processes))
        folder.mkdir()
        (folder / "tables").mkdir()
        arguments = ("--demo", "--cluster", "--tables", str(folder / "tables"))
        process = Process(folder, *arguments, database=database or self.database, settings=AT_ONCE)
        process.key_file = self.folder / "pit.key"
        process.one_time = self.processes[0].one_time if self.processes else ""
        self.processes.append(process)
        await asyncio.to_thread(process.start)
        return process

    def client(self, process: Process, token: str = "") -> Client:
        return Client(process.url, token or self.token, seconds=SECONDS, patience=SECONDS)

    async def open(self, *through: Process) -> None:
        """Open tables and seat two players at each; every process serves some of them."""
        self.token = (await through[0].people(Sue="supervisor"))["Sue"]
        async with self.client(through[0]) as floor:
            for number in range(TABLES):
                table = await floor.open_table(FILES[number % len(FILES)])
                self.tables.append(table)
                for seat in range(2):
                    guest = await floor.come_as_guest()
                    await floor.buy_in(table, guest.name, CHIPS)
                    client = self.client(through[(number + seat) % len(through)], guest.token)
                    self.players.append(Player(client, guest.name, table, seed=number * 2 + seat))

    @property
    def confirmed(self) -> int:
        return sum(len(player.confirmed) for player in self.players)

    async def more(self, number: int = MORE) -> None:
        """Until at every table so many more commands are confirmed."""
        aims = {table: self._at(table) + number // TABLES for table in self.tables}
        await until(lambda: all(self._at(table) >= aim for table, aim in aims.items()))

    def _at(self, table: str) -> int:
        return sum(len(player.confirmed) for player in self.players if player.table == table)

    def owners(self) -> dict[str, str]:
        """The address of the process that has each stream, by the database."""
        query = "SELECT stream, address FROM leases JOIN members ON id = owner"
        with psycopg.connect(self.database) as connection:
            return dict(connection.execute(query).fetchall())

    def owned_by(self, process: Process) -> set[str]:
        return {stream for stream, address in self.owners().items() if address == process.url}

    @asynccontextmanager
    async def play(self) -> AsyncIterator[None]:
        playing = [asyncio.create_task(player.play()) for player in self.players]
        try:
            await self.more()
            yield
            await self.more()
        finally:
            for task in playing:
                task.cancel()
            ends = await asyncio.gather(*playing, return_exceptions=True)
        assert [end for end in ends if not isinstance(end, asyncio.CancelledError)] == []

    def check(self) -> None:
        """Everything that was confirmed is in the journal once, under its version, and the audit is clean."""
        with psycopg.connect(self.database) as connection:
            rows = connection.execute("SELECT key, version FROM journal WHERE stream LIKE 'table/%'").fetchall()
        written = Counter(key for key, _ in rows)
        versions: dict[str, int] = dict(rows)
        for player in self.players:
            wrong = [key for key, version in player.confirmed.items() if versions.get(key) != version]
            assert wrong == [], player.name
            assert all(written[key] == 1 for key in player.confirmed)
        assert audit(self.database).problems == ()

    async def close(self) -> None:
        for client in (*self.left, *(player.client for player in self.players)):
            await client.close()
        for process in self.processes:
            if process.is_running:
                process.signal(signal.SIGCONT)
                process.kill()


@asynccontextmanager
async def cluster_of(folder: Path, postgres: Postgres) -> AsyncIterator[Cluster]:
    cluster = Cluster(folder, postgres)
    try:
        yield cluster
    finally:
        await cluster.close()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(SECONDS):
        while not true():
            await asyncio.sleep(0.05)


async def version_of(client: Client, table: str) -> int:
    """The version of a table, once the process can say it."""
    async with asyncio.timeout(SECONDS):
        while True:
            with not_now():
                return int((await client.view(table))["version"])
            await asyncio.sleep(0.05)


def run(trial: Callable[[Cluster], Awaitable[None]], folder: Path, postgres: Postgres) -> None:
    async def tried() -> None:
        async with cluster_of(folder, postgres) as cluster:
            try:
                await trial(cluster)
            except BaseException:
                for process in cluster.processes:
                    print(process.errors()[-4000:])
                raise

    asyncio.run(tried())


class Wire:
    """A line between a process and PostgreSQL that can be cut, or frozen so that nobody notices."""

    def __init__(self, postgres: Postgres) -> None:
        self._socket = f"{postgres.folder}/.s.PGSQL.5432"
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._goes = threading.Event()
        self._goes.set()
        self._is_cut = False
        self._lines: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.cut()
        self._listening.close()

    def url(self, database: str) -> str:
        name = database.partition("@/")[2].partition("?")[0]
        return f"postgresql://{USER}@127.0.0.1:{self._listening.getsockname()[1]}/{name}"

    def freeze(self) -> None:
        self._goes.clear()

    def cut(self) -> None:
        self._is_cut = True
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        self._lines.clear()
        self._goes.set()

    def mend(self) -> None:
        self._is_cut = False
        self._goes.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if self._is_cut:
                    near.close()
                    continue
                threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        with near, socket.socket(socket.AF_UNIX) as far:
            far.connect(self._socket)
            self._lines += [near, far]
            back = threading.Thread(target=self._pass_on, args=(far, near), daemon=True)
            back.start()
            self._pass_on(near, far)
            back.join()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._goes.wait()
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
