"""The scoreboards as they hang at the table: the bead plate and the big road."""

from typing import Final

from chapter47.baccarat.picture.roads import ROWS, Bead, bead_plate, big_road
from chapter47.baccarat.picture.seen import BEADS
from chapter47.baccarat.picture.sheet import Sheet
from chapter47.drawing.svg import labelled, middle_text, tag

MOST_COLUMNS: Final = 20
BEAD_PLATE, BIG_ROAD = "bead-plate", "big-road"


def square(sheet: Sheet) -> float:
    """Of one result."""
    return max(17.0, sheet.px(18))


def board(sheet: Sheet, name: str, x: float, y: float, room: float, *, from_right: bool = False) -> float:
    """One board at a side of its room, as many columns as fit; and how far down it reaches."""
    size, results = square(sheet), sheet.seen.table.history
    columns = max(1, min(MOST_COLUMNS, int(room / size)))
    left = x + room - columns * size if from_right else x
    beads = (bead_plate if name == BEAD_PLATE else big_road)(results, columns)
    drawn = [_bead(name, bead, left, y, size) for bead in beads]
    told = f"{name.replace('-', ' ')}: {len(results)} rounds"
    sheet.add(labelled(told, _grid(left, y, columns, size), *drawn, id=sheet.settings.id(name)))
    return y + size * ROWS


def _grid(x: float, y: float, columns: int, size: float) -> str:
    ground = tag("rect", x=x, y=y, width=columns * size, height=ROWS * size, rx=3, fill="#f7f3e7", fill_opacity=0.94)
    path = "".join(f"M{x + column * size:.1f},{y:.1f}v{ROWS * size:.1f}" for column in range(1, columns))
    path += "".join(f"M{x:.1f},{y + row * size:.1f}h{columns * size:.1f}" for row in range(1, ROWS))
    frame = tag(
        "rect",
        x=x - 2,
        y=y - 2,
        width=columns * size + 4,
        height=ROWS * size + 4,
        rx=4,
        fill="none",
        stroke="#3a2114",
        stroke_width=3,
    )
    return ground + tag("path", d=path, stroke="#c9c2ae", stroke_width=0.6) + frame


def _bead(road: str, bead: Bead, x: float, y: float, size: float) -> str:
    middle = (x + (bead.column + 0.5) * size, y + (bead.row + 0.5) * size)
    colour = BEADS[bead.result]
    if road == BEAD_PLATE:
        disc = tag("circle", cx=middle[0], cy=middle[1], r=size * 0.44, fill=colour)
        return disc + middle_text(*middle, bead.result[0].upper(), max(12.0, size * 0.62), face="sans-bold")
    how = {"fill": "none", "stroke": colour, "stroke_width": size * 0.14}
    ring = tag("circle", cx=middle[0], cy=middle[1], r=size * 0.36, **how)  # type: ignore[arg-type]  # values of a tag
    if not bead.ties:
        return ring
    slash = f"M{middle[0] - size * 0.4:.1f},{middle[1] + size * 0.4:.1f}l{size * 0.8:.1f},{-size * 0.8:.1f}"
    return ring + tag("path", d=slash, stroke=BEADS["tie"], stroke_width=size * 0.13)
