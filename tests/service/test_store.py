"""The store: what is committed is there, what is refused left nothing."""

from collections.abc import Iterator

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import CheckConstraint, inspect
from tests.service.units import BUYS, committed, unit

from chapter47.service.money import OUTSIDE, Entry, bankroll, changes, inventory
from chapter47.service.store import (
    KeyUsedError,
    LedgerRefusedError,
    RowChange,
    Store,
    StoreError,
    VersionTakenError,
)
from chapter47.service.store.schema import metadata


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    opened = Store.open(database_url)
    yield opened
    opened.close()


def test_what_is_committed_is_there_after_a_new_start(database_url: str) -> None:
    store = Store.open(database_url)
    assert committed(store, unit(entries=BUYS, rows=(RowChange("users", "Ann", {"role": "player"}),))) == [1]
    store.close()
    again = Store.open(database_url)
    assert again.balances() == {OUTSIDE: -100_00, inventory("1"): 50_00, bankroll("Ann"): 50_00}
    assert again.rows("users") == {"Ann": {"role": "player"}}
    assert again.version("house") == 1
    again.close()


def test_only_the_unit_that_overdraws_is_refused(store: Store) -> None:
    takes = unit(entries=(Entry(bankroll("Ann"), OUTSIDE, 30_00),))
    first, second, third, fourth = committed(store, unit(entries=BUYS), takes, takes, unit())
    assert (first, second, fourth) == (1, 2, 3)
    assert isinstance(third, LedgerRefusedError)
    assert (third.account, third.balance, third.amount) == (bankroll("Ann"), 20_00, 30_00)
    assert store.balance(bankroll("Ann")) == 20_00


def test_a_lost_race_is_refused_with_the_version(store: Store) -> None:
    first, second = committed(store, unit("table/1", version=1), unit("table/1", version=1, body=b"[]"))
    assert first == 1
    assert isinstance(second, VersionTakenError)
    assert second.version == 1


def test_a_key_is_used_once(store: Store) -> None:
    assert committed(store, unit(key="k", reply=b"first")) == [1]
    retry, other = committed(store, unit(key="k", reply=b"second"), unit())
    assert isinstance(retry, KeyUsedError)
    assert retry.reply == b"first"
    assert other == 2
    assert store.answered("Sue", "k") == ("", b"first")
    assert store.answered("Ann", "k") is None


def test_a_second_server_is_refused(store: Store, database_url: str) -> None:
    with pytest.raises(StoreError, match="that no other server uses"):
        Store.open(database_url)
    assert committed(store, unit()) == [1]


def test_entries_add_up_to_nothing() -> None:
    assert sum(changes(BUYS).values()) == 0
    with pytest.raises(ValueError, match="a positive amount"):
        Entry(OUTSIDE, inventory("1"), 0)
    with pytest.raises(ValueError, match="within outside"):
        Entry(OUTSIDE, OUTSIDE, 1)


def test_the_migrations_leave_what_the_program_writes_to(store: Store) -> None:
    """Tables, columns, types, constraints and indexes of both databases are those of the schema."""
    with store.database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        there = inspect(connection)
        for table in metadata.tables.values():
            checks = {constraint.name for constraint in table.constraints if isinstance(constraint, CheckConstraint)}
            assert {check["name"] for check in there.get_check_constraints(table.name)} == checks
            assert set(there.get_pk_constraint(table.name)["constrained_columns"]) == set(
                table.primary_key.columns.keys()
            )
