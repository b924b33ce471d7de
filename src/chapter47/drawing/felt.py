"""Felt, rail and surround, and the colours of everything printed on the felt."""

from typing import Final, NamedTuple

from chapter47.drawing import cards
from chapter47.drawing.polygons import Box
from chapter47.drawing.rings import Ring
from chapter47.drawing.settings import FeltColour, Settings
from chapter47.drawing.svg import number, tag


class Shades(NamedTuple):
    light: str
    middle: str
    deep: str
    hollow: str
    """Colour of a betting place."""


FELTS: Final[dict[FeltColour, Shades]] = {
    "green": Shades("#1f7d59", "#10583e", "#093626", "#0a3d2b"),
    "blue": Shades("#2a639c", "#163f70", "#0b2443", "#0e2c52"),
    "burgundy": Shades("#8d3145", "#611b2d", "#380c18", "#430f1e"),
}
GOLD: Final = "#ecd391"
ACCENT: Final = "#ffd65c"
"""Highlight colour, only for acts that are possible now."""
INK: Final = "#0d0f12"
PAPER: Final = "#f7f3e7"


def definitions(settings: Settings) -> str:
    """Define gradients and patterns that any picture refers to."""
    shades = FELTS[settings.felt]
    stops = ((0, shades.light), (0.55, shades.middle), (1, shades.deep))
    felt = tag(
        "radialGradient",
        *(tag("stop", offset=at, stop_color=colour) for at, colour in stops),
        id=settings.id("felt-colour"),
        cx="50%",
        cy="12%",
        r="92%",
    )
    wood = tag(
        "linearGradient",
        *(
            tag("stop", offset=at, stop_color=colour)
            for at, colour in ((0, "#6b3f28"), (0.45, "#432414"), (1, "#251208"))
        ),
        id=settings.id("wood"),
        x1=0,
        y1=0,
        x2=0,
        y2=1,
    )
    nap = tag(
        "pattern",
        tag("path", d="M0,6L6,0M0,2L2,0M4,6L6,4", stroke="#fff", stroke_opacity=0.022, stroke_width=0.8),
        id=settings.id("nap"),
        width=6,
        height=6,
        patternUnits="userSpaceOnUse",
    )
    return felt + wood + nap + cards.definitions(settings) + cards.suit_definitions(settings)


def half_moon(width: float, height: float, ring: Ring, rail: float, settings: Settings) -> str:
    """Draw the table: straight on the dealer's side, round on the players'; `ring` is the outer edge of the felt."""
    outer, inner = (_half_moon_path(width, ring.moved(-by), by) for by in (rail, 0.0))
    edge = tag("path", d=outer, fill=f"url(#{settings.id('wood')})", id=settings.id("rail"))
    cushion = _half_moon_path(width, ring.moved(-rail * 0.62), rail * 0.62)
    shine = tag("path", d=cushion, fill="none", stroke="#d9a877", stroke_opacity=0.22, stroke_width=rail * 0.12)
    felt = tag("path", d=inner, fill=f"url(#{settings.id('felt-colour')})", id=settings.id("felt"))
    nap = tag("path", d=inner, fill=f"url(#{settings.id('nap')})")
    ground = tag("rect", x=-settings.aside, width=width + 2 * settings.aside, height=height, fill=settings.surround)
    return ground + edge + shine + felt + nap + _edge_shadow(inner, rail)


class Corners(NamedTuple):
    """How round the felt of a straight-sided table is, above and below."""

    above: float
    below: float


def oblong(
    width: float, height: float, bottom: float, margin: float, settings: Settings, corners: Corners | None = None
) -> str:
    """Draw a table with straight sides and round corners, its felt down to `bottom`; the picture continues below it."""
    rail, round_ = margin * 0.72, corners or Corners(margin, margin)
    outer, inner = (
        _round_corners(Box(by, by, width - 2 * by, bottom + rail - 2 * by), round_.above + more, round_.below + more)
        for by, more in ((3.0, rail * 0.9), (rail, 0.0))
    )
    ground = tag("rect", width=width, height=height, fill=settings.surround)
    edge = tag("path", d=outer, fill=f"url(#{settings.id('wood')})", id=settings.id("rail"), class_="closed")
    shine = tag("path", d=outer, fill="none", stroke="#d9a877", stroke_opacity=0.3, stroke_width=1.5)
    cloth = tag("path", d=inner, fill=f"url(#{settings.id('felt-colour')})", id=settings.id("felt"))
    nap = tag("path", d=inner, fill=f"url(#{settings.id('nap')})")
    return ground + edge + shine + cloth + nap + _edge_shadow(inner, rail)


def _round_corners(box: Box, above: float, below: float) -> str:
    most = min(box.width, box.height) / 2
    above, below = min(above, most), min(below, most)
    a, b, left, right, bottom = number(above), number(below), number(box.x), number(box.right), number(box.bottom)
    return (
        f"M{number(box.x + above)},{number(box.y)}H{number(box.right - above)}"
        f"A{a},{a} 0 0 1 {right},{number(box.y + above)}V{number(box.bottom - below)}"
        f"A{b},{b} 0 0 1 {number(box.right - below)},{bottom}H{number(box.x + below)}"
        f"A{b},{b} 0 0 1 {left},{number(box.bottom - below)}V{number(box.y + above)}"
        f"A{a},{a} 0 0 1 {number(box.x + above)},{number(box.y)}Z"
    )


def _edge_shadow(path: str, rail: float) -> str:
    """Draw the rail's soft shadow on the felt, and the thin golden line along it."""
    soft = "".join(
        tag("path", d=path, fill="none", stroke="#000", stroke_opacity=0.10, stroke_width=rail * part)
        for part in (0.75, 0.5, 0.28)
    )
    return soft + tag("path", d=path, fill="none", stroke=GOLD, stroke_opacity=0.35, stroke_width=1.2)


def _half_moon_path(width: float, ring: Ring, rail: float) -> str:
    """Return the felt's outline: a round felt ends with its ring; a wider one has straight sides, softened where they
    meet the curve."""
    left, right = SIDE_MARGIN * width - rail, width - SIDE_MARGIN * width + rail
    if ring.radius <= (right - left) / 2:
        side = ring.radius if ring.y >= 0 else (ring.radius**2 - ring.y**2) ** 0.5
        start, radius = max(0.0, ring.y), number(ring.radius)
        return (
            f"M{number(ring.x - side)},0H{number(ring.x + side)}V{number(start)}"
            f"A{radius},{radius} 0 0 1 {number(ring.x - side)},{number(start)}Z"
        )
    corner = width * 0.07
    meets = ring.below(left + corner)
    slope = (left + corner - ring.x) / (meets - ring.y)
    bend = meets + slope * corner
    start = max(0.0, bend - corner)
    bow = f"A{number(ring.radius)},{number(ring.radius)} 0 0 1"
    return (
        f"M{number(left)},0L{number(right)},0L{number(right)},{number(start)}"
        f"Q{number(right)},{number(bend)} {number(right - corner)},{number(meets)}"
        f"{bow} {number(left + corner)},{number(meets)}"
        f"Q{number(left)},{number(bend)} {number(left)},{number(start)}Z"
    )


SIDE_MARGIN: Final = 0.034
"""Distance of the felt from the sides of the picture, relative to its width."""
