"""What the basic rules and the side wagers need to know about a table's game."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from chapter47.core.cards import DECK, SPANISH_DECK, Card
from chapter47.core.money import DOLLAR, EVEN, THREE_TO_TWO, Odds


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """Facts of one game below all rules; the defaults are the basic game's."""

    basic: bool = True
    """Whether subchapter 2 governs it; Switch (2A) and Spanish 21 (19) have subchapters of their own."""
    forbids: tuple[str, ...] = ()
    """Side wagers that its own subchapter forbids by name."""
    deck: tuple[Card, ...] = DECK
    hole_cards: tuple[str, ...] = ("none", "face-down", "card-reader")
    """How the dealer's second card may be dealt, besides face up under 2.6(k)."""
    from_a_shoe: bool = True
    """Whether it is dealt from a shoe, or from the hand."""
    one_upcard: bool = True
    """Whether a chart of totals against one up card covers all decisions on a hand."""
    wager_step: int = 1
    """Main wagers are multiples of it, whatever the chips."""
    blackjack_pays: Odds = THREE_TO_TWO
    insurance: bool = True
    layout: tuple[str, ...] = ()
    """What its layout shows besides the inscriptions of 19:46-1.10 that every layout has."""
    without_surrender: date | None = None
    """The day since which 2.8(c) excludes it."""
    splits_once: date | None = None
    """The day since which 2.11(e) limits it to two hands from a pair."""


SUBCHAPTER_2: Final = ("blackjack", "six-to-five", "double-exposure", "multiple-action")
SWITCH: Final = ("switch",)
SPANISH_21: Final = ("spanish-21",)
"""The games by their subchapters: 2, 2A and 19."""

MULTIPLE_ACTION_CAME_IN: Final = date(1993, 9, 20)
SIX_TO_FIVE_CAME_IN: Final = date(2006, 1, 17)
SIX_TO_FIVE_STEP: Final = 5 * DOLLAR

TRAITS: Final[Mapping[str, Traits]] = {
    "blackjack": Traits(),
    "six-to-five": Traits(
        hole_cards=("none", "card-reader"),
        from_a_shoe=False,
        wager_step=SIX_TO_FIVE_STEP,
        blackjack_pays=Odds.of("6 to 5"),
        without_surrender=SIX_TO_FIVE_CAME_IN,
    ),
    "double-exposure": Traits(
        one_upcard=False,
        blackjack_pays=EVEN,
        insurance=False,
        layout=("that the hole card is dealt face up",),
    ),
    "multiple-action": Traits(
        hole_cards=("none",),
        without_surrender=MULTIPLE_ACTION_CAME_IN,
        splits_once=MULTIPLE_ACTION_CAME_IN,
        layout=("a betting area for each of the wagers, and the dealer's areas for hands one, two and three",),
    ),
    "switch": Traits(
        basic=False,
        one_upcard=False,
        forbids=("over-under-13", "same-suit", "sevens", "progressive", "blackjack-bonus", "streak", "optional-bonus"),
    ),
    "spanish-21": Traits(
        basic=False,
        deck=SPANISH_DECK,
    ),
}
"""Traits by the value of the key `game`."""
