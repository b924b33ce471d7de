"""Widths of words: the advance widths of Arial and Times, in thousandths of their size.

The fonts that pictures name (Arial, Helvetica, Liberation Sans; Times New Roman, Times, Liberation Serif) have the same
widths. Other fonts can be wider, up to `WIDEST_FONT`: `fixed_length` keeps such words in their room."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

Face = Literal["sans", "sans-bold", "serif-bold", "serif-italic"]


class FaceStyle(NamedTuple):
    family: Literal["sans", "serif"]
    weight: Literal["normal", "bold"]
    style: Literal["normal", "italic"]


FACES: Final[dict[Face, FaceStyle]] = {
    "sans": FaceStyle("sans", "normal", "normal"),
    "sans-bold": FaceStyle("sans", "bold", "normal"),
    "serif-bold": FaceStyle("serif", "bold", "normal"),
    "serif-italic": FaceStyle("serif", "bold", "italic"),
}
CHARACTERS: Final = "".join(map(chr, range(32, 127))) + "–—…’‘“”·−×½é•"
WIDEST_CHARACTER: Final = 1000
"""Width of a character missing from the tables, such as a letter of another script."""

WIDEST_FONT: Final = 1.4
"""Width of a substitute font relative to these tables: digits of DejaVu Serif Bold, the widest of them, need 1.39."""

_SANS = """
278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278
584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944
667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500
278 556 500 722 500 500 500 334 260 334 584 556 1000 1000 222 222 333 333 278 584 584 834 556 350
"""
_SANS_BOLD = """
278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333
584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944
667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556
333 611 556 778 556 556 500 389 280 389 584 556 1000 1000 278 278 500 500 278 584 584 834 556 350
"""
_SERIF_BOLD = """
250 333 555 500 500 1000 833 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333
570 570 570 500 930 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 611 778 722 556 667 722 722 1000
722 722 667 333 278 333 581 500 333 500 556 444 556 444 333 500 556 278 333 556 278 833 556 500 556 556 444 389
333 556 500 722 500 500 444 394 220 394 520 500 1000 1000 333 333 500 500 250 570 570 750 444 350
"""
_SERIF_ITALIC = """
250 389 555 500 500 833 778 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333
570 570 570 500 832 667 667 667 722 667 667 722 778 389 500 667 611 889 722 722 611 722 667 556 611 722 667 889
667 611 611 333 278 333 570 500 333 500 500 444 500 444 333 500 556 278 278 500 278 778 556 500 500 500 389 389
278 556 444 667 500 444 389 348 220 348 570 500 1000 1000 333 333 500 500 250 606 570 750 444 350
"""


def _table(widths: str) -> dict[str, int]:
    return dict(zip(CHARACTERS, map(int, widths.split()), strict=True))


_WIDTHS: Final[dict[Face, dict[str, int]]] = {
    "sans": _table(_SANS),
    "sans-bold": _table(_SANS_BOLD),
    "serif-bold": _table(_SERIF_BOLD),
    "serif-italic": _table(_SERIF_ITALIC),
}


@lru_cache(maxsize=4096)
def text_width(says: str, size: float, face: Face = "sans", spacing: float = 0.0) -> float:
    """Return the width in pixels for letters of this size; the spacing follows every letter."""
    table = _WIDTHS[face]
    return sum(table.get(letter, WIDEST_CHARACTER) for letter in says) * size / 1000 + spacing * len(says)


def fixed_length(says: str, size: float, room: float, face: Face = "sans", spacing: float = 0.0) -> float | None:
    """Return the length to set for words that could exceed their room in a substitute font, or `None`.

    It is their width in the fonts that pictures name, where nothing changes, or the room if that is less. The width of
    a character missing from the tables is unknown, so words with one keep the length they have."""
    width = text_width(says, size, face, spacing)
    if width * WIDEST_FONT <= room or not all(letter in _WIDTHS[face] for letter in says):
        return None
    return min(width, room)


def fitting(ways: Sequence[str], size: float, room: float, face: Face = "sans") -> str:
    """Return the first of several ways to say something that has room; shorten the last if none has."""
    return next((way for way in ways if text_width(way, size, face) <= room), None) or shortened(
        ways[-1], size, room, face
    )


def shortened(says: str, size: float, room: float, face: Face = "sans") -> str:
    """Shorten the words to the space available, with an ellipsis if something is cut."""
    if text_width(says, size, face) <= room:
        return says
    kept = says
    while kept and text_width(kept.rstrip() + "…", size, face) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…" if kept else ""
