"""The sheet on which a craps layout is drawn: its measures, and an area with the chips that lie there."""

from chapter47.core.text import spoken
from chapter47.craps.picture.seen import SeenCraps
from chapter47.drawing.chips import spoken_amount
from chapter47.drawing.polygons import Box
from chapter47.drawing.settings import Settings
from chapter47.drawing.spots import ChipPile, PileSize, piles_in, spot
from chapter47.drawing.svg import tag

GAP = 5.0
CREAM = "#f6eed6"
LINE_RED = "#ff9f8a"


class LayoutSheet:
    """One picture; areas are laid from the top down."""

    def __init__(self, seen: SeenCraps, settings: Settings) -> None:
        self.seen, self.settings = seen, settings
        self.width = float(settings.width)
        self.letters = settings.letters(12.5)
        self.pile = PileSize(max(13.0, 15.0 * settings.unit), settings.letters(12.5))
        self.margin = 10.0 if settings.is_small else max(14.0, 26 * settings.unit)
        self.gap = 2.0 if settings.is_small else GAP
        self.drawn: list[str] = []

    def px(self, size: float) -> float:
        return size * self.settings.unit

    @property
    def strip_height(self) -> float:
        """Of an area with one row of chips."""
        return self.pile.height + (4 if self.settings.is_small else 8)

    def add(self, *drawn: str) -> None:
        self.drawn += drawn

    def area(self, wager: str, number: int, *printed: str, room: Box, empty: str = "") -> str:
        """A place with what is printed there and, in its room, the chips; where none lie, what it says when empty."""
        piles = self.seen.piles(wager, number, self.settings)
        return self.area_with(wager, number, piles, *printed, room=room, empty=empty)

    def area_with(
        self, wager: str, number: int, piles: list[ChipPile], *printed: str, room: Box, empty: str = ""
    ) -> str:
        together = self.settings.id("chips", wager, number, "others")
        free = tag("rect", x=room.x, y=room.y, width=room.width, height=room.height, class_="room", fill="none")
        lying = piles_in(room, piles, self.pile, place=together) if piles else empty
        place = self.settings.id("spot", wager, number)
        label = f"{_spoken(wager, number)}, {_told(piles)}"
        return spot(place, label, *printed, free, lying, data_wager=wager, data_bet=str(number))


def _spoken(wager: str, number: int) -> str:
    return spoken(wager) + (f" {number}" if number else "")


def _told(piles: list[ChipPile]) -> str:
    amount, own = (sum(pile.amount for pile in piles if pile.own or not only) for only in (False, True))
    if not amount:
        return "empty"
    if own == amount:
        return f"{spoken_amount(own)} of your own"
    return spoken_amount(amount) + (f", {spoken_amount(own)} of it your own" if own else "")
