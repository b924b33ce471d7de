"""The side wagers, one line each."""

from collections.abc import Iterator
from typing import Final

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.wagers import (
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
from chapter47.blackjack.wagers.wager import Wager
from chapter47.core.findings import Display, displayed

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


def _equipment(citation: str) -> Display[TableRules]:
    """Return the layout or table equipment that side wagers need under that subsection."""

    @displayed(citation, "layout", editions="")
    def wager_equipment(table: TableRules) -> Iterator[str]:
        for name, offer in table.wagers.items():
            wager = WAGERS[name]
            if wager.layout and wager.layout_by == citation:
                yield from wager.layout(table, offer)

    return wager_equipment


EQUIPMENT: Final = tuple(map(_equipment, ("19:46-1.10", "19:46-1.10(j)", "19:46-1.10(k)", "19:46-1.10(l)")))

__all__ = ["EQUIPMENT", "WAGERS", "Wager", "additional"]
