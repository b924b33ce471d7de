"""One module per section of the basic game."""

from chapter47.rules import (
    basic_wager,
    deal,
    decks,
    double_down,
    draw,
    five_card_21,
    insurance,
    opening,
    pay_blackjack,
    several_boxes,
    shared_box,
    shuffle_and_cut,
    split,
    surrender,
)

__all__ = [
    "basic_wager",
    "deal",
    "decks",
    "double_down",
    "draw",
    "five_card_21",
    "insurance",
    "opening",
    "pay_blackjack",
    "several_boxes",
    "shared_box",
    "shuffle_and_cut",
    "split",
    "surrender",
]
