"""What a picture shows of a view: whose it is, what is offered, and what lies on each place or was won there."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from chapter47.craps.views import CrapsView, CrewView, PlayerView, WagerView
from chapter47.drawing.settings import Settings
from chapter47.drawing.spots import ChipPile

POINTS: Final = (4, 5, 6, 8, 9, 10)


@dataclass(frozen=True)
class SeenCraps:
    """A table and whoever looks at it."""

    table: CrapsView
    viewer: str
    open_bets: frozenset[tuple[str, int]] = frozenset()
    """The places on which the onlooker may lay chips now."""

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
        """Whether something lies there or can be laid there by the onlooker."""
        return (wager, number) in self.open_bets or bool(self.piles(wager, number, Settings()))

    def lying(self, wager: str, number: int) -> list[WagerView]:
        there = [stake for stake in self.table.wagers if (stake.wager, stake.number) == (wager, number)]
        return sorted(there, key=lambda stake: self.positions.get(stake.bettor, 0))

    def piles(self, wager: str, number: int, settings: Settings) -> list[ChipPile]:
        """Chips that lie there, each with what the last throw won for them; and what it lost."""
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
        """Wagers that the last throw took off the layout: what lies there now was laid since."""
        return frozenset(
            (moved.bettor, moved.wager, moved.number) for moved in self.table.results if moved.result != "paid"
        )

    @cached_property
    def _nets(self) -> dict[tuple[str, str, int], int]:
        """What the last throw brought on each place to each bettor."""
        nets: dict[tuple[str, str, int], int] = {}
        for moved in self.table.results:
            key = (moved.bettor, moved.wager, moved.number)
            sign = {"paid": 1, "collected": -1}.get(moved.result, 0)
            nets[key] = nets.get(key, 0) + sign * moved.amount
        return nets
