"""The chips that players brought. The law knows no bankroll: without one everything is affordable."""

from collections.abc import Mapping

from chapter47.core.findings import Refusal
from chapter47.core.money import dollars
from chapter47.session.book import Book


class Purse:
    def __init__(self, bankroll: int | None) -> None:
        self.bankroll = bankroll
        self._bought: dict[str, int] = {}

    @property
    def players(self) -> tuple[str, ...]:
        """Those who sat down with chips."""
        return tuple(self._bought)

    def sit(self, player: str) -> None:
        self._bought.setdefault(player, 0)

    def buy(self, player: str, amount: int) -> None:
        self._bought[player] = self._bought.get(player, 0) + amount

    def chips(self, player: str, book: Book, staked: Mapping[str, int]) -> int | None:
        """What the player has besides the wagers on the layout."""
        if self.bankroll is None:
            return None
        return self.bankroll + self._bought.get(player, 0) + book.net()[player] - staked.get(player, 0)

    @staticmethod
    def too_dear(chips: int | None, cost: int) -> Refusal | None:
        if chips is None or cost <= chips:
            return None
        return Refusal("chips.short", "", "not enough chips", dollars(cost), f"up to {dollars(chips)}")
