"""Fencing: a process of a cluster writes only to streams whose lease it holds, which is checked in the writing
transaction. A lease is a row with its owner and an epoch. The epoch grows whenever the stream changes hands, so a
process that was paused or cut off from the database finds a newer epoch and writes nothing."""

import secrets
from collections.abc import Collection
from typing import Final

from sqlalchemy import Connection, insert, select, text

from chapter47.service.store.schema import leases

HOUSE: Final = "house"
WRITE_LOCK: Final = 0x4337_0004
"""The PostgreSQL advisory lock of transactions that write the journal or move a lease, one at a time."""
FIRST_EPOCH: Final = 1
CHANNEL: Final = "chapter47"
"""PostgreSQL notifies the other processes of every commit on it."""
WRITTEN_BY_ALL: Final = frozenset({"refused"})
"""Kinds of house units that every process may write, because they depend on nothing before them."""


class Fence:
    """The leases that this process holds."""

    def __init__(self, seconds: float) -> None:
        self.member = secrets.token_hex(8)
        self.number = int(self.member, 16) % 2**31
        self.seconds = seconds
        """How long a lease lasts after the last sign of life of its owner."""
        self.epochs: dict[str, int] = {}
        """Epochs by stream, from when this process took them."""

    def begin(self, connection: Connection) -> None:
        """Begin a transaction in which nobody else writes."""
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": WRITE_LOCK})

    def current(self, connection: Connection, streams: Collection[str], new: Collection[str]) -> dict[str, int]:
        """Return the epochs of the streams that belong to this process according to the database; a `new` one is
        added."""
        asked = select(leases.c.stream, leases.c.owner, leases.c.epoch).where(leases.c.stream.in_(list(streams)))
        held = {row.stream: (row.owner, row.epoch) for row in connection.execute(asked)}
        for stream in set(new) - held.keys():
            connection.execute(insert(leases), {"stream": stream, "owner": self.member, "epoch": FIRST_EPOCH})
            self.epochs[stream] = FIRST_EPOCH
            held[stream] = self.member, FIRST_EPOCH
        return {stream: epoch for stream, (owner, epoch) in held.items() if owner == self.member}

    def limit(self, connection: Connection) -> None:
        """End transactions that stand still, and name our connections so that others can end them."""
        milliseconds = round(self.seconds * 1000)
        connection.execute(text(f"SET SESSION idle_in_transaction_session_timeout = {milliseconds}"))
        connection.execute(text(f"SET SESSION application_name = '{connection_name(self.member)}'"))
        connection.commit()

    def notify(self, connection: Connection) -> None:
        connection.execute(text(f"NOTIFY {CHANNEL}, '{self.member}'"))


def connection_name(member: str) -> str:
    """The name by which PostgreSQL lists the connections of a process."""
    return f"chapter47 {member}"


def is_fenced(stream: str, kind: str) -> bool:
    return stream != HOUSE or kind not in WRITTEN_BY_ALL
