"""The values of both hands of a Switch box, as dealt and switched, and of each of their moves."""

from typing import NamedTuple

from chapter47.blackjack.analysis.advice import ImpossibleCardsError, MoveValues, advise, view_of
from chapter47.blackjack.analysis.chart.best_play import OptimalPlay, best_play
from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.exact.game import AnalysedGame
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe
from chapter47.blackjack.analysis.exact.rulebook import switched_21_is_safe
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.analysis.exact.values import value_index
from chapter47.blackjack.analysis.switch.prepared import prepare_switch
from chapter47.blackjack.analysis.switch.price import SwitchAnalysis
from chapter47.blackjack.hands import is_blackjack
from chapter47.blackjack.posting import TableRules
from chapter47.core.cards import Card, show
from chapter47.core.errors import Problem
from chapter47.core.json_object import Json

Cards = tuple[Card, ...]


class HandBesideOther(NamedTuple):
    """One hand's analysis beside the other hand's two cards."""

    prepared: PreparedShoe
    optimal: OptimalPlay
    strategy: Chart | None


class SwitchTable(NamedTuple):
    """The table and shoe of both hands, and its chart if it is known."""

    table: TableRules
    shoe: CardCounts
    game: AnalysedGame
    strategy: Chart | None

    def beside(self, other_hand: Cards) -> PreparedShoe:
        """The prepared shoe beside the first two cards of the other hand."""
        first, second = sorted(map(value_index, other_hand[:2]))
        return prepare_switch(self.table, self.shoe, self.game, ((first, second),)).by_other_hand[0]


class ArrangedHands(NamedTuple):
    """Both hands in one arrangement of the cards: each with its moves, and their joint value."""

    hands: tuple[str, str]
    moves: tuple[MoveValues, MoveValues]
    value: float

    def data(self) -> Json:
        each = [{"hand": hand, **advice.data()} for hand, advice in zip(self.hands, self.moves, strict=True)]
        for hand_data in each:
            hand_data.pop("insurance")
        return {"value": self.value, "hands": each}


class SwitchAdvice(NamedTuple):
    """Values in units of one of the two wagers; `switched` is missing if a hand has more than two cards."""

    kept: ArrangedHands
    switched: ArrangedHands | None
    insurance: float | None

    @property
    def best(self) -> str:
        return "switch" if self.switched is not None and self.switched.value > self.kept.value + 1e-13 else "keep"

    def data(self) -> Json:
        data: Json = {"best": self.best, "keep": self.kept.data()}
        if self.switched is not None:
            data["switch"] = self.switched.data()
        return {**data, "insurance": self.insurance}


def advise_switch(analysis: SwitchAnalysis, hands: tuple[Cards, Cards], *seen: Card) -> SwitchAdvice:
    prepared = analysis.prepared_hands
    return advise_both_hands(
        SwitchTable(prepared.table, prepared.shoe, prepared.game, analysis.strategy), hands, *seen
    )  # fmt: skip


def advise_both_hands(analysis: SwitchTable, hands: tuple[Cards, Cards], *seen: Card) -> SwitchAdvice:
    if len(seen) != 1:
        raise ImpossibleCardsError([Problem("up", show(seen), "one card, the dealer's up card")])
    up = seen[0]
    if short := [Problem("hand", show(hand), "two cards or more") for hand in hands if len(hand) < 2]:
        raise ImpossibleCardsError(short)
    first, second = hands
    kept = _arranged(analysis, first, second, up, switched=False)
    insurance = kept.moves[0].insurance if len(first) == len(second) == 2 else None
    switched = None
    if len(first) == len(second) == 2:
        switched = _arranged(analysis, (first[0], second[1]), (second[0], first[1]), up, switched=True)
    return SwitchAdvice(kept, switched, insurance)


def _arranged(analysis: SwitchTable, first: Cards, second: Cards, up: Card, *, switched: bool) -> ArrangedHands:
    moves = (
        _advise_one_hand(analysis, first, second, up, switched=switched),
        _advise_one_hand(analysis, second, first, up, switched=switched),
    )
    return ArrangedHands((show(first), show(second)), moves, sum(advice.moves[advice.best] for advice in moves))


def _advise_one_hand(analysis: SwitchTable, hand: Cards, other_hand: Cards, up: Card, *, switched: bool) -> MoveValues:
    prepared = analysis.beside(other_hand)
    moves, split, plan, *_ = best_play(prepared)
    beside = HandBesideOther(prepared, OptimalPlay(moves, split, plan, 0.0), analysis.strategy)
    advice = advise(beside, _without(analysis.shoe, other_hand), hand, up)
    if not (switched and is_blackjack(hand)):
        return advice
    row, view = prepared.blackjack_row, view_of(beside, (up,))
    clear, stand = float(prepared.no_blackjack[prepared.removed.of_hand[row], view]), float(moves.stand[row, view])
    if prepared.table.hole_card == "card-reader":
        stand = stand / clear if clear > 0.0 else -1.0
    elif not switched_21_is_safe(prepared.table):
        stand -= 1.0 - clear
    return advice._replace(moves={"stand": stand}, best="stand")


def _without(shoe: CardCounts, gone: Cards) -> CardCounts:
    left = list(shoe.cards)
    for card in gone:
        if card not in left:
            raise ImpossibleCardsError([Problem("cards", str(card), "at most as many as the full shoe has")])
        left.remove(card)
    return shoe._replace(cards=tuple(left))
