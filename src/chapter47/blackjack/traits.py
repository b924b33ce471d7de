"""What the rules of the basic game and the side wagers ask of the game that a table plays."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from chapter47.core.cards import DECK, SPANISH_DECK, Card
from chapter47.core.money import DOLLAR, EVEN, THREE_TO_TWO, Odds


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """Facts of one game that lie below all rules; what it does not say is as the basic game has it."""

    basic: bool = True
    """Whether subchapter 2 governs it; Switch (2A) and Spanish 21 (19) have subchapters of their own."""
    strangers: tuple[str, ...] = ("match",)
    """Side wagers that its subchapter does not know."""
    deck: tuple[Card, ...] = DECK
    hole_cards: tuple[str, ...] = ("none", "face-down", "card-reader")
    """The ways to take the dealer's second card beside the one face up of 2.6(k)."""
    from_a_shoe: bool = True
    """Whether it is dealt from a shoe, or from the hand."""
    one_upcard: bool = True
    """Whether a chart of totals against one up card tells all decisions on a hand."""
    wager_step: int = 1
    """Main wagers are multiples of it, whatever the chips."""
    blackjack_pays: Odds = THREE_TO_TWO
    insurance: bool = True
    layout: tuple[str, ...] = ()
    """What its layout bears beside what 19:46-1.10 prints on every one."""
    without_surrender: date | None = None
    """Since when 2.8(c) excepts it."""
    splits_once: date | None = None
    """Since when 2.11(e) gives it two hands from a pair and no more."""


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
        strangers=("match-the-dealer", "twenty-point-bonus"),
    ),
    "spanish-21": Traits(
        basic=False,
        strangers=(
            "over-under-13",
            "same-suit",
            "sevens",
            "progressive",
            "blackjack-bonus",
            "streak",
            "twenty-point-bonus",
            "optional-bonus",
            "match",
        ),
        deck=SPANISH_DECK,
    ),
}
"""By the value of the key `game`."""
