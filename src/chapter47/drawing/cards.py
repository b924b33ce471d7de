"""Playing cards: a face with two indices and a large pip, readable at 44 pixels, or a back."""

from typing import Final

from chapter47.drawing import courts
from chapter47.drawing.settings import Settings
from chapter47.drawing.suits import NAMES, pip, suit_colour
from chapter47.drawing.svg import group, image, moved, number, tag, text

HEIGHT: Final = 1.4
"""Of a card, by its width."""
INDEX_ACROSS: Final = 0.40
INDEX_DOWN: Final = 0.64
"""How much of a card must be seen so that its index can be read, by its width."""
SMALLEST_WITH_PIP: Final = 36.0
SMALL_INDEX_ACROSS: Final = 0.64
SMALL_INDEX_DOWN: Final = 1.14
_PAPER, _EDGE = "#fdfcf6", "#c9c2ae"
_RANKS: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}


def index_room(width: float) -> tuple[float, float]:
    """What must stay uncovered of a card, across and down, in pixels."""
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
    """A card (`Ah`), or a back, with its upper left corner at a point; `place` is its id. A marked one has changed
    its hand."""
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
    """A rank in the colour of its suit; the two digits of a ten are drawn closer."""
    length, adjust = (room, "spacingAndGlyphs") if len(says) > 1 else (None, None)
    return text(x, y, says, size, face="serif-bold", fill="inherit", textLength=length, lengthAdjust=adjust)


def _middle(width: float, rank: str, suit: str, settings: Settings) -> str:
    """A large pip, of an ace a larger one, or a figure."""
    if rank in "JQK":
        return _court(width, rank, suit, settings)
    if rank == "A":
        return pip(width * 0.62, width * 0.63, width * 0.62, suit, settings)
    return pip(width * 0.585, width * 0.69, width * 0.48, suit, settings)


def _court(width: float, rank: str, suit: str, settings: Settings) -> str:
    """A figure beside the index, with the suit's sign in two corners of its frame."""
    wide = width * 0.46
    tall = wide * courts.DOWN / courts.ACROSS
    across, down = width * 0.66, width * 0.08 + tall / 2
    aside, up = wide / 2 - width * 0.075, tall / 2 - width * 0.09
    figure = courts.court(across, down, wide, rank, suit_colour(suit, settings), settings)
    first = pip(across - aside, down - up, width * 0.12, suit, settings)
    return figure + first + group(pip(-aside, -up, width * 0.12, suit, settings), transform=moved(across, down, 180))


def definitions(settings: Settings) -> str:
    """The lattice of the backs, and the figures."""
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
    return lattice + courts.definitions(settings)
