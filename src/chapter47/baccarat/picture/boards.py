"""The scoreboards of a shoe: the bead plate, and the big road with a column for each streak."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from chapter47.baccarat.picture.sheet import BEADS, Sheet
from chapter47.drawing.svg import labelled, middle_text, tag

ROWS: Final = 6
TIE: Final = "tie"


class Bead(NamedTuple):
    """One cell of a scoreboard; on the big road, with the ties that followed it."""

    column: int
    row: int
    result: str
    ties: int = 0


def bead_plate(results: Sequence[str], columns: int) -> list[Bead]:
    """Draw every round in order, down and then right; the oldest columns are dropped if there is no room."""
    first = max(0, -(-len(results) // ROWS) - columns) * ROWS
    return [Bead(place // ROWS, place % ROWS, result) for place, result in enumerate(results[first:])]


def big_road(results: Sequence[str], columns: int) -> list[Bead]:
    """Start a new column whenever the winner changes; a streak without room below turns right."""
    beads: list[Bead] = []
    taken: set[tuple[int, int]] = set()
    start = -1
    early_ties = 0
    for result in results:
        if result == TIE:
            if beads:
                beads[-1] = beads[-1]._replace(ties=beads[-1].ties + 1)
            else:
                early_ties += 1
            continue
        if beads and beads[-1].result == result:
            column, row = _next(beads[-1], taken)
        else:
            start += 1
            column, row = start, 0
        taken.add((column, row))
        beads.append(Bead(column, row, result, early_ties))
        early_ties = 0
    return _latest(beads, columns)


def _next(bead: Bead, taken: set[tuple[int, int]]) -> tuple[int, int]:
    below = (bead.column, bead.row + 1)
    return below if below[1] < ROWS and below not in taken else (bead.column + 1, bead.row)


def _latest(beads: list[Bead], columns: int) -> list[Bead]:
    shift = max(0, max((bead.column for bead in beads), default=0) - columns + 1)
    return [bead._replace(column=bead.column - shift) for bead in beads if bead.column >= shift]


MOST_COLUMNS: Final = 20
BEAD_PLATE, BIG_ROAD = "bead-plate", "big-road"


def square(sheet: Sheet) -> float:
    """Draw one result."""
    return max(17.0, sheet.px(18))


def board(sheet: Sheet, name: str, x: float, y: float, room: float, *, from_right: bool = False) -> float:
    """Draw a board at one side of its room, with as many columns as fit, and return how far down it reaches."""
    size, results = square(sheet), sheet.seen.table.history
    columns = max(1, min(MOST_COLUMNS, int(room / size)))
    left = x + room - columns * size if from_right else x
    beads = (bead_plate if name == BEAD_PLATE else big_road)(results, columns)
    drawn = [_bead(name, bead, left, y, size) for bead in beads]
    label = f"{name.replace('-', ' ')}: {len(results)} rounds"
    sheet.add(labelled(label, _grid(left, y, columns, size), *drawn, id=sheet.settings.id(name)))
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
