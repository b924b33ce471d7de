"""The analysis' answers as policies that the engine can play."""

from chapter47.blackjack.analysis.advice import advise, row_of, view_of
from chapter47.blackjack.analysis.chart.best_play import AnalysedHand
from chapter47.blackjack.analysis.chart.chart import cells_of, follow
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.round.needs import NeedMove
from chapter47.blackjack.state import Hand, Round
from chapter47.core.cards import Card


def _row(analysed: AnalysedHand, hand: Hand) -> int:
    return row_of(analysed, hand.cards)


def _view(analysed: AnalysedHand, state: Round) -> int:
    return view_of(analysed, state.dealer.cards[: analysed.prepared.deal.view_size])


class ByCards:
    """The best play by cards; before a split every move is left open if `free`, so that the best one counts."""

    def __init__(self, analysed: AnalysedHand, *, free: bool) -> None:
        self.analysed = analysed
        self.free = free

    def __call__(self, state: Round, hand: Hand, need: NeedMove) -> str | None:
        if need.question == "rescue" and not self.free:
            plan = self.analysed.optimal.plan
            return "rescue" if plan.rescues[_row(self.analysed, hand), _view(self.analysed, state)] else "let-stand"
        if need.question == "insurance" and not self.free:
            prepared = self.analysed.prepared
            clear = prepared.no_blackjack[
                prepared.removed.of_hand[_row(self.analysed, hand)], _view(self.analysed, state)
            ]
            return "insure" if 2.0 - 3.0 * clear > 0.0 else "decline"
        if need.question != "play":
            return None
        legal = [option.name for option in need.legal]
        if self.free and not hand.split:
            return None
        row, view = _row(self.analysed, hand), _view(self.analysed, state)
        return max(legal, key=lambda move: self._worth(move, row, view))

    def _worth(self, move: str, row: int, view: int) -> float:
        best, prepared = self.analysed.optimal, self.analysed.prepared
        values = {"stand": best.moves.stand, "hit": best.moves.hit, "double": best.moves.double}
        if move in values:
            return float(values[move][row, view])
        if move == "surrender":
            return float(prepared.surrender_values[row, view])
        return float(best.split[list(prepared.pairs.rows).index(row), view])


class SplitsAlways(ByCards):
    """The same, and a pair that was split is split again."""

    def __call__(self, state: Round, hand: Hand, need: NeedMove) -> str | None:
        if hand.split and any(option.name == "split" for option in need.legal):
            return "split"
        return super().__call__(state, hand, need)


class ByAdvice:
    """What advice for the very cards says; split hands are played as they would be without a split."""

    def __init__(self, analysed: AnalysedHand, shoe: CardCounts) -> None:
        self.analysed, self.shoe = analysed, shoe
        self.advice: dict[tuple[tuple[Card, ...], ...], dict[str, float]] = {}

    def __call__(self, state: Round, hand: Hand, need: NeedMove) -> str | None:
        if need.question == "insurance":
            return "decline"
        if need.question == "rescue":
            plan = self.analysed.optimal.plan
            return "rescue" if plan.rescues[_row(self.analysed, hand), _view(self.analysed, state)] else "let-stand"
        moves = self._moves(state, hand)
        legal = [option.name for option in need.legal]
        if hand.split and "split" in legal:
            return "split"
        return max(legal, key=lambda move: moves[move])

    def _moves(self, state: Round, hand: Hand) -> dict[str, float]:
        up = state.dealer.cards[: self.analysed.prepared.deal.view_size]
        key = (tuple(sorted(hand.cards, key=str)), up)
        if key not in self.advice:
            self.advice[key] = advise(self.analysed, self.shoe, hand.cards, *up).moves
        return self.advice[key]


class ByChart:
    """The chart as it is printed."""

    def __init__(self, analysed: AnalysedHand) -> None:
        self.analysed = analysed
        prepared = analysed.prepared
        self.followed = follow(analysed.strategy, prepared.hands, cells_of(prepared.hands), prepared.pairs)

    def __call__(self, state: Round, hand: Hand, need: NeedMove) -> str | None:
        chart, legal = self.analysed.strategy, {option.name for option in need.legal}
        if len(legal) == 1:
            return legal.pop()
        if need.question == "insurance":
            return "insure" if chart.insurance else "decline"
        if need.question == "even money":
            return "even-money" if chart.even_money else "decline"
        row, view = _row(self.analysed, hand), _view(self.analysed, state)
        if need.question == "rescue":
            return "rescue" if self.followed.plan.rescues[row, view] else "let-stand"
        if "surrender" in legal and self.followed.surrenders[row, view]:
            return "surrender"
        if "split" in legal and self.followed.splits[list(self.analysed.prepared.pairs.rows).index(row), view]:
            return "split"
        if "double" in legal and self.followed.plan.doubles[row, view]:
            return "double"
        return "hit" if "hit" in legal and self.followed.plan.hits[row, view] else "stand"
