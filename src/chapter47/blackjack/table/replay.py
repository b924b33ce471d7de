"""Replay: every act of a log is done again, and everything that followed must follow again."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator

from chapter47.blackjack import events as e
from chapter47.blackjack.events import Event
from chapter47.blackjack.fold import apply
from chapter47.blackjack.round import play
from chapter47.blackjack.round.needs import NeedMove, Refusal
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.round.play import Result
from chapter47.blackjack.rules.burn_and_reshuffle import is_the_first_players_card
from chapter47.blackjack.state import Round
from chapter47.blackjack.table import floor
from chapter47.blackjack.table.log import FORM, ROUND
from chapter47.blackjack.table.table_state import TableState, carry, may_bet, opened
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.cards import Card
from chapter47.core.log import FIRST_EVENT_LINE, Frame, LogEntry, LogError, MismatchError, belongs, line_in_file


def replay(rules: TableRules, entries: Iterable[LogEntry]) -> Iterator[Frame]:
    """Yields every line with the state it leads to; raises `LogError` at the first line that does not reproduce."""
    carried, state, begun = TableState(), play.open_round(rules), False
    expected: deque[Event] = deque()
    determinant = False
    seen: Counter[Card] = Counter()
    line = FIRST_EVENT_LINE - 1
    for number, entry in enumerate(entries, start=FIRST_EVENT_LINE):
        event, line = entry.event, line_in_file(entry, number)
        belongs(FORM, entry, line)
        if isinstance(event, e.RoundBegan):
            if begun and not state.over:
                raise LogError(line, f"round {event.number} begins before round {carried.number + 1} is over")
            state, seen, begun = _began(event, rules, carried, line), Counter(), True
        elif entry.source == ROUND:
            if not begun:
                raise LogError(line, "no round has begun")
            if not expected:
                _may_act(event, rules, carried, line)
                state, follows = _done_again(state, event, line, determinant=determinant)
                determinant = False
                expected.extend(follows)
            _same(expected.popleft(), event, line)
        else:
            _may_act(event, rules, carried, line)
            if isinstance(event, e.Collected) and begun and not state.over:
                state = apply(state, event)
            if isinstance(event, e.DeterminantDrawn):
                determinant = is_the_first_players_card(drawn_from=event.drawn_from, deals=event.deals)
        _no_card_twice(rules, seen, event, line)
        carried = carry(carried, event)
        yield Frame(line, entry, state)
    if expected:
        raise LogError(line + 1, f"the log ends before {e.EVENTS.tag(expected[0])}")


def _may_act(event: Event, rules: TableRules, carried: TableState, line: int) -> None:
    if refusal := _refused(event, rules, carried):
        raise LogError(line, f"{e.EVENTS.tag(event)} was refused: {refusal}")


def _refused(event: Event, rules: TableRules, carried: TableState) -> Refusal | None:
    """Why the table would not have let somebody do it, as far as the table is concerned."""
    match event:
        case e.Bet(bettor=bettor, amount=amount):
            return may_bet(rules, carried, bettor, amount)
        case e.Sat(box=box, player=player):
            return floor.may_sit(rules, carried, box, player)
        case e.Left():
            return floor.may_leave(rules, carried, event)
        case e.Collected():
            return floor.may_collect(rules, carried, event)
        case e.LetIn(player=player):
            return floor.may_let_in(rules, player)
        case e.ReaderRepaired():
            return floor.may_repair_reader(rules, carried)
        case e.WentIdle():
            return floor.may_go_idle(rules)
        case e.Resumed():
            return floor.may_resume(rules, carried)
        case e.BetsClosed() | e.DealerRelieved() | e.RecutOrdered() | e.BurnCardShown():
            return floor.in_play(rules, carried, e.EVENTS.tag(event))
    return None


def _began(event: e.RoundBegan, rules: TableRules, carried: TableState, line: int) -> Round:
    if event.number != carried.number + 1:
        raise LogError(line, f"round {event.number} begins after {carried.number} rounds")
    return opened(rules, carried)


def _done_again(state: Round, event: Event, line: int, *, determinant: bool) -> tuple[Round, tuple[Event, ...]]:
    if isinstance(event, e.Dealt) and event.concealed and event.card is None:
        raise LogError(line, "a card that only its box saw is not in this log, so that no more of it can be done again")
    result = act(state, event, determinant=determinant)
    if result is None:
        raise LogError(line, f"{e.EVENTS.tag(event)} follows from nothing")
    if isinstance(result, Refusal):
        raise LogError(line, f"{e.EVENTS.tag(event)} was refused: {result}")
    return result.state, result.events


def _same(expected: Event, event: Event, line: int) -> None:
    if expected != event:
        raise MismatchError(line, e.EVENTS, event, expected, "the rules say")


def _no_card_twice(rules: TableRules, seen: Counter[Card], event: Event, line: int) -> None:
    """Of each card there are as many as decks; `seen` are those of the round."""
    if isinstance(event, e.Shuffled):
        seen.clear()  # discards of this round may come again
    card = event.card if isinstance(event, (e.Dealt, e.Turned)) else None
    if card is not None:
        seen[card] += 1
        if seen[card] > rules.decks:
            raise LogError(line, f"{card} was dealt more often than the {rules.decks} decks have it")


def act(state: Round, event: Event, *, determinant: bool) -> Result | None:
    """Do again what an event says somebody did; nothing for events that only follow from others. The next card may be
    the determinant card."""
    match event:
        case e.Bet():
            return play.bet(state, event.box, event.bettor, event.amount, seated=event.seated, consent=True)
        case e.SideBet():
            return play.side_bet(state, event.box, event.bettor, event.wager, event.amount, event.bet)
        case e.Withdrawn():
            return play.withdraw(state, event.box, event.bettor, event.wager, event.bet)
        case e.CouponLaid():
            return play.coupon(state, event.at, event.bettor, event.amount, event.wager)
        case e.AmountShown():
            return play.show_amount(state, event.amount)
        case e.BetsClosed():
            return play.close_bets(state)
        case e.Dealt():
            return play.give(state, event.card, determinant=determinant)
        case e.Turned():
            return play.turn(state, event.card)
        case e.Peeked():
            return play.peek(state, event.blackjack)
        case e.DealerDone():
            return play.settle(state)
        case e.Called():
            return play.call(state, event.kind, event.card)
        case _:
            return _decision(state, event)


def _decision(state: Round, event: Event) -> Result | None:
    need = pending(state)
    move = move_of(event, need) if isinstance(need, NeedMove) else None
    if move is None or not isinstance(need, NeedMove):
        return None
    amount = getattr(event, "amount", 0)
    return play.choose(state, getattr(event, "bettor", need.bettor), move, amount, at=getattr(event, "at", None))


def move_of(event: Event, need: NeedMove) -> str | None:
    """The name of the move that an event records."""
    match event:
        case e.Stood():
            return "stand"
        case e.Hit():
            return "hit"
        case e.Surrendered():
            return "surrender"
        case e.Switched():
            return event.how
        case e.Rescued():
            return "rescue" if event.taken else "let-stand"
        case e.Split():
            return "split"
        case e.Doubled(amount=0) | e.EvenMoney(taken=False) | e.Insured(amount=0):
            return "decline"
        case e.Doubled(face_down=True) if any(move.name == "double-face-down" for move in need.legal):
            return "double-face-down"
        case e.Doubled():
            return "double"
        case e.Insured():
            return "insure"
        case e.EvenMoney():
            return "even-money"
        case e.SplitStaked(both=True):
            return "split"
        case e.SplitStaked():
            return "keep-first" if event.keeps == event.at else "keep-second"
        case e.Answered():
            return event.answer
    return None
