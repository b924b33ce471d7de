"""A log with its seed, dealt again: the cards, the cuts and every word must come again, line for line."""

from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any, Final

from chapter47.baccarat import acts
from chapter47.baccarat import events as e
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.state import FEE
from chapter47.baccarat.table import duties
from chapter47.baccarat.table.in_play import TableInPlay
from chapter47.core.act import DEALER_NAME, Act
from chapter47.core.chance import Seeded
from chapter47.core.event import Collected, CouponLaid, Did, Event, RoundBegan, Said
from chapter47.core.log import FIRST_EVENT_LINE, LogEntry, LogError, MismatchError, line_in_file
from chapter47.core.table_in_play import RefusedError

Doing = Callable[[Any], Act]


def redeal(posting: BaccaratTable, entries: list[LogEntry], seed: int) -> None:
    """Raises `LogError` at the first line that this seed and these acts do not give."""
    again = _Redeal(posting, entries, seed)
    try:
        again.run()
    except RefusedError as error:
        raise LogError(again.line, str(error)) from None


class _Redeal:
    def __init__(self, posting: BaccaratTable, entries: list[LogEntry], seed: int) -> None:
        self.entries = entries
        self.same = 0
        """So many entries have come again."""
        self.cuts = deque(entry.event for entry in entries if isinstance(entry.event, (e.CutOffered, e.Cut)))
        self.table = TableInPlay(posting, Seeded(seed), cut=self.cut)

    @property
    def line(self) -> int:
        number = self.same + FIRST_EVENT_LINE
        return line_in_file(self.entries[self.same], number) if self.same < len(self.entries) else number

    def run(self) -> None:
        while self.same < len(self.entries):
            self.do(self.entries[self.same].event)
            if len(self.table.log) == self.same:
                raise LogError(self.line, f"{e.EVENTS.tag(self.entries[self.same].event)} follows from nothing")
            self.compare()

    def compare(self) -> None:
        came = self.table.log[self.same :]
        for again, entry in zip(came, self.entries[self.same : self.same + len(came)], strict=False):
            if again != entry:
                raise MismatchError(self.line, e.EVENTS, entry.event, again.event, "the seed gives")
            self.same += 1
        self.same = max(self.same, len(self.table.log))

    def do(self, event: Event) -> None:
        if self.table.state.closed and not isinstance(event, e.Sat):
            self._in_a_round()
            return
        act = self._act(event)
        if act is None:
            raise LogError(self.line, f"{e.EVENTS.tag(event)} follows from nothing")
        if refusal := self.table.perform(act):
            raise LogError(self.line, f"{e.EVENTS.tag(event)} was refused: {refusal}")

    def _in_a_round(self) -> None:
        """A card and what comes with it; a call names itself, after the cutting card where that came out with it."""
        ahead = [entry.event for entry in self.entries[self.same : self.same + 2]]
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
        for entry in islice(self.entries, self.same, None):
            match entry.event:
                case e.ShoeOffered(taken=False, player=player):
                    self.table.perform(acts.DeclineShoe(player))
                case e.Bet(bettor=bettor, wager=wager, amount=amount):
                    return acts.Bet(bettor, wager, amount)
        return None

    def cut(self, player: str, stack: int) -> int | None:
        del stack
        if player != DEALER_NAME:
            offered = self.cuts.popleft() if self.cuts else None
            if not isinstance(offered, e.CutOffered) or not offered.taken:
                return None
        cut = self.cuts.popleft() if self.cuts else None
        return cut.cards if isinstance(cut, e.Cut) else None


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
