"""What each legal move of a hand is worth."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.chart import TEXT, cells_of
from chapter47.blackjack.analysis.exact.arrays import NOT_OPEN
from chapter47.blackjack.analysis.exact.hands import MIXED, ONE_SUIT, SPADES, Hand
from chapter47.blackjack.analysis.exact.known_suits import KnownSuits
from chapter47.blackjack.analysis.exact.prepared import Study
from chapter47.blackjack.analysis.exact.shoe import Shoe
from chapter47.blackjack.analysis.exact.values import multiset, value_index
from chapter47.blackjack.analysis.priced import Played
from chapter47.blackjack.analysis.split.all_hands_bust import all_over, exact_split
from chapter47.blackjack.analysis.split.dealer_blackjack import rescued_besides
from chapter47.blackjack.analysis.split.known_suits import split_of
from chapter47.blackjack.hands import LIMIT, card_value, is_blackjack, total
from chapter47.blackjack.table_rules import TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.core.cards import SUITS, Card, show
from chapter47.core.errors import NotPossibleError


class Advice(NamedTuple):
    """Values in units of the first wager, given all that is known when the move is made."""

    moves: dict[str, float]
    best: str
    chart: str | None
    insurance: float | None
    """What insuring half the wager is worth, against an ace."""
    sides: Mapping[str, "Advice"] = MappingProxyType({})
    """On each side of a double shoe that can have dealt these cards, where the sides are not alike."""

    def data(self) -> dict[str, Any]:
        found = self._asdict()
        del found["sides"]
        return {**found, **({"sides": {side: one.data() for side, one in self.sides.items()}} if self.sides else {})}


class UnlikelyCardsError(NotPossibleError):
    """Cards that cannot lie on this table together, or a hand without a decision."""

    key = "cards"


def check_hands(table: TableRules, *hands: tuple[Card, ...]) -> None:
    """Advice is for all hands of a box."""
    wanted = GAMES[table.game].hands_per_box
    if len(hands) != wanted:
        said = "one hand at this game" if wanted == 1 else "two hands at this game: give the cards of both"
        raise UnlikelyCardsError(f"a box has {said}")


def advise(found: Played, shoe: Shoe, hand: tuple[Card, ...], *up: Card) -> Advice:
    """`up` is what is seen of the dealer: the up card, at double exposure both cards."""
    where = found.study
    _check(shoe, hand, up, where.deal.view_size)
    row, view = row_of(found, hand), view_of(found, up)
    clear = float(where.clear[where.removed.of_hand[row], view])
    insured = 0.5 * (2.0 - 3.0 * clear) if where.insurable and up[0].is_ace and len(hand) == 2 else None
    if is_blackjack(hand):
        return _own_blackjack(found, hand, view, insured)
    if clear == 0.0:
        raise UnlikelyCardsError("the dealer's blackjack leaves nothing to decide")
    moves = {
        move: value / clear if _peeks(where) else value - (1.0 - clear)
        for move, value in _open_moves(found, KnownSuits(found, shoe, up, view), hand, row).items()
    }
    return Advice(moves, max(moves, key=lambda move: moves[move]), _code(found, hand, row, view), insured)


def _peeks(where: Study) -> bool:
    return where.table.hole_card == "card-reader"


def after_the_peek(found: Played, hand: tuple[Card, ...], up: tuple[Card, ...]) -> float:
    """How likely it is that this hand is played: with a card reader a dealer's blackjack ends the round."""
    where = found.study
    if is_blackjack(hand) or not _peeks(where):
        return 1.0
    return float(where.clear[where.removed.of_hand[row_of(found, hand)], view_of(found, up)])


def row_of(found: Played, hand: tuple[Card, ...]) -> int:
    """Suits count while two cards are on the way to a pay-out that asks for them."""
    cards = multiset(tuple(value_index(card) for card in hand))
    hands = found.study.hands
    suits = {card.suit for card in hand}
    mark = MIXED if len(suits) > 1 or len(hand) != 2 else ONE_SUIT
    if mark and suits == {"s"} and SPADES in hands.suits.marks:
        mark = SPADES
    return hands.numbers.get(Hand(cards, mark), hands.numbers[Hand(cards)])


def view_of(found: Played, up: tuple[Card, ...]) -> int:
    seen = multiset(tuple(value_index(card) for card in up))
    return int(np.flatnonzero((found.study.deal.view_cards == seen).all(axis=1))[0])


def _check(shoe: Shoe, hand: tuple[Card, ...], up: tuple[Card, ...], seen: int) -> None:
    if len(up) != seen:
        raise UnlikelyCardsError("both dealer's cards are seen" if seen > 1 else "one dealer's card is seen")
    if len(hand) < 2:
        raise UnlikelyCardsError("a hand has two cards or more")
    if total(hand).bust:
        raise UnlikelyCardsError(f"{show(hand)} is over 21")
    short = Counter((*hand, *up)) - Counter(shoe.cards)
    if short:
        raise UnlikelyCardsError(f"the full shoe has not so many of {show(tuple(short))}")


def _open_moves(found: Played, known: KnownSuits, hand: tuple[Card, ...], row: int) -> dict[str, float]:
    where, moves, view = found.study, found.optimal.moves, known.view
    values = {"stand": float(moves.stand[row, view])}
    if total(hand).points == LIMIT:
        return {"stand": values["stand"] + _one_suit_21(known, hand)}
    values["hit"] = float(moves.hit[row, view])
    if where.may_double[row]:
        values["double"] = float(moves.double[row, view])
    values |= _towards_one_suit(known, hand, values)
    if len(hand) == 2 and card_value(hand[0]) == card_value(hand[1]):
        split = _split(found, known, hand, row)
        values["split"] = split - rescued_besides(where, found.optimal.plan, value_index(hand[0]), view)
    if where.given_up[row, view] > NOT_OPEN:
        values["surrender"] = float(where.given_up[row, view])
    return values


def _one_suit_21(known: KnownSuits, hand: tuple[Card, ...]) -> float:
    """What three cards that make a pay-out win more by being of one suit."""
    values = tuple(value_index(card) for card in hand)
    made = len(hand) == 3 and len({card.suit for card in hand}) == 1
    if not made or known.wanting(*values[:2]) != values[2]:
        return 0.0
    return known.worth_of_one_suit(values, SUITS.index(hand[0].suit))


def _towards_one_suit(known: KnownSuits, hand: tuple[Card, ...], plain: dict[str, float]) -> dict[str, float]:
    """The moves that two cards of one suit change."""
    if len(hand) != 2 or hand[0].suit != hand[1].suit:
        return {}
    first, second = (value_index(card) for card in hand)
    if known.wanting(first, second) is None:
        return {}
    two = known.two(first, second, SUITS.index(hand[0].suit))._asdict()
    return {move: two[move] for move in plain}


def _split(found: Played, known: KnownSuits, hand: tuple[Card, ...], row: int) -> float:
    where, best, pair = found.study, found.optimal, value_index(hand[0])
    if not any(pair in values for values in where.hands.suits.pairs):
        return exact_split(where, best.plan, best.split, list(where.pairs.rows).index(row), known.view)
    first, second = (SUITS.index(card.suit) for card in hand)
    return split_of(known, pair, (first, second)) + all_over(where, best.plan, pair, known.view)


def _own_blackjack(found: Played, hand: tuple[Card, ...], view: int, insured: float | None) -> Advice:
    where, table = found.study, found.study.table
    designated = where.blackjack.share > 0.0 and set(hand) == set(table.designated_blackjack)
    moves = {"stand": float(where.own[int(designated), view])}
    if table.even_money and insured is not None:
        moves["even money"] = 1.0
    return Advice(moves, max(moves, key=lambda move: moves[move]), None, insured)


def _code(found: Played, hand: tuple[Card, ...], row: int, view: int) -> str | None:
    column = int(found.study.columns.of_view[view])
    if len(hand) == 2 and card_value(hand[0]) == card_value(hand[1]):
        return TEXT[found.strategy.pairs[int(np.argmax(found.study.hands.cards[row])), column]]
    cell = int(cells_of(found.study.hands)[row])
    return TEXT[found.strategy.totals[cell, column]] if cell >= 0 else None
