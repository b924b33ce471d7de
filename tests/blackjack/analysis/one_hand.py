"""The analysis of a game with one hand, as its own type."""

from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.analysis.one_wager import OneWagerAnalysis
from chapter47.blackjack.posting import TableRules


def analyse_one_hand(table: TableRules, *shoes: CardCounts) -> OneWagerAnalysis:
    analysed = analyse(table, *shoes)
    assert isinstance(analysed, OneWagerAnalysis)
    return analysed
