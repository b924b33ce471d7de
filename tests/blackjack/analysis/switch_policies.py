"""The analysis of Switch as policies that the engine can play."""

import numpy as np
from tests.blackjack.analysis.enumeration import first_two
from tests.blackjack.analysis.policies import ByChart

from chapter47.blackjack.analysis.chart.best_play import best_play
from chapter47.blackjack.analysis.exact.hands import Composition as Known
from chapter47.blackjack.analysis.exact.values import ACE, multiset, value_index
from chapter47.blackjack.analysis.switch.prepared import NUMBER_OF_TWO_CARDS, prepare_switch
from chapter47.blackjack.analysis.switch.prepared import DealValues as Worth
from chapter47.blackjack.analysis.switch.price import SwitchAnalysis, worth_of_deals
from chapter47.blackjack.round.needs import NeedMove
from chapter47.blackjack.state import Hand, Round


def _switches(worth: Worth, state: Round) -> bool:
    assert state.upcard is not None
    cards = [value_index(card) for hand in state.hands for card in hand.cards]
    return bool(worth.switches[(*cards, value_index(state.upcard))])


class SwitchByChart(ByChart):
    """The chart as it is printed, and the switch by what both hands are then worth."""

    def __init__(self, analysed: SwitchAnalysis) -> None:
        super().__init__(analysed)  # type: ignore[arg-type]
        self.worth = analysed.rounds

    def __call__(self, state: Round, hand: Hand, need: NeedMove) -> str | None:
        if need.question == "switch":
            return "switch" if _switches(self.worth, state) else "keep"
        if need.question == "switched":
            return "keep"
        return super().__call__(state, hand, need)


class SwitchByCards:
    """The best play beside the other hand's two cards; `free` leaves every move of the first hand open."""

    def __init__(self, analysed: SwitchAnalysis, *, free: bool) -> None:
        self.analysed, self.free = analysed, free
        self.worth = worth_of_deals(analysed.prepared_hands, analysed.dealt, analysed.by_cards)
        self.each = prepare_switch(
            analysed.prepared_hands.table, analysed.prepared_hands.shoe, analysed.prepared_hands.game
        ).by_other_hand
        self.best = [best_play(prepared) for prepared in self.each]

    def __call__(self, state: Round, hand: Hand, need: NeedMove) -> str | None:
        if need.question == "insurance":
            return "insure" if self._insurance_pays(state) else "decline"
        if need.question == "switch":
            return None if self.free else ("switch" if _switches(self.worth, state) else "keep")
        if need.question == "switched":
            return "keep"
        legal = [option.name for option in need.legal if option.name != "switch-back"]
        if hand.split and "split" in legal:
            return "split"
        if self.free and hand.of == 0 and not hand.split:
            return None
        return max(legal, key=lambda move: self._worth(move, state, hand))

    def _insurance_pays(self, state: Round) -> bool:
        first, other = (NUMBER_OF_TWO_CARDS[*map(value_index, hand.cards)] for hand in state.hands)  # type: ignore[index]
        return bool(self.analysed.prepared_hands.no_blackjack[first, other, ACE] < 2 / 3)

    def _worth(self, move: str, state: Round, hand: Hand) -> float:
        assert state.upcard is not None
        first, second = (value_index(card) for card in first_two(state, 1 - hand.of))
        other, view = NUMBER_OF_TWO_CARDS[first, second], value_index(state.upcard)
        moves, split, *_ = self.best[other]
        values = tuple(value_index(card) for card in hand.cards)
        row = self.analysed.prepared.hands.row_of[Known(multiset(values))]
        known = {"stand": moves.stand, "hit": moves.hit, "double": moves.double}
        if move in known:
            return float(known[move][row, view])
        if move == "surrender":
            return float(self.each[other].surrender_values[row, view])
        return float(split[int(np.argmax(self.analysed.prepared.hands.cards[row])), view])
