"""19:47-2.23 and, at Spanish 21, 19.6: match-the-dealer."""

from collections.abc import Iterator
from datetime import date

from chapter47.findings import Breach, displayed, limit, option
from chapter47.money import dollars
from chapter47.posting import BLACKJACK_GAMES, TableRules, WagerOffer
from chapter47.wagers.stakes import one_dollar_to_the_main_wager
from chapter47.wagers.wager import PayTable, Wager, below, clash, paytable, wrong_game

LEAST = {
    6: paytable("unsuited 4 to 1 \n suited 11 to 1"),
    8: paytable("unsuited 3 to 1 \n suited 14 to 1"),
}
SPANISH_LEAST = {
    6: paytable("unsuited 4 to 1 \n suited 9 to 1"),
    8: paytable("unsuited 3 to 1 \n suited 12 to 1"),
}


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del offer
    return (SPANISH_LEAST if table.is_game("spanish-21") else LEAST).get(table.decks, {})


WAGER = Wager(
    name="match-the-dealer",
    title="Match the dealer",
    section="19:47-2.23",
    floor=_floor,
    rows=("unsuited", "suited"),
    keys=("minimum", "maximum", "odds"),
)


def _at_blackjack(table: TableRules) -> list[WagerOffer]:
    return table.offering(WAGER.name) if table.is_game(*BLACKJACK_GAMES) else []


def _at_spanish_21(table: TableRules) -> list[WagerOffer]:
    return table.offering(WAGER.name) if table.is_game("spanish-21") else []


@option("wagers.match-the-dealer", "the match-the-dealer wager", "19:47-2.23(a)", since=date(2004, 7, 19))
def offered(table: TableRules) -> bool:
    return bool(_at_blackjack(table))


@limit("19:47-2.23(a)", since=date(2004, 7, 19))
def at_a_blackjack_table(table: TableRules) -> Breach | None:
    return wrong_game(table, WAGER.name, ("switch",))


@displayed("19:47-2.23(c)", "posting")
def posted_limits(table: TableRules) -> Iterator[str]:
    for offer in _at_blackjack(table):
        if offer.minimum is not None and offer.maximum is not None:
            yield f"the limits of match-the-dealer: {dollars(offer.minimum)} to {dollars(offer.maximum)}"


@limit("19:47-2.23(f)", since=date(2004, 7, 19))
def least_odds(table: TableRules) -> Breach | None:
    return next((below(offer, _floor(table, offer)) for offer in _at_blackjack(table)), None)


@limit("19:47-2.23(g)", since=date(2007, 11, 19))
def excludes(table: TableRules) -> Breach | None:
    return clash(table, WAGER.name, ("optional-bonus",))


@limit("19:47-19.6(b)", editions="2001")
def stakes_at_spanish_21(table: TableRules) -> Breach | None:
    return one_dollar_to_the_main_wager(table, WAGER.name) if _at_spanish_21(table) else None


@displayed("19:47-19.6(b)2", "posting", editions="2001")
def posted_maximum_at_spanish_21(table: TableRules) -> Iterator[str]:
    for offer in _at_spanish_21(table):
        if offer.maximum is not None:
            yield f"the maximum of match-the-dealer: {dollars(offer.maximum)}"


@limit("19:47-19.6(e)1", editions="2001")
def least_odds_with_six_decks(table: TableRules) -> Breach | None:
    return next((below(offer, SPANISH_LEAST[6]) for offer in _at_spanish_21(table) if table.decks == 6), None)


@limit("19:47-19.6(e)2", editions="2001")
def least_odds_with_eight_decks(table: TableRules) -> Breach | None:
    return next((below(offer, SPANISH_LEAST[8]) for offer in _at_spanish_21(table) if table.decks == 8), None)
