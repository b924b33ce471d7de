"""The chips that players brought. The law knows no bankroll: without one everything is affordable."""

from chapter47.blackjack.round.needs import NeedMove, Refusal
from chapter47.blackjack.state import Round
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

    def chips(self, player: str, book: Book, state: Round) -> int | None:
        """What the player has besides the wagers on the layout."""
        if self.bankroll is None:
            return None
        on_layout = sum(stake.whole for stake in state.stakes if stake.open and stake.bettor == player)
        return self.bankroll + self._bought.get(player, 0) + book.net()[player] - on_layout

    @staticmethod
    def too_dear(chips: int | None, cost: int) -> Refusal | None:
        if chips is None or cost <= chips:
            return None
        return Refusal("chips.short", "", "not enough chips", dollars(cost), f"up to {dollars(chips)}")

    @staticmethod
    def cost(state: Round, need: NeedMove, move: str, amount: int) -> int:
        """The chips that a move takes: the amount named, or the wager again for a split."""
        return amount if amount or move != "split" else state.bettor(need.at.box, need.bettor).amount
