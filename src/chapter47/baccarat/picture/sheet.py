"""The sheet on which a baccarat table is drawn: its measures, a seat's area, and the shoe."""

from chapter47.baccarat.picture.seen import INK, SeenBaccarat
from chapter47.drawing.chips import spoken_amount
from chapter47.drawing.font_metrics import text_width
from chapter47.drawing.furniture import StackSeen, shoe_at
from chapter47.drawing.polygons import Box, Point
from chapter47.drawing.settings import Settings
from chapter47.drawing.spots import PileSize, piles_in, spot
from chapter47.drawing.svg import group, middle_text, moved, tag

GAP = 6.0
CARDS_PER_DECK = 52


class Sheet:
    """One picture, and what has been drawn of it."""

    def __init__(self, seen: SeenBaccarat, settings: Settings) -> None:
        self.seen, self.settings = seen, settings
        self.width = float(settings.width)
        self.letters = settings.letters(13)
        self.pile = PileSize(max(13.0, 14.0 * settings.unit), settings.letters(12.5))
        self.margin = max(12.0, 28 * settings.unit)
        self.drawn: list[str] = []

    def px(self, size: float) -> float:
        return size * self.settings.unit

    def add(self, *drawn: str) -> None:
        self.drawn += drawn

    @property
    def title(self) -> str:
        return f"Baccarat, {len(self.seen.table.sign.seats)} seats"

    @property
    def name_size(self) -> float:
        """Of the letters of an area's name."""
        return self.letters if self.settings.is_small else max(12.0, self.px(13.5))

    def name_width(self, wager: str) -> float:
        return text_width(wager.upper(), self.name_size, "serif-bold", self.px(1))

    def area(
        self,
        seat: int,
        wager: str,
        edge: str,
        room: Box,
        *,
        turn: float = 0.0,
        empty_name: Point | None = None,
        name: Point | None = None,
    ) -> str:
        """The place of a wager at a seat: its edge, its name, and the chips in their room. Without chips the name may
        lie elsewhere; where there is no place for it beside chips, they cover it."""
        piles = self.seen.piles(seat, wager, self.settings)
        printed = name if piles else empty_name or name
        how = {
            "face": "serif-bold",
            "fill": INK[wager],
            "spacing": self.px(1),
            "class_": "hint" if printed != name else None,
        }
        words = middle_text(0, 0, wager.upper(), self.name_size, **how)
        free = tag("rect", x=room.x, y=room.y, width=room.width, height=room.height, class_="room", fill="none")
        others = self.settings.id("chips", seat, 0, wager, 1, "others")
        inside = group(words, transform=moved(*printed, turn)) if printed else ""
        inside += free + (piles_in(room, piles, self.pile, place=others) if piles else "")
        amount = sum(pile.amount for pile in piles)
        label = f"seat {seat}, {wager}, {spoken_amount(amount) if amount else 'empty'}"
        place = self.settings.id("spot", seat, wager, 1)
        return spot(place, label, edge, inside, data_box=str(seat), data_wager=wager, data_bet="1")

    @property
    def shoe_size(self) -> tuple[float, float]:
        wide = max(44.0, self.px(66))
        return wide, wide * 0.7 + 5

    def shoe(self, x: float, y: float) -> None:
        full = self.seen.table.sign.decks * CARDS_PER_DECK
        left = self.seen.cards_left
        self.add(shoe_at(x, y, self.shoe_size[0], self.settings, StackSeen(left, None, full)))
