"""The terminal: what people read, written so that a closed pipe ends the command quietly."""

from typing import Any, Never

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

__all__ = ["Rows", "Terminal", "escape"]


class Terminal(Console):
    """Rich would end with exit code 1, which here means that a paragraph forbids."""

    def on_broken_pipe(self) -> Never:
        raise BrokenPipeError


class Rows(Table):
    """A table of which nothing is cut off: cells wrap, and where even that is too wide each row becomes lines."""

    def add_column(self, *arguments: Any, **settings: Any) -> None:
        super().add_column(*arguments, **{"overflow": "fold", **settings})

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self._least_width(console, options) <= options.max_width:
            yield from super().__rich_console__(console, options)
        else:
            yield from self._as_lines()

    def _least_width(self, console: Console, options: ConsoleOptions) -> int:
        borders = 3 * len(self.columns) + 1 if self.box else 2 * len(self.columns)
        return borders + sum(_least_width(column, console, options) for column in self.columns)

    def _as_lines(self) -> RenderResult:
        if self.title:
            yield _text(self.title)
        for row in zip(*(column.cells for column in self.columns), strict=True):
            for column, cell in zip(self.columns, row, strict=True):
                named = Text.assemble(_text(column.header), ": ") if self.show_header and column.header else Text()
                if cell:
                    yield named.append_text(_text(cell))
            yield Text()


def _least_width(column: Column, console: Console, options: ConsoleOptions) -> int:
    """Of the longest word, or of the whole line where a column does not wrap."""
    measured = [Measurement.get(console, options, cell) for cell in (column.header, *column.cells)]
    return max(width.maximum if column.no_wrap else width.minimum for width in measured)


def _text(cell: RenderableType) -> Text:
    return cell.copy() if isinstance(cell, Text) else Text.from_markup(str(cell))
