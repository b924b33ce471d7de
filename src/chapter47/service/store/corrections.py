"""Corrections of a round: units of the house whose body names the table and the round."""

from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, select

from chapter47.service.money import Entry
from chapter47.service.store.schema import entries, rounds
from chapter47.service.store.schema import journal as units

CORRECTION: Final = "correction"
"""The kind of units whose entries give a person's own words as the reason."""


class CorrectionBody(Struct, frozen=True):
    """The body of a correction; `table` and `round` are empty if it corrects no single round."""

    reason: str = ""
    table: str = ""
    round: int = 0
    asked_by: str = ""


class StoredCorrection(Struct, frozen=True, kw_only=True):
    """A correction of a round, with its entries."""

    at: int
    by: str
    asked_by: str
    """The supervisor who requested it, if another one approved it."""
    reason: str
    entries: tuple[Entry, ...]


def corrections_of(connection: Connection, table: str, number: int) -> list[StoredCorrection]:
    """Return the corrections that name a round, the oldest first; all were made after it began."""
    began = select(rounds.c.seq).where(rounds.c.stream == f"table/{table}", rounds.c.round == number)
    wanted = select(units.c.seq, units.c.actor, units.c.at, units.c.body).where(
        units.c.kind == CORRECTION, units.c.seq > began.scalar_subquery()
    )
    corrections = []
    for seq, actor, at, body in connection.execute(wanted.order_by(units.c.seq)).all():
        said = msgspec.json.decode(bytes(body), type=CorrectionBody)
        if (said.table, said.round) == (table, number):
            moved = _entries(connection, seq)
            made = StoredCorrection(at=at, by=actor, asked_by=said.asked_by, reason=said.reason, entries=moved)
            corrections.append(made)
    return corrections


def _entries(connection: Connection, seq: int) -> tuple[Entry, ...]:
    columns = (entries.c.debit, entries.c.credit, entries.c.amount)
    moved = select(*columns).where(entries.c.seq == seq).order_by(entries.c.place)
    return tuple(Entry(*row) for row in connection.execute(moved))
