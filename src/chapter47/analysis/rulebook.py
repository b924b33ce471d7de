"""The table's rules as numbers: who may do what, what each ending pays. All of it is asked of the rules."""

from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from chapter47.analysis.dealer import Floats, Ints
from chapter47.analysis.hands import Hand, Hands
from chapter47.analysis.values import ACE, NAMES, TEN, VALUES
from chapter47.cards import Card, card
from chapter47.events import At
from chapter47.games import GAMES
from chapter47.hands import LIMIT, Total, total
from chapter47.posting import TableRules
from chapter47.state import INSURANCE, Round, Stake
from chapter47.state import Hand as Held

_DEALER: Final = tuple(
    tuple(card(text) for text in cards.split())
    for cards in ("Tc 5d 2h", "Tc 5d 3h", "Tc 5d 4h", "Tc 5d 5h", "Tc 6d 5h", "Tc 6d Th")
)
"""A dealer's hand for each outcome: 17 to 21, and over."""
_TWENTY_TWO: Final = tuple(card(text) for text in ("Tc", "6d", "6h"))
_SUITS: Final = "cdhs"


def held(values: tuple[int, ...], *, is_split: bool = False, suited: bool = False) -> Held:
    """A player's hand of these values; of mixed suits unless `suited`."""
    cards = tuple(Card(NAMES[value], "s" if suited else _SUITS[n % 4]) for n, value in enumerate(values))
    return Held(At(1), cards, total(cards), passes=2, split=is_split)


def _values(hand: Hand) -> tuple[int, ...]:
    return tuple(value for value in range(VALUES) for _ in range(hand.cards[value]))


def stands_on(table: TableRules) -> frozenset[Total]:
    """Every total at which the dealer draws no more."""
    totals = [Total(points, soft) for points in range(4, LIMIT + 1) for soft in (False, True)]
    return frozenset(total for total in totals if GAMES[table.game].dealer_stands(table, total))


def highest(table: TableRules) -> int:
    """The highest dealer's total that is settled by itself: 22 where it is not lost like every higher one."""
    hand, game = held((TEN, TEN)), GAMES[table.game]
    by_22, over = (game.outcome(table, hand, _dealt(cards)).result for cards in (_TWENTY_TWO, _DEALER[-1]))
    return LIMIT if by_22 == over else LIMIT + 1


def _dealers_hands(table: TableRules) -> tuple[tuple[Card, ...], ...]:
    return _DEALER if highest(table) == LIMIT else (*_DEALER[:-1], _TWENTY_TWO, _DEALER[-1])


def _dealt(cards: tuple[Card, ...]) -> Held:
    return Held(At(0), cards, total(cards), passes=2)


def switched_21_is_safe(table: TableRules) -> bool:
    """Whether an ace and a ten that a switch brought together keep their wager against a dealer's blackjack.

    With a card reader nobody comes to switch against one."""
    if table.hole_card == "card-reader":
        return False
    hand, game = replace(held((ACE, TEN)), switched=True), GAMES[table.game]
    return game.outcome(table, hand, _dealt(hand.cards)).result == "push"


def most_hands(table: TableRules, pair: int) -> int:
    """How many hands a pair can become."""
    hand = replace(held((pair, pair), is_split=True), from_aces=pair == ACE)
    hands = 2
    while GAMES[table.game].may_split(Round(table, hands=(hand,) * hands), hand):
        hands += 1
    return hands


def may_double(table: TableRules, hands: Hands, *, after_split: bool) -> Ints:
    """Which two-card hands may be doubled; split aces, which get one card only, are not asked."""
    found = np.zeros(len(hands.hands), dtype=np.int64)
    for row in np.flatnonzero(hands.size == 2):
        hand = held(_values(hands.hands[row]), is_split=after_split)
        found[row] = GAMES[table.game].may_double(Round(table, hands=(hand,)), hand)
    return found


def may_surrender(table: TableRules) -> bool:
    hand = held((TEN, 5))
    return GAMES[table.game].may_surrender(Round(table, hands=(hand,)), hand)


class Busts(NamedTuple):
    """Which hands over 21 are lost in full to a dealer's blackjack too: collected at once, or so read."""

    doubled: bool
    """A doubled hand that was not split."""
    split: bool
    split_doubled: bool
    insurance: bool
    """Whether insurance goes with the last hand over 21."""


def busts(table: TableRules) -> Busts:
    """With a card reader nobody is over 21 when the dealer has a blackjack; a face-down card is not seen in time.

    A player who may ask for the double card face down is taken to do so: it is never worse."""
    if table.hole_card == "card-reader":
        return Busts(doubled=False, split=False, split_doubled=False, insurance=False)
    game = GAMES[table.game]
    over = held((TEN, TEN, TEN))
    at_once = bool(game.busts_collected_by(over))
    seen = at_once and table.double_card == "face-up"
    split_too = table.reads("19:47-2.11(d)", "busted-plus-one")
    insured = Round(table, hands=(replace(over, taken_in=True),), stakes=(Stake(over.at, "", 1, INSURANCE),))
    return Busts(
        doubled=seen or table.reads("19:47-2.10(b)", "busted-plus-one"),
        split=at_once or split_too,
        split_doubled=seen or split_too,
        insurance=at_once and bool(game.follows(insured)),
    )


class Payments(NamedTuple):
    """For each kind of hand and dealer's outcome: units won, by itself and doubled."""

    kinds: Ints
    once: Floats
    doubled: Floats


def payments(table: TableRules, hands: Hands, share_suited: float, *, after_split: bool) -> tuple[Payments, Floats]:
    """The payments of every hand, and what the wager made before the deal earns above later ones, kind by kind."""
    rows: dict[tuple[object, ...], int] = {}
    once: list[list[float]] = []
    doubled: list[list[float]] = []
    above: list[list[float]] = []
    kinds = np.zeros(len(hands.hands), dtype=np.int64)
    for number, hand in enumerate(hands.hands):
        key = _kind(hand, int(hands.points[number]))
        if key not in rows:
            rows[key] = len(rows)
            first, extra = _pay(table, hand, share_suited, after_split=after_split)
            lead = extra if after_split else first
            once.append(lead)
            doubled.append([a + b for a, b in zip(lead, extra, strict=True)])
            above.append([a - b for a, b in zip(first, extra, strict=True)])
        kinds[number] = rows[key]
    return Payments(kinds, np.array(once), np.array(doubled)), np.array(above)


def _kind(hand: Hand, points: int) -> tuple[object, ...]:
    """Hands of one kind are paid alike."""
    if points < LIMIT:
        return (max(points, 16),)
    return (points, hand.suited, sum(hand.cards) if sum(hand.cards) in (2, 5) else 0, hand.cards[6] == 3)


def _pay(table: TableRules, hand: Hand, share: float, *, after_split: bool) -> tuple[list[float], list[float]]:
    """Units won on each dealer's outcome: by the first wager, and by money staked after the deal."""
    plain = _paid(table, held(_values(hand), is_split=after_split))
    if not hand.suited:
        return plain
    suited = _paid(table, held(_values(hand), is_split=after_split, suited=True))
    mixed = [
        [share * a + (1 - share) * b for a, b in zip(good, usual, strict=True)]
        for good, usual in zip(suited, plain, strict=True)
    ]
    return mixed[0], mixed[1]


def _paid(table: TableRules, hand: Held) -> tuple[list[float], list[float]]:
    dealer = _dealers_hands(table)
    first, extra = [0.0] * len(dealer), [0.0] * len(dealer)
    game = GAMES[table.game]
    odds = game.pays(table, hand, game.blackjack_odds)
    for outcome, cards in enumerate(dealer):
        result = game.outcome(table, hand, _dealt(cards)).result
        if result == "win":
            first[outcome], extra[outcome] = float(odds.odds.ratio), float(odds.extra.ratio)
        elif result == "lose":
            first[outcome] = extra[outcome] = -1.0
    return first, extra


class Blackjack(NamedTuple):
    """What a player's blackjack earns where the dealer has none."""

    usual: float
    designated: float
    share: float
    """How many of the blackjacks are the designated one."""


def blackjack_pays(table: TableRules, shoe: tuple[Card, ...]) -> Blackjack:
    game = GAMES[table.game]
    usual = float(game.pays(table, held((ACE, TEN)), game.blackjack_odds).odds.ratio)
    named = table.designated_blackjack
    if "designated-blackjack" not in table.optional_payouts or len(named) != 2:
        return Blackjack(usual, usual, 0.0)
    best = Held(At(1), named, total(named), passes=2)
    share = Fraction(1)
    for one in named:
        alike = [other for other in shoe if other.value == one.value]
        share *= Fraction(alike.count(one), max(len(alike), 1))
    return Blackjack(usual, float(game.pays(table, best, game.blackjack_odds).odds.ratio), float(share))
