"""A table of the pit as its game draws it and speaks of it."""

from dataclasses import replace
from typing import Final, get_args

from chapter47.core.json_object import Json
from chapter47.core.onlookers import Who
from chapter47.core.words import AnyWords
from chapter47.drawing.settings import NARROWEST, FeltColour, Settings
from chapter47.service.table import HostedTable

WIDEST_HERE: Final = 4000
NARROWEST_HERE: Final = 860
"""On a screen that is not small: letters do not shrink with the picture, so that it hardly gets lower than so."""
TRIES: Final = 5
STEP: Final = 0.85
"""A try is at most so much narrower than the one before: heights do not shrink evenly with widths."""
COLOURS: Final[tuple[FeltColour, ...]] = get_args(FeltColour)


def look(asked: Json, viewer: str) -> Settings:
    """How somebody wants tables drawn; whatever makes no sense is as usual."""
    usual, width = Settings(viewer=viewer), asked.get("width")
    return replace(
        usual,
        width=int(min(max(width, NARROWEST), WIDEST_HERE)) if isinstance(width, int | float) else usual.width,
        felt=next((colour for colour in COLOURS if colour == asked.get("felt")), usual.felt),
        four_colours=asked.get("four_colours") is True,
    )


def drawn(table: HostedTable, who: Who, settings: Settings) -> str:
    """What this onlooker sees; every game that is played here has a picture."""
    assert table.game.picture
    svg: str = table.game.picture.load().draw(table.in_play.view(who), settings)
    return svg


class Fit:
    """How the felt is drawn on one page: as wide as was asked for, or narrower, so that it finds room above the bar."""

    def __init__(self, viewer: str) -> None:
        self.asked = Settings(viewer=viewer)
        self.room = 0.0
        """How high the felt may be; nothing where that is not known."""
        self._between: int | None = None
        """The width between two rounds, as it was found out once."""
        self._now = self.asked.width

    def ask(self, asked: Json) -> bool:
        """What a browser says of itself; whether that is something else than before."""
        before, height = (self.asked, self.room), asked.get("height")
        self.asked = look(asked, self.asked.viewer)
        self.room = float(height) if isinstance(height, int | float) and height > 0 else 0.0
        changed = before != (self.asked, self.room)
        if changed:
            self._between, self._now = None, self.asked.width
        return changed

    @property
    def asked_for(self) -> str:
        """As a page knows it again."""
        return f"{self.asked.width} {self.room:g}"

    def drawn(self, table: HostedTable, who: Who) -> str:
        """In a round it only gets narrower, so that little jumps; after it, it is as wide as before."""
        between = table.in_play.between_rounds
        svg, self._now = self._fitted(table, who, self._between or self.asked.width if between else self._now)
        if between and self._between is None:
            self._between = self._now
        return svg

    def _fitted(self, table: HostedTable, who: Who, width: int) -> tuple[str, int]:
        """The widest of a few tries that is not too high, or else the lowest."""
        lowest: tuple[float, str, int] | None = None
        for _ in range(TRIES):
            aside = (self.asked.width - width) / 2
            svg = drawn(table, who, replace(self.asked, width=width, aside=aside, least_height=self.room))
            height = height_of(svg)
            if self.asked.is_small or not self.room or height <= self.room:
                return svg, width
            lowest = min(lowest or (height, svg, width), (height, svg, width))
            if width <= NARROWEST_HERE:
                break
            width = max(NARROWEST_HERE, int(width * max(STEP, self.room / height) * 0.995))
        assert lowest
        return lowest[1:]


def height_of(svg: str) -> float:
    return float(svg.partition('viewBox="')[2].partition('"')[0].split()[3])


def words(table: HostedTable) -> AnyWords:
    """The words of the game for front ends; every game that is played here has them."""
    assert table.game.words
    words: AnyWords = table.game.words.load()
    return words
