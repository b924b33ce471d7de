"""Table files: TOML to `TableRules` and back, with all errors at once."""

from chapter47.blackjack.keys import KEYS, Key
from chapter47.core.errors import Problem
from chapter47.core.tablefile.reading import TableFileError, from_data, parse, read
from chapter47.core.tablefile.writing import as_written, dumps, starter, to_data

__all__ = [
    "KEYS",
    "Key",
    "Problem",
    "TableFileError",
    "as_written",
    "dumps",
    "from_data",
    "parse",
    "read",
    "starter",
    "to_data",
]
