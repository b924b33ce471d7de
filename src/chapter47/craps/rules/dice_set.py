"""19:47-1.7: the set of dice and its choice. The text is not held."""

from typing import Final

from chapter47.core.findings import Breach, limit
from chapter47.craps.posting import CrapsPosting

SECTION: Final = "19:47-1.7"
LEAST: Final = 5
IN_PLAY: Final = 2


def may_pick(dice: int, picked: tuple[int, ...]) -> bool:
    """Two different dice of the set, which are numbered from 1."""
    return len(set(picked)) == len(picked) == IN_PLAY and all(1 <= die <= dice for die in picked)


@limit(SECTION, editions="")
def at_least_five_dice(table: CrapsPosting) -> Breach | None:
    if table.dice >= LEAST:
        return None
    return Breach("dice.too_few", "a set of at least five dice is at the table", str(table.dice), f"{LEAST} or more")
