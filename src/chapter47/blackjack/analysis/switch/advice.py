"""What both hands of a Switch box are worth, as they lie and switched, and each of their moves."""

from typing import Any, NamedTuple

from chapter47.blackjack.analysis.advice import Advice, UnlikelyCardsError, advise
from chapter47.blackjack.analysis.chart.best_play import Optimal, best_play
from chapter47.blackjack.analysis.chart.chart import Chart
from chapter47.blackjack.analysis.exact.prepared import Study
from chapter47.blackjack.analysis.exact.rulebook import switched_21_is_safe
from chapter47.blackjack.analysis.exact.shoe import Shoe
from chapter47.blackjack.analysis.exact.values import value_index
from chapter47.blackjack.analysis.switch.price import SwitchAnalysis
from chapter47.blackjack.hands import is_blackjack
from chapter47.core.cards import Card, show

Cards = tuple[Card, ...]


class Beside(NamedTuple):
    """One hand's analysis beside the other hand's two cards."""

    study: Study
    optimal: Optimal
    strategy: Chart


class Arranged(NamedTuple):
    """Both hands in one order of the cards: each with its moves, and what both are worth together."""

    hands: tuple[str, str]
    moves: tuple[Advice, Advice]
    value: float

    def data(self) -> dict[str, Any]:
        each = [{"hand": hand, **advice.data()} for hand, advice in zip(self.hands, self.moves, strict=True)]
        for one in each:
            one.pop("insurance")
        return {"value": self.value, "hands": each}


class SwitchAdvice(NamedTuple):
    """In units of one of the two wagers; without `switched` where a hand has more than two cards."""

    kept: Arranged
    switched: Arranged | None
    insurance: float | None

    @property
    def best(self) -> str:
        return "switch" if self.switched is not None and self.switched.value > self.kept.value + 1e-13 else "keep"

    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = {"best": self.best, "keep": self.kept.data()}
        if self.switched is not None:
            found["switch"] = self.switched.data()
        return {**found, "insurance": self.insurance}


def advise_switch(found: SwitchAnalysis, hands: tuple[Cards, Cards], *seen: Card) -> SwitchAdvice:
    if len(seen) != 1:
        raise UnlikelyCardsError("one dealer's card is seen")
    up = seen[0]
    if min(map(len, hands)) < 2:
        raise UnlikelyCardsError("each of the two hands has two cards or more")
    one, other = hands
    kept = _arranged(found, one, other, up, switched=False)
    insurance = kept.moves[0].insurance if len(one) == len(other) == 2 else None
    switched = None
    if len(one) == len(other) == 2:
        switched = _arranged(found, (one[0], other[1]), (other[0], one[1]), up, switched=True)
    return SwitchAdvice(kept, switched, insurance)


def _arranged(found: SwitchAnalysis, one: Cards, other: Cards, up: Card, *, switched: bool) -> Arranged:
    moves = (_one(found, one, other, up, switched=switched), _one(found, other, one, up, switched=switched))
    return Arranged((show(one), show(other)), moves, sum(advice.moves[advice.best] for advice in moves))


def _one(found: SwitchAnalysis, hand: Cards, other: Cards, up: Card, *, switched: bool) -> Advice:
    where = found.studies.beside((value_index(other[0]), value_index(other[1])))
    moves, split, plan, *_ = best_play(where)
    beside = Beside(where, Optimal(moves, split, plan, 0.0), found.strategy)
    advice = advise(beside, _without(found.studies.shoe, other), hand, up)
    if not (switched and is_blackjack(hand)):
        return advice
    row, view = where.blackjack_row, value_index(up)
    clear, stand = float(where.clear[where.removed.of_hand[row], view]), float(moves.stand[row, view])
    if where.table.hole_card == "card-reader":
        stand = stand / clear if clear > 0.0 else -1.0
    elif not switched_21_is_safe(where.table):
        stand -= 1.0 - clear
    return advice._replace(moves={"stand": stand}, best="stand")


def _without(shoe: Shoe, gone: Cards) -> Shoe:
    left = list(shoe.cards)
    for card in gone:
        if card not in left:
            raise UnlikelyCardsError(f"the full shoe has not so many of {show((card,))}")
        left.remove(card)
    return Shoe(tuple(left))
