"""House edges over two keys of a table as a heat map, and sweeps as rows for a spreadsheet."""

import csv
from collections.abc import Mapping, Sequence
from html import escape
from io import StringIO
from typing import Any, Final, NamedTuple

from chapter47.core.text import percent

FIGURES: Final = ("house_edge", "house_edge_optimal", "difference", "lawful", "forbidden_by", "figures", "why")
"""Columns of a sweep besides the values of the keys."""
_CELL: Final = (110, 44)
_MARGIN: Final = (150, 70)


def varied_keys(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    return [key for key in rows[0] if key not in FIGURES] if rows else []


class HeatMap(NamedTuple):
    """The house edge for every value of one key, down, and of another, across."""

    down: str
    across: str
    rows: tuple[Any, ...]
    columns: tuple[Any, ...]
    cells: Mapping[tuple[Any, Any], Mapping[str, Any]]

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, Any]]) -> "HeatMap | None":
        """Return the map of a sweep over two keys; None for any other number of keys."""
        keys = varied_keys(rows)
        if len(keys) != 2:
            return None
        down, across = keys
        cells = {(_plain(row[down]), _plain(row[across])): row for row in rows}
        heads = [tuple(dict.fromkeys(place[axis] for place in cells)) for axis in (0, 1)]
        return cls(down, across, heads[0], heads[1], cells)

    def text(self, row: Any, column: Any) -> str:
        """Format an edge: `0.43 %`, with `*` for a table that is not lawful, a dash if it is not priced."""
        cell = self.cells.get((row, column))
        if cell is None or cell["house_edge"] is None:
            return "–"
        return percent(cell["house_edge"]) + ("" if cell["lawful"] is not False else " *")

    def to_svg(self) -> str:
        """Draw the map: the higher the house edge, the redder the cell."""
        width, height = _MARGIN[0] + _CELL[0] * len(self.columns) + 10, _MARGIN[1] + _CELL[1] * len(self.rows) + 40
        parts = [
            _label(_MARGIN[0], 24, f"{self.across} →", "start"),
            _label(12, _MARGIN[1] - 12, f"{self.down} ↓", "start"),
        ]
        for place, column in enumerate(self.columns):
            parts.append(_label(_MARGIN[0] + _CELL[0] * (place + 0.5), _MARGIN[1] - 12, str(column)))
        for number, row in enumerate(self.rows):
            top = _MARGIN[1] + _CELL[1] * number
            parts.append(_label(_MARGIN[0] - 12, top + _CELL[1] / 2 + 5, str(row), "end"))
            parts += [self._cell(row, column, place, top) for place, column in enumerate(self.columns)]
        parts.append(_label(12, height - 12, "House edge of the main wager. * is not lawful.", "start"))
        drawn = "".join(parts)
        name = escape(f"House edge by {self.down} and {self.across}")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" aria-label="{name}" font-family="sans-serif" font-size="14">{drawn}</svg>'
        )

    def _cell(self, row: Any, column: Any, place: int, top: float) -> str:
        left = _MARGIN[0] + _CELL[0] * place
        size = f'width="{_CELL[0]}" height="{_CELL[1]}"'
        box = f'<rect x="{left}" y="{top}" {size} fill="{self._colour(row, column)}" stroke="#fff"/>'
        return box + _label(left + _CELL[0] / 2, top + _CELL[1] / 2 + 5, self.text(row, column))

    def _colour(self, row: Any, column: Any) -> str:
        edges = [cell["house_edge"] for cell in self.cells.values() if cell["house_edge"] is not None]
        cell = self.cells.get((row, column))
        if cell is None or cell["house_edge"] is None:
            return "#eeeeee"
        low, high = min(edges), max(edges)
        share = (cell["house_edge"] - low) / (high - low) if high > low else 0.0
        return f"hsl({round(120 - 120 * share)} 65% 78%)"

    def to_html(self, title: str) -> str:
        heads = "".join(f"<th>{escape(str(column))}</th>" for column in self.columns)
        body = "".join(
            f"<tr><th>{escape(str(row))}</th>"
            + "".join(f"<td>{escape(self.text(row, column))}</td>" for column in self.columns)
            + "</tr>"
            for row in self.rows
        )
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title><style>'
            "body { font: 16px/1.45 sans-serif; margin: 2rem; color: #111; } table { border-collapse: collapse; }"
            "td, th { border: 1px solid #888; padding: .3rem .7rem; text-align: right; } svg { max-width: 100%; }"
            f"</style></head><body><h1>{escape(title)}</h1>{self.to_svg()}"
            f"<table><tr><th>{escape(self.down)} / {escape(self.across)}</th>{heads}</tr>{body}</table></body></html>\n"
        )


def _plain(value: Any) -> Any:
    """Make a value hashable, since lists of a table file cannot be keys of a map."""
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def _label(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="#111">{escape(text)}</text>'


def to_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Write a sweep for a spreadsheet: a column for each key, then the figures."""
    keys = varied_keys(rows)
    figures = ("house_edge", "house_edge_optimal", "difference", "lawful", "forbidden_by")
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*keys, *figures])
    for row in rows:
        forbidden = " ".join(row.get("forbidden_by") or ())
        writer.writerow([*(_plain(row[key]) for key in keys), *(row.get(name) for name in figures[:-1]), forbidden])
    return file.getvalue()
