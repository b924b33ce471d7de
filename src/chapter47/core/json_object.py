"""JSON at the borders: of a log, a message, a row or a file only its reader knows what it holds."""

from typing import Any

Json = dict[str, Any]
"""One object. What its keys hold is checked where it is read; past that point records carry it."""
