"""What a game is: its name, its text, the sections it stands on, its lawful defaults."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from chapter47.money import Odds
from chapter47.posting import TableRules
from chapter47.rules.basic_wager import THREE_TO_TWO

BASIC = tuple(f"19:47-2.{n}" for n in (1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15))
"""Every blackjack table stands on these; 2.8, 2.16 and the rest only where it uses them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """One game: all that tells it from the others."""

    name: str
    title: str
    text: str
    """Which text answers where the table file names no day."""
    sections: Callable[[TableRules], list[str]]
    blackjack_odds: Odds = THREE_TO_TWO
    defaults: Mapping[str, object] = field(default_factory=dict)
    wager: str = "over-under-13"
    """A side wager that may be offered at it, for the starter file."""


def sections_of_subchapter_2(table: TableRules, *more: str) -> list[str]:
    """The sections whose text decides whether this table is lawful, apart from its side wagers."""
    used = [*BASIC, *more]
    if table.surrender:
        used.append("19:47-2.8")
    if "five-card-21" in table.optional_payouts:
        used.append("19:47-2.16")
    if table.shuffle == "continuous":
        used.append("19:47-2.21")
    return used
