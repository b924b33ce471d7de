"""What is printed on the felt: lines on arcs around one point, and below them the insurance line with its band."""

from collections.abc import Iterable
from math import acos, asin, cos, degrees, radians, sin
from typing import Final, NamedTuple

from chapter47.drawing.felt import GOLD
from chapter47.drawing.font_metrics import Face, text_width
from chapter47.drawing.polygons import Box
from chapter47.drawing.rings import Ring
from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import arc_text, number, tag

INSURANCE: Final = "Insurance"
STEEPEST: Final = 63.0
"""Degrees from the middle that a line may reach before its letters are hard to read."""
BAND_ANGLE: Final = 57.0
CHIP: Final = 34.0
"""Width of the outermost insurance wager."""
HIGHEST: Final = 0.1
"""How far down, relative to the picture's width, the band must end at the sides: above are shoe and discard rack."""
BAND_REACH: Final = 0.31
"""How far the insurance line reaches to each side, as a share of the picture's width."""


class Line(NamedTuple):
    says: str
    face: Face
    size: float
    spacing: float
    down: float
    """Where its baseline crosses the middle of the table."""

    @property
    def length(self) -> float:
        return text_width(self.says, self.size, self.face, self.spacing)

    def angle(self, centre: float) -> float:
        """How far it reaches to each side, in degrees."""
        return degrees(self.length / 2 / (self.down - centre))


class Inscriptions(NamedTuple):
    """All lines of a table, and from where to where the band of the insurance line goes at the middle."""

    settings: Settings
    lines: tuple[Line, ...]
    insured: Line | None
    top: float
    bottom: float
    aside: float
    """How far from the left side something stands that the band must avoid."""

    @property
    def middle(self) -> float:
        return self.settings.width / 2

    def fits(self, centre: float, dealer: Box, standing: Iterable[Box]) -> bool:
        """Return whether, around a point this far down, no line bends too steeply or hits the dealer's cards or a
        sign."""
        lines = (*self.lines, *((self.insured,) if self.insured else ()))
        return all(
            line.angle(centre) <= STEEPEST
            and _passes_under(dealer, line, centre, self.middle)
            and not any(_ends_in(box, line, centre, self.middle) for box in standing)
            for line in lines
        )

    def ring(self, down: float, centre: float) -> Ring:
        return Ring(self.middle, centre, down - centre)

    def reach(self, centre: float) -> float:
        """Return the angle of the band, in degrees to each side."""
        if self.insured is None:
            return max((line.angle(centre) for line in self.lines[-1:]), default=0.0) + 2
        inner, radius = self.top - centre, self.bottom - centre
        reach = min(BAND_REACH * self.settings.width, self.middle - self.aside - CHIP)
        widest = degrees(asin(min(1.0, reach / radius)))
        highest = degrees(acos(min(1.0, (HIGHEST * self.settings.width - centre) / inner)))
        return min(BAND_ANGLE, max(min(widest, highest), self.insured.angle(centre) + 2))

    def drawn(self, centre: float) -> str:
        drawn = [self._line(line, f"{place}", centre) for place, line in enumerate(self.lines, start=1)]
        if self.insured:
            drawn.append(self._band(centre))
            drawn.append(self._line(self.insured, "insurance", centre))
        return "".join(drawn)

    def _line(self, line: Line, place: str, centre: float) -> str:
        ring = self.ring(line.down, centre)
        return arc_text(
            self.settings.id("inscription", place),
            (ring.x, ring.y),
            ring.radius,
            line.says,
            line.size,
            face=line.face,
            fill=GOLD,
            spacing=line.spacing,
        )

    def _band(self, centre: float) -> str:
        """Two arcs, joined at their ends."""
        angle = radians(self.reach(centre))
        upper, lower = (self.ring(down, centre) for down in (self.top, self.bottom))
        corners = []
        for ring in (upper, lower):
            across, down = ring.radius * sin(angle), ring.y + ring.radius * cos(angle)
            corners += [(ring.x - across, down), (ring.x + across, down)]
        left, right, low_left, low_right = (f"{number(x)},{number(y)}" for x, y in corners)
        bows = [f"A{number(ring.radius)},{number(ring.radius)} 0 0" for ring in (upper, lower)]
        path = f"M{left}{bows[0]} 0 {right}L{low_right}{bows[1]} 1 {low_left}Z"
        return tag(
            "path",
            d=path,
            fill="#000",
            fill_opacity=0.10,
            stroke=GOLD,
            stroke_opacity=0.75,
            stroke_width=1.8,
            stroke_linejoin="round",
        )


def _passes_under(box: Box, line: Line, centre: float, middle: float) -> bool:
    """Return where it comes closest to a box in the middle of the table: at its end, or under the corner of the box."""
    top = line.down - centre - line.size * 0.8
    half = max(middle - box.x, box.right - middle)
    angle = min(radians(line.angle(centre)), asin(min(1.0, half / top)) if top > 0 else 0.0)
    return centre + top * cos(angle) >= box.bottom + 2


def _ends_in(box: Box, line: Line, centre: float, middle: float) -> bool:
    """Return whether the words come near something at a side."""
    radius = line.down - centre
    for part in (0.7, 0.8, 0.9, 1.0):
        angle = radians(line.angle(centre)) * part
        y = centre + radius * cos(angle)
        for x in (middle - radius * sin(angle), middle + radius * sin(angle)):
            if box.x - line.size < x < box.right + line.size and box.y < y < box.bottom + line.size * 1.2:
                return True
    return False


def inscriptions(lines: tuple[str, ...], top: float, aside: float, settings: Settings) -> Inscriptions:
    """Lay out the lines: the first is the large one; the insurance line comes last, over a band for its chips."""
    unit, down, made = settings.unit, top + 10 * settings.unit, []
    for place, says in enumerate(line for line in lines if not line.startswith(INSURANCE)):
        loud = place == 0
        size = settings.letters(33 if loud else 15)
        down += size * (1.0 if loud else 1.5)
        face: Face = "serif-italic" if loud else "serif-bold"
        spacing = 1.5 * unit if loud else max(0.6, 2.4 * unit)
        made.append(Line(says if loud else says.upper(), face, size, spacing, down))
        down += size * 0.22
    insured = next((line for line in lines if line.startswith(INSURANCE)), "")
    start, size = down + 10 * unit, settings.letters(15)
    if not insured:
        return Inscriptions(settings, tuple(made), None, start, start + 2, aside)
    band = Line(insured.upper(), "serif-bold", size, max(0.6, 3 * unit), start + size * 1.25)
    return Inscriptions(settings, tuple(made), band, start, start + size * 1.5 + 32, aside)
