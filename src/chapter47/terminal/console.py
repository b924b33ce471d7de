"""The terminal: output for people; a closed pipe ends the command quietly."""

from collections.abc import Sequence
from typing import Any, Final, Never

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

from chapter47.core.cards import Faces as Faces
from chapter47.core.text import short_citation as short

__all__ = ["Faces", "Rows", "Terminal", "coloured", "escape", "short"]


class Terminal(Console):
    """A Rich console that does not exit with code 1, which here means that a paragraph forbids something."""

    def on_broken_pipe(self) -> Never:
        raise BrokenPipeError


class Rows(Table):
    """A table that never cuts text: cells wrap, and if even that is too wide each row becomes lines."""

    def add_column(self, *arguments: Any, **settings: Any) -> None:
        super().add_column(*arguments, **{"overflow": "fold", **settings})

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Lay out columns; unlike Rich's, each keeps room for its longest word."""
        needs = [_width(column, console, options) for column in self.columns]
        room = options.max_width - self._borders()
        if self.title:  # in the width of the page, where Rich would wrap it to that of the table
            yield Text.assemble(_text(self.title), style="table.title")
            self.title = None
        if sum(need.minimum for need in needs) > room:
            yield from self._as_lines()
            return
        for column, width in zip(self.columns, _shared(needs, room), strict=True):
            column.width = width
        yield from super().__rich_console__(console, options)

    def _borders(self) -> int:
        _, right, _, left = self.padding
        dividers = len(self.columns) + (1 if self.show_edge else -1) if self.box else 0
        return (left + right) * len(self.columns) + dividers

    def _as_lines(self) -> RenderResult:
        for row in zip(*(column.cells for column in self.columns), strict=True):
            for column, cell in zip(self.columns, row, strict=True):
                named = Text.assemble(_text(column.header), ": ") if self.show_header and column.header else Text()
                if cell:
                    yield named.append_text(_text(cell))
            yield Text()


def _width(column: Column, console: Console, options: ConsoleOptions) -> Measurement:
    """Return the width of the longest word, or of the whole line if a column does not wrap."""
    measured = [Measurement.get(console, options, cell) for cell in (column.header, *column.cells)]
    most = max(width.maximum for width in measured)
    return Measurement(most if column.no_wrap else max(width.minimum for width in measured), most)


def _shared(needs: Sequence[Measurement], room: int) -> list[int]:
    """Share the space above the minimum widths, a character at a time, with the narrowest column that needs more."""
    widths = [need.minimum for need in needs]
    for _ in range(room - sum(widths)):
        wanting = [place for place, need in enumerate(needs) if widths[place] < need.maximum]
        if not wanting:
            break
        widths[min(wanting, key=lambda place: widths[place])] += 1
    return widths


def _text(cell: RenderableType) -> Text:
    return cell.copy() if isinstance(cell, Text) else Text.from_markup(str(cell))


RED_CARD: Final = r"(?:10|[2-9AJQK])[♦♥]"


def coloured(text: str, style: str = "") -> Text:
    """Show any text without interpreting markup; red cards in red."""
    shown = Text(text, style=style)
    shown.highlight_regex(RED_CARD, "bold red")
    return shown
