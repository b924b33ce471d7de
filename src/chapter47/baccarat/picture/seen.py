"""What a picture shows of a view: whose it is, who sits where, and what lies on each area or was won there."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from chapter47.baccarat.table.views import SeatView, StaffView, TableView, View
from chapter47.drawing.settings import Settings
from chapter47.drawing.spots import ChipPile

WAGERS: Final = ("tie", "banker", "player")
"""From the middle of the table outwards."""
INK: Final = {"player": "#a9c9ff", "banker": "#ffb0a3", "tie": "#a9e8b5"}
BEADS: Final = {"player": "#1f5fbf", "banker": "#b3242b", "tie": "#1c7d3f"}


@dataclass(frozen=True)
class SeenBaccarat:
    """A table and whoever looks at it."""

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
        """Nobody's where the caller deals."""
        return next((seat for seat, name in self.table.seats if name and name == self.table.curator), None)

    @property
    def offers(self) -> tuple[str, ...]:
        return tuple(wager for wager in WAGERS if wager in self.table.sign.offers)

    def piles(self, seat: int, wager: str, settings: Settings) -> list[ChipPile]:
        """Chips that lie there; once they are decided, what they brought."""
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
