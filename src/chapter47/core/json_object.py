"""JSON at the boundaries of the program, where only the reader of a log, message, row or file knows what it
contains."""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]
"""A JSON object. Its values are checked when read and then kept in records."""

JsonMapping = Mapping[str, Any]
"""A read-only object: printed figures, a strategy file, a table's description."""
