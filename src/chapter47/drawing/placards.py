"""Pay tables on placards beside a table: a title, and rows with each winning event and its pay-out."""

from typing import Final, NamedTuple

from chapter47.drawing.felt import GOLD, INK
from chapter47.drawing.font_metrics import shortened, text_width
from chapter47.drawing.svg import labelled, moved, tag, text

LINE: Final = 1.36
"""Line height, relative to the letter size."""
LONGEST: Final = 4
"""This many rows of one table stay together; a longer one is split in two."""
_GAP: Final = 1.4


class PayRows(NamedTuple):
    """One pay table."""

    title: str
    rows: tuple[tuple[str, str], ...]


Placard = tuple[PayRows, ...]


def placard_size(placard: Placard, size: float, room: float = 0.0) -> tuple[float, float]:
    """Return the width and height, no wider than the room given, with long rows wrapped."""
    wins = max(text_width(wins, size) for table in placard for wins, _ in table.rows)
    pays = max(text_width(pays, size, "sans-bold") for table in placard for _, pays in table.rows)
    title = max(text_width(table.title, size * 1.1, "serif-bold") for table in placard)
    width = max(wins + pays + size * _GAP, title) + size * 1.6
    width = min(width, room) if room else width
    rows = sum(len(_lines(row, size, width)) for table in placard for row in table.rows)
    return width, (rows + 1.25 * len(placard)) * size * LINE + size * 0.9


def placard_least(placard: Placard, size: float) -> float:
    """Return the minimum width at which no word is cut."""
    words = max(text_width(word, size) for table in placard for wins, _ in table.rows for word in wins.split())
    pays = max(text_width(pays, size, "sans-bold") for table in placard for _, pays in table.rows)
    title = max(text_width(table.title, size * 1.1, "serif-bold") for table in placard)
    return max(words + pays + size * 2, title + size * 1.6)


def _lines(row: tuple[str, str], size: float, width: float) -> list[str]:
    """Return each winning event beside its pay-out."""
    wins, pays = row
    room = width - size * 1.8 - text_width(pays, size, "sans-bold")
    lines: list[str] = []
    for word in wins.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return [shortened(line, size, room) for line in lines]


def placard_at(x: float, y: float, placard: Placard, size: float, *, place: str, room: float = 0.0) -> str:
    """Draw the placard with its upper left corner at a point, no wider than the room given."""
    width, height = placard_size(placard, size, room)
    drawn = [
        tag("rect", width=width, height=height, rx=size * 0.5, fill=INK, stroke=GOLD, stroke_opacity=0.6),
    ]
    down = size * 0.35
    for table in placard:
        down += size * LINE * 1.2
        letters, room = size * 1.1, width - size * 1.4
        title = shortened(table.title, letters, room, "serif-bold")
        how = {"face": "serif-bold", "fill": GOLD, "anchor": "start", "room": room}
        drawn.append(text(size * 0.8, down - size * 0.2, title, letters, **how))  # type: ignore[arg-type]  # as they are
        for row in table.rows:
            beside = down + size * (LINE - 0.2)
            pays = text_width(row[1], size, "sans-bold")
            drawn.append(text(width - size * 0.8, beside, row[1], size, face="sans-bold", anchor="end", room=pays))
            room = width - size * 1.8 - pays
            for line in _lines(row, size, width):
                down += size * LINE
                drawn.append(text(size * 0.8, down - size * 0.2, line, size, fill="#e6ece8", anchor="start", room=room))
    label = "; ".join(f"{table.title}: " + ", ".join(" ".join(row) for row in table.rows) for table in placard)
    return labelled(label, *drawn, id=place, class_="sign", transform=moved(x, y))


def two_placards(tables: tuple[PayRows, ...]) -> tuple[Placard, Placard]:
    """Divide the pay tables as evenly as possible in order: one placard for each side of a table."""
    if len(tables) == 1 and len(tables[0].rows) > LONGEST:
        (title, rows), half = tables[0], (len(tables[0].rows) + 1) // 2
        return (PayRows(title, rows[:half]),), (PayRows(title, rows[half:]),)
    whole = sum(len(table.rows) + 1 for table in tables)
    counts = [sum(len(table.rows) + 1 for table in tables[:split]) for split in range(len(tables) + 1)]
    split = min(range(1, len(tables) + 1), key=lambda split: abs(2 * counts[split] - whole), default=0)
    return tables[:split], tables[split:]
