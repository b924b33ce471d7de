"""Reads what other processes of a cluster have committed from the journal, in order, into the books."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select, tuple_

from chapter47.core.json_object import Json
from chapter47.service.store.batch import Books, RoundNow
from chapter47.service.store.errors import StoreError
from chapter47.service.store.schema import accounts, entries, head, round_players, rounds, rows
from chapter47.service.store.schema import journal as units

RowKey = tuple[str, str]
"""The list of a row, and its key."""


class NewsOfOthers(Struct, frozen=True):
    """Changes made by units of other processes."""

    rows: Mapping[RowKey, Json | None]
    """Their values now; None for those that were deleted."""
    accounts: tuple[str, ...]


class _Manifest(Struct):
    rows: list[tuple[str, str, str | None]] = []


def catch_up(connection: Connection, books: Books) -> NewsOfOthers | None:
    """Bring the books up to the end of the journal; raises `StoreError` if the journal does not continue them.

    Everything but balances is read up to one row of the journal; a balance may be newer, and is read again then."""
    end = connection.scalar(select(head.c.seq)) or 0
    if end == books.seq:
        return None
    since, new = books.seq, select(units.c.version, units.c.stream, units.c.hash, units.c.previous, units.c.manifest)
    written = connection.execute(new.where(units.c.seq > since, units.c.seq <= end).order_by(units.c.seq)).all()
    if len(written) != end - since or bytes(written[0].previous) != books.hash:
        raise StoreError("the journal", "the original database: the journal of this one ends elsewhere")
    moved = select(entries.c.debit, entries.c.credit).where(entries.c.seq > since, entries.c.seq <= end)
    changed = sorted({name for pair in connection.execute(moved) for name in pair})
    if changed:
        held = select(accounts.c.name, accounts.c.balance).where(accounts.c.name.in_(changed))
        books.balances.update({row.name: row.balance for row in connection.execute(held)})
    _follow_rounds(connection, books, since, end)
    books.versions.update({row.stream: row.version for row in written})
    books.seq, books.hash = end, bytes(written[-1].hash)
    return NewsOfOthers(_changed_rows(connection, written), tuple(changed))


def _follow_rounds(connection: Connection, books: Books, since: int, end: int) -> None:
    begun = select(rounds.c.stream, rounds.c.round).where(rounds.c.seq > since, rounds.c.seq <= end)
    for stream, number in connection.execute(begun.order_by(rounds.c.seq)):
        books.rounds[stream] = RoundNow(number, frozenset())
    named = select(round_players.c.stream, round_players.c.round, round_players.c.player)
    joined = named.where(round_players.c.seq > since, round_players.c.seq <= end)
    for stream, number, player in connection.execute(joined):
        now = books.rounds.get(stream)
        if now is not None and now.number == number:
            books.rounds[stream] = RoundNow(number, now.players | {player})


def _changed_rows(connection: Connection, written: Iterable[Any]) -> dict[RowKey, Json | None]:
    named: dict[RowKey, Json | None] = {}
    for row in written:
        listed = msgspec.json.decode(bytes(row.manifest), type=_Manifest).rows
        named.update({(name, key): None for name, key, _ in listed})
    if named:
        values = select(rows.c.name, rows.c.key, rows.c.data).where(tuple_(rows.c.name, rows.c.key).in_(list(named)))
        for name, key, data in connection.execute(values):
            named[name, key] = msgspec.json.decode(bytes(data))
    return named


def is_written(connection: Connection, seq: int, hash_: bytes) -> bool:
    """Return whether the journal contains this row."""
    held = connection.scalar(select(units.c.hash).where(units.c.seq == seq))
    return held is not None and bytes(held) == hash_
