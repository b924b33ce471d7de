"""Standard streams of a command, and what happens when they fail."""

import codecs
import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from errno import EBADF
from io import TextIOWrapper
from typing import Final, Never, TextIO

from chapter47.cli.common import STOPPED

CLOSED_PIPE: Final = 141
UNWRITABLE: Final = 74
"""The exit code of `sysexits.h` for an input/output error."""
_SELDOM: Final = 100_000, 50, 50
"""Garbage collection thresholds: whatever a command loads lives until it ends, so nothing needs collecting."""
_PLAIN: Final = {"“": '"', "”": '"', "–": "-", "·": "-", "…": "...", "±": "+-", "─": "-"}


def run(command: Callable[[], int | None]) -> Never:
    """Run a command; if input or output fails, print one line on stderr and return an exit code, never a traceback."""
    gc.set_threshold(*_SELDOM)
    try:
        try:
            _open()
            sys.exit(command())
        finally:
            if "duckdb" not in sys.modules:  # which reports whatever is left at the end
                gc.freeze()
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt:
        _last_words("stopped")
        sys.exit(STOPPED)
    except BrokenPipeError:
        _to_nowhere(sys.stdout)
        sys.exit(CLOSED_PIPE)
    except OSError as error:
        _to_nowhere(sys.stdout)
        prefix = f"{error.filename}: " if error.filename else ""
        _last_words(f"chapter47 cannot continue: {prefix}{error.strerror or error}")
        sys.exit(UNWRITABLE)


def _open() -> None:
    """Open the streams: a closed input is at its end; characters that the output lacks are replaced."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 as long as the command runs
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 the same
    if sys.stdout is None:
        raise OSError(EBADF, "the output is closed")
    if isinstance(sys.stdout, TextIOWrapper):
        codecs.register_error("chapter47", _in_plain_letters)
        sys.stdout.reconfigure(errors="chapter47")


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(character, "?") for character in error.object[error.start : error.end]), error.end


def _last_words(text: str) -> None:
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        _to_nowhere(sys.stderr)


def _to_nowhere(stream: TextIO | None) -> None:
    """Discard output that could not be written; otherwise the interpreter would complain at exit."""
    if stream is not None:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
