"""The analysis' answers as policies that the engine can play."""

import numpy as np

from chapter47.analysis.chart import cells_of, follow
from chapter47.analysis.hands import SUITED_PAIRS
from chapter47.analysis.hands import Hand as Known
from chapter47.analysis.main_game import Analysis, pair_rows
from chapter47.analysis.values import multiset, value_index
from chapter47.round.needs import NeedMove
from chapter47.state import Hand, Round


def _row(found: Analysis, hand: Hand) -> int:
    values = tuple(value_index(card) for card in hand.cards)
    on_the_way = len(values) == 2 and any({*values} == {first, second} for first, second, _ in SUITED_PAIRS)
    suited = on_the_way and len({card.suit for card in hand.cards}) == 1
    suited = suited and Known(multiset(values), suited=True) in found.study.hands.numbers
    return found.study.hands.numbers[Known(multiset(values), suited=suited)]


def _view(state: Round) -> int:
    assert state.upcard is not None
    return value_index(state.upcard)


class ByCards:
    """The best play by cards; before a split every move is left open if `free`, so that the best one counts."""

    def __init__(self, found: Analysis, *, free: bool) -> None:
        self.found = found
        self.free = free

    def __call__(self, state: Round, hand: Hand, need: NeedMove) -> str | None:
        if need.question != "play":
            return None
        legal = [one.name for one in need.legal]
        if self.free and not hand.split:
            return None
        row, view = _row(self.found, hand), _view(state)
        return max(legal, key=lambda move: self._worth(move, row, view))

    def _worth(self, move: str, row: int, view: int) -> float:
        best, where = self.found.optimal, self.found.study
        values = {"stand": best.moves.stand, "hit": best.moves.hit, "double": best.moves.double}
        if move in values:
            return float(values[move][row, view])
        if move == "surrender":
            return float(where.given_up[row, view])
        pair = int(np.argmax(where.hands.cards[row]))
        return float(best.split[pair, view])


class SplitsAlways(ByCards):
    """The same, and a pair that was split is split again."""

    def __call__(self, state: Round, hand: Hand, need: NeedMove) -> str | None:
        if hand.split and any(one.name == "split" for one in need.legal):
            return "split"
        return super().__call__(state, hand, need)


class ByChart:
    """The chart as it is printed."""

    def __init__(self, found: Analysis) -> None:
        self.found = found
        where = found.study
        self.followed = follow(found.strategy, where.hands, cells_of(where.hands), pair_rows(where))

    def __call__(self, state: Round, hand: Hand, need: NeedMove) -> str | None:
        chart, legal = self.found.strategy, {one.name for one in need.legal}
        if len(legal) == 1:
            return legal.pop()
        if need.question == "insurance":
            return "insure" if chart.insurance else "decline"
        if need.question == "even money":
            return "even-money" if chart.even_money else "decline"
        row, view = _row(self.found, hand), _view(state)
        if "surrender" in legal and self.followed.gives_up[row, view]:
            return "surrender"
        pair = int(np.argmax(self.found.study.hands.cards[row]))
        if "split" in legal and self.followed.splits[pair, view]:
            return "split"
        if "double" in legal and self.followed.plan.doubles[row, view]:
            return "double"
        return "hit" if "hit" in legal and self.followed.plan.hits[row, view] else "stand"
