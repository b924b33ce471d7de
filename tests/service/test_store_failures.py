"""Whatever fails, what was confirmed is there, once, and nothing half-written."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError
from tests.give_up import SECONDS
from tests.service.postgres import Postgres
from tests.service.units import BUYS, committed, unit

from chapter47.service import crash_points
from chapter47.service.money import OUTSIDE, Entry, bankroll
from chapter47.service.store import Store, StoreError, StoreLostError
from chapter47.service.store.migrating import newest_revision

ROOT = Path(__file__).parents[2]


def test_killed_at_every_point_nothing_confirmed_is_lost_and_nothing_is_done_twice(database_url: str) -> None:
    command = [sys.executable, "-m", "tests.service.killed_writer", database_url]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    confirmed = [line.split()[1] for line in done.stdout.splitlines()]
    assert {key.partition("-")[0] for key in confirmed} == {str(point) for point in crash_points.OF_THE_STORE}
    store = Store.open(database_url)
    assert [key for key in confirmed if store.answered("Sue", key) is None] == []
    versions = [store.version(f"table/{place}") for place in range(3)]
    assert store.balance(bankroll("Ann")) == sum(versions)
    assert len(confirmed) < sum(versions) <= len(confirmed) + 3, "the last batch of point 7 was written, unheard"
    assert sum(store.balances().values()) == 0
    store.close()


def test_a_full_disk_pauses_and_goes_on(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/pit.db"
    store = Store.open(f"{url}?max_page_count=60")
    big = bytes(20_000)
    written = 0
    lost = None
    while lost is None:
        pays = Entry(OUTSIDE, bankroll("Ann"), 1)
        (shown,) = committed(store, waits := unit(version=written + 1, body=big, entries=(pays,)))
        if isinstance(shown, int):
            written = shown
        else:
            lost = shown
    assert isinstance(lost, StoreLostError)
    assert "full" in str(lost)
    assert store.lost
    assert store.balance(bankroll("Ann")) == written
    (refused,) = committed(store, unit())
    assert isinstance(refused, StoreLostError), "not even what would fit, until it is back"
    store.database.max_pages = 1_000_000
    asyncio.run(asyncio.wait_for(store.back(), SECONDS))
    assert committed(store, waits) == [written + 1]
    assert store.balance(bankroll("Ann")) == written + 1
    store.close()


def test_a_lost_database_pauses_and_goes_on(postgres: Postgres) -> None:
    store = Store.open(postgres.new_database())
    assert committed(store, unit(entries=BUYS)) == [1]
    postgres.kill()
    (lost,) = committed(store, waits := unit(entries=(Entry(bankroll("Ann"), OUTSIDE, 50_00),)))
    assert isinstance(lost, StoreLostError)
    with pytest.raises(StoreLostError):
        store.rows("users")
    postgres.start()
    asyncio.run(asyncio.wait_for(store.back(), SECONDS))
    assert committed(store, waits) == [2]
    assert store.balance(bankroll("Ann")) == 0
    store.close()


@pytest.mark.parametrize("commits", [True, False], ids=["after the commit", "before the commit"])
def test_a_commit_of_which_nobody_heard_is_done_once(
    database_url: str, commits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open(database_url)
    assert committed(store, unit(entries=BUYS)) == [1]
    truly = Connection.commit

    def breaks(connection: Connection) -> None:
        monkeypatch.undo()
        if commits:
            truly(connection)
        raise OperationalError("COMMIT", {}, OSError("the line is dead"))

    monkeypatch.setattr(Connection, "commit", breaks)
    units = [unit(entries=(Entry(bankroll("Ann"), OUTSIDE, 10_00),), body=bytes([48 + number])) for number in range(3)]
    assert all(isinstance(shown, StoreLostError) for shown in committed(store, *units))
    asyncio.run(asyncio.wait_for(store.back(), SECONDS))
    assert committed(store, *units) == [2, 3, 4]
    assert store.balance(bankroll("Ann")) == 20_00
    assert [stored.body for stored in store.house()] == [b"{}", b"0", b"1", b"2"]
    store.close()


def test_a_unit_cancelled_before_it_is_taken_is_not_written(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/pit.db")

    async def gives_up() -> Any:
        task = asyncio.ensure_future(store.commit(unit()))
        task.cancel()
        return await asyncio.gather(task, return_exceptions=True)

    assert isinstance(asyncio.run(gives_up())[0], asyncio.CancelledError)
    assert committed(store, unit()) == [1]
    store.close()


def test_a_clock_that_runs_backwards_changes_no_order(database_url: str) -> None:
    store = Store.open(database_url)
    for number, at in enumerate((5000, 3000, 1000), start=1):
        assert committed(store, unit("table/1", at=at, round=number, players=("Ann",))) == [number]
    assert [stored.at for stored in store.units_of("1")] == [5000, 3000, 1000]
    assert [played.round for played in store.rounds(player="Ann")] == [3, 2, 1]
    store.close()


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/pit.db")
    store.close()
    (shown,) = committed(store, unit())
    assert isinstance(shown, StoreLostError)


def test_the_database_itself_forbids_what_the_program_forbids(database_url: str) -> None:
    store = Store.open(database_url)
    assert committed(store, unit(entries=BUYS)) == [1]
    engine = store.database.engine
    for statement in (
        "UPDATE accounts SET balance = -1 WHERE name = 'player/Ann/bankroll'",
        "UPDATE entries SET amount = 0",
        "INSERT INTO entries SELECT 99, place, debit, credit, amount, why, citation FROM entries",
        "INSERT INTO head SELECT 2, seq, hash, mac FROM head",
    ):
        with engine.connect() as connection, pytest.raises(Exception, match="constraint"):
            connection.execute(text(statement))
    store.close()


def test_a_database_of_a_newer_program_is_refused(database_url: str) -> None:
    store = Store.open(database_url)
    with store.database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'r9999'"))
    store.close()
    with pytest.raises(StoreError, match=f"r9999.*{newest_revision()} or older"):
        Store.open(database_url)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("pit.db", "sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("mysql://x/y", "sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("sqlite://", "a file: confirmed data must outlive the process"),
        ("sqlite:////no/such/folder/pit.db", "a file in a folder that exists"),
        ("postgresql://x@/y?host=/no/such/folder", "a writable database"),
    ],
)
def test_a_database_that_cannot_be_opened_is_named(url: str, why: str) -> None:
    with pytest.raises(StoreError) as refused:
        Store.open(url)
    (problem,) = refused.value.problems
    assert problem.allowed == why


def test_no_password_is_shown() -> None:
    with pytest.raises(StoreError) as refused:
        Store.open("postgresql://x:secret@localhost:1/y")
    assert "secret" not in str(refused.value)
