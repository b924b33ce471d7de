"""Rounds as rows: one line per round, in CSV, or in Parquet where DuckDB is installed."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from chapter47.core.errors import NotPossibleError

Columns = Mapping[str, NDArray[np.generic]]
"""Of one block: equally long columns by name."""
FORMS: Final = (".csv", ".parquet")


class RecordsError(NotPossibleError):
    """A file that records cannot be written to."""

    key = "records"


def check_records(path: Path) -> None:
    """Say what is wrong before hours of play."""
    if path.suffix not in FORMS:
        raise RecordsError(f"a file that ends in {' or '.join(FORMS)}")
    if not path.absolute().parent.is_dir():
        raise RecordsError(f"a file in a folder that is there; {path.absolute().parent} is not")
    if path.suffix == ".parquet":
        _duckdb()


def _duckdb() -> Any:
    try:
        import duckdb
    except ImportError as error:
        raise RecordsError("a .csv file, or install chapter47[data] for Parquet") from error
    return duckdb


def write_records(path: Path, blocks: Iterable[Columns]) -> int:
    """Write all blocks, whole or not at all; how many rows there are."""
    plain = path.with_name(f"{path.name}.part")
    try:
        rows = _write_csv(plain, blocks)
        if path.suffix == ".parquet":
            _to_parquet(plain, path)
        else:
            plain.replace(path)
    finally:
        plain.unlink(missing_ok=True)
    return rows


def _write_csv(path: Path, blocks: Iterable[Columns]) -> int:
    rows = 0
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        for number, columns in enumerate(blocks):
            if number == 0:
                writer.writerow(columns)
            writer.writerows(_rows(columns))
            rows += len(next(iter(columns.values())))
    return rows


def _rows(columns: Columns) -> Iterator[tuple[object, ...]]:
    return zip(*(np.asarray(column).tolist() for column in columns.values()), strict=True)


def _to_parquet(plain: Path, path: Path) -> None:
    beside = path.with_name(f"{path.name}.parquet.part")
    with _duckdb().connect() as connection:
        connection.execute(
            f"COPY (SELECT * FROM read_csv({_quoted(plain)})) TO {_quoted(beside)} (FORMAT parquet, COMPRESSION zstd)"
        )
    beside.replace(path)


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
