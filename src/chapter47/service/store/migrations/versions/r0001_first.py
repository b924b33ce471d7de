"""The first form of the tables."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "r0001"
down_revision = None
WHOLE: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
FLAG: Final = sa.Boolean().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _journal()
    _ledger()
    _rounds()
    _secrets()
    _rest()


def _journal() -> None:
    op.create_table(
        "head",
        sa.Column("id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_head_single")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_head")),
        sqlite_strict=True,
    )
    op.create_table(
        "journal",
        sa.Column("seq", WHOLE, autoincrement=False, nullable=False),
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("at", WHOLE, nullable=False),
        sa.Column("round", WHOLE, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("body_hash", sa.LargeBinary(), nullable=False),
        sa.Column("manifest", sa.LargeBinary(), nullable=False),
        sa.Column("key", sa.Text(), nullable=True),
        sa.Column("reply", sa.LargeBinary(), nullable=True),
        sa.Column("previous", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("seq > 0", name=op.f("ck_journal_seq")),
        sa.CheckConstraint("version > 0", name=op.f("ck_journal_version")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_journal")),
        sa.UniqueConstraint("stream", "version", name=op.f("uq_journal_stream")),
        sqlite_strict=True,
    )
    op.create_index(
        "ix_journal_key",
        "journal",
        ["actor", "key"],
        unique=True,
        sqlite_where=sa.text("key IS NOT NULL"),
        postgresql_where=sa.text("key IS NOT NULL"),
    )
    op.create_index("ix_journal_round", "journal", ["stream", "round"], unique=False)


def _ledger() -> None:
    op.create_table(
        "accounts",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("balance", WHOLE, nullable=False),
        sa.Column("may_overdraw", FLAG, nullable=False),
        sa.CheckConstraint("balance >= 0 OR may_overdraw", name=op.f("ck_accounts_balance")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_accounts")),
        sqlite_strict=True,
    )
    op.create_table(
        "entries",
        sa.Column("seq", WHOLE, autoincrement=False, nullable=False),
        sa.Column("place", WHOLE, autoincrement=False, nullable=False),
        sa.Column("debit", sa.Text(), nullable=False),
        sa.Column("credit", sa.Text(), nullable=False),
        sa.Column("amount", WHOLE, nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("citation", sa.Text(), nullable=False),
        sa.CheckConstraint("amount > 0", name=op.f("ck_entries_amount")),
        sa.CheckConstraint("debit <> credit", name=op.f("ck_entries_accounts")),
        sa.ForeignKeyConstraint(["credit"], ["accounts.name"], name=op.f("fk_entries_credit")),
        sa.ForeignKeyConstraint(["debit"], ["accounts.name"], name=op.f("fk_entries_debit")),
        sa.ForeignKeyConstraint(["seq"], ["journal.seq"], name=op.f("fk_entries_seq")),
        sa.PrimaryKeyConstraint("seq", "place", name=op.f("pk_entries")),
        sqlite_strict=True,
    )


def _rounds() -> None:
    op.create_table(
        "round_players",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("seq", WHOLE, autoincrement=False, nullable=False),
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("round", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["journal.seq"], name=op.f("fk_round_players_seq")),
        sa.PrimaryKeyConstraint("player", "seq", name=op.f("pk_round_players")),
        sqlite_strict=True,
    )
    op.create_index("ix_round_players_round", "round_players", ["stream", "round"], unique=False)
    op.create_table(
        "rounds",
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("round", WHOLE, autoincrement=False, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("at", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["journal.seq"], name=op.f("fk_rounds_seq")),
        sa.PrimaryKeyConstraint("stream", "round", name=op.f("pk_rounds")),
        sqlite_strict=True,
    )
    op.create_index("ix_rounds_seq", "rounds", ["seq"], unique=False)


def _secrets() -> None:
    op.create_table(
        "secrets",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["journal.seq"], name=op.f("fk_secrets_seq")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_secrets")),
        sqlite_strict=True,
    )
    op.create_table(
        "opened",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("revealed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["id"], ["secrets.id"], name=op.f("fk_opened_id")),
        sa.ForeignKeyConstraint(["seq"], ["journal.seq"], name=op.f("fk_opened_seq")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_opened")),
        sqlite_strict=True,
    )


def _rest() -> None:
    op.create_table(
        "probe",
        sa.Column("id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("filler", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_probe")),
        sqlite_strict=True,
    )
    op.create_table(
        "rows",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["journal.seq"], name=op.f("fk_rows_seq")),
        sa.PrimaryKeyConstraint("name", "key", name=op.f("pk_rows")),
        sqlite_strict=True,
    )
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["journal.seq"], name=op.f("fk_snapshots_seq")),
        sa.PrimaryKeyConstraint("stream", name=op.f("pk_snapshots")),
        sqlite_strict=True,
    )
