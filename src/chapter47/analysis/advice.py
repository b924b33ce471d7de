"""What each legal move of a hand is worth."""

from collections import Counter
from typing import Any, NamedTuple, Protocol

import numpy as np

from chapter47.analysis.all_over import exact_split
from chapter47.analysis.chart import TEXT, Chart, cells_of
from chapter47.analysis.hands import SUITED_PAIRS, Hand
from chapter47.analysis.main_game import Optimal
from chapter47.analysis.shoe import Shoe
from chapter47.analysis.study import NOT_OPEN, Study
from chapter47.analysis.values import ACE, multiset, value_index
from chapter47.cards import Card, show
from chapter47.hands import LIMIT, is_blackjack, total


class Priced(Protocol):
    """What advice is read from."""

    @property
    def study(self) -> Study: ...
    @property
    def optimal(self) -> Optimal: ...
    @property
    def strategy(self) -> Chart: ...


class Advice(NamedTuple):
    """Values in units of the first wager, given all that is known when the move is made."""

    moves: dict[str, float]
    best: str
    chart: str | None
    insurance: float | None
    """What insuring half the wager is worth, against an ace."""

    def data(self) -> dict[str, Any]:
        return self._asdict()


class UnlikelyCardsError(ValueError):
    """Cards that cannot lie on this table together, or a hand without a decision."""


def advise(found: Priced, shoe: Shoe, hand: tuple[Card, ...], up: Card) -> Advice:
    _check(shoe, hand, up)
    where = found.study
    row, view = row_of(found, hand), value_index(up)
    clear = float(where.clear[where.removed.of_hand[row], view])
    insured = 0.5 * (2.0 - 3.0 * clear) if view == ACE and len(hand) == 2 else None
    if is_blackjack(hand):
        return _own_blackjack(found, hand, clear, insured)
    read = where.table.hole_card == "card-reader"
    moves = {
        move: (value / clear if clear > 0.0 else -1.0) if read else value - (1.0 - clear)
        for move, value in _open_moves(found, hand, row, view).items()
    }
    return Advice(moves, max(moves, key=lambda move: moves[move]), _code(found, hand, row, view), insured)


def row_of(found: Priced, hand: tuple[Card, ...]) -> int:
    values = tuple(value_index(card) for card in hand)
    index = found.study.hands.numbers
    suited = len({card.suit for card in hand}) == 1 and any(set(values) == {a, b} for a, b, _ in SUITED_PAIRS)
    row = index.get(Hand(multiset(values), suited=True)) if suited and len(hand) == 2 else None
    return index[Hand(multiset(values))] if row is None else row


def _check(shoe: Shoe, hand: tuple[Card, ...], up: Card) -> None:
    if len(hand) < 2:
        raise UnlikelyCardsError("a hand has two cards or more")
    if total(hand).bust:
        raise UnlikelyCardsError(f"{show(hand)} is over 21")
    short = Counter((*hand, up)) - Counter(shoe.cards)
    if short:
        raise UnlikelyCardsError(f"the full shoe has not so many of {show(tuple(short))}")


def _open_moves(found: Priced, hand: tuple[Card, ...], row: int, view: int) -> dict[str, float]:
    where, moves = found.study, found.optimal.moves
    values = {"stand": float(moves.stand[row, view])}
    if total(hand).points == LIMIT:
        return values
    values["hit"] = float(moves.hit[row, view])
    if where.may_double[row]:
        values["double"] = float(moves.double[row, view])
    if len(hand) == 2 and hand[0].value == hand[1].value:
        best = found.optimal
        values["split"] = exact_split(where, best.plan, best.split, value_index(hand[0]), view)
    if where.given_up[row, view] > NOT_OPEN:
        values["surrender"] = float(where.given_up[row, view])
    return values


def _own_blackjack(found: Priced, hand: tuple[Card, ...], clear: float, insured: float | None) -> Advice:
    odds, table = found.study.blackjack, found.study.table
    designated = odds.share > 0.0 and set(hand) == set(table.designated_blackjack)
    moves = {"stand": clear * (odds.designated if designated else odds.usual)}
    if table.even_money and insured is not None:
        moves["even money"] = 1.0
    return Advice(moves, max(moves, key=lambda move: moves[move]), None, insured)


def _code(found: Priced, hand: tuple[Card, ...], row: int, view: int) -> str | None:
    if len(hand) == 2 and hand[0].value == hand[1].value:
        return TEXT[found.strategy.pairs[int(np.argmax(found.study.hands.cards[row])), view]]
    cell = int(cells_of(found.study.hands)[row])
    return TEXT[found.strategy.totals[cell, view]] if cell >= 0 else None
