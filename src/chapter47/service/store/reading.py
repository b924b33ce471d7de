"""What start-up and recall read."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, Select, and_, func, select, union

from chapter47.core.json_object import Json
from chapter47.service import money
from chapter47.service.store import journal
from chapter47.service.store.batch import Books, RoundNow
from chapter47.service.store.schema import (
    accounts,
    entries,
    head,
    opened,
    round_players,
    rounds,
    rows,
    secrets,
    snapshots,
)
from chapter47.service.store.schema import journal as units
from chapter47.service.store.unit import OpenedSecret, SealedSecret, StoredRound, StoredTable, StoredUnit

UNIT: Final = tuple(units.c[name] for name in StoredUnit.__struct_fields__)
CLOSED: Final = "closed"
TABLES: Final = "tables"
HOUSE: Final = "house"


def books(connection: Connection) -> Books:
    """Return the state that the next unit depends on."""
    books_kept = Books()
    ends = connection.execute(select(head.c.seq, head.c.hash)).one_or_none()
    books_kept.seq, books_kept.hash = (0, journal.FIRST) if ends is None else (ends.seq, bytes(ends.hash))
    newest = select(units.c.stream, func.max(units.c.version)).group_by(units.c.stream)
    books_kept.versions = _pairs(connection, newest)
    books_kept.balances = _pairs(connection, select(accounts.c.name, accounts.c.balance))
    books_kept.rounds = dict(_rounds_now(connection))
    return books_kept


def signed_end(connection: Connection, seq: int) -> tuple[tuple[int, bytes], bytes | None, bytes | None]:
    """The number and hash of the last row of the journal, the signature of its end, and the hash of a row of it."""
    ends = connection.execute(select(head.c.seq, head.c.hash, head.c.mac)).one_or_none()
    held = connection.scalar(select(units.c.hash).where(units.c.seq == seq))
    mac = None if ends is None or ends.mac is None else bytes(ends.mac)
    end = (0, journal.FIRST) if ends is None else (ends.seq, bytes(ends.hash))
    return end, mac, (None if held is None else bytes(held))


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


def row_of(connection: Connection, name: str, key: str) -> Json | None:
    wanted = select(rows.c.data).where(rows.c.name == name, rows.c.key == key)
    data = connection.execute(wanted).scalar_one_or_none()
    return None if data is None else msgspec.json.decode(data)


def reply(connection: Connection, actor: str, key: str) -> bytes | None:
    """Return the reply to a key, empty if there was no reply; `None` if the key is new."""
    stored_reply = answered(connection, actor, key)
    return None if stored_reply is None else stored_reply[1]


def answered(connection: Connection, actor: str, key: str) -> tuple[str, bytes] | None:
    """Return the request fingerprint from the unit's body, and the reply."""
    wanted = select(units.c.body, units.c.reply).where(units.c.actor == actor, units.c.key == key)
    unit = connection.execute(wanted).one_or_none()
    if unit is None:
        return None
    body: FingerprintedBody = (
        msgspec.json.decode(unit.body, type=FingerprintedBody) if unit.body else FingerprintedBody()
    )
    return body.asked, bytes(unit.reply or b"")


class FingerprintedBody(msgspec.Struct, frozen=True):
    """The request fingerprint in a unit's body."""

    asked: str = ""


def stored_tables(connection: Connection, balances: dict[str, int]) -> list[StoredTable]:
    """Return every table that is not closed."""
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


def version_of(connection: Connection, stream: str) -> int:
    return connection.scalar(select(func.max(units.c.version)).where(units.c.stream == stream)) or 0


def newest_time(connection: Connection) -> int:
    """Return the time of the last row of the journal."""
    return connection.scalar(select(units.c.at).where(units.c.seq == select(head.c.seq).scalar_subquery())) or 0


def past_retention(connection: Connection, now: int, retention: int) -> tuple[int, tuple[str, ...]]:
    """Return the cut-off time, and the streams of tables closed before it that still have a history."""
    before = min(now, newest_time(connection)) - retention
    named = rows_named(connection, TABLES).items()
    closed = [f"table/{id_}" for id_, values in named if values.get("status") == CLOSED]
    tells = select(units.c.stream).where(units.c.stream.in_(closed), units.c.version == 1, units.c.body != b"")
    ended = select(units.c.stream).where(units.c.stream.in_(tells)).group_by(units.c.stream)
    past = ended.having(func.max(units.c.at) < before).order_by(units.c.stream)
    return before, tuple(connection.scalars(past))


def units_of(
    connection: Connection, stream: str, number: int | None, *, after: int = 0, up_to: int | None = None
) -> list[StoredUnit]:
    """Return the units of a stream, or of one of its rounds, in order."""
    wanted = select(*UNIT).where(units.c.stream == stream, units.c.version > after).order_by(units.c.version)
    if up_to is not None:
        wanted = wanted.where(units.c.version <= up_to)
    if number is not None:
        wanted = wanted.where(units.c.round == number)
    return [stored(row) for row in connection.execute(wanted)]


def units_with_secrets(connection: Connection, stream: str) -> list[StoredUnit]:
    stored_reply = union(select(secrets.c.seq), select(opened.c.seq))
    wanted = select(*UNIT).where(units.c.stream == stream, units.c.seq.in_(stored_reply)).order_by(units.c.version)
    return [stored(row) for row in connection.execute(wanted)]


def house_units(connection: Connection, kinds: tuple[str, ...], since: int, limit: int | None) -> list[StoredUnit]:
    """Return the newest units of the house stream, optionally of certain kinds, in order."""
    wanted = select(*UNIT).where(units.c.stream == HOUSE, units.c.at >= since).order_by(units.c.version.desc())
    if kinds:
        wanted = wanted.where(units.c.kind.in_(kinds))
    if limit is not None:
        wanted = wanted.limit(limit)
    return [stored(row) for row in connection.execute(wanted)][::-1]


def rounds_of(
    connection: Connection, *, table: str | None, player: str | None, since: int, before: int | None, limit: int
) -> list[StoredRound]:
    """Return rounds, newest first; `since` and `before` are times in milliseconds."""
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
            players=(names := players(connection, row.stream, row.round)),
            results=results(connection, row.stream, row.round, names),
        )
        for row in newest
    ]


def results(connection: Connection, stream: str, number: int, names: Iterable[str]) -> dict[str, int]:
    """Return how a round changed each player's chips, including those on the layout; a fee counts when it is marked."""
    moved = select(entries.c.debit, entries.c.credit, entries.c.amount).join(units, units.c.seq == entries.c.seq)
    totals: Counter[str] = Counter()
    for debit, credit, amount in connection.execute(moved.where(units.c.stream == stream, units.c.round == number)):
        totals[debit] -= amount
        totals[credit] += amount
    table = stream.removeprefix("table/")
    return {name: totals[money.bankroll(name)] + totals[money.layout(table, name)] for name in names}


def secrets_with(connection: Connection, ids: Iterable[str]) -> dict[str, SealedSecret]:
    wanted = select(secrets.c.id, secrets.c.kind, secrets.c.commitment, secrets.c.sealed)
    secret_rows = connection.execute(wanted.where(secrets.c.id.in_(list(ids))))
    return {row.id: SealedSecret(row.id, row.kind, row.commitment, bytes(row.sealed)) for row in secret_rows}


def opened_with(connection: Connection, ids: Iterable[str]) -> dict[str, OpenedSecret]:
    wanted = select(opened.c.id, opened.c.revealed).where(opened.c.id.in_(list(ids)))
    return {row.id: OpenedSecret(row.id, bytes(row.revealed)) for row in connection.execute(wanted)}
