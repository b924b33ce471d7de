"""Playing by a chart: every box wagers the minimum, and each decision is looked up in its cell."""

from typing import Any, Final, NamedTuple

from chapter47.blackjack import acts
from chapter47.blackjack.chart_player import by_chart
from chapter47.blackjack.round.needs import Refusal
from chapter47.blackjack.strategy_file import Strategy
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.views.records import AskedView
from chapter47.blackjack.words.choices import affordable
from chapter47.core.money import dollars
from chapter47.session.seats import Seat
from chapter47.session.session import Session
from chapter47.terminal.view import View

COVERED: Final = tuple(name for name, game in GAMES.items() if game.traits.one_upcard)
"""The games whose decisions a chart of totals against one up card tells."""


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
            self.session.go_on()
            while asked := self.session.table_seen().round.asked:
                self._decide(asked)
                self.session.go_on()

    def _bets(self) -> bool:
        """Whoever has the chips makes as many wagers of the minimum as the game asks for."""
        sign = self.session.table_seen().sign
        whole = sign.least_wagers * sign.hands_per_box * sign.minimum
        wagered = False
        for seat in self.seats:
            chips = self.session.chips(seat.name)
            if chips is not None and chips < whole:
                continue
            bet = acts.Bet(seat.box, seat.name, sign.minimum, seat.standing)
            refusals = [self._refused(self.session.perform(bet)) for _ in range(sign.least_wagers)]
            wagered |= not any(refusals)
        return wagered

    def _refused(self, refusal: Refusal | None) -> bool:
        if refusal and self.view:
            self.view.refusal(refusal)
        return refusal is not None

    def _decide(self, asked: AskedView) -> None:
        seat = self.session.seat(asked.bettor)
        moves = affordable(seat, self.session.chips(asked.bettor)) or seat.legal
        cell, move = by_chart(self.strategy, seat, moves)
        number = self.session.book.rounds[-1].number
        self.decisions.append(Decision(number, asked.at, asked.bettor, str(cell), move.name, move.most))
        if self.view:
            cost = f" {dollars(move.most)}" if move.most else ""
            self.view.say(f"> {asked.bettor}, box {asked.at}: {cell} – {move.name}{cost}", "bold")
        self.session.perform(acts.Choose(asked.bettor, move.name, move.most))
