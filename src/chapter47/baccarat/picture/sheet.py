"""The sheet on which a baccarat table is drawn: its measures, a seat's area, and the shoe."""

from chapter47.baccarat.picture.seen import INK, SeenBaccarat
from chapter47.drawing.chips import spoken_amount
from chapter47.drawing.furniture import shoe_at
from chapter47.drawing.polygons import Box
from chapter47.drawing.settings import Settings
from chapter47.drawing.spots import PileSize, piles_in, spot
from chapter47.drawing.svg import group, middle_text, moved

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

    def area(self, seat: int, wager: str, edge: str, room: Box, *, turn: float = 0.0) -> str:
        """The place of a wager at a seat: its edge, and the chips or the wager's name."""
        piles = self.seen.piles(seat, wager, self.settings)
        middle = (room.x + room.width / 2, room.y + room.height / 2)
        size = self.letters if self.settings.is_small else max(12.0, self.px(13.5))
        name = group(
            middle_text(
                0, 0, wager.upper(), size, face="serif-bold", fill=INK[wager], spacing=self.px(1), class_="hint"
            ),
            transform=moved(*middle, turn),
        )
        others = self.settings.id("chips", seat, 0, wager, 1, "others")
        inside = piles_in(room, piles, self.pile, place=others) if piles else name
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
        self.add(shoe_at(x, y, self.shoe_size[0], self.settings, cards_left=left, before_cut=None, full=full))
