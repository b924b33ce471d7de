"""Playing by a chart: every box wagers the minimum, and each decision is looked up in its cell."""

from typing import Any, Final, NamedTuple

from chapter47.blackjack.round.needs import Legal, NeedMove, Refusal
from chapter47.blackjack.strategy_file import Cell, Strategy
from chapter47.blackjack.variations import GAMES
from chapter47.core.money import dollars
from chapter47.session import acts
from chapter47.session.purse import affordable, wagers_to_double
from chapter47.session.seats import Seat
from chapter47.session.session import Session
from chapter47.terminal.view import View

COVERED: Final = tuple(name for name, game in GAMES.items() if game.traits.one_upcard)
"""The games whose decisions a chart of totals against one up card tells."""
_MOVES: Final = {
    "H": ("hit",),
    "S": ("stand",),
    "D": ("double", "hit"),
    "Ds": ("double", "stand"),
    "P": ("split",),
    "Rh": ("surrender", "hit"),
    "Rs": ("surrender", "stand"),
    "Rp": ("surrender", "split"),
}
"""The first of these that is legal; after P and Rp the cell of the total."""
_ASIDE: Final = ("double", "split", "accept", "second-card", "later", "let-stand")
"""What is answered to a question that no chart knows: along with the caller, and on with the hand."""


class Decision(NamedTuple):
    """What the chart said, and what was done."""

    round: int
    hand: str
    bettor: str
    cell: str
    move: str
    amount: int

    def data(self) -> dict[str, Any]:
        return self._asdict()


class ByChart:
    """Everybody plays by the same chart."""

    def __init__(self, session: Session, strategy: Strategy, seats: list[Seat], view: View | None) -> None:
        self.session, self.strategy, self.seats, self.view = session, strategy, seats, view
        self.decisions: list[Decision] = []
        for seat in seats:
            session.purse.sit(seat.name)

    def play(self, rounds: int) -> None:
        """Until so many rounds are played, or nobody can wager any more."""
        self.session.come((seat.box, seat.name) for seat in self.seats if not seat.standing)
        self.session.perform(acts.Open())
        while len(self.session.book.finished) < rounds:
            if not self._bets() or self._refused(self.session.perform(acts.Deal())):
                return
            while isinstance(need := self.session.go_on(), NeedMove):
                self._decide(need)

    def _bets(self) -> bool:
        """Whoever has the chips makes as many wagers of the minimum as the game asks for."""
        rules = self.session.rules
        least = GAMES[rules.game].wagers(rules)[0]
        whole = least * GAMES[rules.game].hands_per_box * rules.minimum
        wagered = False
        for seat in self.seats:
            chips = self.session.chips(seat.name)
            if chips is not None and chips < whole:
                continue
            bet = acts.Bet(seat.box, seat.name, rules.minimum, seat.standing)
            refusals = [self._refused(self.session.perform(bet)) for _ in range(least)]
            wagered |= not any(refusals)
        return wagered

    def _refused(self, refusal: Refusal | None) -> bool:
        if refusal and self.view:
            self.view.refusal(refusal)
        return refusal is not None

    def _decide(self, need: NeedMove) -> None:
        state = self.session.table.state
        split = state.bettor(need.at.box, need.bettor).amount
        chips = self.session.chips(need.bettor)
        legal = {one.name: one for one in affordable(need.legal, chips, split, wagers_to_double(state, need))}
        cell, chosen = self._chosen(need, legal or {one.name: one for one in need.legal})
        number = self.session.book.rounds[-1].number
        made = Decision(number, str(need.at), need.bettor, str(cell), chosen.name, chosen.most)
        self.decisions.append(made)
        if self.view:
            cost = f" {dollars(chosen.most)}" if chosen.most else ""
            self.view.say(f"> {need.bettor}, box {need.at}: {cell} – {chosen.name}{cost}", "bold")
        self.session.perform(acts.Choose(need.bettor, chosen.name, chosen.most))

    def _chosen(self, need: NeedMove, legal: dict[str, Legal]) -> tuple[Cell | str, Legal]:
        state = self.session.table.state
        if need.question == "insurance":
            return "insurance", self._yes_or_no(legal, "insure", self.strategy.insurance)
        if need.question == "even money":
            return "even money", self._yes_or_no(legal, "even-money", self.strategy.even_money)
        if need.question != "play" or state.upcard is None:
            move = next((one for one in _ASIDE if one in legal), next(iter(legal)))
            return need.question, legal[move]
        for cell in self.strategy.cells(state.hand(need.at), state.upcard):
            if move := next((one for one in _MOVES[cell.code] if one in legal), ""):
                return cell, legal[move]
        return cell, legal["stand"]

    @staticmethod
    def _yes_or_no(legal: dict[str, Legal], move: str, wanted: bool) -> Legal:
        return legal[move] if wanted and move in legal else legal["decline"]
