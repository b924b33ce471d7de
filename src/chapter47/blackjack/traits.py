"""What the rules of the basic game and the side wagers ask of the game that a table plays."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from chapter47.core.cards import DECK, Card
from chapter47.core.money import THREE_TO_TWO, Odds


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """Facts of one game, stated in its own module; what it does not say is as the basic game has it."""

    basic: bool = True
    """Whether subchapter 2 governs it; Switch (2A) and Spanish 21 (19) have subchapters of their own."""
    replaces: Mapping[str, str] = field(default_factory=dict)
    """Limits that do not bind it, each with the paragraph that stands in its place."""
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


TRAITS: Final[dict[str, Traits]] = {}
"""By the name of the game; `chapter47.blackjack.variations` fills it."""
