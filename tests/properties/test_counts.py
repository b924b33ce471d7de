"""How many rounds there are: the engine and a second reading of the text find the same ones; a table keeps the count.

One box, one bettor with $10, doubles for the full amount, insurance for the half or not at all. A round is what the
table saw of it, the decisions and the cards as they were exposed, with what the bettor won or lost at its end. Lines in
which the shoe runs out are counted by themselves.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import pytest
from tests.properties import by_the_text
from tests.properties.by_the_text import WAGER, House, Rounds

from chapter47.blackjack.events import Collected, Event, Paid
from chapter47.blackjack.hands import card_value
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.round import play
from chapter47.blackjack.round.needs import Need, NeedCard, NeedMove, NeedPeek, NeedTurn, Settled
from chapter47.blackjack.round.pending import pending
from chapter47.blackjack.state import Round
from chapter47.blackjack.variations import GAMES
from chapter47.core.cards import Card, cards
from chapter47.games import from_data

Claim = Callable[..., None]

SHOES = {
    "soft 17": "Ac Ac Ac 6c Tc Tc Tc",
    "aces": "Ac Ac Ac Ac Ac Ac Tc Tc Tc Tc",
    "nines": "Ac 9c 9c Tc Tc Tc Tc Tc Tc Tc Tc Tc",
    "eights": "8c " * 16,
    "jacks": "Ac 6d Tc Jd Jd Jd",
    "two pairs": "8c 8c 8c 8c 9c 9c 9c 9c 9c 9c",
    "tens": "9c 9c 9c 9c 9c Tc Tc Tc Tc Tc Tc Tc",
    "mixed": "Ac 5c 6c 8c 8c 8c 9c Tc Tc Tc",
}
"""Between them pairs, aces, tens, blackjacks on both sides, soft 17, busts and 21s."""

TABLE = """
shoe       hole card    elects                               rounds  ran out       cents  paragraph
soft 17    none         nothing                                 431       95      -82000  19:47-2.6(h)
soft 17    none         surrender                               474       95     -110000  19:47-2.8(a)2
soft 17    none         soft_17=hit                             428      107      -99500  19:47-2.12(b)2ii
soft 17    none         even_money                              437       95      -76000  19:47-2.7(c)
soft 17    none         double_card=face-down                   427      107      -73000  19:47-2.10(c)
soft 17    none         everything                              473      175     -112500  19:47-2.12(a)3
soft 17    face-down    nothing                                 431       83      -82000  19:47-2.6(j)
soft 17    face-down    surrender                               474       83     -110000  19:47-2.8(a)2
soft 17    face-down    soft_17=hit                             428       95      -99500  19:47-2.12(b)2ii
soft 17    face-down    even_money                              437       83      -76000  19:47-2.7(c)
soft 17    face-down    double_card=face-down                   427       95      -73000  19:47-2.10(c)
soft 17    face-down    everything                              473      147     -112500  19:47-2.12(a)3
soft 17    card-reader  nothing                                 266       74       28000  19:47-2.6(j)1
soft 17    card-reader  surrender                               291       74       12000  19:47-2.8(a)2
soft 17    card-reader  soft_17=hit                             263       86       10500  19:47-2.12(b)2ii
soft 17    card-reader  even_money                              272       74       34000  19:47-2.7(c)
soft 17    card-reader  double_card=face-down                   262       86       37000  19:47-2.10(c)
soft 17    card-reader  everything                              290      138        9500  19:47-2.12(a)3
soft 17    none         insurance_at_turn                       431       95      -82000  19:47-2.9(b)
nines      none         nothing                                1051        0    -1039000  19:47-2.11(d)
nines      none         surrender                              1089        0    -1061500  19:47-2.8(a)2
nines      face-down    nothing                                1051        0    -1039000  19:47-2.10(b)
nines      card-reader  nothing                                 754        0     -841000  19:47-2.6(j)1
nines      card-reader  surrender                               780        0     -855500  19:47-2.8(a)2
aces       none         nothing                                 375       66       78000  19:47-2.11(c)2
aces       none         split_hands=4                           381      120       74000  19:47-2.11(e)
aces       none         split_hands=3 resplit_aces              449      118       73000  19:47-2.11(e)
aces       none         split_hands=4 resplit_aces              539      138       33000  19:47-2.11(e)
aces       face-down    nothing                                 375       66       78000  19:47-2.11(c)2
aces       face-down    split_hands=4                           381      120       74000  19:47-2.11(e)
aces       face-down    split_hands=3 resplit_aces              449      118       73000  19:47-2.11(e)
aces       face-down    split_hands=4 resplit_aces              539      138       33000  19:47-2.11(e)
aces       card-reader  nothing                                 255       66      158000  19:47-2.11(c)2
aces       card-reader  split_hands=4                           255      120      158000  19:47-2.11(e)
aces       card-reader  split_hands=3 resplit_aces              281      118      185000  19:47-2.11(e)
aces       card-reader  split_hands=4 resplit_aces              311      138      185000  19:47-2.11(e)
eights     none         nothing                                  12        0      -14000  19:47-2.11(c)1
eights     none         split_hands=3                            66        0     -122000  19:47-2.11(e)
eights     none         split_hands=4                           471        0    -1202000  19:47-2.11(e)
eights     face-down    split_hands=4 surrender                 472        0    -1202500  19:47-2.8(a)1
eights     card-reader  split_hands=4 double_card=face-down     471        0    -1202000  19:47-2.10(c)
jacks      none         nothing                                 369      360     -166500  19:47-2.11(a)
jacks      card-reader  nothing                                 249      116      -86500  19:47-2.11(a)
"""

LONG = """
shoe       hole card    elects                   rounds  ran out       cents  paragraph
two pairs  none         split_hands=3              1939      912    -4031000  19:47-2.11(e)
two pairs  none         split_hands=4              1989     4142    -4031000  19:47-2.11(e)
tens       none         split_hands=3              7261        0   -22676000  19:47-2.11(e)
tens       face-down    split_hands=3              7261        0   -22676000  19:47-2.11(e)
tens       card-reader  split_hands=3              7261        0   -22676000  19:47-2.11(e)
tens       none         split_hands=4 surrender   17757    15360   -42464000  19:47-2.11(e)
mixed      none         nothing                   88704        0  -107774000  19:47-2.6(h)
mixed      card-reader  everything               127964    46700  -197479000  19:47-2.8(a)2
"""


EVERYTHING = "surrender even_money soft_17=hit double_card=face-down split_hands=4 resplit_aces"


class Row(NamedTuple):
    shoe: str
    hole_card: str
    elects: str
    rounds: int
    ran_out: int
    cents: int
    """The sum of all settlements."""
    paragraph: str

    @property
    def elections(self) -> dict[str, Any]:
        """In the words of a table file: `surrender`, `split_hands=4`; or `everything`, or `nothing`."""
        words = {"nothing": "", "everything": EVERYTHING}.get(self.elects, self.elects)
        return {"hole_card": self.hole_card} | dict(map(_election, words.split()))

    def __str__(self) -> str:
        return f"{self.shoe}, {self.hole_card}, {self.elects}"


def _election(word: str) -> tuple[str, Any]:
    key, equals, value = word.partition("=")
    if not equals:
        return key, True
    return key, int(value) if value.isdigit() else value


def _rows(table: str) -> list[Row]:
    return [_row(*re.split(r" {2,}", line)) for line in table.strip().splitlines()[1:]]


def _row(shoe: str, hole_card: str, elects: str, rounds: str, ran_out: str, cents: str, paragraph: str) -> Row:
    return Row(shoe, hole_card, elects, int(rounds), int(ran_out), int(cents), paragraph)


ROWS = [*_rows(TABLE), *(pytest.param(row, marks=pytest.mark.soak) for row in _rows(LONG))]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_engine_and_text_find_the_same_rounds(row: Row, cites: Claim) -> None:
    """The same rounds, each with the same settlement: hence the same number of them, and the one in the table."""
    cites(row.paragraph)
    engine, text = _both(SHOES[row.shoe], row.elections)
    assert _differences(engine, text) == []
    assert _tally(engine) == (row.rounds, row.ran_out, row.cents)


@pytest.mark.soak
@pytest.mark.parametrize("hole_card", ["none", "face-down", "card-reader"])
def test_they_agree_on_every_combination_of_elections(hole_card: str) -> None:
    choices = {
        "surrender": (False, True),
        "split_hands": (2, 3, 4),
        "resplit_aces": (False, True),
        "soft_17": ("stand", "hit"),
        "even_money": (False, True),
        "double_card": ("face-up", "face-down"),
    }
    for chosen in product(*choices.values()):
        elections = {"hole_card": hole_card} | dict(zip(choices, chosen, strict=True))
        assert _differences(*_both("Ac Ac Ac 6c Tc Tc Tc", elections)) == [], elections


def _both(shoe: str, elections: dict[str, Any]) -> tuple[Rounds, Rounds]:
    table = {"game": "blackjack", "boxes": 6, "minimum": "10", "chip": "1"} | elections
    return by_the_engine(cards(shoe), from_data(table)), by_the_text.rounds(cards(shoe), House(**elections))


def _differences(engine: Rounds, text: Rounds) -> list[str]:
    """The first few rounds that only one of them knows, or that they settle differently."""
    differences = [f"engine: {' '.join(story)}: {net}" for story, net in sorted(engine.items() - text.items())[:5]]
    differences += [f"text: {' '.join(story)}: {net}" for story, net in sorted(text.items() - engine.items())[:5]]
    return differences


def _tally(by_story: Rounds) -> tuple[int, int, int]:
    settled = [net for net in by_story.values() if net is not None]
    return len(settled), len(by_story) - len(settled), sum(settled)


# The engine, driven through every line -----------------------------------------------------------------------------


class Here(NamedTuple):
    """A moment of a round, with the cards that nobody has seen: those in the shoe and those that lie face down."""

    state: Round
    unseen: tuple[Card, ...]
    story: tuple[str, ...] = ()
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
    by_story: Rounds = {}
    waiting = [Here(_dealt_in(rules), tuple(shoe))]
    while waiting:
        here = waiting.pop()
        need = pending(here.state)
        empty = isinstance(need, NeedCard) and here.shoe_is_empty
        if not empty and not isinstance(need, Settled):
            waiting.extend(_forks(here, need))
            continue
        assert here.story not in by_story, here.story
        by_story[here.story] = None if empty else here.net
    return by_story


def _dealt_in(rules: TableRules) -> Round:
    state = play.open_round(rules)
    for _ in range(GAMES[rules.game].wagers(rules)[0]):
        bet = play.bet(state, 1, "bettor", WAGER)
        assert isinstance(bet, play.Step), bet
        state = bet.state
    closed = play.close_bets(state)
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
        for card in _possible_cards(here, need):
            yield here.then(play.turn(state, card), card=card)
    elif not isinstance(need, NeedCard):
        yield here.then(play.settle(state))
    elif need.face_down:
        yield here.then(play.give(state))
    else:
        for card in _may_come(here):
            yield here.then(play.give(state, card), card=card)


def _moves(here: Here, need: NeedMove) -> Iterator[Here]:
    """Every legal move, for the maximum stake; without a choice, nothing is recorded."""
    for legal in need.legal:
        words = (legal.name,) if len(need.legal) > 1 else ()
        yield here.then(play.choose(here.state, need.bettor, legal.name, legal.most), *words)


def _makes_blackjack(state: Round, card: Card) -> bool:
    return state.upcard is not None and card_value(state.upcard) + card_value(card) == 21


def _fits_the_reader(state: Round, card: Card) -> bool:
    return state.peeked is None or _makes_blackjack(state, card) == state.peeked


def _possible_cards(here: Here, need: NeedTurn) -> list[Card]:
    cards = list(dict.fromkeys(here.unseen))
    return [card for card in cards if _fits_the_reader(here.state, card)] if need.at.is_dealer else cards


def _may_come(here: Here) -> list[Card]:
    """Any card, as long as one is left for the hole card to be."""
    cards = list(dict.fromkeys(here.unseen))
    if not here.state.dealer.down:
        return cards
    return [c for c in cards if any(_fits_the_reader(here.state, other) for other in _without(here.unseen, c))]
