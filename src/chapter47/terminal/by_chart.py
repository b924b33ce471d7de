"""Playing by a chart: every box bets the minimum, and each decision is looked up."""

from typing import Any, Generic, NamedTuple

from chapter47.core.act import Open
from chapter47.core.findings import Refusal
from chapter47.core.json_object import Json
from chapter47.core.money import dollars
from chapter47.core.words import ChartPlay, DecisionAsked, Strategy
from chapter47.session.purse import Seat
from chapter47.session.session import Session
from chapter47.terminal.screen import Screen


class RecordedDecision(NamedTuple):
    """What the chart said, and what was done."""

    round: int
    hand: str
    bettor: str
    cell: str
    move: str
    amount: int

    def data(self) -> Json:
        return self._asdict()


class ByChart(Generic[Strategy]):
    """All players use the same chart."""

    def __init__(
        self,
        session: Session,
        game: ChartPlay[Any, Any, Any, Strategy],
        strategy: Strategy,
        seats: list[Seat],
        screen: Screen | None,
    ) -> None:
        self.session, self.game, self.strategy, self.seats, self.screen = session, game, strategy, seats, screen
        self.decisions: list[RecordedDecision] = []
        for seat in seats:
            session.purse.sit(seat.name)

    def play(self, rounds: int) -> None:
        """Play a number of rounds, or until nobody can bet any more."""
        self.session.come((seat.box, seat.name) for seat in self.seats if not seat.standing)
        self.session.perform(Open())
        while len(self.session.book.finished) < rounds:
            if not self._bets() or self._refused(self.session.perform(self.game.closes)):
                return
            self.session.go_on()
            while asked := self.session.asked():
                self._decide(asked)
                self.session.go_on()

    def _bets(self) -> bool:
        """Make the minimum wagers of everybody who has the chips."""
        seen = self.session.table_seen()
        wagered = False
        for seat in self.seats:
            bets, chips = self.game.wagers(seen, seat), self.session.chips(seat.name)
            if chips is not None and chips < sum(cost.amount for cost in map(self.session.table.cost, bets) if cost):
                continue
            refusals = [self._refused(self.session.perform(bet)) for bet in bets]
            wagered |= not any(refusals)
        return wagered

    def _refused(self, refusal: Refusal | None) -> bool:
        if refusal and self.screen:
            self.screen.refusal(refusal)
        return refusal is not None

    def _decide(self, asked: DecisionAsked) -> None:
        seat, chips = self.session.seat(asked.bettor), self.session.chips(asked.bettor)
        cell, move, amount = self.game.decide(self.strategy, seat, chips)
        number = self.session.book.rounds[-1].number
        self.decisions.append(RecordedDecision(number, asked.at, asked.bettor, cell, move, amount))
        if self.screen:
            cost = f" {dollars(amount)}" if amount else ""
            self.screen.say(f"> {asked.bettor}, {asked.about}: {cell} – {move}{cost}", "bold")
        self.session.perform(self.session.words.decide(asked.bettor, move, amount))
