"""The tables of the database. The newest migration produces exactly these; a test compares them.

Rows are written in column order."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

Whole = BigInteger().with_variant(Integer, "sqlite")
"""64 bits in both databases; SQLite's own row number must be called INTEGER."""
KEY_GIVEN: Final = text("key IS NOT NULL")

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

journal: Final = Table(
    "journal",
    metadata,
    Column("seq", Whole, primary_key=True, autoincrement=False),
    Column("stream", Text, nullable=False),
    Column("version", Whole, nullable=False),
    Column("kind", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("at", Whole, nullable=False),
    Column("round", Whole, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("body_hash", LargeBinary, nullable=False),
    Column("manifest", LargeBinary, nullable=False),
    Column("key", Text),
    Column("reply", LargeBinary),
    Column("previous", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    UniqueConstraint("stream", "version"),
    CheckConstraint("seq > 0", name="seq"),
    CheckConstraint("version > 0", name="version"),
    Index("ix_journal_round", "stream", "round"),
    Index("ix_journal_key", "actor", "key", unique=True, sqlite_where=KEY_GIVEN, postgresql_where=KEY_GIVEN),
    sqlite_strict=True,
)
"""Everything that happened; each row is chained to the previous one by its hash."""

head: Final = Table(
    "head",
    metadata,
    Column("id", Whole, primary_key=True, autoincrement=False),
    Column("seq", Whole, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("mac", LargeBinary),
    CheckConstraint("id = 1", name="single"),
    sqlite_strict=True,
)
"""The end of the journal: one row, signed with the server's key."""

accounts: Final = Table(
    "accounts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("balance", Whole, nullable=False),
    Column("may_overdraw", Boolean().with_variant(Integer, "sqlite"), nullable=False),
    CheckConstraint("balance >= 0 OR may_overdraw", name="balance"),
    sqlite_strict=True,
)

entries: Final = Table(
    "entries",
    metadata,
    Column("seq", Whole, ForeignKey("journal.seq"), primary_key=True, autoincrement=False),
    Column("place", Whole, primary_key=True, autoincrement=False),
    Column("debit", Text, ForeignKey("accounts.name"), nullable=False),
    Column("credit", Text, ForeignKey("accounts.name"), nullable=False),
    Column("amount", Whole, nullable=False),
    Column("why", Text, nullable=False),
    Column("citation", Text, nullable=False),
    CheckConstraint("amount > 0", name="amount"),
    CheckConstraint("debit <> credit", name="accounts"),
    sqlite_strict=True,
)
"""The ledger: every unit's entries in order."""

snapshots: Final = Table(
    "snapshots",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("seq", Whole, ForeignKey("journal.seq"), nullable=False),
    Column("version", Whole, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    sqlite_strict=True,
)
"""The newest stored form of each table, sealed."""

secrets: Final = Table(
    "secrets",
    metadata,
    Column("id", Text, primary_key=True),
    Column("seq", Whole, ForeignKey("journal.seq"), nullable=False),
    Column("kind", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    sqlite_strict=True,
)

opened: Final = Table(
    "opened",
    metadata,
    Column("id", Text, ForeignKey("secrets.id"), primary_key=True),
    Column("seq", Whole, ForeignKey("journal.seq"), nullable=False),
    Column("revealed", LargeBinary, nullable=False),
    sqlite_strict=True,
)

rounds: Final = Table(
    "rounds",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("round", Whole, primary_key=True, autoincrement=False),
    Column("seq", Whole, ForeignKey("journal.seq"), nullable=False),
    Column("at", Whole, nullable=False),
    Index("ix_rounds_seq", "seq"),
    sqlite_strict=True,
)
"""Where each round begins in the journal."""

round_players: Final = Table(
    "round_players",
    metadata,
    Column("player", Text, primary_key=True),
    Column("seq", Whole, ForeignKey("journal.seq"), primary_key=True, autoincrement=False),
    Column("stream", Text, nullable=False),
    Column("round", Whole, nullable=False),
    Index("ix_round_players_round", "stream", "round"),
    sqlite_strict=True,
)
"""The players of each round; `seq` is the first unit that names the player."""

rows: Final = Table(
    "rows",
    metadata,
    Column("name", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("seq", Whole, ForeignKey("journal.seq"), nullable=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_strict=True,
)
"""Users, tokens, tables and so on: by list name and key, with JSON values."""

probe: Final = Table(
    "probe",
    metadata,
    Column("id", Whole, primary_key=True, autoincrement=False),
    Column("filler", LargeBinary, nullable=False),
    sqlite_strict=True,
)
"""A scratch table: written and emptied to find out whether the database can be written."""

members: Final = Table(
    "members",
    metadata,
    Column("id", Text, primary_key=True),
    Column("address", Text, nullable=False),
    Column("until", Whole, nullable=False),
    sqlite_strict=True,
)
"""The server processes of a cluster, each alive until a time of the database's clock, in milliseconds."""

leases: Final = Table(
    "leases",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("epoch", Whole, nullable=False),
    sqlite_strict=True,
)
"""Which process of a cluster may write a stream; `epoch` grows whenever the stream changes hands."""
PASSING: Final = (probe, members, leases)
"""Tables about the running servers, which no backup holds."""
