"""A log with its seed, dealt again: the cards, the cuts and every word must come again, line for line."""

from collections.abc import Callable
from itertools import islice
from typing import Final

from chapter47.baccarat import acts
from chapter47.baccarat import events as e
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.state import FEE
from chapter47.baccarat.table import duties
from chapter47.baccarat.table.in_play import BaccaratInPlay
from chapter47.core.act import Act
from chapter47.core.chance import Seeded
from chapter47.core.event import Collected, CouponLaid, Did, Event, RoundBegan, Said
from chapter47.core.log import LogEntry, LogError
from chapter47.core.loose_types import OfItsType
from chapter47.core.redealing import LogDealtAgain
from chapter47.core.table_in_play import RefusedError

Doing = Callable[[OfItsType], Act]


def redeal(posting: BaccaratTable, entries: list[LogEntry], seed: int) -> None:
    """Raises `LogError` at the first line that this seed and these acts do not give."""
    again = _Redeal(posting, entries, seed)
    try:
        again.run()
    except RefusedError as error:
        raise LogError(again.log.line, str(error)) from None


class _Redeal:
    def __init__(self, posting: BaccaratTable, entries: list[LogEntry], seed: int) -> None:
        self.log = LogDealtAgain(e.EVENTS, entries)
        self.table = BaccaratInPlay(posting, Seeded(seed), cut=self.log.cut)

    def run(self) -> None:
        while not self.log.is_done:
            self.do(self.log.entries[self.log.same].event)
            self.log.compare(self.table.log)

    def do(self, event: Event) -> None:
        if self.table.state.closed and not isinstance(event, e.Sat):
            self._in_a_round()
            return
        act = self._act(event)
        if act is None:
            raise self.log.error(event, "follows from nothing")
        if refusal := self.table.perform(act):
            raise self.log.error(event, f"was refused: {refusal}")

    def _in_a_round(self) -> None:
        """A card and what comes with it; a call names itself, after the cutting card where that came out with it."""
        ahead = [entry.event for entry in self.log.entries[self.log.same : self.log.same + 2]]
        called = next((event for event in ahead if isinstance(event, e.Called)), None)
        begins = ahead[0] is called or isinstance(ahead[0], e.CuttingCardOut)
        if called is not None and begins and called.kind in self.table.calls:
            self.table.call(called.kind)
        else:
            self.table.step()

    def _act(self, event: Event) -> Act | None:
        match event:
            case e.Burned() | e.ShoeOffered():
                return self._first_bet()
            case Collected(wager=wager, bettor=bettor, why=why) if wager == FEE:
                return acts.Leave(bettor) if why == duties.ON_LEAVING else acts.Close()
            case e.ShoeGivenUp(why=why, player=player):
                return acts.Leave(player) if why == duties.LEAVES else acts.GiveUpShoe()
        doing = _ACTS.get(type(event))
        return doing(event) if doing else self._first_bet() if isinstance(event, RoundBegan) else None

    def _first_bet(self) -> Act | None:
        """A round begins with a wager, after the burn and the offers of the shoe that stand before it."""
        for entry in islice(self.log.entries, self.log.same, None):
            match entry.event:
                case e.ShoeOffered(taken=False, player=player):
                    self.table.perform(acts.DeclineShoe(player))
                case e.Bet(bettor=bettor, wager=wager, amount=amount):
                    return acts.Bet(bettor, wager, amount)
        return None


_ACTS: Final[dict[type[Event], Doing]] = {
    e.Sat: lambda event: acts.Sit(event.seat, event.player),
    e.Left: lambda event: acts.Leave(event.player),
    e.Closed: lambda event: acts.Close(),
    Did: lambda event: acts.Open(),
    e.RecutOrdered: lambda event: acts.Recut(next=not event.same_player),
    e.Bet: lambda event: acts.Bet(event.bettor, event.wager, event.amount),
    e.Withdrawn: lambda event: acts.Withdraw(event.bettor, event.wager, event.amount),
    CouponLaid: lambda event: acts.Coupon(event.bettor, event.amount, event.wager),
    Said: lambda event: acts.Deal(),
}
