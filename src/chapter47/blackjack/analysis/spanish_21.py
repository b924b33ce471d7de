"""Spanish 21, 19:47-19: suits count towards 6-7-8 and three sevens, and a fixed amount is paid besides (19.5(g))."""

from typing import Final

import numpy as np

from chapter47.blackjack.analysis.exact.dealer import Floats
from chapter47.blackjack.analysis.exact.hands import MIXED, ONE_SUIT, SPADES, Hands, Suits
from chapter47.blackjack.analysis.exact.rulebook import held, kinds_of, paid_besides
from chapter47.blackjack.analysis.exact.suits import SuitChances
from chapter47.blackjack.analysis.exact.values import NAMES, VALUES
from chapter47.blackjack.analysis.one_wager import BLACKJACK
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.cards import Card

SUITS_THAT_COUNT: Final = Suits((ONE_SUIT, SPADES), sevens=True)


def _suits(table: TableRules) -> Suits:
    del table
    return SUITS_THAT_COUNT


def super_bonus(table: TableRules, hands: Hands, chances: SuitChances) -> Floats:
    """In units of the table's minimum wager, with nobody else at the table."""
    kinds = kinds_of(hands.suits)
    found = np.zeros((len(kinds.examples), VALUES))
    for kind, row in enumerate(kinds.examples):
        hand = hands.hands[row]
        if hand.suited == MIXED or sum(hand.cards) != 3:
            continue
        values = tuple(value for value in range(VALUES) for _ in range(hand.cards[value]))
        for view in range(VALUES):
            units = paid_besides(table, held(values, suited=hand.suited), Card(NAMES[view], "d"))
            found[kind, view] = units * chances.third_card(hand.cards)
    return found


SPANISH_21: Final = BLACKJACK._replace(suits=_suits, beside=super_bonus)
