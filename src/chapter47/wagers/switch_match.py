"""19:47-2A.6: the match wager of Blackjack Switch."""

from chapter47.findings import Breach, limit
from chapter47.posting import BLACKJACK_GAMES, TableRules, WagerOffer
from chapter47.wagers.wager import PayTable, Wager, below, paytable, wrong_game

LEAST = {
    6: paytable("pair 1 to 1 \n three-of-a-kind 5 to 1 \n two-pairs 8 to 1 \n four-of-a-kind 40 to 1"),
    8: paytable("pair 1 to 1 \n three-of-a-kind 5 to 1 \n two-pairs 7 to 1 \n four-of-a-kind 50 to 1"),
}


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del offer
    return LEAST.get(table.decks, {})


WAGER = Wager(
    name="match",
    title="Switch match",
    section="19:47-2A.6",
    floor=_floor,
    rows=tuple(LEAST[6]),
    keys=("minimum", "maximum", "odds"),
    unpriced="its price comes with the rest of Blackjack Switch",
)


@limit("19:47-2A.6(a)", editions="")
def at_a_switch_table(table: TableRules) -> Breach | None:
    return wrong_game(table, WAGER.name, (*BLACKJACK_GAMES, "spanish-21"))


@limit("19:47-2A.6(c)", editions="switch")
def least_odds(table: TableRules) -> Breach | None:
    if not table.is_game("switch"):
        return None
    return next((below(offer, _floor(table, offer)) for offer in table.offering(WAGER.name)), None)
