"""Convex shapes as their corners: rotated rectangles, and whether two of them overlap."""

from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from typing import NamedTuple


class Point(NamedTuple):
    x: float
    y: float


Polygon = Sequence[Point]


class Box(NamedTuple):
    """A rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def corners(self) -> tuple[Point, ...]:
        x, y, width, height = self
        right, bottom = x + width, y + height
        return Point(x, y), Point(right, y), Point(right, bottom), Point(x, bottom)


def turned(corners: Polygon, middle: Point, degrees: float) -> tuple[Point, ...]:
    """Rotate, clockwise as in pictures."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    x, y = middle
    return tuple([Point(x + (at - x) * c - (down - y) * s, y + (at - x) * s + (down - y) * c) for at, down in corners])


def _normals(corners: Polygon) -> Iterator[Point]:
    for here, there in zip(corners, [*corners[1:], corners[0]], strict=True):
        yield Point(there.y - here.y, here.x - there.x)


def overlap(first: Polygon, second: Polygon, slack: float = 0.0) -> bool:
    """Whether two convex shapes share more than `slack` pixels in every direction (the separating axis theorem)."""
    for axis in (0, 1):  # most shapes lie apart, and these two directions are the cheapest to look along
        here, there = [corner[axis] for corner in first], [corner[axis] for corner in second]
        if max(here) <= min(there) + slack or max(there) <= min(here) + slack:
            return False
    for normal in (*_normals(first), *_normals(second)):
        length = (normal.x**2 + normal.y**2) ** 0.5
        if length == 0:
            continue
        spans = [
            [(corner.x * normal.x + corner.y * normal.y) / length for corner in shape] for shape in (first, second)
        ]
        if max(spans[0]) <= min(spans[1]) + slack or max(spans[1]) <= min(spans[0]) + slack:
            return False
    return True
