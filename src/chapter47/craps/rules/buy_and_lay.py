"""19:47-1.5: place bets at true odds (buy and lay bets) and their fee. The text is not held."""

from fractions import Fraction
from typing import Final

from chapter47.core.dice import ways
from chapter47.core.findings import Breach, limit
from chapter47.craps.posting import CrapsPosting
from chapter47.craps.rules.come_out import POINTS, SEVEN

SECTION: Final = "19:47-1.5"
MOST_SHARE: Final = Fraction(1, 20)

TRUE_ODDS: Final = {number: Fraction(ways(SEVEN), ways(number)) for number in POINTS}
"""2 to 1, 3 to 2, 6 to 5: as often as the 7 comes before the number."""


def true_odds(number: int, *, against: bool) -> Fraction:
    return 1 / TRUE_ODDS[number] if against else TRUE_ODDS[number]


def charged_share(posting: CrapsPosting, number: int, *, against: bool) -> Fraction:
    """The fee as a share of the stake: a lay bet may be charged on what it can win."""
    if against and posting.lay_vigorish_of == "win":
        return posting.vigorish * true_odds(number, against=True)
    return posting.vigorish


def fee(posting: CrapsPosting, number: int, stake: int, *, against: bool) -> int:
    """To the cent, never above the share."""
    return int(stake * charged_share(posting, number, against=against))


def fee_is_paid_when_made(posting: CrapsPosting) -> bool:
    return posting.vigorish_when == "made"


def fee_goes_back(posting: CrapsPosting) -> bool:
    """With a wager that is taken down undecided; by the other reading the house keeps it."""
    return not posting.reads(SECTION, "kept")


@limit(SECTION, editions="")
def at_most_five_percent(table: CrapsPosting) -> Breach | None:
    """Of the amount wagered; by the other reading a lay bet is charged at most that of what it can win."""
    if table.vigorish > MOST_SHARE and (table.buy or table.lay):
        want = f"at most {float(MOST_SHARE)}"
        return Breach(
            "vigorish.share", "the fee on buy and lay bets is at most 5 percent", str(float(table.vigorish)), want
        )
    if table.lay and table.lay_vigorish_of == "wager" and table.reads(SECTION, "of-the-win"):
        message = "the fee on a lay bet is at most 5 percent of what it can win"
        return Breach("vigorish.lay", message, f"{float(table.vigorish)} of the wager", 'lay_vigorish_of = "win"')
    return None
