"""The end of the journal is signed with the server's key."""

import sqlalchemy as sa
from alembic import op

revision = "r0002"
down_revision = "r0001"


def upgrade() -> None:
    op.add_column("head", sa.Column("mac", sa.LargeBinary(), nullable=True))
