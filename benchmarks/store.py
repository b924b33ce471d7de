"""Confirmed units a second on both databases, beside the disk's own time to sync; and the start with 100,000 rounds."""

import asyncio
import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.service.postgres import Postgres

from chapter47.service.money import OUTSIDE, Entry, bankroll, layout
from chapter47.service.store import RowChange, Store, Unit

TABLES = 60
UNITS = 3_000
ROUNDS = 100_000
UNITS_OF_A_ROUND = 3
AIM_OF_THE_START = 5.0
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


def sync_seconds(folder: Path) -> float:
    """What the disk takes to sync 4 KiB that were appended to a file."""
    with (folder / "sync").open("wb", buffering=0) as file:
        begun = time.perf_counter()
        for _ in range(SYNCS):
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
        return (time.perf_counter() - begun) / SYNCS


def per_second(store: Store, tables: int) -> tuple[float, float]:
    """Units confirmed a second when each table waits for its own, and the wait of the slowest in a hundred."""
    waits: list[float] = []

    async def play(table: int) -> None:
        for number in range(UNITS // tables):
            begun = time.perf_counter()
            await store.commit(unit(table, number))
            waits.append(time.perf_counter() - begun)

    async def play_all() -> None:
        await asyncio.gather(*map(play, range(tables)))

    begun = time.perf_counter()
    asyncio.run(play_all())
    seconds = time.perf_counter() - begun
    return len(waits) / seconds, sorted(waits)[int(len(waits) * 0.99)]


def fill(store: Store) -> None:
    """So many rounds of as many tables as a pit has."""
    for table in range(TABLES):
        opened = RowChange("tables", str(table), {"status": "open", "file": "", "name": "", "practice": False})
        store.commit_soon(Unit(stream="house", kind="opened", actor="house", at=0, body=b"{}", rows=(opened,)))
    last = None
    for number in range(ROUNDS * UNITS_OF_A_ROUND // TABLES):
        for table in range(TABLES):
            last = store.commit_soon(unit(table, number, keyed=False))
        if number % 20 == 0 and last is not None:
            last.result()
    assert last is not None
    last.result()


def start_seconds(url: str) -> float:
    """Until everything that the tables need is read."""
    begun = time.perf_counter()
    store = Store.open(url)
    tables = store.tables()
    seconds = time.perf_counter() - begun
    store.close()
    assert len(tables) == TABLES
    return seconds


def report() -> None:
    with TemporaryDirectory() as folder:
        sync = sync_seconds(Path(folder))
        print(f"the disk syncs in {sync * 1e3:.2f} ms: {1 / sync:,.0f} commits a second without sharing any")
        _report("SQLite", *(f"sqlite:///{folder}/{name}.db" for name in ("single", "pit", "long")))
    server = Postgres(fsync=True)
    try:
        _report("PostgreSQL", *(server.new_database() for _ in range(3)))
    finally:
        server.end()


def _report(name: str, single: str, pit: str, long: str) -> None:
    for tables, url in ((1, single), (TABLES, pit)):
        store = Store.open(url)
        rate, slowest = per_second(store, tables)
        store.close()
        told = f"{tables} table{'s' * (tables > 1)}"
        print(f"{name}, {told}: {rate:,.0f} units confirmed a second, 99 in 100 within {slowest * 1e3:.0f} ms")
    store = Store.open(long)
    fill(store)
    store.close()
    print(f"{name}: start with {ROUNDS:,} rounds in {start_seconds(long):.2f} s, aim {AIM_OF_THE_START} s")


if __name__ == "__main__":
    report()
