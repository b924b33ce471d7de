"""The geometry of a half-moon table: concentric rings, and a cell on them for each box. Numbers only."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import asin, atan2, cos, degrees, hypot, radians, sin, sqrt
from typing import Final, NamedTuple

from chapter47.drawing.polygons import Box, Point, overlap, turned

MOST_ANGLE: Final = 58.0
"""Maximum angle of the outermost box from the middle of the ring."""
STEP: Final = 26.0
"""Maximum angle from one box to the next."""
LEAN: Final = 0.5
"""How much of its angle a box turns towards the dealer: all of it would be hard to read."""


class Ring(NamedTuple):
    """A circle whose lower part is on the table."""

    x: float
    y: float
    radius: float

    def below(self, x: float) -> float:
        """Return how far down the ring is at this horizontal position."""
        return self.y + sqrt(self.radius**2 - (x - self.x) ** 2)

    def moved(self, inwards: float) -> "Ring":
        return self._replace(radius=self.radius - inwards)


class Cell(NamedTuple):
    """A place on the felt for one box: the middle of its lower edge, its size, and its lean."""

    x: float
    y: float
    width: float
    depth: float
    turn: float

    @property
    def corners(self) -> tuple[Point, ...]:
        return self.lower(self.depth)

    def lower(self, depth: float) -> tuple[Point, ...]:
        """The corners of its part next to the rail."""
        upright = Box(self.x - self.width / 2, self.y - depth, self.width, depth)
        return turned(upright.corners, Point(self.x, self.y), self.turn)

    def upper(self, depth: float) -> tuple[Point, ...]:
        """The corners of its part next to the dealer."""
        upright = Box(self.x - self.width / 2, self.y - self.depth, self.width, depth)
        return turned(upright.corners, Point(self.x, self.y), self.turn)


def cells(count: int, *, ring: Ring, reach: float, width: float, depth: float, lean: float) -> tuple[Cell, ...]:
    """Place cells evenly on a ring, the outermost no farther from the middle than `reach`; the first at the right,
    which is the dealer's left. `lean` is how much of its angle on the ring a cell turns towards the dealer."""
    outermost = min(MOST_ANGLE, STEP * (count - 1) / 2, degrees(asin(min(1.0, max(0.0, reach) / ring.radius))))
    angles = [outermost * (1 - 2 * number / (count - 1)) for number in range(count)] if count > 1 else [0.0]
    return tuple(
        Cell(
            ring.x + ring.radius * sin(radians(angle)),
            ring.y + ring.radius * cos(radians(angle)),
            width,
            depth,
            -angle * lean,
        )
        for angle in angles
    )


class Ground(NamedTuple):
    """Obstacles for cells: the sides, the printed part of an inner ring, and objects on the felt."""

    left: float
    right: float
    inner: Ring
    inner_angle: float
    """How far to each side, in degrees, something is printed inside the inner ring."""
    standing: tuple[Box, ...]

    def holds(self, made: tuple[Cell, ...]) -> bool:
        shapes = [cell.corners for cell in made]
        return (
            all(self.left - 0.01 <= corner.x <= self.right + 0.01 for corner in shapes[0])
            and not any(overlap(first, second) for first, second in pairwise(shapes[: len(shapes) // 2 + 1]))
            and all(self._is_outside(cell) for cell in made[: len(made) // 2 + 1])
            and not any(overlap(shape, box.corners) for shape in shapes for box in self.standing)
        )

    def keeps_clear(self, made: Sequence[Cell]) -> bool:
        """Return whether cells of any size are between the sides, outside the inner ring and off the objects."""
        return all(
            self._is_outside(cell)
            and all(self.left - 0.01 <= corner.x <= self.right + 0.01 for corner in cell.corners)
            and not any(overlap(cell.corners, box.corners) for box in self.standing)
            for cell in made
        )

    def _is_outside(self, cell: Cell) -> bool:
        left, right = cell.corners[:2]
        for part in (0.0, 0.25, 0.5, 0.75, 1.0):
            x, y = left.x + (right.x - left.x) * part - self.inner.x, left.y + (right.y - left.y) * part - self.inner.y
            if hypot(x, y) < self.inner.radius and abs(degrees(atan2(x, y))) < self.inner_angle:
                return False
        return True


@lru_cache(maxsize=512)
def seated(
    count: int, ground: Ground, *, width: float, depth: float, slack: float, lean: float = LEAN
) -> tuple[Cell, ...] | None:
    """Place cells as near to the dealer as possible, at most `slack` farther than the inner ring requires."""
    middle, tries = (ground.left + ground.right) / 2, 12
    for step in range(tries + 1):
        ring = ground.inner.moved(-depth - slack * step / tries)
        reach = middle - ground.left - width * 0.5
        made = cells(count, ring=ring, reach=reach, width=width, depth=depth, lean=lean)
        if ground.holds(made):
            return made
    return None


def placed_in_rows(
    sizes: list[tuple[float, float]], room: float, gap: float, *, groups: Sequence[object] = ()
) -> tuple[list[Point], float]:
    """Place things side by side in rows around the middle, no row wider than `room`: return their upper left corners
    and the total depth. A group stays together if a row has room for it."""
    rows: list[list[int]] = []
    used = 0.0
    for number, (width, _) in enumerate(sizes):
        begins = groups and number and groups[number] != groups[number - 1]
        follows = (
            sum(size[0] + gap for size, group in zip(sizes, groups, strict=True) if group == groups[number])
            if begins
            else 0.0
        )
        together = used + follows <= room or follows - gap > room
        if rows and used + gap + width <= room and together:
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
