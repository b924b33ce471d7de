"""Databases that no server goes on with: of another program, of another form, damaged. Each gets a sentence."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

import psycopg
import pytest
from tests.service.played import play
from tests.service.postgres import Postgres

from chapter47.core.errors import Chapter47Error
from chapter47.service import server
from chapter47.service.audit import audit
from chapter47.service.server import ServerOptions
from chapter47.service.store import Store, StoreError
from chapter47.service.store.migrating import SCRIPTS

MIGRATIONS: Final = {
    "r0001_first.py": "7ecf4df2b68af055efff05b19abebe6eb87b0adf44e178db98d95812b23c80c1",
    "r0002_signed_head.py": "a50037297e99e62c074290ba2e5e3421b8446c471fd84833e72dc93012519b43",
    "r0003_leases.py": "fb9319367cc56025c5566cdba01b647e8d962043198489c707dcea00902501fc",
}
"""A migration is never changed once it has run somewhere: add a new one instead, and its hash here."""
DAMAGES: Final = 60


def started(url: str, key: Path) -> None:
    """As `chapter47 serve` starts it."""

    async def start() -> None:
        async with server._opened(ServerOptions(database=url, key_file=key)):
            pass

    asyncio.run(start())


def test_no_migration_was_edited_in_place() -> None:
    there = {path.name: path for path in (SCRIPTS / "versions").glob("r*.py")}
    assert {name: sha256(path.read_bytes()).hexdigest() for name, path in there.items()} == MIGRATIONS


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("ALTER TABLE journal DROP COLUMN reply", "the column journal.reply is missing"),
        ("ALTER TABLE head ADD COLUMN colour TEXT", "the column head.colour does not belong here"),
        ("DROP TABLE snapshots", "the table snapshots is missing"),
        ("UPDATE alembic_version SET version_num = 'r9999'", "schema version r9999"),
        ("UPDATE accounts SET balance = balance + 1 WHERE name LIKE 'player/%'", "its entries add up to"),
        ("UPDATE head SET seq = seq - 1", "the journal should end at row"),
    ],
)
def test_a_database_of_another_form_is_refused_with_a_sentence(
    statement: str, says: str, postgres: Postgres, tmp_path: Path
) -> None:
    for url in (f"sqlite:///{tmp_path}/pit.db", postgres.new_database()):
        play(url, ["baccarat"])
        if url.startswith("sqlite"):
            with closing(sqlite3.connect(tmp_path / "pit.db")) as connection, connection:
                connection.execute(statement)
        else:
            with psycopg.connect(url, autocommit=True) as other:
                other.execute(statement.encode())
        with pytest.raises(StoreError) as refused:
            Store.open(url)
        assert says in str(refused.value)


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "mail.db")) as connection, connection:
        connection.execute("CREATE TABLE letters (text)")
    with pytest.raises(StoreError, match="holds letters and no version of Chapter 47"):
        Store.open(f"sqlite:///{tmp_path}/mail.db")
    with closing(sqlite3.connect(tmp_path / "mail.db")) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("letters",)]


def _flipped(content: bytearray, random: Random) -> None:
    for _ in range(random.choice((1, 8, 200))):
        content[random.randrange(len(content))] ^= 1 << random.randrange(8)


def _cut(content: bytearray, random: Random) -> None:
    del content[random.randrange(1, len(content)) :]


def _overwritten(content: bytearray, random: Random) -> None:
    place = random.randrange(len(content))
    content[place : place + 4096] = random.randbytes(4096)


@pytest.mark.parametrize("damage", [_flipped, _cut, _overwritten])
def test_a_damaged_file_never_ends_in_a_traceback(damage: Callable[[bytearray, Random], None], tmp_path: Path) -> None:
    """Whatever is wrong with a file is a sentence for the person who starts the server or audits it."""
    file, key = tmp_path / "pit.db", tmp_path / "pit.key"
    started(f"sqlite:///{file}", key)
    whole = file.read_bytes()
    random, refused = Random(47), []
    for _ in range(DAMAGES // 3):
        content = bytearray(whole)
        damage(content, random)
        file.write_bytes(content)
        for check in (audit, partial(started, key=key)):
            try:
                check(f"sqlite:///{file}")
            except Chapter47Error as error:
                refused.append(str(error))
        for rest in tmp_path.glob("pit.db-*"):
            rest.unlink()
    assert refused
    assert all(error.startswith("database") for error in refused)
