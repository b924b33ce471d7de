"""What start-up and recall read."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, Select, and_, func, select, union

from chapter47.core.json_object import Json
from chapter47.service.store import journal
from chapter47.service.store.batch import Books, RoundNow
from chapter47.service.store.schema import accounts, head, opened, round_players, rounds, rows, secrets, snapshots
from chapter47.service.store.schema import journal as units
from chapter47.service.store.unit import OpenedSecret, SealedSecret, StoredRound, StoredTable, StoredUnit

UNIT: Final = tuple(units.c[name] for name in StoredUnit.__struct_fields__)
CLOSED: Final = "closed"
TABLES: Final = "tables"
HOUSE: Final = "house"


def books(connection: Connection) -> Books:
    """What the next unit depends on."""
    books_kept = Books()
    ends = connection.execute(select(head.c.seq, head.c.hash)).one_or_none()
    books_kept.seq, books_kept.hash = (0, journal.FIRST) if ends is None else (ends.seq, bytes(ends.hash))
    newest = select(units.c.stream, func.max(units.c.version)).group_by(units.c.stream)
    books_kept.versions = _pairs(connection, newest)
    books_kept.balances = _pairs(connection, select(accounts.c.name, accounts.c.balance))
    books_kept.rounds = dict(_rounds_now(connection))
    return books_kept


def _pairs(connection: Connection, wanted: Select[Any]) -> dict[str, int]:
    return {row[0]: row[1] for row in connection.execute(wanted)}


def _rounds_now(connection: Connection) -> Iterator[tuple[str, RoundNow]]:
    newest = select(rounds.c.stream, func.max(rounds.c.seq)).group_by(rounds.c.stream)
    for stream, seq in connection.execute(newest).all():
        number = connection.scalar(select(rounds.c.round).where(rounds.c.stream == stream, rounds.c.seq == seq))
        assert number is not None
        yield stream, RoundNow(number, frozenset(players(connection, stream, number)))


def players(connection: Connection, stream: str, number: int) -> tuple[str, ...]:
    named = select(round_players.c.player).where(round_players.c.stream == stream, round_players.c.round == number)
    return tuple(connection.scalars(named.order_by(round_players.c.seq, round_players.c.player)))


def rows_named(connection: Connection, name: str) -> dict[str, Json]:
    wanted = select(rows.c.key, rows.c.data).where(rows.c.name == name).order_by(rows.c.key)
    return {key: msgspec.json.decode(data) for key, data in connection.execute(wanted)}


def reply(connection: Connection, actor: str, key: str) -> bytes | None:
    """What was answered, empty where there was no answer; `None` if the key is new."""
    told = answered(connection, actor, key)
    return None if told is None else told[1]


def answered(connection: Connection, actor: str, key: str) -> tuple[str, bytes] | None:
    """The sign of what was asked that the unit's body has, and what was answered."""
    wanted = select(units.c.body, units.c.reply).where(units.c.actor == actor, units.c.key == key)
    unit = connection.execute(wanted).one_or_none()
    if unit is None:
        return None
    body: Signed = msgspec.json.decode(unit.body, type=Signed) if unit.body else Signed()
    return body.asked, bytes(unit.reply or b"")


class Signed(msgspec.Struct, frozen=True):
    """Of a unit's body, the sign of what was asked."""

    asked: str = ""


def stored_tables(connection: Connection, balances: dict[str, int]) -> list[StoredTable]:
    """Every table that is not closed."""
    named = rows_named(connection, TABLES).items()
    return [_table(connection, id_, values, balances) for id_, values in named if values.get("status") != CLOSED]


def stored_table(connection: Connection, id_: str, balances: dict[str, int]) -> StoredTable:
    return _table(connection, id_, rows_named(connection, TABLES)[id_], balances)


def _table(connection: Connection, id_: str, values: Json, balances: dict[str, int]) -> StoredTable:
    stream = f"table/{id_}"
    newest = connection.execute(
        select(snapshots.c.version, snapshots.c.sealed).where(snapshots.c.stream == stream)
    ).one_or_none()
    since = newest.version if newest else 0
    after = select(*UNIT).where(units.c.stream == stream, units.c.version > since).order_by(units.c.version)
    later = tuple(stored(row) for row in connection.execute(after))
    return StoredTable(
        id=id_,
        values=values,
        version=later[-1].version if later else since,
        snapshot=bytes(newest.sealed) if newest else None,
        snapshot_version=since,
        units=later,
        balances={name: balance for name, balance in balances.items() if name.startswith(f"{stream}/")},
    )


def stored(row: Row[Any]) -> StoredUnit:
    return StoredUnit(**{**row._mapping, "body": bytes(row.body)})


def past_retention(connection: Connection, now: int, retention: int) -> tuple[int, tuple[str, ...]]:
    """Before which time tables are forgotten, and the streams of those that were closed before it and still tell."""
    newest = connection.scalar(select(units.c.at).where(units.c.seq == select(head.c.seq).scalar_subquery()))
    before = min(now, newest or 0) - retention
    named = rows_named(connection, TABLES).items()
    closed = [f"table/{id_}" for id_, values in named if values.get("status") == CLOSED]
    tells = select(units.c.stream).where(units.c.stream.in_(closed), units.c.version == 1, units.c.body != b"")
    ended = select(units.c.stream).where(units.c.stream.in_(tells)).group_by(units.c.stream)
    past = ended.having(func.max(units.c.at) < before).order_by(units.c.stream)
    return before, tuple(connection.scalars(past))


def units_of(
    connection: Connection, stream: str, number: int | None, *, after: int = 0, up_to: int | None = None
) -> list[StoredUnit]:
    """The units of a stream, or of one of its rounds, in their order."""
    wanted = select(*UNIT).where(units.c.stream == stream, units.c.version > after).order_by(units.c.version)
    if up_to is not None:
        wanted = wanted.where(units.c.version <= up_to)
    if number is not None:
        wanted = wanted.where(units.c.round == number)
    return [stored(row) for row in connection.execute(wanted)]


def units_with_secrets(connection: Connection, stream: str) -> list[StoredUnit]:
    told = union(select(secrets.c.seq), select(opened.c.seq))
    wanted = select(*UNIT).where(units.c.stream == stream, units.c.seq.in_(told)).order_by(units.c.version)
    return [stored(row) for row in connection.execute(wanted)]


def house_units(connection: Connection, kinds: tuple[str, ...], since: int, limit: int | None) -> list[StoredUnit]:
    """The newest units beside the tables, of these kinds or of all, in their order."""
    wanted = select(*UNIT).where(units.c.stream == HOUSE, units.c.at >= since).order_by(units.c.version.desc())
    if kinds:
        wanted = wanted.where(units.c.kind.in_(kinds))
    if limit is not None:
        wanted = wanted.limit(limit)
    return [stored(row) for row in connection.execute(wanted)][::-1]


def rounds_of(
    connection: Connection, *, table: str | None, player: str | None, since: int, before: int | None, limit: int
) -> list[StoredRound]:
    """The newest rounds first; `since` and `before` are times in milliseconds."""
    wanted = select(rounds.c.stream, rounds.c.round, rounds.c.at, rounds.c.seq).where(rounds.c.at >= since)
    if before is not None:
        wanted = wanted.where(rounds.c.at < before)
    if table is not None:
        wanted = wanted.where(rounds.c.stream == f"table/{table}")
    if player is not None:
        same = and_(round_players.c.stream == rounds.c.stream, round_players.c.round == rounds.c.round)
        wanted = wanted.join(round_players, same).where(round_players.c.player == player)
    newest = connection.execute(wanted.order_by(rounds.c.seq.desc()).limit(limit)).all()
    return [
        StoredRound(
            table=row.stream.removeprefix("table/"),
            round=row.round,
            at=row.at,
            players=players(connection, row.stream, row.round),
        )
        for row in newest
    ]


def secrets_with(connection: Connection, ids: Iterable[str]) -> dict[str, SealedSecret]:
    wanted = select(secrets.c.id, secrets.c.kind, secrets.c.commitment, secrets.c.sealed)
    secret_rows = connection.execute(wanted.where(secrets.c.id.in_(list(ids))))
    return {row.id: SealedSecret(row.id, row.kind, row.commitment, bytes(row.sealed)) for row in secret_rows}


def opened_with(connection: Connection, ids: Iterable[str]) -> dict[str, OpenedSecret]:
    wanted = select(opened.c.id, opened.c.revealed).where(opened.c.id.in_(list(ids)))
    return {row.id: OpenedSecret(row.id, bytes(row.revealed)) for row in connection.execute(wanted)}
