"""What a command runs in: its input and output, and what is said where they fail."""

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
"""What `sysexits.h` calls an error of input or output."""
_SELDOM: Final = 100_000, 50, 50
"""When Python looks for garbage: what a command loads and makes stays to its end, and then nothing is looked for."""
_PLAIN: Final = {"“": '"', "”": '"', "–": "-", "·": "-", "…": "...", "±": "+-", "─": "-"}


def run(command: Callable[[], int | None]) -> Never:
    """Whatever happens to input and output, no traceback: a line on stderr where there is one, and an exit code."""
    gc.set_threshold(*_SELDOM)
    try:
        try:
            _open()
            sys.exit(command())
        finally:
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
        _last_words(f"chapter47 cannot go on: {prefix}{error.strerror or error}")
        sys.exit(UNWRITABLE)


def _open() -> None:
    """A closed input is one at its end; letters that the output lacks are replaced."""
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
    """What could not be written is dropped, or the interpreter would complain at its end."""
    if stream is not None:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
