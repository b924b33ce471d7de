"""SQL queries of a file of rounds, by DuckDB."""

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Final

from chapter47.core.errors import NotPossibleError, Problem
from chapter47.core.history import NESTED
from chapter47.core.numeric.records import LISTS, column_types, json_lines_query, quoted
from chapter47.library.answers import Answer, html_table
from chapter47.library.arguments import BadArgumentError, path_of

READERS: Final = {
    ".csv": "read_csv",
    ".parquet": "read_parquet",
    ".jsonl": "read_json_auto",
    ".ndjson": "read_json_auto",
}
TABLE: Final = "rounds"


class NoQueryError(NotPossibleError):
    """DuckDB is not installed."""

    key = "query"


class QueryRows(Answer, frozen=True):
    """The answer to a query."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def _repr_html_(self) -> str:
        return html_table("", self.columns, self.rows)


def query(path: str | PathLike[str], sql: str) -> QueryRows:
    """Query a hand history: `rounds` has one row per round; `hands`, `decisions` and `settlements` have one row per
    hand, decision and wager, with `sitting` and `round`. For any other file, `rounds` has its rows. The file is opened
    read-only, and the query has access to nothing else."""
    file = path_of(path, "file")
    if file.suffix not in READERS:
        raise BadArgumentError([Problem("file", str(file), f"a file that ends in {', '.join(READERS)}")])
    if not file.is_file():
        raise BadArgumentError([Problem("file", f"{file}: no such file", "a file of rounds")])
    try:
        import duckdb
    except ImportError as error:
        raise NoQueryError("queries need DuckDB: install chapter47[data]") from error
    with duckdb.connect() as database:
        try:
            database.execute("set enable_progress_bar = false")
            _read(database, file)
            database.execute("set enable_external_access = false")
            answered = database.execute(sql)
            columns: Sequence[Sequence[Any]] = answered.description or ()
            return QueryRows(tuple(str(column[0]) for column in columns), tuple(map(tuple, answered.fetchall())))
        except duckdb.Error as error:
            raise BadArgumentError([Problem("sql", str(error).splitlines()[0], "a query of DuckDB")]) from error


def _read(database: Any, file: Path) -> None:
    """Create the tables of a file."""
    database.execute(f"create table {TABLE} as {_rows(database, file)}")
    named = {row[0] for row in database.execute(f"describe {TABLE}").fetchall()}
    if not {"schema", *NESTED} <= named:
        return
    for name in NESTED:
        database.execute(f"create view {name} as select sitting, round, unnest({name}, recursive := true) from {TABLE}")


def _rows(database: Any, file: Path) -> str:
    """Return the query that reads a file; nested columns of a history get their types."""
    plain = f"select * from {READERS[file.suffix]}({quoted(file)})"
    if file.suffix == ".parquet":
        return plain
    named = [row[0] for row in database.execute(f"describe {plain}").fetchall()]
    if "schema" not in named:
        return plain
    if file.suffix != ".csv":
        return json_lines_query(file)
    types = column_types()
    cast = ", ".join(f"cast({name}::JSON as {types[name]}) as {name}" for name in LISTS if name in named)
    return f"select * replace ({cast}) from read_csv({quoted(file)}, header = true, max_line_size = {LONGEST_LINE})"


LONGEST_LINE: Final = 1 << 26
