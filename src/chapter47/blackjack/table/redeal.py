"""A log with its seed, dealt again: the cards, the cuts and every word must come again, line for line."""

from collections import deque
from collections.abc import Callable
from typing import Final

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event
from chapter47.blackjack.round.needs import NeedMove, Refusal
from chapter47.blackjack.rules.burn_and_reshuffle import Side
from chapter47.blackjack.shoe.errors import EmptyShoeError, NoCardsLeftError, RefusedError
from chapter47.blackjack.shoe.handling import MACHINE
from chapter47.blackjack.table.in_play import TOO_FEW, BlackjackInPlay
from chapter47.blackjack.table.log import SHOE
from chapter47.blackjack.table.replay import move_of
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations.switch import mixed_again
from chapter47.core.chance import Seeded
from chapter47.core.log import LogEntry, LogError
from chapter47.core.loose_types import OfItsType
from chapter47.core.redealing import LogDealtAgain


def redeal(rules: TableRules, entries: list[LogEntry], seed: int) -> None:
    """Raises `LogError` at the first line that this seed and these decisions do not give."""
    again = _Redeal(rules, entries, seed)
    try:
        again.run()
    except (RefusedError, EmptyShoeError, NoCardsLeftError) as error:
        raise LogError(again.log.line, str(error)) from None


class _Redeal:
    def __init__(self, rules: TableRules, entries: list[LogEntry], seed: int) -> None:
        self.log = LogDealtAgain(e.EVENTS, entries)
        self.determinants = deque(entry.event for entry in entries if isinstance(entry.event, e.DeterminantDrawn))
        self.table = BlackjackInPlay(rules, Seeded(seed), cut=self.log.cut)

    def run(self) -> None:
        while not self.log.is_done:
            event = self.next_act()
            refusal = self.do(event)
            if refusal is not None:
                raise self.log.error(event, f"was refused: {refusal}")
            if len(self.table.log) == self.log.same:
                raise self.log.error(event, "follows from nothing")
            self.log.compare(self.table.log)

    def next_act(self) -> Event:
        """What the shoe says before it belongs to the act that follows, unless no round is dealt.

        So does an empty shoe: whoever wants a card finds it so. A burn card shows, and a machine stops, at any time."""
        ahead = self.log.ahead
        of_itself = _jams(ahead[0].event) or isinstance(ahead[0].event, e.BurnCardShown)
        if self.table.state.closed and not self.table.state.over and not of_itself:
            return next(
                (entry.event for entry in ahead if entry.source != SHOE and not _empty(entry.event)), ahead[0].event
            )
        return ahead[0].event

    def do(self, event: Event) -> Refusal | None:
        if isinstance(event, (e.Did, e.Shuffled)) and not self.table.is_open:
            self.table.open(exposed=sum(entry.event in mixed_again(1) for entry in self.log.entries))
            return None
        if isinstance(event, e.BetsClosed):
            return self.table.close_bets(self.side())
        if act := _ACTS.get(type(event)):
            return act(self.table, event)
        need = self.table.need
        move = move_of(event, need) if isinstance(need, NeedMove) else None
        if move is None or not isinstance(need, NeedMove):
            return None
        return self.table.choose(getattr(event, "bettor", need.bettor), move, getattr(event, "amount", 0))

    # What the shoe asks --------------------------------------------------------------------------------------------

    def side(self) -> Side:
        return "right" if self.determinants and self.determinants.popleft().drawn_from == "right" else "left"


def _step(table: BlackjackInPlay, event: Event) -> Refusal | None:
    del event
    table.step()
    return None


def _bet(table: BlackjackInPlay, event: e.Bet) -> Refusal | None:
    return table.bet(event.box, event.bettor, event.amount, seated=event.seated, consent=True)


def _side_bet(table: BlackjackInPlay, event: e.SideBet) -> Refusal | None:
    return table.side_bet(event.box, event.bettor, event.wager, event.amount, event.bet)


def _withdraw(table: BlackjackInPlay, event: e.Withdrawn) -> Refusal | None:
    return table.withdraw(event.box, event.bettor, event.wager, event.bet)


def _coupon(table: BlackjackInPlay, event: e.CouponLaid) -> Refusal | None:
    return table.coupon(event.at, event.bettor, event.amount, event.wager)


def _jams(event: Event) -> bool:
    return isinstance(event, e.Did) and event.who == MACHINE


def _of_the_shoe(table: BlackjackInPlay, event: Event) -> Refusal | None:
    """A machine that stops, or a shuffle that the licensee wants."""
    if _jams(event):
        table.jam()
        return None
    return table.reshuffle()


def _empty(event: Event) -> bool:
    return isinstance(event, e.Called) and event.kind == TOO_FEW


def _call(table: BlackjackInPlay, event: e.Called) -> Refusal | None:
    return _step(table, event) if event.kind == TOO_FEW else table.call(event.kind)


_ACTS: Final[dict[type[Event], Callable[[BlackjackInPlay, OfItsType], Refusal | None]]] = {
    e.Bet: _bet,
    e.SideBet: _side_bet,
    e.CouponLaid: _coupon,
    e.Withdrawn: _withdraw,
    e.AmountShown: _step,
    e.Called: _call,
    e.Dealt: _step,
    e.Turned: _step,
    e.Peeked: _step,
    e.DealerDone: _step,
    e.RoundBegan: lambda table, event: table.begin(),
    e.DealerRelieved: lambda table, event: table.relieve(event.dealer),
    e.Sat: lambda table, event: table.sit(event.box, event.player),
    e.Left: lambda table, event: table.leave(event.player, held=event.held),
    e.LetIn: lambda table, event: table.let_in(event.player),
    e.LightFailed: lambda table, event: table.fail_light(event.box),
    e.LightRepaired: lambda table, event: table.repair_light(event.box),
    e.ReaderRepaired: lambda table, event: table.repair_reader(),
    e.RecutOrdered: lambda table, event: table.recut(same_player=event.same_player),
    e.WentIdle: lambda table, event: table.go_idle(face_up=event.face_up),
    e.Resumed: lambda table, event: table.resume(asked=event.asked),
    e.BurnCardShown: lambda table, event: table.show_burned(),
    e.Did: _of_the_shoe,
    e.Shuffled: _of_the_shoe,
}
