"""Several server processes share a database: who they are, and which streams each may write."""

import sqlalchemy as sa
from alembic import op

revision = "r0003"
down_revision = "r0002"


def upgrade() -> None:
    whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "members",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("until", whole, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_members"),
        sqlite_strict=True,
    )
    op.create_table(
        "leases",
        sa.Column("stream", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("epoch", whole, nullable=False),
        sa.PrimaryKeyConstraint("stream", name="pk_leases"),
        sqlite_strict=True,
    )
