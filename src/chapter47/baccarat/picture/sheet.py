"""What a picture shows of a view: the viewer, who sits where, and the chips or results on each area."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from chapter47.baccarat.table.views import SeatView, StaffView, TableView, View
from chapter47.drawing.chips import spoken_amount
from chapter47.drawing.font_metrics import text_width
from chapter47.drawing.furniture import StackSeen, shoe_at
from chapter47.drawing.polygons import Box, Point
from chapter47.drawing.settings import Settings
from chapter47.drawing.spots import ChipPile, PileSize, piles_in, spot
from chapter47.drawing.svg import group, middle_text, moved, tag

WAGERS: Final = ("tie", "banker", "player")
"""From the middle of the table outwards."""
INK: Final = {"player": "#a9c9ff", "banker": "#ffb0a3", "tie": "#a9e8b5"}
BEADS: Final = {"player": "#1f5fbf", "banker": "#b3242b", "tie": "#1c7d3f"}


@dataclass(frozen=True)
class SeenBaccarat:
    """A table and its viewer."""

    table: TableView
    viewer: str
    cards_left: int | None

    @classmethod
    def of(cls, view: View, viewer: str) -> "SeenBaccarat":
        match view:
            case SeatView():
                return cls(view.table, viewer or view.player, None)
            case StaffView():
                return cls(view.table, viewer, view.cards_left)
            case TableView():
                return cls(view, viewer, None)

    @cached_property
    def names(self) -> dict[int, str]:
        return dict(self.table.seats)

    @property
    def own_seat(self) -> int | None:
        return next((seat for seat, name in self.table.seats if name == self.viewer), None)

    @property
    def curators_seat(self) -> int | None:
        """The curator's seat; None if the caller deals."""
        return next((seat for seat, name in self.table.seats if name and name == self.table.curator), None)

    @property
    def offers(self) -> tuple[str, ...]:
        return tuple(wager for wager in WAGERS if wager in self.table.sign.offers)

    def piles(self, seat: int, wager: str, settings: Settings) -> list[ChipPile]:
        """Return the chips on an area; once decided, the results."""
        stakes = [stake for stake in self.table.stakes if (stake.seat, stake.wager) == (seat, wager)]
        lying = [
            ChipPile(
                stake.bettor,
                stake.amount,
                settings.id("chips", seat, 0, wager, 1, slot),
                own=stake.bettor == self.viewer,
            )
            for slot, stake in enumerate(stakes, start=1)
        ]
        if lying:
            return lying
        moved = [result for result in self.table.results if (result.seat, result.wager) == (seat, wager)]
        if not moved:
            return []
        net = sum({"paid": 1, "collected": -1}.get(result.result, 0) * result.amount for result in moved)
        place = settings.id("chips", seat, 0, wager, 1, 1)
        return [ChipPile(moved[0].bettor, 0, place, own=moved[0].bettor == self.viewer, net=net)]


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
        """The letter size of an area's name."""
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
        """Draw a wager's place at a seat: its edge, its name, and its chips. Without chips the name may be elsewhere;
        if there is no room beside chips, they cover it."""
        piles = self.seen.piles(seat, wager, self.settings)
        printed = name if piles else empty_name or name
        how = {
            "face": "serif-bold",
            "fill": INK[wager],
            "spacing": self.px(1),
            "room": self.name_width(wager),
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
