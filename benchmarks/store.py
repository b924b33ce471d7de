"""Units confirmed per second on both databases, the disk's own time to sync, and the start with 100,000 rounds."""

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.service.postgres import Postgres

from benchmarks.figures import Figure, Size, main
from chapter47.service.money import OUTSIDE, Entry, bankroll, layout
from chapter47.service.store import RowChange, Store, Unit

TABLES = 60
UNITS = 3_000
ROUNDS = 100_000
UNITS_OF_A_ROUND = 3
AIM_OF_THE_START = "5 s"
SYNCS = 200
BODY = b'{"act": "Ann stand", "events": [' + b'{"of": "round", "event": "Dealt", "card": "Ah"}, ' * 12 + b"0]}"
SNAPSHOT = bytes(6_000)


def unit(table: int, number: int, *, keyed: bool = True) -> Unit:
    """As large as a decision with the cards that follow."""
    player = f"P{table}"
    return Unit(
        stream=f"table/{table}",
        kind="command",
        actor=player,
        at=number,
        body=BODY,
        entries=(Entry(OUTSIDE, bankroll(player), 2), Entry(bankroll(player), layout(str(table), player), 1)),
        key=f"{table}-{number}" if keyed else None,
        reply=BODY if keyed else None,
        round=1 + number // UNITS_OF_A_ROUND,
        players=(player,),
        snapshot=SNAPSHOT if number % UNITS_OF_A_ROUND == 0 else None,
    )


def sync_seconds(folder: Path, syncs: int = SYNCS) -> float:
    """How long the disk takes to sync 4 KiB appended to a file."""
    with (folder / "sync").open("wb", buffering=0) as file:
        begun = time.perf_counter()
        for _ in range(syncs):
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
        return (time.perf_counter() - begun) / syncs


def per_second(store: Store, tables: int, units: int) -> tuple[float, float]:
    """Units confirmed per second when each table waits for its own, and the 99th percentile of the wait."""
    waits: list[float] = []

    async def play(table: int) -> None:
        for number in range(max(units // tables, 1)):
            begun = time.perf_counter()
            await store.commit(unit(table, number))
            waits.append(time.perf_counter() - begun)

    async def play_all() -> None:
        await asyncio.gather(*map(play, range(tables)))

    begun = time.perf_counter()
    asyncio.run(play_all())
    seconds = time.perf_counter() - begun
    return len(waits) / seconds, sorted(waits)[int(len(waits) * 0.99)]


def fill(store: Store, rounds: int) -> None:
    """Stores that many rounds, spread over the tables of a pit."""
    for table in range(TABLES):
        opened = RowChange("tables", str(table), {"status": "open", "file": "", "name": "", "practice": False})
        store.commit_soon(Unit(stream="house", kind="opened", actor="house", at=0, body=b"{}", rows=(opened,)))
    last = None
    for number in range(max(rounds * UNITS_OF_A_ROUND // TABLES, 1)):
        for table in range(TABLES):
            last = store.commit_soon(unit(table, number, keyed=False))
        if number % 20 == 0 and last is not None:
            last.result()
    assert last is not None
    last.result()


def start_seconds(url: str) -> float:
    """Until everything the tables need has been read."""
    begun = time.perf_counter()
    store = Store.open(url)
    tables = store.tables()
    seconds = time.perf_counter() - begun
    store.close()
    assert len(tables) == TABLES
    return seconds


def measure(size: Size) -> Iterator[Figure]:
    with TemporaryDirectory() as folder:
        sync = sync_seconds(Path(folder), size.number(SYNCS))
        yield Figure("the disk alone: a sync", sync * 1e3, "ms")
        yield from _of_database(
            "SQLite", size, *(f"sqlite:///{folder}/{name}.db" for name in ("single", "pit", "long"))
        )
    server = Postgres(fsync=True)
    try:
        yield from _of_database("PostgreSQL", size, *(server.new_database() for _ in range(3)))
    finally:
        server.end()


def _of_database(name: str, size: Size, single: str, pit: str, long: str) -> Iterator[Figure]:
    for tables, url in ((1, single), (TABLES, pit)):
        store = Store.open(url)
        rate, slowest = per_second(store, tables, size.number(UNITS))
        store.close()
        yield Figure(f"{name}, tables: {tables}, confirmed", rate, "units/s")
        yield Figure(f"{name}, tables: {tables}, 99 % within", slowest * 1e3, "ms")
    rounds = size.number(ROUNDS)
    store = Store.open(long)
    fill(store, rounds)
    store.close()
    yield Figure(f"{name}, start with {rounds:,} rounds stored", start_seconds(long), "s", AIM_OF_THE_START)


if __name__ == "__main__":
    main(measure)
