"""Migrates the database to the newest schema when a server opens it."""

from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from chapter47.service.store.errors import StoreError

SCRIPTS: Final = Path(__file__).with_name("migrations")


def migrate(connection: Connection, shown: str) -> None:
    """Run every missing migration in its own transaction; raises `StoreError` for a newer database."""
    config = _config()
    scripts = ScriptDirectory.from_config(config)
    revision = revision_of(connection)
    newest = scripts.get_current_head()
    if revision is None and (foreign := inspect(connection).get_table_names()):
        connection.rollback()
        got = f"{shown} holds {', '.join(sorted(foreign)[:5])} and no version of Chapter 47"
        raise StoreError(got, "an empty database, or one made by Chapter 47")
    connection.rollback()
    if revision == newest:
        return
    if revision is not None and revision not in {script.revision for script in scripts.walk_revisions()}:
        raise StoreError(
            f"{shown}, schema version {revision}",
            f"a database with schema version {newest} or older: a newer program wrote this one",
        )
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.commit()


def revision_of(connection: Connection) -> str | None:
    revision = MigrationContext.configure(connection).get_current_revision()
    connection.rollback()
    return revision


@cache
def newest_revision() -> str | None:
    return ScriptDirectory.from_config(_config()).get_current_head()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    return config
