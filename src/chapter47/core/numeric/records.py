"""Hand histories as files: JSON lines, CSV with JSON in its nested columns, or Parquet if DuckDB is installed."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import msgspec

from chapter47.core.errors import NotPossibleError
from chapter47.core.history import NESTED, RoundHistory
from chapter47.core.json_object import Json

JSON_LINES: Final = (".jsonl", ".ndjson")
FORMS: Final = (".csv", ".parquet", *JSON_LINES)
LISTS: Final = (*NESTED, "dice", "paragraphs", "events")
"""Columns that a CSV file holds as JSON."""
_TYPES: Final = {str: "VARCHAR", int: "BIGINT", bool: "BOOLEAN", float: "DOUBLE", type(None): ""}


class RecordsError(NotPossibleError):
    """A file that records cannot be written to, or read from."""

    key = "records"


def check_records(path: Path) -> None:
    """Report problems before any round is played."""
    if path.suffix not in FORMS:
        raise RecordsError(f"a file name ending in {', '.join(FORMS[:-1])} or {FORMS[-1]}")
    if not path.absolute().parent.is_dir():
        raise RecordsError(f"a file in an existing folder; {path.absolute().parent} does not exist")
    if path.suffix == ".parquet":
        duckdb()


def duckdb() -> Any:
    try:
        import duckdb as imported
    except ImportError as error:
        raise RecordsError("a .csv or .jsonl file, or install chapter47[data] for Parquet") from error
    return imported


# Types of columns ----------------------------------------------------------------------------------------------------


def column_types() -> dict[str, str]:
    """Return each column of the schema with its type in DuckDB."""
    return {name: _type(name, kind) for name, kind in get_type_hints(RoundHistory).items()}


def _type(name: str, kind: Any) -> str:
    if name in NESTED:
        fields = (f"{key} {_type('', each)}" for key, each in get_type_hints(NESTED[name]).items())
        return f"STRUCT({', '.join(fields)})[]"
    if kind in _TYPES:
        return _TYPES[kind]
    if kind == tuple[str, ...]:
        return "VARCHAR[]"
    return next(_TYPES[each] for each in get_args(kind) if _TYPES[each])


# Writing -------------------------------------------------------------------------------------------------------------


def write_records(path: Path, rows: Iterable[Mapping[str, Any]]) -> int:
    """Write all rows atomically and return their number. Ctrl-C ends the file after the last whole row, and is raised
    again."""
    plain = path.with_name(f"{path.name}.part")
    written: list[int] = []
    try:
        write = _write_csv if path.suffix == ".csv" else _write_json_lines
        stopped = _until_stopped(plain, rows, write, written)
        if path.suffix == ".parquet":
            _to_parquet(plain, path)
        else:
            plain.replace(path)
        if stopped:
            raise KeyboardInterrupt
    finally:
        plain.unlink(missing_ok=True)
    return written[0]


Write = Callable[[Path, Iterator[Mapping[str, Any]]], int]


def _until_stopped(path: Path, rows: Iterable[Mapping[str, Any]], write: Write, written: list[int]) -> bool:
    stopped = False

    def before_the_stop() -> Iterator[Mapping[str, Any]]:
        nonlocal stopped
        try:
            yield from rows
        except KeyboardInterrupt:
            stopped = True

    written.append(write(path, before_the_stop()))
    return stopped


def _write_json_lines(path: Path, rows: Iterator[Mapping[str, Any]]) -> int:
    written = 0
    with path.open("wb") as file:
        for row in rows:
            file.write(msgspec.json.encode(row) + b"\n")
            written += 1
    return written


def _write_csv(path: Path, rows: Iterator[Mapping[str, Any]]) -> int:
    number = 0
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        for number, row in enumerate(rows, start=1):
            if number == 1:
                writer.writerow(row)
            writer.writerow(_in_csv(value) if name in LISTS else value for name, value in row.items())
        if not number:
            writer.writerow(column_types())
    return number


def _in_csv(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _to_parquet(plain: Path, path: Path) -> None:
    beside = path.with_name(f"{path.name}.parquet.part")
    with duckdb().connect() as connection:
        connection.execute(f"COPY ({json_lines_query(plain)}) TO {quoted(beside)} (FORMAT parquet, COMPRESSION zstd)")
    beside.replace(path)


def json_lines_query(path: Path) -> str:
    """Return the query that reads JSON lines with the types of the schema; columns of one run only are numbers."""
    with path.open("rb") as file:
        first = file.readline()
    named = msgspec.json.decode(first) if first else {}
    types = {**column_types(), **{name: "BIGINT" for name in named if name not in column_types()}}
    listed = ", ".join(f"{quoted(name)}: {quoted(kind)}" for name, kind in types.items())
    return f"SELECT * FROM read_json({quoted(path)}, format = 'newline_delimited', columns = {{{listed}}})"


def quoted(text: object) -> str:
    return "'" + str(text).replace("'", "''") + "'"


# Reading -------------------------------------------------------------------------------------------------------------


def read_records(path: Path) -> Iterator[Json]:
    """Yield each row of a history as JSON has it."""
    if path.suffix == ".csv":
        yield from _read_csv(path)
    elif path.suffix == ".parquet":
        with duckdb().connect() as connection:
            answer = connection.execute(f"SELECT * FROM read_parquet({quoted(path)})")
            names = [column[0] for column in answer.description]
            while rows := answer.fetchmany(1000):
                yield from (dict(zip(names, row, strict=True)) for row in rows)
    else:
        with path.open("rb") as file:
            yield from (msgspec.json.decode(line) for line in file if line.strip())


def _read_csv(path: Path) -> Iterator[Json]:
    csv.field_size_limit(1 << 30)
    types = column_types()
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            yield {name: _of_csv(value, types.get(name, "BIGINT")) for name, value in row.items()}


def _of_csv(text: str, kind: str) -> object:
    if kind.endswith("[]"):
        return json.loads(text)
    if text == "":
        return None
    return {"BIGINT": int, "DOUBLE": float}.get(kind, str)(text)
