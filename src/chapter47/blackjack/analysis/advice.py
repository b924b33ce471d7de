"""The value of each legal move of a hand."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.best_play import OptimalHand
from chapter47.blackjack.analysis.chart.chart import cells_of
from chapter47.blackjack.analysis.exact.arrays import NOT_OPEN
from chapter47.blackjack.analysis.exact.hands import MIXED, ONE_SUIT, SPADES, Composition
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.shoe import CardCounts, full_shoes
from chapter47.blackjack.analysis.exact.values import multiset, value_index
from chapter47.blackjack.analysis.known_suits import KnownSuits, split_of
from chapter47.blackjack.analysis.split.all_hands_bust import chance_all_bust, exact_split
from chapter47.blackjack.chart_codes import TEXTS
from chapter47.blackjack.hands import LIMIT, card_value, is_blackjack, total
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.core.cards import SUITS, Card, show
from chapter47.core.errors import NotPossibleError, Problem
from chapter47.core.json_object import Json


class MoveValues(NamedTuple):
    """Values in units of the initial wager, given everything known when the move is made."""

    moves: dict[str, float]
    best: str
    chart: str | None
    insurance: float | None
    """The value of insuring half the wager, against an ace."""
    sides: Mapping[str, "MoveValues"] = MappingProxyType({})
    """The values for each side of a double shoe that can have dealt these cards, if the sides differ."""

    def data(self) -> Json:
        data = self._asdict()
        del data["sides"]
        return {
            **data,
            **({"sides": {side: advice.data() for side, advice in self.sides.items()}} if self.sides else {}),
        }


class UnlikelyCardsError(NotPossibleError):
    """Cards that cannot be on this table together, or a hand without a decision."""

    key = "cards"


class ImpossibleCardsError(UnlikelyCardsError):
    """All words that are not cards, and all cards that cannot be together."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = tuple(problems)


def unlikely(
    table: TableRules, hands: Sequence[tuple[Card, ...] | None], up: tuple[Card, ...] | None
) -> Iterator[Problem]:
    """List every reason why there is no advice for these cards; unreadable ones (None) are skipped."""
    if hands:
        yield from _wrong_number(table, len(hands))
    known = [hand for hand in hands if hand is not None]
    yield from _unplayable(known, up, seen=2 if table.hole_card == "face-up" else 1)
    if table.decks:
        yield from _not_in_the_shoe([side.cards for side in full_shoes(table)], (*chain(*known), *(up or ())))


def _wrong_number(table: TableRules, hands: int) -> Iterator[Problem]:
    wanted = GAMES[table.game].hands_per_box
    if hands != wanted:
        allowed = "one hand" if wanted == 1 else "the two hands of a box"
        yield Problem("hand", f"{hands} hand{'s' if hands != 1 else ''}", allowed)


def _unplayable(hands: Sequence[tuple[Card, ...]], up: tuple[Card, ...] | None, *, seen: int) -> Iterator[Problem]:
    if up is not None and len(up) != seen:
        yield Problem("up", show(up), "both of the dealer's cards" if seen > 1 else "one card, the dealer's up card")
    for hand in hands:
        if len(hand) < 2:
            yield Problem("hand", show(hand), "two cards or more")
        elif total(hand).bust:
            yield Problem("hand", f"{show(hand)}, over 21", "a hand that can still be played")


def _not_in_the_shoe(sides: Sequence[tuple[Card, ...]], cards: tuple[Card, ...]) -> Iterator[Problem]:
    """Check that all come from one side of a double shoe."""
    short = [Counter(cards) - Counter(side) for side in sides]
    if all(short):
        held, named = Counter(sides[0]), Counter(cards)
        for card in short[0]:
            allowed = f"at most {held[card]}, as in the full shoe" if held[card] else "a card of the full shoe"
            yield Problem("cards", f"{card}" + (f", {named[card]} times" if named[card] > 1 else ""), allowed)


def check_hands(table: TableRules, *hands: tuple[Card, ...]) -> None:
    """Check the number of hands: advice covers all hands of a box."""
    if problems := [*_wrong_number(table, len(hands))]:
        raise ImpossibleCardsError(problems)


def advise(
    analysed: OptimalHand, shoe: CardCounts, hand: tuple[Card, ...], *up: Card, after_split: bool = False
) -> MoveValues:
    """Value each move; `up` is the dealer's up card, at double exposure both cards."""
    prepared = analysed.prepared
    _check(shoe, hand, up, prepared.deal.view_size)
    row, view = row_of(analysed, hand), view_of(analysed, up)
    no_blackjack = float(prepared.no_blackjack[prepared.removed.of_hand[row], view])
    may_insure = prepared.insurable and up[0].is_ace and len(hand) == 2 and not after_split
    insured = 0.5 * (2.0 - 3.0 * no_blackjack) if may_insure else None
    if is_blackjack(hand) and not after_split:
        return _own_blackjack(analysed, hand, view, insured)
    if no_blackjack == 0.0:
        allowed = "a dealer's card that leaves a decision"
        raise ImpossibleCardsError([Problem("up", f"{show(up)}, a blackjack", allowed)])
    moves = {
        move: value / no_blackjack if _peeks(prepared) else value - (1.0 - no_blackjack)
        for move, value in _open_moves(analysed, KnownSuits(analysed, shoe, up, view), hand, row).items()
    }
    return MoveValues(moves, max(moves, key=lambda move: moves[move]), _code(analysed, hand, row, view), insured)


def _peeks(prepared: PreparedShoe) -> bool:
    return prepared.table.hole_card == "card-reader"


def after_the_peek(analysed: OptimalHand, hand: tuple[Card, ...], up: tuple[Card, ...]) -> float:
    """Return the probability that this hand is played: with a card reader a dealer's blackjack ends the round."""
    prepared = analysed.prepared
    if is_blackjack(hand) or not _peeks(prepared):
        return 1.0
    return float(prepared.no_blackjack[prepared.removed.of_hand[row_of(analysed, hand)], view_of(analysed, up)])


def row_of(analysed: OptimalHand, hand: tuple[Card, ...]) -> int:
    """Find the row of a hand; suits count while two cards can still make a suited pay-out."""
    cards = multiset(tuple(value_index(card) for card in hand))
    hands = analysed.prepared.hands
    suits = {card.suit for card in hand}
    mark = MIXED if len(suits) > 1 or len(hand) != 2 else ONE_SUIT
    if mark and suits == {"s"} and SPADES in hands.suits.marks:
        mark = SPADES
    return hands.row_of.get(Composition(cards, mark), hands.row_of[Composition(cards)])


def view_of(analysed: OptimalHand, up: tuple[Card, ...]) -> int:
    seen = multiset(tuple(value_index(card) for card in up))
    return int(np.flatnonzero((analysed.prepared.deal.view_cards == seen).all(axis=1))[0])


def _check(shoe: CardCounts, hand: tuple[Card, ...], up: tuple[Card, ...], seen: int) -> None:
    if problems := [*_unplayable([hand], up, seen=seen), *_not_in_the_shoe([shoe.cards], (*hand, *up))]:
        raise ImpossibleCardsError(problems)


def _open_moves(analysed: OptimalHand, known: KnownSuits, hand: tuple[Card, ...], row: int) -> dict[str, float]:
    prepared, moves, view = analysed.prepared, analysed.optimal.moves, known.view
    values = {"stand": float(moves.stand[row, view])}
    if total(hand).points == LIMIT:
        return {"stand": values["stand"] + _one_suit_21(known, hand)}
    values["hit"] = float(moves.hit[row, view])
    if prepared.may_double[row]:
        values["double"] = float(moves.double[row, view])
    values |= _towards_one_suit(known, hand, values)
    if len(hand) == 2 and card_value(hand[0]) == card_value(hand[1]):
        values["split"] = _split(analysed, known, hand, row)
    if prepared.surrender_values[row, view] > NOT_OPEN:
        values["surrender"] = float(prepared.surrender_values[row, view])
    return values


def _one_suit_21(known: KnownSuits, hand: tuple[Card, ...]) -> float:
    """Return the extra value of three cards for a pay-out if they share a suit."""
    values = tuple(value_index(card) for card in hand)
    made = len(hand) == 3 and len({card.suit for card in hand}) == 1
    if not made or known.wanting(*values[:2]) != values[2]:
        return 0.0
    return known.worth_of_one_suit(values, SUITS.index(hand[0].suit))


def _towards_one_suit(known: KnownSuits, hand: tuple[Card, ...], open_values: dict[str, float]) -> dict[str, float]:
    """Return the moves whose value two cards of one suit change."""
    if len(hand) != 2 or hand[0].suit != hand[1].suit:
        return {}
    first, second = (value_index(card) for card in hand)
    if known.wanting(first, second) is None:
        return {}
    two = known.two(first, second, SUITS.index(hand[0].suit))._asdict()
    return {move: two[move] for move in open_values}


def _split(analysed: OptimalHand, known: KnownSuits, hand: tuple[Card, ...], row: int) -> float:
    prepared, best, pair = analysed.prepared, analysed.optimal, value_index(hand[0])
    if not any(pair in values for values in prepared.hands.suits.pairs):
        return exact_split(prepared, best.plan, best.split, list(prepared.pairs.rows).index(row), known.view)
    first, second = (SUITS.index(card.suit) for card in hand)
    return split_of(known, pair, (first, second)) + chance_all_bust(prepared, best.plan, pair, known.view)


def _own_blackjack(analysed: OptimalHand, hand: tuple[Card, ...], view: int, insured: float | None) -> MoveValues:
    prepared, table = analysed.prepared, analysed.prepared.table
    designated = prepared.blackjack.designated_share > 0.0 and set(hand) == set(table.designated_blackjack)
    moves = {"stand": float(prepared.own_blackjack[int(designated), view])}
    if table.even_money and insured is not None:
        moves["even money"] = 1.0
    return MoveValues(moves, max(moves, key=lambda move: moves[move]), None, insured)


def _code(analysed: OptimalHand, hand: tuple[Card, ...], row: int, view: int) -> str | None:
    if analysed.strategy is None:
        return None
    column = int(analysed.prepared.columns.of_view[view])
    if len(hand) == 2 and card_value(hand[0]) == card_value(hand[1]):
        pair = int(np.argmax(analysed.prepared.hands.cards[row]))
        return TEXTS[int(analysed.strategy.pairs[pair, column])]
    cell = int(cells_of(analysed.prepared.hands)[row])
    return TEXTS[int(analysed.strategy.totals[cell, column])] if cell >= 0 else None
