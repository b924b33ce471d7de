"""Spanish 21, 19:47-19: suits count towards 6-7-8 and three sevens, and a fixed amount is paid besides (19.5(g))."""

from typing import Final

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Floats
from chapter47.blackjack.analysis.exact.game import BLACKJACK
from chapter47.blackjack.analysis.exact.hands import MIXED, ONE_SUIT, SPADES, HandTable, SuitsThatCount
from chapter47.blackjack.analysis.exact.rulebook import kinds_of, paid_besides, player_hand
from chapter47.blackjack.analysis.exact.suits import SuitChances
from chapter47.blackjack.analysis.exact.values import NAMES, VALUES
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.cards import Card

SUITS_THAT_COUNT: Final = SuitsThatCount((ONE_SUIT, SPADES), sevens=True)


def _suits(table: TableRules) -> SuitsThatCount:
    del table
    return SUITS_THAT_COUNT


def super_bonus(table: TableRules, hands: HandTable, chances: SuitChances) -> Floats:
    """In units of the table's minimum wager, with nobody else at the table."""
    kinds = kinds_of(hands.suits)
    bonus = np.zeros((len(kinds.examples), VALUES))
    for kind, row in enumerate(kinds.examples):
        hand = hands.hands[row]
        if hand.suited == MIXED or sum(hand.cards) != 3:
            continue
        values = tuple(value for value in range(VALUES) for _ in range(hand.cards[value]))
        for view in range(VALUES):
            units = paid_besides(table, player_hand(values, suited=hand.suited), Card(NAMES[view], "d"))
            bonus[kind, view] = units * chances.third_card(hand.cards)
    return bonus


SPANISH_21: Final = BLACKJACK._replace(suits=_suits, bonus=super_bonus)
