"""How a table is drawn: a game's part `picture`, and the settings of a picture."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from chapter47.core.log import Frame

FeltColour = Literal["green", "blue", "burgundy"]
SMALL_SCREEN: Final = 700
"""Below this many pixels only the viewer's own boxes and the dealer are drawn large."""
SURROUND: Final = "#14161a"
NARROWEST: Final = 320
WIDEST: Final = 7680


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a table is drawn; the height follows from the width and the contents."""

    width: int = 1280
    """In pixels; letters never get smaller than twelve."""
    aside: float = 0.0
    """Extra room on both sides of the table, for objects beside it."""
    least_height: float = 0.0
    """Minimum height of a small picture that fills a screen."""
    felt: FeltColour = "green"
    surround: str = SURROUND
    """The colour around the table, or `none`."""
    four_colours: bool = False
    """Blue diamonds and green clubs, so that no two suits look alike."""
    viewer: str = ""
    """The player from whose seat the table is seen; a player's own view names one itself."""
    prefix: str = ""
    """Prefix of every id, so that several pictures can be on one page."""
    house: str = "Chapter 47"
    """The name of the licensee, which every layout shows."""

    def __post_init__(self) -> None:
        if not NARROWEST <= self.width <= WIDEST:
            raise ValueError(f"a picture {self.width} pixels wide: allowed are {NARROWEST} to {WIDEST} pixels")

    @property
    def is_small(self) -> bool:
        return self.width < SMALL_SCREEN

    @property
    def unit(self) -> float:
        """The scale relative to the usual width."""
        return self.width / 1280

    def letters(self, size: float) -> float:
        """Scale a letter size from the usual width, never too small to read."""
        return max(12.0, size * self.unit)

    def id(self, *parts: object) -> str:
        return self.prefix + "-".join(map(str, parts))


@dataclass(frozen=True, kw_only=True)
class Picture:
    """How a game's tables are drawn. Pictures are drawn from views alone."""

    draw: Callable[[Any, Settings], str]
    """Draws any onlooker's view of a table as an SVG document."""
    replayed: Callable[[Any, Sequence[Frame]], Any]
    """Returns the public view after the last replayed line, from the posting and the lines."""
