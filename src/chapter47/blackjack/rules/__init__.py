"""The sections of the basic game, and everything they require of tables."""

from chapter47.blackjack.rules import (
    basic_wager,
    burn_and_reshuffle,
    deal,
    decks,
    double_down,
    draw,
    entry,
    five_card_21,
    insurance,
    irregularities,
    opening,
    pay_blackjack,
    shared_box,
    shuffle_and_cut,
    split,
    surrender,
)

LIMITS = (
    *basic_wager.LIMITS,
    *deal.LIMITS,
    *decks.LIMITS,
    *double_down.LIMITS,
    *draw.LIMITS,
    *insurance.LIMITS,
    *shared_box.LIMITS,
    *shuffle_and_cut.LIMITS,
    *split.LIMITS,
    *surrender.LIMITS,
)
OPTIONS = (
    *basic_wager.OPTIONS,
    *deal.OPTIONS,
    *decks.OPTIONS,
    *double_down.OPTIONS,
    *draw.OPTIONS,
    *five_card_21.OPTIONS,
    *insurance.OPTIONS,
    *opening.OPTIONS,
    *pay_blackjack.OPTIONS,
    *shuffle_and_cut.OPTIONS,
    *split.OPTIONS,
    *surrender.OPTIONS,
)
NOTICES = (
    *basic_wager.NOTICES,
    *double_down.NOTICES,
    *five_card_21.NOTICES,
    *insurance.NOTICES,
    *pay_blackjack.NOTICES,
    *split.NOTICES,
    *surrender.NOTICES,
)
NOTICES_EVERYWHERE = (
    basic_wager.table_limits,
    shuffle_and_cut.continuous_shuffler_of_old_is_approved,
    shuffle_and_cut.continuous_shuffler_is_approved,
)
"""Limits that also apply to games with their own subchapters."""

__all__ = [
    "LIMITS",
    "NOTICES",
    "NOTICES_EVERYWHERE",
    "OPTIONS",
    "basic_wager",
    "burn_and_reshuffle",
    "deal",
    "decks",
    "double_down",
    "draw",
    "entry",
    "five_card_21",
    "insurance",
    "irregularities",
    "opening",
    "pay_blackjack",
    "shared_box",
    "shuffle_and_cut",
    "split",
    "surrender",
]
