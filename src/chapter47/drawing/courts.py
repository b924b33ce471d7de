"""Kings, queens and jacks as figures of a few plain shapes, each drawn once and laid head to foot."""

from typing import Final

from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import group, number, tag

ACROSS: Final = 100.0
"""How wide the frame of a figure is where it is drawn; the suit's colour is `currentColor` there."""
DOWN: Final = 190.0
_GOLD, _INK, _SKIN, _HAIR, _CLOTH, _BLUE = "#dcae45", "#23242a", "#f8e3c6", "#6d4322", "#fdfcf6", "#2f4f8f"


def _shape(path: str, fill: str) -> str:
    return tag("path", d=path, fill=fill, stroke=_INK, stroke_width=1.2, stroke_linejoin="round")


def _thread(path: str, colour: str, width: float) -> str:
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def _dot(x: float, y: float, radius: float, fill: str) -> str:
    return tag("circle", cx=x, cy=y, r=radius, fill=fill)


_ROBE: Final = _shape("M-50,0V-22C-42,-37 -26,-41 -12,-43H12C26,-41 42,-37 50,-22V0Z", "currentColor")
_SLEEVES: Final = _shape("M-50,0V-16L-30,-22L-24,0Z", _BLUE) + _shape("M50,0V-16L30,-22L24,0Z", _BLUE)
_STRIPES: Final = _thread("M-43,-1L-37,-19M-34,-1L-31,-20M43,-1L37,-19M34,-1L31,-20", _GOLD, 2.6)
_PANEL: Final = _shape("M-11,-24H11V0H-11Z", _GOLD) + tag("path", d="M0,-20L6,-11L0,-2L-6,-11Z", fill="currentColor")
_FACE: Final = _shape("M-12,-72H12V-56C12,-45 6,-38 0,-38C-6,-38 -12,-45 -12,-56Z", _SKIN)
_EYES: Final = _dot(-5, -61, 1.8, _INK) + _dot(5, -61, 1.8, _INK) + _thread("M0,-60V-54H2", _INK, 1)
_MOUTH: Final = _thread("M-3.500,-47.500Q0,-45.500 3.500,-47.500", "#a8323a", 1.8)
_KING: Final = "".join(
    (
        _shape("M-19,-70C-23,-50 -20,-40 -14,-37H14C20,-40 23,-50 19,-70Z", _HAIR),
        _ROBE,
        _SLEEVES,
        _STRIPES,
        _PANEL,
        _shape("M-25,-42C-14,-29 14,-29 25,-42L31,-33C16,-16 -16,-16 -31,-33Z", _CLOTH),
        _dot(-16, -31, 1.5, _INK) + _dot(0, -26, 1.5, _INK) + _dot(16, -31, 1.5, _INK),
        _FACE,
        _shape("M-12,-58C-13,-42 -6,-33 0,-29C6,-33 13,-42 12,-58C9,-51 4,-52 0,-52C-4,-52 -9,-51 -12,-58Z", _HAIR),
        _EYES,
        _shape("M-18,-69L-23,-91L-11,-80L0,-94L11,-80L23,-91L18,-69Z", _GOLD),
        _thread("M-16.500,-73H16.500", "currentColor", 3.4),
        _shape("M36,-90L39,-94L42,-90V-34H36Z", "#c9d1da") + _thread("M30,-33H48M39,-33V-22", _GOLD, 4.2),
    )
)
_QUEEN: Final = "".join(
    (
        _shape("M-18,-70C-28,-44 -26,-32 -22,-24H22C26,-32 28,-44 18,-70Z", "#c98d2c"),
        _ROBE,
        _SLEEVES,
        _STRIPES,
        _shape("M-16,-42L0,-12L16,-42L24,-39L0,0L-24,-39Z", _CLOTH),
        _FACE,
        _EYES,
        _MOUTH,
        _shape("M-15,-70L-18,-86L-8,-79L0,-90L8,-79L18,-86L15,-70Z", _GOLD),
        _dot(-18, -87, 2.6, _CLOTH) + _dot(0, -91, 2.6, _CLOTH) + _dot(18, -87, 2.6, _CLOTH),
        _thread("M38,-24C40,-40 36,-52 38,-64", "#2f7d4d", 2.4),
        "".join(_dot(38 + x, -70 + y, 5, "currentColor") for x, y in ((-5, 2), (5, 2), (-3, -5), (3, -5))),
        _dot(38, -69, 3, _GOLD),
    )
)
_JACK: Final = "".join(
    (
        _shape("M-17,-70C-20,-54 -19,-46 -15,-42H15C19,-46 20,-54 17,-70Z", "#c98d2c"),
        _ROBE,
        _SLEEVES,
        _STRIPES,
        _PANEL,
        _shape("M-20,-42L0,-24L20,-42L26,-35L0,-15L-26,-35Z", _CLOTH),
        _FACE,
        _EYES,
        _MOUTH,
        _shape("M-21,-69C-22,-88 14,-93 22,-76L19,-69Z", "currentColor"),
        _thread("M-19,-70H19", _GOLD, 3.4),
        _thread("M14,-82C24,-82 30,-86 33,-94", _GOLD, 3),
        _thread("M41,-92V-20", _GOLD, 3) + _shape("M41,-94L47,-80L41,-72L35,-80Z", "#c9d1da"),
    )
)
_FIGURES: Final = {"K": _KING, "Q": _QUEEN, "J": _JACK}


def definitions(settings: Settings) -> str:
    """Half of each figure, from the head to the belt."""
    return "".join(group(half, id=settings.id("court", rank)) for rank, half in _FIGURES.items())


def court(x: float, y: float, width: float, rank: str, colour: str, settings: Settings) -> str:
    """A figure and its own reflection in a frame around a point."""
    half, frame = f"#{settings.id('court', rank)}", {"x": -ACROSS / 2, "y": -DOWN / 2, "width": ACROSS, "height": DOWN}
    ground = tag("rect", **frame, rx=5, fill="#fbf3df")
    figures = tag("use", href=half) + tag("use", href=half, transform="rotate(180)")
    belt = tag("path", d=f"M{number(-ACROSS / 2)},0H{number(ACROSS / 2)}", stroke=_GOLD, stroke_width=5)
    edge = tag("rect", **frame, rx=5, fill="none", stroke="#a8803a", stroke_width=2.4)
    scale = f"translate({number(x)},{number(y)}) scale({width / ACROSS:.4f})"
    return group(ground, figures, belt, edge, transform=scale, color=colour)
