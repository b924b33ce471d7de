"""19:47-1.6: supplemental wagers, or odds, in support of line wagers with a point. The text is not held."""

from fractions import Fraction
from math import ceil
from typing import Final

from chapter47.core.findings import Breach, limit
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.rules.buy_and_lay import true_odds

SECTION: Final = "19:47-1.6"
MOST_TIMES: Final = 100


def most_odds(posting: CrapsPosting, supported: int, point: int, *, against: bool, unit: int) -> int:
    """The posted multiple of the wager, or for the don't side what wins that multiple, and as much more as it takes to
    pay the odds evenly."""
    limit = supported * posting.odds_multiple.by_point[point]
    if against:
        limit /= true_odds(point, against=True)
    return ceil(Fraction(limit, unit)) * unit


@limit(SECTION, editions="")
def once_to_a_hundred_times(table: CrapsPosting) -> Breach | None:
    """A right of the player to once the wager; the licensee may allow up to a hundred times."""
    if all(1 <= times <= MOST_TIMES for times in table.odds_multiple.by_point.values()):
        return None
    got = table.odds_multiple.name
    if not got.endswith("x"):
        got = ", ".join(f"{float(times):g} on {point}" for point, times in table.odds_multiple.by_point.items())
    return Breach("odds_multiple.limit", "odds are 1 to 100 times the wager", got, f"from 1 to {MOST_TIMES} times")
