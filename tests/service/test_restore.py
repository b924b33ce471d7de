"""A database that comes from a backup, or that somebody wrote to without the key, is not gone on with unnoticed."""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.service.pit_player import HOUSE, Crowd, all_chips
from tests.service.postgres import Postgres

from chapter47.cli.audit import audit as audit_command
from chapter47.service import server
from chapter47.service.access import Access
from chapter47.service.audit import audit
from chapter47.service.money import OUTSIDE, Entry, bankroll
from chapter47.service.pit import Pit
from chapter47.service.secrets import Secrets
from chapter47.service.server import ServerOptions
from chapter47.service.store import Store, StoreError, Unit, journal
from chapter47.service.store.database import Database
from chapter47.service.terms import Actor, PitSettings

AT_ONCE = PitSettings(pace=0, to_decide=0, to_wager=0, away=0)


def run(
    folder: Path, do: Callable[[Pit, Access], Awaitable[Any]], *, restored: bool = False, database: str = ""
) -> Any:
    """A server on this folder, from its start to its end."""
    url = database or f"sqlite:///{folder}/pit.db"
    options = ServerOptions(database=url, key_file=folder / "pit.key", restored=restored, settings=AT_ONCE)

    async def through() -> Any:
        async with server._opened(options) as (pit, access, _):
            return await do(pit, access)

    return asyncio.run(through())


async def nothing(pit: Pit, access: Access) -> None:
    del pit, access


async def opens_tables(pit: Pit, access: Access) -> dict[str, str]:
    """A table of cards, one of dice and one with a progressive, each in the middle of a round."""
    user = (await access.add_user("Sue", "supervisor", by="house", password="a password of hers")).user
    token = (await access.open_program(user, scopes=("read",), days=30, label="")).text
    crowd = Crowd(pit, 1)
    for game in ("blackjack", "craps", "baccarat"):
        table = await pit.open_table(f'game = "{game}"', HOUSE, name=game)
        await crowd.come(table)
        for _ in range(7):
            await crowd.act(table)
    return {"token": token}


def next_draws(pit: Pit) -> dict[str, Any]:
    """What the chance of each table brings next."""
    return {
        table.name: (hosted.chance.held.seed, hosted.chance.held.orders)
        for table in pit.tables()
        for hosted in [pit.table(table.id)]
    }


def test_a_restored_database_is_refused_until_a_person_says_so(tmp_path: Path) -> None:
    made = run(tmp_path, opens_tables)
    backup = tmp_path / "backup.db"
    shutil.copy(tmp_path / "pit.db", backup)

    async def resume(pit: Pit, access: Access) -> dict[str, Any]:
        await access.change_user("Sue", by="house", disabled=True)
        for table in pit.tables():
            await pit.buy_in(table.id, "Ann", 1_00, HOUSE)
        return next_draws(pit)

    seen = run(tmp_path, resume)
    shutil.copy(backup, tmp_path / "pit.db")
    with pytest.raises(StoreError, match=r"does not hold row .* as noted.*--restored"):
        run(tmp_path, nothing)

    async def begins_again(pit: Pit, access: Access) -> None:
        assert access.identify(made["token"]) is None
        assert {table.name for table in pit.tables()} == {"blackjack", "craps", "baccarat"}
        now = next_draws(pit)
        for name, before in seen.items():
            assert now[name][0] != before[0]
            assert not set(now[name][1]) & set(before[1])
        assert not any(pit.balances(f"table/{table.id}/layout").values() for table in pit.tables())
        assert all_chips(pit) == 0
        await Crowd(pit, 2).come(pit.tables()[0].id)

    run(tmp_path, begins_again, restored=True)
    run(tmp_path, nothing)
    audited = audit(f"sqlite:///{tmp_path}/pit.db", secrets=Secrets.read(tmp_path / "pit.key"))
    assert audited.problems == ()
    assert audited.signed


def test_a_killed_server_starts_again_without_a_word(tmp_path: Path) -> None:
    """The note is at most a second older than the journal, which then still holds it."""
    run(tmp_path, opens_tables)
    noted = (tmp_path / "pit.head").read_bytes()

    async def resume(pit: Pit, access: Access) -> None:
        await pit.buy_in(pit.tables()[0].id, "Ann", 1_00, HOUSE)

    run(tmp_path, resume)
    (tmp_path / "pit.head").write_bytes(noted)
    run(tmp_path, nothing)


def forge(url: str) -> None:
    """A correction of ten million dollars, appended by somebody who knows the form of the journal and not the key."""
    store = Store.open(url)
    unit = Unit(
        stream="house",
        kind="correction",
        actor="Sue",
        at=1,
        body=journal.canonical({"kind": "correction", "reason": "miscounted"}),
        entries=(Entry(OUTSIDE, bankroll("Ann"), 10_000_000_00, "miscounted"),),
    )
    store.commit_soon(unit).result()
    store.close()


@pytest.mark.parametrize("hides", ["nothing", "signature", "old signature"])
def test_rows_appended_without_the_key_are_found(
    tmp_path: Path, hides: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path, opens_tables)
    url = f"sqlite:///{tmp_path}/pit.db"
    with closing(sqlite3.connect(tmp_path / "pit.db")) as connection:
        (mac,) = connection.execute("SELECT mac FROM head").fetchone()
    head = audit(url).head
    forge(url)
    with closing(sqlite3.connect(tmp_path / "pit.db")) as connection, connection:
        new = {"nothing": b"x" * 32, "signature": None, "old signature": mac}[hides]
        connection.execute("UPDATE head SET mac = ?", (new,))
    assert audit_command(database=url, head=head, json_=True) == 1
    shown = json.loads(capsys.readouterr().out)
    assert [problem["where"] for problem in shown["problems"]] == ["head"]
    with pytest.raises(StoreError, match="was not signed with this key"):
        run(tmp_path, nothing)


def test_an_older_database_is_signed_from_its_next_unit_on(tmp_path: Path) -> None:
    forge(f"sqlite:///{tmp_path}/pit.db")
    run(tmp_path, nothing)
    assert audit(f"sqlite:///{tmp_path}/pit.db", secrets=Secrets.read(tmp_path / "pit.key")).signed


def test_a_new_key_signs_after_all_tables_have_closed(tmp_path: Path) -> None:
    """As the documentation has it: close all tables, stop the server, move the key away."""
    run(tmp_path, nothing)
    (tmp_path / "pit.key").rename(tmp_path / "old.key")
    run(tmp_path, nothing)
    audited = audit(f"sqlite:///{tmp_path}/pit.db", secrets=Secrets.read(tmp_path / "pit.key"))
    assert audited.ok
    assert audited.signed


def test_postgresql_waits_for_its_disk_whatever_its_settings_say(postgres: Postgres) -> None:
    url = postgres.new_database()
    with psycopg.connect(url, autocommit=True) as connection:
        (name,) = connection.execute("SELECT current_database()").fetchone() or ("",)
        connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off".encode())
    with psycopg.connect(url) as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("off",)
    database = Database(url)
    with database.writer() as writer:
        assert writer.exec_driver_sql("SHOW synchronous_commit").scalar_one() == "on"
    database.close()


def test_money_on_the_meters_of_a_closed_table_goes_to_an_account_of_the_house(tmp_path: Path) -> None:
    file = 'game = "blackjack"\n[wagers.progressive]\nrate = 0.5\ninitial = "1000"\nreset = "1000"'

    async def play(pit: Pit, access: Access) -> dict[str, int]:
        table = await pit.open_table(file, HOUSE, practice=True)
        meters = pit.balances(f"table/{table}/meter/")
        assert sum(meters.values()) > 0
        await pit.close_table(table, Actor("Sue", "supervisor"))
        assert not any(pit.balances(f"table/{table}/meter/").values())
        carried = {name.rpartition("/")[2]: held for name, held in pit.balances("house/progressive/").items()}
        assert carried == {name.rpartition("/")[2]: held for name, held in meters.items()}
        return carried

    carried = run(tmp_path, play)
    assert carried
    audited = audit(f"sqlite:///{tmp_path}/pit.db", secrets=Secrets.read(tmp_path / "pit.key"))
    assert audited.problems == ()
