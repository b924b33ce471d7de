"""The terminal: what people read, written so that a closed pipe ends the command quietly."""

from typing import Never

from rich.console import Console
from rich.markup import escape

__all__ = ["Terminal", "escape"]


class Terminal(Console):
    """Rich would end with exit code 1, which here means that a paragraph forbids."""

    def on_broken_pipe(self) -> Never:
        raise BrokenPipeError
