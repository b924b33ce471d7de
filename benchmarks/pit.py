"""A full pit: 300 players on 60 tables. How many decisions a second are confirmed, with every view sent, and how fast.

Server and players are a process each, on two cores. First everybody decides as soon as they can: there the time of a
decision is the number of players who wait, divided by what the server does in a second. Then decisions fall due at a
pace, whether the server is ready or not. Beside it what the bare transport and the disk can do, and the start."""

import asyncio
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import uvicorn
import uvloop
from tests.service.postgres import Postgres
from websockets.asyncio.client import connect

from benchmarks import store
from benchmarks.pit_players import SEATS, SECONDS, TABLES, LoadPlayer, Times, play, seated
from chapter47.service.store import Store

AIM: Final = 1000
AIM_P99: Final = 0.1
PACES: Final = (None, 300, 600, AIM)
SETTINGS: Final = """
pace = 0
to_decide = 0
to_wager = 0
[limits]
requests_per_second = 1000000
requests_burst = 1000000
anonymous_per_second = 1000000
anonymous_burst = 1000000
sign_ins_per_second = 1000000
sign_ins_burst = 1000000
"""


class Served(NamedTuple):
    url: str
    password: str
    process: int
    started: float
    """Seconds from its start until it listens, its tables being as they were."""


class Load(NamedTuple):
    """What came of one run: a line of the table. Processor times are for each decision."""

    database: str
    pace: float | None
    times: Times
    server: float
    players: float
    postgres: float


@contextmanager
def served(folder: Path, database: str, *, first: bool = True) -> Iterator[Served]:
    """A server of its own process; at its first start it tells a password."""
    settings, none = folder / "settings.toml", folder / "tables"
    settings.write_text(SETTINGS, encoding="utf-8")
    none.mkdir(exist_ok=True)
    files = ["--settings", str(settings), "--tables", str(none), "--key", str(folder / "pit.key")]
    command = [sys.executable, "-m", "chapter47", "serve", "--demo", "--port", "0", "--database", database, *files]
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        started = time.perf_counter() - begun
        password = server.stdout.readline().rpartition(": ")[2].strip() if first else ""
        try:
            yield Served(url, password, server.pid, started)
        finally:
            server.terminate()


def cpu_seconds(process: int) -> float:
    """Of all its threads, in the system's own calls too."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_seconds_of_children(process: int | None) -> float:
    """PostgreSQL serves each connection by a process of its own."""
    if process is None:
        return 0.0
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    return sum(map(cpu_seconds, map(int, children)))


async def measured(server: Served, name: str, postgres: int | None) -> list[Load]:
    players = await seated(server.url, server.password)
    runs = [await at_pace(server, players, pace, name, postgres) for pace in PACES]
    for player in players:
        player.leave()
    return runs


async def at_pace(
    server: Served, players: list[LoadPlayer], pace: float | None, name: str, postgres: int | None
) -> Load:
    def spent() -> tuple[float, float, float]:
        return cpu_seconds(server.process), time.process_time(), cpu_seconds_of_children(postgres)

    before, decided = spent(), sum(player.decisions for player in players)
    times = await play(players, pace)
    made = max(sum(player.decisions for player in players) - decided, 1)
    cpu = [(now - then) / made for now, then in zip(spent(), before, strict=True)]
    run = Load(name, pace, times, *cpu)
    print(_line(run), flush=True)
    return run


HEADING: Final = """
                       decisions/s            until confirmed            processor ms a decision
database           due  confirmed   views/s    p50 ms   p99 ms  refused   server  players  database"""


def _line(run: Load) -> str:
    due = "at once" if run.pace is None else f"{run.pace:,.0f}"
    confirmed, views = len(run.times.taken) / SECONDS, run.times.views / SECONDS
    p50, p99 = (1000 * run.times.worst(share) for share in (0.5, 0.99))
    rates = f"{run.database:<12} {due:>9} {confirmed:10,.0f} {views:9,.0f} {p50:9.0f} {p99:8.0f} {run.times.refused:8}"
    return f"{rates} {1000 * run.server:8.2f} {1000 * run.players:8.2f} {1000 * run.postgres:9.2f}"


def _best(runs: list[Load]) -> str:
    """The greatest pace that was kept within the aim of the wait."""
    kept = [run for run in runs if run.pace and run.times.worst(0.99) <= AIM_P99]
    most = max((run.pace for run in kept if run.pace), default=0)
    told = f"up to {most:,.0f} decisions due a second" if most else "at none of these paces"
    return f"{runs[0].database}: p99 within {1000 * AIM_P99:.0f} ms {told}"


# What it is compared with -------------------------------------------------------------------------------------------


def sync_seconds(folder: Path, times: int = 100) -> float:
    """The median time until 4 kB are on the disk."""
    taken = []
    with (folder / "sync").open("wb") as file:
        for _ in range(times):
            begun = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


async def fan_out(seconds: float = 3) -> float:
    """Messages a second at as many tables, each sent on as 4 kB to five sockets, by uvicorn alone in one process."""
    groups: dict[str, list[Any]] = {}
    view = "x" * 4096

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "websocket"
        await receive()
        await send({"type": "websocket.accept"})
        group = groups.setdefault(scope["path"], [])
        group.append(send)
        while (await receive())["type"] == "websocket.receive":
            for other in group:
                await other({"type": "websocket.send", "text": view})

    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_config=None, ws="websockets-sansio"))
    serving = asyncio.create_task(server._serve([listener]))
    url = f"ws://127.0.0.1:{listener.getsockname()[1]}"
    until = time.perf_counter() + seconds
    counts = await asyncio.gather(*(_one_table(f"{url}/{number}", until) for number in range(TABLES)))
    server.should_exit = True
    await serving
    return sum(counts) / seconds


async def _one_table(url: str, until: float) -> int:
    clients = [await connect(url, compression=None, proxy=None) for _ in range(SEATS)]
    count = 0
    while time.perf_counter() < until:
        await clients[count % SEATS].send("act")
        await asyncio.gather(*(client.recv() for client in clients))
        count += 1
    for client in clients:
        await client.close()
    return count


def start_seconds(url: str) -> float:
    """With so many rounds stored as `benchmarks.store` stores, until everything that the tables need is read."""
    filled = Store.open(url)
    store.fill(filled)
    filled.close()
    return store.start_seconds(url)


def report() -> None:
    """On both databases."""
    begun = time.perf_counter()
    postgres = Postgres(fsync=True)
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            print(f"{TABLES * SEATS} players at {TABLES} tables for {SECONDS} s each; aim: {AIM:,} decisions a second,")
            print(f"p99 {1000 * AIM_P99:.0f} ms\n{HEADING.strip(chr(10))}", flush=True)
            told = [*_of_database("SQLite", folder, lambda name: f"sqlite:///{folder}/{name}.db", None)]
            told += _of_database("PostgreSQL", folder, lambda name: postgres.new_database(), postgres.process_id)
            told.append(f"the disk alone: {1000 * sync_seconds(folder):.2f} ms for a sync")
    finally:
        postgres.end()
    told.append(f"the transport alone: {asyncio.run(fan_out()):,.0f} messages a second, each to {SEATS} sockets")
    told.append(f"load of the machine {os.getloadavg()[0]:.1f}; all of it took {time.perf_counter() - begun:.0f} s")
    print("\n" + "\n".join(told))


def _of_database(kind: str, folder: Path, url: Callable[[str], str], postgres: int | None) -> Iterator[str]:
    played = url("pit")
    with served(folder, played) as server:
        yield _best(uvloop.run(measured(server, kind, postgres)))
    with served(folder, played, first=False) as server:
        yield f"{kind}: the server starts again after it in {server.started:.1f} s"
    seconds = start_seconds(url("long"))
    yield f"{kind}: start with {store.ROUNDS:,} rounds stored in {seconds:.1f} s, aim {store.AIM_OF_THE_START:.0f} s"


if __name__ == "__main__":
    report()
