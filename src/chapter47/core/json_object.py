"""JSON at the borders: of a log, a message, a row or a file only its reader knows what it holds."""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]
"""One object. What its keys hold is checked where it is read; past that point records carry it."""

JsonMapping = Mapping[str, Any]
"""One that is only read: figures as they are printed, a strategy file, what is told of a table."""
