"""Playing cards: a face with two indices and a large pip, readable at 44 pixels, or a back."""

from typing import Final

from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import group, image, moved, number, tag, text

_SPADE = (
    "M0,-50C8,-31 46,-9 46,16C46,30 36,38 25,38C15,38 8,33 4,25C5,36 9,44 17,50L-17,50C-9,44 -5,36 -4,25"
    "C-8,33 -15,38 -25,38C-36,38 -46,30 -46,16C-46,-9 -8,-31 0,-50Z"
)
_HEART = (
    "M0,48C-10,28 -47,8 -47,-19C-47,-36 -36,-46 -24,-46C-12,-46 -4,-38 0,-26C4,-38 12,-46 24,-46"
    "C36,-46 47,-36 47,-19C47,8 10,28 0,48Z"
)
_DIAMOND = "M0,-50Q15,-23 37,0Q15,23 0,50Q-15,23 -37,0Q-15,-23 0,-50Z"
_CLUB = (
    "M0,-50a22.500,22.500 0 0 1 17,37a22.500,22.500 0 1 1 -11,35C7,35 10,44 17,50L-17,50C-10,44 -7,35 -6,22"
    "a22.500,22.500 0 1 1 -11,-35A22.500,22.500 0 0 1 0,-50Z"
)
SHAPES: Final = {"s": _SPADE, "h": _HEART, "d": _DIAMOND, "c": _CLUB}
"""Outlines of the suits, each in a 100 by 100 square around its middle."""
NAMES: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_TWO: Final = {"s": "#1b1c20", "c": "#1b1c20", "h": "#c4202b", "d": "#c4202b"}
_FOUR: Final = {"s": "#1b1c20", "c": "#146b3a", "h": "#c4202b", "d": "#1d56b3"}


def suit_colour(suit: str, settings: Settings) -> str:
    return (_FOUR if settings.four_colours else _TWO)[suit]


def suit_definitions(settings: Settings) -> str:
    return "".join(tag("path", id=settings.id("suit", suit), d=shape) for suit, shape in SHAPES.items())


def pip(x: float, y: float, size: float, suit: str, settings: Settings) -> str:
    """Draw a suit symbol, `size` high, around a point; the caller sets its colour."""
    return tag("use", href=f"#{settings.id('suit', suit)}", transform=f"{moved(x, y)} scale({size / 100:.4f})")


ACROSS: Final = 100.0
"""Width of a figure's frame in its definition, where `currentColor` is the suit's colour."""
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


def court_definitions(settings: Settings) -> str:
    """Define half of each figure, from head to belt."""
    return "".join(group(half, id=settings.id("court", rank)) for rank, half in _FIGURES.items())


def court(x: float, y: float, width: float, rank: str, colour: str, settings: Settings) -> str:
    """Draw a figure and its reflection in a frame around a point."""
    half, frame = f"#{settings.id('court', rank)}", {"x": -ACROSS / 2, "y": -DOWN / 2, "width": ACROSS, "height": DOWN}
    ground = tag("rect", **frame, rx=5, fill="#fbf3df")
    figures = tag("use", href=half) + tag("use", href=half, transform="rotate(180)")
    belt = tag("path", d=f"M{number(-ACROSS / 2)},0H{number(ACROSS / 2)}", stroke=_GOLD, stroke_width=5)
    edge = tag("rect", **frame, rx=5, fill="none", stroke="#a8803a", stroke_width=2.4)
    scale = f"translate({number(x)},{number(y)}) scale({width / ACROSS:.4f})"
    return group(ground, figures, belt, edge, transform=scale, color=colour)


HEIGHT: Final = 1.4
"""Height of a card, relative to its width."""
INDEX_ACROSS: Final = 0.40
INDEX_DOWN: Final = 0.64
"""How much of a card must show so that its index can be read, relative to its width."""
SMALLEST_WITH_PIP: Final = 36.0
SMALL_INDEX_ACROSS: Final = 0.64
SMALL_INDEX_DOWN: Final = 1.14
_PAPER, _EDGE = "#fdfcf6", "#c9c2ae"
_RANKS: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}


def index_room(width: float) -> tuple[float, float]:
    """Return what must stay uncovered of a card, across and down, in pixels."""
    if width < SMALLEST_WITH_PIP:
        return width * SMALL_INDEX_ACROSS, width * SMALL_INDEX_DOWN
    return width * INDEX_ACROSS, width * INDEX_DOWN


def spoken_card(card: str | None) -> str:
    if card is None:
        return "a card face down"
    return f"{_RANKS.get(card[0], card[0])} of {NAMES[card[1]]}"


def card_at(
    x: float,
    y: float,
    width: float,
    card: str | None,
    settings: Settings,
    *,
    place: str,
    turn: float = 0.0,
    marked: bool = False,
) -> str:
    """Draw a card (`Ah`) or a back with its upper left corner at a point; `place` is its id. A marked card has changed
    hands."""
    drawn = _back(width, settings) if card is None else _face(width, card, settings)
    shadow = tag("rect", x=1, y=2.5, width=width, height=width * HEIGHT, rx=width * 0.09, fill="#000", opacity=0.28)
    if marked:
        size = {"width": width - 2, "height": width * HEIGHT - 2, "rx": width * 0.08}
        drawn += tag("rect", x=1, y=1, **size, fill="none", stroke="#d59a12", stroke_width=max(2.0, width * 0.045))
    kind = "back" if card is None else "face"
    moved_there = moved(x, y, turn)
    return image(
        spoken_card(card) + (", switched" if marked else ""),
        shadow,
        drawn,
        id=place,
        class_=f"card {kind}",
        data_card=card,
        transform=moved_there,
    )


def _paper(width: float, fill: str = _PAPER) -> str:
    size = {"width": width, "height": width * HEIGHT, "rx": width * 0.09}
    return tag("rect", **size, class_="paper", fill=fill, stroke=_EDGE, stroke_width=0.8)


def _back(width: float, settings: Settings) -> str:
    inset = width * 0.07
    size = {"x": inset, "y": inset, "width": width - 2 * inset, "height": width * HEIGHT - 2 * inset}
    lattice = f"url(#{settings.id('backs')})"
    plain = tag("rect", **size, rx=width * 0.05, fill="#7c1f2c")
    return _paper(width) + plain + tag("rect", **size, rx=width * 0.05, fill=lattice, stroke="#5d131e")


def _face(width: float, card: str, settings: Settings) -> str:
    rank, suit = card[0], card[1]
    colour = suit_colour(suit, settings)
    if width < SMALLEST_WITH_PIP:
        return _paper(width) + group(_small_index(width, rank, suit, settings), fill=colour)
    index = _index(width, rank, suit, settings)
    turned = f"translate({number(width)},{number(width * HEIGHT)}) rotate(180)"
    low = group(_rank(width, rank), transform=turned, class_="low")
    return _paper(width) + group(_middle(width, rank, suit, settings), index, low, fill=colour)


def _index(width: float, rank: str, suit: str, settings: Settings) -> str:
    return _rank(width, rank) + pip(width * 0.205, width * 0.52, width * 0.22, suit, settings)


def _rank(width: float, rank: str) -> str:
    says, size = "10" if rank == "T" else rank, max(12.0, width * 0.4)
    return narrow_text(width * 0.205, width * 0.37, says, size, width * 0.32)


def _small_index(width: float, rank: str, suit: str, settings: Settings) -> str:
    says, size = "10" if rank == "T" else rank, max(12.0, width * 0.56)
    middle = width * 0.33
    letter = narrow_text(middle, size * 0.86, says, size, width * 0.52)
    return letter + pip(middle, width * 0.92, width * 0.38, suit, settings)


def narrow_text(x: float, y: float, says: str, size: float, room: float) -> str:
    """Draw a rank in the colour of its suit; the two digits of a ten are closer together."""
    length, adjust = (room, "spacingAndGlyphs") if len(says) > 1 else (None, None)
    return text(x, y, says, size, face="serif-bold", fill="inherit", textLength=length, lengthAdjust=adjust)


def _middle(width: float, rank: str, suit: str, settings: Settings) -> str:
    """Draw a large pip, a larger one for an ace, or a figure."""
    if rank in "JQK":
        return _court(width, rank, suit, settings)
    if rank == "A":
        return pip(width * 0.62, width * 0.63, width * 0.62, suit, settings)
    return pip(width * 0.585, width * 0.69, width * 0.48, suit, settings)


def _court(width: float, rank: str, suit: str, settings: Settings) -> str:
    """Draw a figure beside the index, with the suit in two corners of its frame."""
    wide = width * 0.46
    tall = wide * DOWN / ACROSS
    across, down = width * 0.66, width * 0.08 + tall / 2
    aside, up = wide / 2 - width * 0.075, tall / 2 - width * 0.09
    figure = court(across, down, wide, rank, suit_colour(suit, settings), settings)
    first = pip(across - aside, down - up, width * 0.12, suit, settings)
    return figure + first + group(pip(-aside, -up, width * 0.12, suit, settings), transform=moved(across, down, 180))


def definitions(settings: Settings) -> str:
    """Define the lattice of the backs, and the figures."""
    lines = tag("path", d="M0,4H8M4,0V8", stroke="#f0dfb9", stroke_opacity=0.55, stroke_width=0.9)
    lattice = tag(
        "pattern",
        lines,
        id=settings.id("backs"),
        width=8,
        height=8,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    return lattice + court_definitions(settings)
