"""Alembic's environment: runs the revisions on the connection it was given."""

from alembic import context

from chapter47.service.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transaction_per_migration=True
)
with context.begin_transaction():
    context.run_migrations()
