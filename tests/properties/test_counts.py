"""How many rounds there are: the engine and a second reading of the text find the same ones, and a table keeps the count."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import by_the_text

from chapter47.cards import Card
from chapter47.events import Collected, Event, Paid
from chapter47.posting import TableRules
from chapter47.round import play
from chapter47.round.needs import Need, NeedCard, NeedMove, NeedPeek, NeedTurn, Settled
from chapter47.round.pending import pending
from chapter47.state import Round

WAGER = 10_00
Story = tuple[str, ...]
Rounds = dict[Story, int | None]
"""What the table saw, and what the bettor won or lost in cents; nothing where the shoe ran out."""


class Here(NamedTuple):
    """A moment of a round, with the cards that nobody has seen: those in the shoe and those that lie face down."""

    state: Round
    unseen: tuple[Card, ...]
    story: Story = ()
    net: int = 0

    @property
    def shoe_is_empty(self) -> bool:
        face_down = self.state.dealer.down + sum(hand.down for hand in self.state.hands)
        return len(self.unseen) == face_down

    def then(self, result: play.Result, *words: str, card: Card | None = None) -> "Here":
        assert isinstance(result, play.Step), result
        if card is None:
            unseen = self.unseen
        else:
            unseen, words = _without(self.unseen, card), (str(card),)
        return Here(result.state, unseen, self.story + words, self.net + _won(result.events))


def _without(unseen: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = unseen.index(card)
    return unseen[:at] + unseen[at + 1 :]


def _won(events: Sequence[Event]) -> int:
    return sum(
        event.amount if isinstance(event, Paid) else -event.amount
        for event in events
        if isinstance(event, (Paid, Collected))
    )


def by_the_engine(shoe: Sequence[Card], rules: TableRules) -> Rounds:
    """The pure state, forked on every card that may come and every move that is legal."""
    found: Rounds = {}
    waiting = [Here(_dealt_in(rules), tuple(shoe))]
    while waiting:
        here = waiting.pop()
        need = pending(here.state)
        empty = isinstance(need, NeedCard) and here.shoe_is_empty
        if not empty and not isinstance(need, Settled):
            waiting.extend(_forks(here, need))
            continue
        assert here.story not in found, here.story
        found[here.story] = None if empty else here.net
    return found


def _dealt_in(rules: TableRules) -> Round:
    bet = play.bet(play.open_round(rules), 1, "bettor", WAGER)
    assert isinstance(bet, play.Step), bet
    closed = play.close_bets(bet.state)
    assert isinstance(closed, play.Step), closed
    return closed.state


def _forks(here: Here, need: Need) -> Iterator[Here]:
    state = here.state
    if isinstance(need, NeedMove):
        yield from _moves(here, need)
    elif isinstance(need, NeedPeek):
        for blackjack in sorted({_makes_blackjack(state, card) for card in here.unseen}):
            yield here.then(play.peek(state, blackjack), "blackjack" if blackjack else "no blackjack")
    elif isinstance(need, NeedTurn):
        for card in _may_lie_there(here, need):
            yield here.then(play.turn(state, card), card=card)
    elif not isinstance(need, NeedCard):
        yield here.then(play.settle(state))
    elif need.face_down:
        yield here.then(play.give(state))
    else:
        for card in _may_come(here):
            yield here.then(play.give(state, card), card=card)


def _moves(here: Here, need: NeedMove) -> Iterator[Here]:
    """Every legal move, for the most that may be staked; where there is no choice nothing is told."""
    for legal in need.legal:
        words = (legal.name,) if len(need.legal) > 1 else ()
        yield here.then(play.choose(here.state, need.bettor, legal.name, legal.most), *words)


def _makes_blackjack(state: Round, card: Card) -> bool:
    return state.upcard is not None and state.upcard.value + card.value == 21


def _fits_the_reader(state: Round, card: Card) -> bool:
    return state.peeked is None or _makes_blackjack(state, card) == state.peeked


def _may_lie_there(here: Here, need: NeedTurn) -> list[Card]:
    cards = list(dict.fromkeys(here.unseen))
    return [card for card in cards if _fits_the_reader(here.state, card)] if need.at.is_dealer else cards


def _may_come(here: Here) -> list[Card]:
    """Any card, as long as one is left for the hole card to be."""
    cards = list(dict.fromkeys(here.unseen))
    if not here.state.dealer.down:
        return cards
    return [c for c in cards if any(_fits_the_reader(here.state, other) for other in _without(here.unseen, c))]


def by_text(shoe: Sequence[Card], house: by_the_text.House) -> Rounds:
    found: Rounds = {}
    for story, net in by_the_text.rounds(shoe, house):
        assert found.setdefault(story, net) == net, story
    return found
