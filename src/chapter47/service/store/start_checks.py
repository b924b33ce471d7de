"""Checks of a database at start-up: its pages, its schema, its balances and its end."""

from collections.abc import Iterator

from sqlalchemy import Connection, func, inspect, select, union_all

from chapter47.core.money import dollars
from chapter47.service.store.schema import accounts, entries, head, journal, metadata

MOST_SHOWN = 5
RESTORE = "an undamaged database: restore a backup (chapter47 restore), then run chapter47 audit"


def wrong_pages(connection: Connection) -> Iterator[str]:
    """Yield what SQLite finds wrong with its file."""
    if connection.dialect.name != "sqlite":
        return
    for row in connection.exec_driver_sql(f"PRAGMA integrity_check({MOST_SHOWN})"):
        if row[0] != "ok":
            yield str(row[0])


def wrong_form(connection: Connection) -> Iterator[str]:
    """Yield missing or unexpected tables and columns: another program wrote the database, or somebody changed it."""
    looks = inspect(connection)
    there = set(looks.get_table_names())
    for table in metadata.sorted_tables:
        if table.name not in there:
            yield f"the table {table.name} is missing"
            continue
        columns = {column["name"]: bool(column["nullable"]) for column in looks.get_columns(table.name)}
        wanted = {column.name: bool(column.nullable) for column in table.columns}
        for name in sorted(columns.keys() | wanted.keys()):
            if name not in columns or name not in wanted:
                state = "is missing" if name in wanted else "does not belong here"
                yield f"the column {table.name}.{name} {state}"
            elif columns[name] != wanted[name] and not table.c[name].primary_key:
                yield f"the column {table.name}.{name} differs from the program's schema"


def wrong_balances(connection: Connection) -> Iterator[str]:
    """Yield accounts whose balance is not the sum of their entries."""
    both = union_all(
        select(entries.c.credit.label("account"), entries.c.amount),
        select(entries.c.debit.label("account"), -entries.c.amount),
    ).subquery()
    sums = select(both.c.account, func.sum(both.c.amount)).group_by(both.c.account)
    added = {account: int(total) for account, total in connection.execute(sums)}
    kept = {row.name: row.balance for row in connection.execute(select(accounts.c.name, accounts.c.balance))}
    for name in sorted(added.keys() | kept.keys()):
        if added.get(name, 0) != kept.get(name):
            held = "nothing" if name not in kept else dollars(kept[name])
            yield f"{name} holds {held}; its entries add up to {dollars(added.get(name, 0))}"


def wrong_end(connection: Connection) -> Iterator[str]:
    """Yield a problem if the journal does not end where its head says."""
    last = connection.execute(select(journal.c.seq, journal.c.hash).order_by(journal.c.seq.desc()).limit(1)).first()
    ends = connection.execute(select(head.c.seq, head.c.hash)).first()
    if (last and (last.seq, bytes(last.hash))) != (ends and (ends.seq, bytes(ends.hash))):
        said, is_ = (ends.seq if ends else 0), (last.seq if last else 0)
        yield f"the journal should end at row {said} and ends at row {is_}, or with another hash"
