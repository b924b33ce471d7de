"""What a picture shows of a view: the viewer, the offers, and the chips or results on each place."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from chapter47.core.text import spoken
from chapter47.craps.views import CrapsView, CrewView, PlayerView, WagerView
from chapter47.drawing.chips import spoken_amount
from chapter47.drawing.polygons import Box
from chapter47.drawing.settings import Settings
from chapter47.drawing.spots import ChipPile, PileSize, piles_in, spot
from chapter47.drawing.svg import tag

POINTS: Final = (4, 5, 6, 8, 9, 10)


@dataclass(frozen=True)
class SeenCraps:
    """A table and its viewer."""

    table: CrapsView
    viewer: str
    open_bets: frozenset[tuple[str, int]] = frozenset()
    """The places where the viewer may bet now."""

    @classmethod
    def of(cls, view: CrapsView | PlayerView | CrewView, viewer: str) -> "SeenCraps":
        if isinstance(view, PlayerView):
            open_bets = frozenset((legal.wager, legal.number) for legal in view.legal if legal.act == "bet")
            return cls(view.table, viewer or view.player, open_bets)
        return cls(view if isinstance(view, CrapsView) else view.table, viewer)

    @cached_property
    def positions(self) -> dict[str, int]:
        return {name: position for position, name in self.table.rail}

    def offers(self, wager: str, number: int = 0) -> bool:
        sign = self.table.sign
        if wager in ("buy", "lay"):
            return number in (sign.buy if wager == "buy" else sign.lay)
        return wager.removesuffix("-odds") in sign.offers

    def pays(self, wager: str, row: str = "") -> str:
        return next((pays for name, of_row, pays in self.table.sign.pays if (name, of_row) == (wager, row)), "")

    def is_used(self, wager: str, number: int) -> bool:
        """Return whether there are chips, or the viewer could place some."""
        return (wager, number) in self.open_bets or bool(self.piles(wager, number, Settings()))

    def lying(self, wager: str, number: int) -> list[WagerView]:
        there = [stake for stake in self.table.wagers if (stake.wager, stake.number) == (wager, number)]
        return sorted(there, key=lambda stake: self.positions.get(stake.bettor, 0))

    def piles(self, wager: str, number: int, settings: Settings) -> list[ChipPile]:
        """Return the chips on a place, each with what the last throw won, and what it lost."""
        place = settings.id("chips", wager, number)
        nets = {
            bettor: net
            for (bettor, of_wager, of_number), net in self._nets.items()
            if (of_wager, of_number) == (wager, number)
        }
        piles = [
            ChipPile(
                stake.bettor,
                stake.amount,
                f"{place}-{self.positions.get(stake.bettor, 0)}",
                own=stake.bettor == self.viewer,
                off=not stake.works,
                net=None if (stake.bettor, wager, number) in self._gone else nets.get(stake.bettor),
            )
            for stake in self.lying(wager, number)
        ]
        lying = {stake.bettor for stake in self.lying(wager, number)}
        gone = [
            ChipPile(bettor, 0, f"{place}-{self.positions.get(bettor, 0)}", own=bettor == self.viewer, net=net)
            for bettor, net in nets.items()
            if bettor not in lying
        ]
        return [*piles, *gone]

    @cached_property
    def _gone(self) -> frozenset[tuple[str, str, int]]:
        """Return wagers that the last throw removed: what is there now was placed since."""
        return frozenset(
            (moved.bettor, moved.wager, moved.number) for moved in self.table.results if moved.result != "paid"
        )

    @cached_property
    def _nets(self) -> dict[tuple[str, str, int], int]:
        """Return what the last throw brought on each place to each bettor."""
        nets: dict[tuple[str, str, int], int] = {}
        for moved in self.table.results:
            key = (moved.bettor, moved.wager, moved.number)
            sign = {"paid": 1, "collected": -1}.get(moved.result, 0)
            nets[key] = nets.get(key, 0) + sign * moved.amount
        return nets


GAP = 5.0
CREAM = "#f6eed6"
LINE_RED = "#ff9f8a"


class LayoutSheet:
    """One picture; areas are placed from the top down."""

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
        """The height of an area with one row of chips."""
        return self.pile.height + (4 if self.settings.is_small else 8)

    def add(self, *drawn: str) -> None:
        self.drawn += drawn

    def area(self, wager: str, number: int, *printed: str, room: Box, empty: str = "") -> str:
        """Draw a place with its print and chips; empty, its text."""
        piles = self.seen.piles(wager, number, self.settings)
        return self.area_with(wager, number, piles, *printed, room=room, empty=empty)

    def area_with(
        self, wager: str, number: int, piles: list[ChipPile], *printed: str, room: Box, empty: str = ""
    ) -> str:
        together = self.settings.id("chips", wager, number, "others")
        free = tag("rect", x=room.x, y=room.y, width=room.width, height=room.height, class_="room", fill="none")
        lying = piles_in(room, piles, self.pile, place=together) if piles else empty
        place = self.settings.id("spot", wager, number)
        label = f"{_spoken(wager, number)}, {_spoken_piles(piles)}"
        return spot(place, label, *printed, free, lying, data_wager=wager, data_bet=str(number))


def _spoken(wager: str, number: int) -> str:
    return spoken(wager) + (f" {number}" if number else "")


def _spoken_piles(piles: list[ChipPile]) -> str:
    amount, own = (sum(pile.amount for pile in piles if pile.own or not only) for only in (False, True))
    if not amount:
        return "empty"
    if own == amount:
        return f"{spoken_amount(own)} of your own"
    return spoken_amount(amount) + (f", {spoken_amount(own)} of it your own" if own else "")
