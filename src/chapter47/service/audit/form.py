"""The database schema: its revision, its tables compared with the program's, and the database's own checks."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import StaticPool

from chapter47.service.audit.problem import AuditProblem
from chapter47.service.store.migrating import migrate, newest_revision

TABLES: Final = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"


def findings(connection: Connection) -> Iterator[AuditProblem]:
    revisions = [row[0] for row in connection.exec_driver_sql("SELECT version_num FROM alembic_version")]
    if revisions != [newest_revision()]:
        stored = " and ".join(map(str, revisions)) or "none"
        yield AuditProblem(
            "database",
            f"has schema version {stored}; this program reads {newest_revision()}: start the server once to migrate it",
        )
    if connection.dialect.name == "sqlite":
        yield from _of_sqlite(connection)


def _of_sqlite(connection: Connection) -> Iterator[AuditProblem]:
    for row in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
        if row[0] != "ok":
            yield AuditProblem("database", str(row[0]))
    for table, number, missing_from, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield AuditProblem(f"{table} row {number}", f"refers to a missing row of {missing_from}")
    ours = {row[:2]: tuple(row) for row in connection.exec_driver_sql(TABLES)}
    made = _as_made()
    for kind, name in sorted(ours.keys() ^ made.keys(), key=str):
        yield AuditProblem(f"{kind} {name}", "is missing" if (kind, name) in made else "does not belong here")
    for place in sorted(ours.keys() & made.keys(), key=str):
        if ours[place] != made[place]:
            yield AuditProblem(" ".join(map(str, place)), "differs from the program's schema")


@cache
def _as_made() -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the tables of a new database."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    try:
        with engine.connect() as connection:
            migrate(connection, "")
            return {(row[0], row[1]): tuple(row) for row in connection.exec_driver_sql(TABLES)}
    finally:
        engine.dispose()
