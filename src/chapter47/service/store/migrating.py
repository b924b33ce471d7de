"""The database is brought to the newest form of its tables when a server opens it."""

from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from chapter47.service.store.errors import StoreError

SCRIPTS: Final = Path(__file__).with_name("migrations")


def migrate(connection: Connection, shown: str) -> None:
    """Every migration that is missing, in one transaction each; raises `StoreError` for a newer database."""
    config = _config()
    scripts = ScriptDirectory.from_config(config)
    revision = revision_of(connection)
    newest = scripts.get_current_head()
    if revision == newest:
        return
    if revision is not None and revision not in {script.revision for script in scripts.walk_revisions()}:
        raise StoreError(f"{shown}, form {revision}", f"a database of form {newest} or older: a newer program wrote it")
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
