"""The side wagers, one line each."""

from typing import Final

from chapter47.wagers import (
    additional,
    blackjack_bonus,
    match_the_dealer,
    optional_bonus,
    over_under_13,
    progressive,
    same_suit,
    sevens,
    streak,
    switch_match,
    twenty_point_bonus,
)
from chapter47.wagers.wager import Wager

WAGERS: Final[dict[str, Wager]] = {
    wager.name: wager
    for wager in (
        over_under_13.WAGER,
        same_suit.WAGER,
        sevens.WAGER,
        progressive.WAGER,
        blackjack_bonus.WAGER,
        streak.WAGER,
        match_the_dealer.WAGER,
        twenty_point_bonus.WAGER,
        optional_bonus.WAGER,
        switch_match.WAGER,
    )
}

__all__ = ["WAGERS", "Wager", "additional"]
