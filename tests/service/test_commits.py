"""How commits are made: commands of one moment share one, and SQLite's log is emptied beside them."""

import asyncio
import sqlite3
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import event
from tests.give_up import SECONDS
from tests.service.units import committed, unit

from chapter47.games import starter
from chapter47.service.pit import Pit
from chapter47.service.secrets import Secrets
from chapter47.service.store import Store, checkpoints
from chapter47.service.terms import Actor, PitSettings

SUE = Actor("Sue", "supervisor")
PLAYERS = [Actor(f"P{number}", "player") for number in range(8)]
AT_ONCE = PitSettings(pace=0, to_decide=0, to_wager=0)


class CommitGate:
    """Counts the commits of a database; while it is shut the one that comes next is held up before it is done."""

    def __init__(self, store: Store) -> None:
        self.commits = 0
        self.is_open = threading.Event()
        self.is_open.set()
        event.listen(store.database.engine, "commit", self._passes)

    def _passes(self, connection: object) -> None:
        del connection
        self.is_open.wait(SECONDS)
        self.commits += 1


def test_commands_of_one_moment_at_different_tables_share_a_commit(database_url: str, tmp_path: Path) -> None:
    store = Store.open(database_url)
    gate = CommitGate(store)

    async def sit_down_at_once() -> list[int]:
        pit = Pit(store, Secrets.at(tmp_path / "key"), AT_ONCE)
        await pit.start()
        tables = [await pit.open_table(starter("blackjack"), SUE) for _ in PLAYERS]
        gate.is_open.clear()
        before = gate.commits
        sits = [
            asyncio.create_task(pit.act(table, player, f"{player.name} sit at 1", key="k"))
            for table, player in zip(tables, PLAYERS, strict=True)
        ]
        while any(pit.table(table).audience.settled.is_set() for table in tables):  # each is on its way to the disk
            await asyncio.sleep(0.001)
        assert not any(sit.done() for sit in sits), "no reply leaves before its commit"
        gate.is_open.set()
        replies = await asyncio.gather(*sits)
        # Whichever came first may have found the thread that writes idle; the others waited for it together.
        assert gate.commits - before in (1, 2)
        await pit.stop()
        return [reply.version for reply in replies]

    assert asyncio.run(sit_down_at_once()) == [2] * len(PLAYERS)
    store.close()


def test_while_many_units_come_commits_are_few(database_url: str) -> None:
    """Each of many streams waits for its own unit before it brings the next one, as tables do."""
    store = Store.open(database_url)
    gate = CommitGate(store)
    streams, units = 40, 10

    async def bring(stream: int) -> None:
        for number in range(units):
            await store.commit(unit(f"table/{stream}", version=number + 1))

    async def bring_all() -> None:
        await asyncio.gather(*map(bring, range(streams)))

    asyncio.run(bring_all())
    assert [store.version(f"table/{stream}") for stream in range(streams)] == [units] * streams
    assert gate.commits <= streams * units / 4, "and mostly far fewer"
    store.close()


def test_the_log_of_sqlite_is_emptied_beside_the_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "SECONDS_BETWEEN_CHECKPOINTS", 0.01)
    store = Store.open(f"sqlite:///{tmp_path}/pit.db")
    committed(store, unit(body=bytes(100_000)))
    until = time.monotonic() + SECONDS
    while (tmp_path / "pit.db").stat().st_size < 100_000 and time.monotonic() < until:
        time.sleep(0.01)
    assert (tmp_path / "pit.db").stat().st_size >= 100_000, "though the log is far from full"
    committed(store, unit(body=b'"afterwards"'))
    with sqlite3.connect(tmp_path / "pit.db") as beside:
        assert beside.execute("SELECT count(*) FROM journal").fetchone() == (2,)
    store.close()
