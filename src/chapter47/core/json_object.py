"""JSON at the borders: only the reader of a log, message, row or file knows what it holds."""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]
"""One object. Its values are checked where it is read; from there on records carry them."""

JsonMapping = Mapping[str, Any]
"""A read-only object: printed figures, a strategy file, a table's description."""
