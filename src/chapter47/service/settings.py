"""How a house runs its pit. These are not keys of a table file: the law does not know them."""

from typing import Final

from msgspec import Struct

from chapter47.core.money import DOLLAR

RETENTION_YEARS: Final = 10
"""As long as 13:69O-1.8(d) wants the records of games played from afar kept."""
YEAR: Final = 366 * 24 * 60 * 60 * 1000
"""In milliseconds, and never too short."""


class PitSettings(Struct, frozen=True, kw_only=True):
    """Times in seconds; 0 means at once for the pace, and never for the others."""

    pace: float = 0.7
    """Between two steps of the dealer."""
    to_decide: float = 30
    """After so long the house decides for whoever has to."""
    to_wager: float = 15
    """After the first wager of a round so long others can be made."""
    to_close: float = 60
    """So long a table that is to close waits for a player where no time to decide or to wager is posted."""
    to_return: float = 0
    """After a start of the server so long it waits for players of before who have not come back; then they decide no
    longer and get up. 0 waits for them as for everybody."""
    absences: int = 3
    """Whoever lets the time pass so often in a row gets up after the round."""
    inventory: int = 50_000 * DOLLAR
    """The chips in a tray when its table opens; what is missing for a payment is sent in such steps."""
    most_waiting: int = 64
    """Messages that may wait for one onlooker; whoever reads more slowly is cut off."""
    retention_years: int = RETENTION_YEARS
    """What happened at closed tables is forgotten after so long; 0 keeps it for ever."""


DEMONSTRATION: Final = PitSettings(to_return=5)
"""Guests of before have no name to come back by, but the cookie of a page that is still open."""
