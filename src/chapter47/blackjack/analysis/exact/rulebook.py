"""The table's rules as numbers: who may do what, what each ending pays. Everything is taken from the rules."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from chapter47.blackjack.analysis.exact.arrays import Floats, Ints
from chapter47.blackjack.analysis.exact.dealer import total_of
from chapter47.blackjack.analysis.exact.hands import MIXED, SPADES, Composition, HandTable, SuitsThatCount, all_hands
from chapter47.blackjack.analysis.exact.shoe import CardCounts, SuitChances
from chapter47.blackjack.analysis.exact.values import ACE, NAMES, TEN, VALUES
from chapter47.blackjack.events import DEALER, Paid, Place
from chapter47.blackjack.hands import LIMIT, Total, card_value, total
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.basic_wager import Payout
from chapter47.blackjack.state import INSURANCE, Bettor, Hand, Round, Stake
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.variations.switch import split_21_is_void
from chapter47.core.cards import Card, card

_DEALER: Final = tuple(
    tuple(card(text) for text in cards.split())
    for cards in ("Jc 5d 2h", "Jc 5d 3h", "Jc 5d 4h", "Jc 5d 5h", "Jc 6d 5h", "Jc 6d Jh", "Jc Ad")
)
"""A dealer's hand for each outcome: 17 to 21, bust, and finally a blackjack."""
_TWENTY_TWO: Final = tuple(card(text) for text in ("Jc", "6d", "6h"))
_SUITS: Final = "cdhs"


def player_hand(values: tuple[int, ...], *, is_split: bool = False, suited: int = MIXED) -> Hand:
    """Build a player's hand of these values, with mixed suits unless it is `suited`."""
    cards = tuple(Card(NAMES[value], _suit(number, suited)) for number, value in enumerate(values))
    return Hand(Place(1), cards, total(cards), passes=2, split=is_split)


def _suit(number: int, suited: int) -> str:
    return _SUITS[number % 4] if suited == MIXED else "s" if suited == SPADES else "h"


def _values(hand: Composition) -> tuple[int, ...]:
    return tuple(value for value in range(VALUES) for _ in range(hand.cards[value]))


def stands_on(table: TableRules) -> frozenset[Total]:
    """Return every total on which the dealer stands."""
    totals = [Total(points, soft) for points in range(4, LIMIT + 1) for soft in (False, True)]
    return frozenset(total for total in totals if GAMES[table.game].dealer_stands(table, total))


def highest_settled_total(table: TableRules) -> int:
    """Return the highest dealer's total that is settled by itself: 22 if it does not lose like higher ones."""
    hand, game = player_hand((TEN, TEN)), GAMES[table.game]
    by_22, over = (game.outcome(table, hand, _dealer_hand(cards)).result for cards in (_TWENTY_TWO, _DEALER[-2]))
    return LIMIT if by_22 == over else LIMIT + 1


def _dealers_hands(table: TableRules) -> tuple[tuple[Card, ...], ...]:
    return _DEALER if highest_settled_total(table) == LIMIT else (*_DEALER[:-2], _TWENTY_TWO, *_DEALER[-2:])


@cache
def _dealer_hand(cards: tuple[Card, ...]) -> Hand:
    return Hand(Place(DEALER), cards, total(cards), passes=2)


def switched_21_is_safe(table: TableRules) -> bool:
    """Return whether an ace and a ten made by a switch keep their wager against a dealer's blackjack. With a card
    reader nobody gets to switch against one."""
    if table.hole_card == "card-reader":
        return False
    hand, game = replace(player_hand((ACE, TEN)), switched=True), GAMES[table.game]
    return game.outcome(table, hand, _dealer_hand(hand.cards)).result == "push"


def wagers_on_a_hand(table: TableRules) -> int:
    """Return the minimum number of wagers on one hand (19:47-2.18(b))."""
    return GAMES[table.game].wagers(table)[0]


def most_hands(table: TableRules, pair: int) -> int:
    """How many hands a pair can become."""
    hand = replace(player_hand((pair, pair), is_split=True), from_aces=pair == ACE)
    hands = 2
    while GAMES[table.game].may_split(Round(table, hands=(hand,) * hands), hand):
        hands += 1
    return hands


def may_double(table: TableRules, hands: HandTable, *, after_split: bool) -> Ints:
    """Return which hands may be doubled; split aces that get one card only are left out."""
    allowed = np.zeros(len(hands.hands), dtype=np.int64)
    longer = _doubles(table, player_hand((ACE, 1, 1), is_split=after_split))
    known: dict[tuple[object, ...], bool] = {}
    for row in np.flatnonzero((hands.size == 2) | ((hands.size > 2) & longer)).tolist():
        of_two = hands.size[row] == 2
        key = (hands.points[row], hands.soft[row], of_two)
        if key not in known or of_two:
            known[key] = _doubles(table, player_hand(_values(hands.hands[row]), is_split=after_split))
        allowed[row] = known[key]
    return allowed


def _doubles(table: TableRules, hand: Hand) -> bool:
    return GAMES[table.game].may_double(Round(table, hands=(hand,)), hand)


def split_aces_draw(table: TableRules) -> bool:
    """Return whether split aces are played like other hands, not with one card each."""
    hand = replace(player_hand((ACE, 1), is_split=True), from_aces=True)
    return not GAMES[table.game].split_aces_are_done(hand)


def may_rescue(table: TableRules) -> bool:
    asked = GAMES[table.game].options
    return "rescue" in asked


def may_surrender(table: TableRules) -> bool:
    hand = player_hand((TEN, 5))
    return GAMES[table.game].may_surrender(Round(table, hands=(hand,)), hand)


class BustRules(NamedTuple):
    """Which hands over 21 also lose in full to a dealer's blackjack, because they are collected at once or by the
    reading taken."""

    doubled: bool
    """A doubled hand that was not split."""
    split: bool
    split_doubled: bool
    insurance: bool
    """Whether insurance is lost with the last hand over 21."""


def bust_rules(table: TableRules) -> BustRules:
    """Return the rules. With a card reader, or with both dealer's cards visible, nobody busts against a blackjack. A
    face-down double card is not seen in time; players who may ask for one are assumed to do so, since it is never
    worse."""
    if table.hole_card in ("card-reader", "face-up"):
        return BustRules(doubled=False, split=False, split_doubled=False, insurance=False)
    game = GAMES[table.game]
    over = player_hand((TEN, TEN, TEN))
    at_once = game.collected_at_once(over)
    seen = at_once and table.double_card == "face-up"
    split_too = table.reads("19:47-2.11(d)", "busted-plus-one")
    insured = Round(table, hands=(replace(over, taken_in=True),), stakes=(Stake(over.at, "", 1, INSURANCE),))
    return BustRules(
        doubled=seen or table.reads("19:47-2.10(b)", "busted-plus-one"),
        split=at_once or split_too,
        split_doubled=seen or split_too,
        insurance=at_once and bool(game.follows(insured)),
    )


def may_insure(table: TableRules) -> bool:
    ace = (card("Ad"),)
    return GAMES[table.game].may_insure(Round(table, dealer=Hand(Place(DEALER), ace, total(ace), passes=1)))


class Payments(NamedTuple):
    """Units won by each kind of hand against each of the dealer's outcomes, plain and doubled."""

    kinds: Ints
    once: Floats
    doubled: Floats


class TableKey:
    """A table as a cache key: equal if everything posted is equal."""

    def __init__(self, table: TableRules) -> None:
        self.table, self.text = table, repr(table)

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableKey) and self.text == other.text


def payments(
    table: TableRules, hands: HandTable, chances: SuitChances, *, after_split: bool
) -> tuple[Payments, Floats]:
    """Return the payments of every hand, and how much more the original wager earns than later stakes, by kind."""
    assert hands.suits == chances.suits
    return _payments(TableKey(table), chances, after_split=after_split)


@lru_cache(maxsize=32)
def _payments(key: TableKey, chances: SuitChances, *, after_split: bool) -> tuple[Payments, Floats]:
    table, hands, kinds = key.table, all_hands(chances.suits), kinds_of(chances.suits)
    once, doubled, above = [], [], []
    for number in kinds.examples:
        paid = _paid_by_part(table, hands.hands[number], chances, after_split=after_split)
        once.append(paid.extra if after_split else paid.first)
        first_paid = paid.doubled_extra if after_split else paid.doubled_first
        doubled.append([first + second for first, second in zip(first_paid, paid.doubled_extra, strict=True)])
        above.append([first - second for first, second in zip(paid.first, paid.extra, strict=True)])
    return Payments(kinds.of_hand, np.array(once), np.array(doubled)), np.array(above)


class HandKinds(NamedTuple):
    """Hands of one kind have the same payments."""

    of_hand: Ints
    examples: tuple[int, ...]


@lru_cache(maxsize=4)
def kinds_of(suits: SuitsThatCount) -> HandKinds:
    hands = all_hands(suits).hands
    rows: dict[tuple[object, ...], int] = {}
    examples: list[int] = []
    of_hand = np.zeros(len(hands), dtype=np.int64)
    for number, hand in enumerate(hands):
        key = _kind(hand)
        if key not in rows:
            rows[key] = len(rows)
            examples.append(number)
        of_hand[number] = rows[key]
    return HandKinds(of_hand, tuple(examples))


def _kind(hand: Composition) -> tuple[object, ...]:
    points = total_of(hand.cards).points
    if points < LIMIT:
        return (max(points, 16),)
    special = hand.cards[5:8] if hand.cards[5:8] in ((1, 1, 1), (0, 3, 0)) else ()
    return (points, hand.suited, min(sum(hand.cards), 7), special)


class PaidByPart(NamedTuple):
    """Units won for each dealer's outcome: by the original wager, by money staked later, and if doubled."""

    first: list[float]
    extra: list[float]
    doubled_first: list[float]
    doubled_extra: list[float]


def _paid_by_part(table: TableRules, hand: Composition, chances: SuitChances, *, after_split: bool) -> PaidByPart:
    cards = _values(hand)
    mixed = _paid_against_each(table, player_hand(cards, is_split=after_split))
    if not hand.suited or len(cards) != 3:
        return mixed
    share = chances.third_card(hand.cards)
    suited = _paid_against_each(table, player_hand(cards, is_split=after_split, suited=hand.suited))
    return PaidByPart(
        *(
            [
                share * suited_units + (1 - share) * mixed_units
                for suited_units, mixed_units in zip(suited_part, mixed_part, strict=True)
            ]
            for suited_part, mixed_part in zip(suited, mixed, strict=True)
        )
    )


class SuitedGain(NamedTuple):
    """How much more three cards of one suit earn than mixed ones, for each dealer's outcome, undoubled and doubled."""

    once: Floats
    doubled: Floats
    above: Floats
    """The part of it that only the original wager earns."""


def gain_of_one_suit(table: TableRules, hand: Composition, *, after_split: bool) -> SuitedGain:
    suited, mixed = (
        np.array(_paid_against_each(table, player_hand(_values(hand), is_split=after_split, suited=mark)))
        for mark in (hand.suited, MIXED)
    )
    first, extra, doubled_first, doubled_extra = suited - mixed
    if after_split:
        return SuitedGain(extra, 2.0 * doubled_extra, first - extra)
    return SuitedGain(first, doubled_first + doubled_extra, np.zeros_like(first))


def _paid_against_each(table: TableRules, hand: Hand) -> PaidByPart:
    units_by_part = (*_against_each(table, hand), *_against_each(table, replace(hand, doubled=True)))
    return PaidByPart(*(units[:-1] for units in units_by_part))


def _against_each(table: TableRules, hand: Hand) -> tuple[list[float], list[float]]:
    """Return the units won by each part of the stake against each dealer's hand, including a blackjack."""
    dealers = [_dealer_hand(cards) for cards in _dealers_hands(table)]
    first, extra = [0.0] * len(dealers), [0.0] * len(dealers)
    for number, dealer in enumerate(dealers):
        result = GAMES[table.game].outcome(table, hand, dealer).result
        if result == "win":
            odds = _odds(table, hand, dealer)
            first[number], extra[number] = float(odds.odds.ratio), float(odds.extra.ratio)
        elif result == "lose":
            first[number] = extra[number] = -1.0
    return first, extra


def _odds(table: TableRules, hand: Hand, dealer: Hand) -> Payout:
    game = GAMES[table.game]
    against = game.blackjack_odds_against
    return game.pays(table, hand, against(table, dealer) if against else game.blackjack_odds)


def paid_besides(table: TableRules, hand: Hand, up: Card) -> float:
    """Return what a settled hand earns besides its wager, in units of the minimum wager, with one player at the
    table."""
    dealer = Hand(Place(DEALER), (up,), total((up,)), passes=1)
    stake = Stake(hand.at, "player", table.minimum)
    state = Round(table, bettors=(Bettor(1, "player", table.minimum),), hands=(hand,), dealer=dealer, stakes=(stake,))
    events = GAMES[table.game].also_pays(state, hand)
    return sum(event.amount for event in events if isinstance(event, Paid)) / table.minimum


def split_21_against_blackjack(table: TableRules) -> float:
    """Return what a two-card 21 of a split hand earns against a dealer's blackjack."""
    return _against_each(table, player_hand((ACE, TEN), is_split=True))[0][-1]


def split_21_is_kept(table: TableRules) -> bool:
    """Return whether nothing is lost to a late blackjack if all hands of a split pair are two-card 21s: by another
    reading of 2A.11(d) they are void."""
    if table.hole_card == "card-reader" or not split_21_is_void(table):
        return False
    hand, game = player_hand((ACE, TEN), is_split=True), GAMES[table.game]
    return game.outcome(table, hand, _dealer_hand(hand.cards)).result == "push"


class BlackjackPayoffs(NamedTuple):
    """What a player's blackjack earns on each dealer's outcome, a blackjack last."""

    usual: Floats
    designated: Floats
    designated_share: float
    """The share of blackjacks that are the designated one."""


def blackjack_pays(table: TableRules, shoe: CardCounts) -> BlackjackPayoffs:
    usual = np.array(_against_each(table, player_hand((ACE, TEN)))[0])
    named = table.designated_blackjack
    if "designated-blackjack" not in table.optional_payouts or len(named) != 2:
        return BlackjackPayoffs(usual, usual, 0.0)
    best = np.array(_against_each(table, Hand(Place(1), named, total(named), passes=2))[0])
    every = _first_two(
        shoe, *([card for card in shoe.cards if card_value(card) == card_value(wanted)] for wanted in named)
    )
    chosen = _first_two(shoe, *([card for card in shoe.cards if card == wanted] for wanted in named))
    return BlackjackPayoffs(usual, best, chosen / max(every, 1))


def _first_two(shoe: CardCounts, firsts: list[Card], seconds: list[Card]) -> int:
    """Count the ways in which one card of each comes first, weighted by the colour of the first card."""
    return sum(map(shoe.readily, firsts)) * len(seconds) + sum(map(shoe.readily, seconds)) * len(firsts)
