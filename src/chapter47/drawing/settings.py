"""What whoever looks at a picture may choose."""

from dataclasses import dataclass
from typing import Final, Literal

FeltColour = Literal["green", "blue", "burgundy"]
SMALL_SCREEN: Final = 700
"""Under so many pixels only the onlooker's own boxes and the dealer are drawn large."""
SURROUND: Final = "#14161a"
NARROWEST: Final = 320
WIDEST: Final = 7680


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a table is drawn; the height follows from the width and from what lies on the table."""

    width: int = 1280
    """In pixels; letters never get smaller than twelve of them."""
    aside: float = 0.0
    """So much room there is at both sides of the table besides, for what stands beside it."""
    least_height: float = 0.0
    """So high a small picture is at least, where it fills a screen."""
    felt: FeltColour = "green"
    surround: str = SURROUND
    """The colour around the table, or `none`."""
    four_colours: bool = False
    """Diamonds blue and clubs green, so that no two suits look alike."""
    viewer: str = ""
    """The player from whose chair the table is seen; a player's own view names one itself."""
    prefix: str = ""
    """Goes before every id, so that several pictures can stand on one page."""
    house: str = "Chapter 47"
    """The name of the licensee, which every layout bears."""

    def __post_init__(self) -> None:
        if not NARROWEST <= self.width <= WIDEST:
            raise ValueError(f"a picture {self.width} pixels wide: from {NARROWEST} to {WIDEST} pixels")

    @property
    def is_small(self) -> bool:
        return self.width < SMALL_SCREEN

    @property
    def unit(self) -> float:
        """What is a pixel at the usual width."""
        return self.width / 1280

    def letters(self, size: float) -> float:
        """A size of letters at the usual width, here: never too small to be read."""
        return max(12.0, size * self.unit)

    def id(self, *parts: object) -> str:
        return self.prefix + "-".join(str(part) for part in parts)
