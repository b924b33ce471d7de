"""Pay tables on placards that stand beside a table: a title, and rows of what wins and what it pays."""

from typing import Final, NamedTuple

from chapter47.drawing.felt import GOLD, INK
from chapter47.drawing.font_metrics import shortened, text_width
from chapter47.drawing.svg import labelled, moved, tag, text

LINE: Final = 1.36
"""From one row to the next, by the size of the letters."""
LONGEST: Final = 4
"""So many rows of one table stand together; a longer one is parted in two."""
_GAP: Final = 1.4


class PayRows(NamedTuple):
    """One pay table."""

    title: str
    rows: tuple[tuple[str, str], ...]


Placard = tuple[PayRows, ...]


def placard_size(placard: Placard, size: float) -> tuple[float, float]:
    wins = max(text_width(wins, size) for table in placard for wins, _ in table.rows)
    pays = max(text_width(pays, size, "sans-bold") for table in placard for _, pays in table.rows)
    title = max(text_width(table.title, size * 1.1, "serif-bold") for table in placard)
    lines = sum(len(table.rows) + 1.25 for table in placard)
    return max(wins + pays + size * _GAP, title) + size * 1.6, lines * size * LINE + size * 0.9


def placard_at(x: float, y: float, placard: Placard, size: float, *, place: str, room: float = 0.0) -> str:
    """Its upper left corner at a point; where there is only so much room, no wider than that."""
    width, height = placard_size(placard, size)
    width = min(width, room) if room else width
    drawn = [
        tag("rect", width=width, height=height, rx=size * 0.5, fill=INK, stroke=GOLD, stroke_opacity=0.6),
    ]
    down = size * 0.35
    for table in placard:
        down += size * LINE * 1.2
        title = shortened(table.title, size * 1.1, width - size * 1.4, "serif-bold")
        drawn.append(
            text(size * 0.8, down - size * 0.2, title, size * 1.1, face="serif-bold", fill=GOLD, anchor="start")
        )
        for wins, pays in table.rows:
            down += size * LINE
            room_left = width - size * 1.8 - text_width(pays, size, "sans-bold")
            kept = shortened(wins, size, room_left)
            drawn.append(text(size * 0.8, down - size * 0.2, kept, size, fill="#e6ece8", anchor="start"))
            drawn.append(text(width - size * 0.8, down - size * 0.2, pays, size, face="sans-bold", anchor="end"))
    label = "; ".join(f"{table.title}: " + ", ".join(" ".join(row) for row in table.rows) for table in placard)
    return labelled(label, *drawn, id=place, class_="sign", transform=moved(x, y))


def two_placards(tables: tuple[PayRows, ...]) -> tuple[Placard, Placard]:
    """As even as they can be in their order: one for each side of a table."""
    if len(tables) == 1 and len(tables[0].rows) > LONGEST:
        (title, rows), half = tables[0], (len(tables[0].rows) + 1) // 2
        return (PayRows(title, rows[:half]),), (PayRows(title, rows[half:]),)
    whole = sum(len(table.rows) + 1 for table in tables)
    counts = [sum(len(table.rows) + 1 for table in tables[:split]) for split in range(len(tables) + 1)]
    split = min(range(1, len(tables) + 1), key=lambda split: abs(2 * counts[split] - whole), default=0)
    return tables[:split], tables[split:]
