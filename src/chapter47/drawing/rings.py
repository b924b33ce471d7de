"""The geometry of a half-moon table: concentric rings, and a cell on them for each box. Numbers only."""

from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple

from chapter47.drawing.polygons import Box, Point, overlap, turned

TILT: Final = 11.0
"""By how many degrees the outermost boxes lean towards the dealer."""


class Ring(NamedTuple):
    """A circle of which the lower part lies on the table."""

    x: float
    y: float
    radius: float

    def below(self, x: float) -> float:
        """How far down the ring lies at this place across."""
        return self.y + sqrt(self.radius**2 - (x - self.x) ** 2)

    def moved(self, inwards: float) -> "Ring":
        return self._replace(radius=self.radius - inwards)


def ring_through(middle: Point, reach: float, drop: float) -> Ring:
    """The ring whose lowest point is `middle` and which lies `drop` higher at `reach` to the left and right."""
    radius = (reach**2 + drop**2) / (2 * drop)
    return Ring(middle.x, middle.y - radius, radius)


class Cell(NamedTuple):
    """A place on the felt for one box: the middle of its lower edge, its size, and how it leans."""

    x: float
    y: float
    width: float
    depth: float
    turn: float

    @property
    def corners(self) -> tuple[Point, ...]:
        upright = Box(self.x - self.width / 2, self.y - self.depth, self.width, self.depth)
        return turned(upright.corners, Point(self.x, self.y), self.turn)


def cells(
    count: int,
    *,
    ring: Ring,
    left: float,
    right: float,
    depth: float,
    widest: float,
    tilt: float = TILT,
    given: float | None = None,
) -> tuple[Cell, ...]:
    """As wide as they can be without meeting or leaving the felt, or no wider than is given; the first at the right,
    which is the dealer's left."""
    span = min(right - left, count * widest)
    step = span / count
    places = [ring.x + span / 2 - step * (number + 0.5) for number in range(count)]
    reach = (right - left) / 2
    width = min(step, widest, given or widest)
    while True:
        made = tuple(Cell(x, ring.below(x), width, depth, -tilt * (x - ring.x) / reach) for x in places)
        if _fit(made, left, right):
            return made
        width -= 1


def _fit(made: tuple[Cell, ...], left: float, right: float) -> bool:
    shapes = [cell.corners for cell in made]
    inside = all(left <= corner.x <= right for shape in shapes for corner in shape)
    return inside and not any(overlap(first, second) for first, second in pairwise(shapes))


def placed_in_rows(sizes: list[tuple[float, float]], room: float, gap: float) -> tuple[list[Point], float]:
    """Things side by side in rows around the middle, no row wider than `room`: their upper left corners, and how deep
    all of it is."""
    rows: list[list[int]] = []
    used = 0.0
    for number, (width, _) in enumerate(sizes):
        if rows and used + gap + width <= room:
            rows[-1].append(number)
            used += gap + width
        else:
            rows.append([number])
            used = width
    corners = [Point(0, 0)] * len(sizes)
    down = 0.0
    for row in rows:
        whole = sum(sizes[number][0] for number in row) + gap * (len(row) - 1)
        tall = max(sizes[number][1] for number in row)
        across = -whole / 2
        for number in row:
            corners[number] = Point(across, down + (tall - sizes[number][1]) / 2)
            across += sizes[number][0] + gap
        down += tall + gap
    return corners, max(0.0, down - gap)
