"""Rounds in a database, by player, table and time: for staff at the command line, also while the server runs."""

from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from chapter47.service.store.committing import reason
from chapter47.service.store.corrections import corrections_of
from chapter47.service.store.database import Database
from chapter47.service.store.errors import StoreError
from chapter47.service.store.reading import rounds_of
from chapter47.service.store.unit import StoredRound


class ListedRound(Struct, frozen=True):
    """A round, and how many corrections name it."""

    round: StoredRound
    corrections: int


def stored_rounds(
    url: str, *, player: str | None, table: str | None, since: int = 0, before: int | None = None, limit: int = 50
) -> list[ListedRound]:
    """List rounds, newest first; times are milliseconds. Raises `StoreError` if there is no such database."""
    database = Database(url, read_only=True)
    try:
        with database.reader() as connection:
            matching = rounds_of(connection, table=table, player=player, since=since, before=before, limit=limit)
            return [ListedRound(each, len(corrections_of(connection, each.table, each.round))) for each in matching]
    except SQLAlchemyError as error:
        raise StoreError(f"{database.shown}: {reason(error)}", "a readable database") from None
    finally:
        database.close()
