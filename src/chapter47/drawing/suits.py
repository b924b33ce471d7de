"""The four suits as drawn shapes, and their colours."""

from typing import Final

from chapter47.drawing.settings import Settings
from chapter47.drawing.svg import moved, tag

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
"""Each in a square of a hundred around its middle."""
NAMES: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
_TWO: Final = {"s": "#1b1c20", "c": "#1b1c20", "h": "#c4202b", "d": "#c4202b"}
_FOUR: Final = {"s": "#1b1c20", "c": "#146b3a", "h": "#c4202b", "d": "#1d56b3"}


def suit_colour(suit: str, settings: Settings) -> str:
    return (_FOUR if settings.four_colours else _TWO)[suit]


def definitions(settings: Settings) -> str:
    return "".join(tag("path", id=settings.id("suit", suit), d=shape) for suit, shape in SHAPES.items())


def pip(x: float, y: float, size: float, suit: str, settings: Settings) -> str:
    """A suit's sign, `size` high, around a point; whoever draws it says its colour."""
    return tag("use", href=f"#{settings.id('suit', suit)}", transform=f"{moved(x, y)} scale({size / 100:.4f})")
