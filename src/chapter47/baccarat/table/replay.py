"""A log done again: what people did is done once more, and every word that follows must come again."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from chapter47.baccarat import events as e
from chapter47.baccarat import irregularities, round
from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.round import NeedCard, Step, pending
from chapter47.baccarat.rules.shuffle_and_cut import burned_with, cut_refused, may_be_recut
from chapter47.baccarat.state import FEE, TableState, apply
from chapter47.baccarat.table import duties
from chapter47.baccarat.table.log import FORM, ROUND
from chapter47.core.cards import DECK, Card
from chapter47.core.event import Collected, CouponLaid, Event, RoundBegan, RoundOver
from chapter47.core.findings import Refusal
from chapter47.core.log import FIRST_EVENT_LINE, Frame, LogEntry, LogError, MismatchError, belongs, line_in_file


def replay(posting: BaccaratTable, entries: Iterable[LogEntry]) -> Iterator[Frame]:
    """Every line with the state after it; raises `LogError` at the first that does not reproduce."""
    again = _Replay(posting)
    line = FIRST_EVENT_LINE
    for number, entry in enumerate(entries, start=FIRST_EVENT_LINE):
        line = line_in_file(entry, number)
        belongs(FORM, entry, line)
        try:
            again.do(entry, line)
        except _DiffersError as error:
            raise LogError(line, str(error)) from None
        yield Frame(line, entry, again.state)
    if again.expected:
        raise LogError(line + 1, f"the log ends before {e.EVENTS.tag(again.expected[0])}")


class _DiffersError(Exception):
    """A line that the rules do not give."""


class _Cards(NamedTuple):
    """What is known of the shoe from what has come out of it."""

    out: int = 0
    to_burn: int | None = None
    """Cards still to be burned; none before the first of them is seen."""
    cutting_card_is_out: bool = False


class _Replay:
    def __init__(self, posting: BaccaratTable) -> None:
        self.state = TableState(posting)
        self.expected: deque[Event] = deque()
        """What must come next."""
        self.cards: _Cards | None = None
        self.seen: Counter[Card] = Counter()

    def do(self, entry: LogEntry, line: int) -> None:
        event = entry.event
        begins_an_act = not self.expected
        if begins_an_act:
            self.expected.extend(self.follows(entry))
        expected = self.expected.popleft()
        if expected != event:
            raise MismatchError(line, e.EVENTS, event, expected, "the rules say")
        self.count_cards(event, begins_an_act=begins_an_act)
        self.state = apply(self.state, event)
        if isinstance(event, RoundOver):
            self.expected.extend(duties.after_a_round(self.state))

    def follows(self, entry: LogEntry) -> Iterable[Event]:
        """All that comes with the act that an event records."""
        event = entry.event
        match event:
            case Collected(wager=wager, bettor=bettor, why=why) if wager == FEE:
                return self._leaves(bettor) if why == duties.ON_LEAVING else self._closes()
            case e.ShoeGivenUp(why=why, player=player):
                leaves = why == duties.LEAVES
                return self._leaves(player) if leaves else self._gives_up()
            case e.Left(player=player):
                return self._leaves(player)
            case e.Closed():
                return self._closes()
        if entry.source == ROUND:
            return self._of_the_round(event)
        if wrong := self._wrong(event):
            raise _DiffersError(wrong)
        return (event,)

    def _gives_up(self) -> Iterable[Event]:
        if self.state.curator is None or self.state.betting or self.state.closed:
            raise _DiffersError("nobody can give up the shoe now")
        return (duties.given_up(self.state),)

    def _leaves(self, player: str) -> Iterable[Event]:
        has_stake = any(stake.bettor == player for stake in self.state.open_stakes)
        if self.state.seat_of(player) is None or self.state.closed or has_stake:
            raise _DiffersError(f"{player} cannot leave now")
        return (*duties.on_leaving(self.state, player), e.Left(by="19:47-3.3(c)", player=player))

    def _closes(self) -> Iterable[Event]:
        if self.state.closed or self.state.open_stakes:
            raise _DiffersError("the table cannot be closed now")
        return (*duties.collected(self.state, duties.ON_CLOSING), e.Closed(by="19:47-3.3(c)"))

    def _of_the_round(self, event: Event) -> Iterable[Event]:
        result = again(self.state, event)
        if result is None:
            raise _DiffersError(f"{e.EVENTS.tag(event)} follows from nothing")
        if isinstance(result, Refusal):
            raise _DiffersError(f"{e.EVENTS.tag(event)} was refused: {result}")
        return result.events

    # What the table and the shoe say -------------------------------------------------------------------------------

    def _wrong(self, event: Event) -> str:
        """Why the table or the shoe cannot say this now; empty where it can."""
        state, table = self.state, self.state.table
        stack = table.decks * len(DECK)
        match event:
            case e.Sat(seat=seat, player=player):
                free = seat in table.numbers and not state.player_at(seat) and state.seat_of(player) is None
                return "" if free else f"{player} cannot sit at {seat}"
            case RoundBegan(number=number):
                return self._wrong_begin(number)
            case e.ShoeOffered(seat=seat, player=player):
                offers = duties.offers_of_the_shoe(state)
                in_turn = state.curator is None and offers[:1] == [seat] and state.player_at(seat) == player
                return "" if in_turn else f"the shoe is not offered to {player} now"
            case e.Shuffled(cards=cards):
                ready = cards == stack and not state.fees and not state.betting and not state.closed
                return "" if ready else "the cards cannot be shuffled now: a round is on, or fees are owed"
            case e.Cut(cards=place):
                return f"{place} is too near an end of the stack" if cut_refused(stack, place) else ""
            case e.CuttingCardPlaced(behind=behind):
                return "" if behind == table.cards_behind else f"{table.cards_behind} cards lie behind it here"
            case e.RecutOrdered():
                may = self.cards is not None and may_be_recut(table.day, cards_dealt=self.cards.out)
                return "" if may else "the cards cannot be cut again"
        return ""

    def _wrong_begin(self, number: int) -> str:
        if number != self.state.number + 1 or self.state.betting or self.state.closed:
            return f"round {number} cannot begin after {self.state.number} rounds"
        return "" if self.cards and self.cards.to_burn == 0 else "the first cards are not burned yet"

    def count_cards(self, event: Event, *, begins_an_act: bool) -> None:
        """Of each card there are as many as decks, and the cutting card lies where it was put. A card that is dealt in
        the course of another act was brought out by an irregularity and lies there already."""
        match event:
            case e.Shuffled():
                self.cards = _Cards()
                self.seen.clear()
            case e.Burned(card=card):
                self._burn(card)
            case e.CuttingCardOut(first=first):
                self._cutting_card(first=first)
            case e.Called(card=Card() as card):
                self._out()
                self._see(card)
            case e.Dealt(card=card) if begins_an_act:
                self._out()
                if card is not None:
                    self._see(card)
            case e.Turned(first=first_card, second=second_card):
                self._see(first_card)
                self._see(second_card)

    def _known(self) -> _Cards:
        if self.cards is None:
            raise _DiffersError("no cards were shuffled yet")
        return self.cards

    def _behind(self) -> bool:
        """Whether only the cards behind the cutting card are left."""
        table = self.state.table
        return self._known().out >= table.decks * len(DECK) - table.cards_behind

    def _out(self) -> None:
        cards = self._known()
        if self._behind() and not cards.cutting_card_is_out:
            raise _DiffersError("the cutting card comes out before this card")
        self.cards = cards._replace(out=cards.out + 1)

    def _cutting_card(self, *, first: bool) -> None:
        cards, need = self._known(), pending(self.state)
        begins = isinstance(need, NeedCard) and not (self.state.player_down or self.state.player)
        if cards.cutting_card_is_out or not self._behind() or first != begins:
            raise _DiffersError("the cutting card does not come out here")
        self.cards = cards._replace(cutting_card_is_out=True)

    def _burn(self, card: Card) -> None:
        cards = self._known()
        left = burned_with(card) if cards.to_burn is None else cards.to_burn - 1
        if left < 0:
            raise _DiffersError("more cards are burned than the first one counts")
        self._see(card)
        self.cards = cards._replace(out=cards.out + 1, to_burn=left)

    def _see(self, card: Card) -> None:
        self.seen[card] += 1
        if self.seen[card] > self.state.table.decks:
            raise _DiffersError(f"{card} came out more often than the {self.state.table.decks} decks have it")


def again(state: TableState, event: Event) -> Step | Refusal | None:
    """Do again what an event says was done; nothing for events that only follow from others."""
    match event:
        case e.Bet():
            return round.bet(state, event.bettor, event.wager, event.amount)
        case e.Withdrawn():
            return round.withdraw(state, event.bettor, event.wager, event.amount)
        case CouponLaid():
            return round.lay_coupon(state, event.bettor, event.wager, event.amount)
        case e.Dealt():
            return round.give(state, event.card)
        case e.Turned():
            return round.turn(state, event.first, event.second)
        case e.Announced():
            return round.settle(state)
        case e.Called(kind=irregularities.TOO_FEW):
            return irregularities.shoe_is_empty(state)
        case e.Called():
            return irregularities.call(state, event.kind, event.card)
        case _:
            closing = state.betting and event == round.NO_MORE_BETS
            return round.close_bets(state) if closing else None
