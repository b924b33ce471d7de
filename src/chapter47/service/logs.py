"""The server's log on stderr: lines for people, or JSON with request ids for machines. It contains no secrets."""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final, Literal

LogFormat = Literal["text", "json"]
request_id: Final[ContextVar[str]] = ContextVar("request_id", default="")
REQUESTS: Final = "chapter47.requests"
"""The logger of requests: one line each, with `--log-format json` only."""
HARMLESS: Final = "ASGI callable returned without completing handshake."
"""Message that uvicorn logs for every refused socket."""
_FIELDS: Final = ("method", "path", "status", "milliseconds", "user", "address")


class _Useful(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        return record.getMessage() != HARMLESS


class JsonLines(logging.Formatter):
    """Formats one JSON object per line: time, level, logger, message, request_id and the fields of a request."""

    def format(self, record: logging.LogRecord) -> str:
        fields_logged: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if identifier := getattr(record, "request_id", ""):
            fields_logged["request_id"] = identifier
        fields_logged |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            fields_logged["exception"] = self.formatException(record.exc_info)
        return json.dumps(fields_logged, ensure_ascii=False)


def set_up(form: LogFormat) -> None:
    """Set up logging for the whole process: warnings and errors; as JSON also every request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_Useful())
    handler.setFormatter(JsonLines() if form == "json" else logging.Formatter("%(message)s"))
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger(REQUESTS).setLevel(logging.INFO if form == "json" else logging.CRITICAL)
