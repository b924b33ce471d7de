"""19:47-2.17(a)1: over or under 13."""

from datetime import date

from chapter47.blackjack.hands import over_under_points
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.traits import SUBCHAPTER_2
from chapter47.blackjack.wagers import additional
from chapter47.blackjack.wagers.facts import Facts, Placing, WagerDecision
from chapter47.blackjack.wagers.wager import PayTable, Wager, odds_of, other_than
from chapter47.core.findings import Breach, Refusal, limit, option
from chapter47.core.money import EVEN, Odds
from chapter47.law import law

OVER, UNDER = "over", "under"

ODDS: PayTable = {OVER: EVEN, UNDER: EVEN}


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table, offer
    return ODDS


def _bets(table: TableRules, offer: WagerOffer) -> tuple[str, ...]:
    del table, offer
    return (OVER, UNDER)


@law("19:47-2.17(a)1", editions="1996 2010")
def over_or_under(placing: Placing) -> Refusal | None:
    """Allow one of the two per bettor and round."""
    if placing.bet in placing.same_round or not placing.same_round:
        return additional.beside_a_main_wager(placing)
    message = "over and under 13 cannot be bet together"
    return Refusal("side_bet.both_ways", "19:47-2.17(a)1", message, "over and under", "one of the two")


@law("19:47-2.17(b)1", editions="1996 2010")
def over_wins(points: int) -> bool:
    return points > 13


@law("19:47-2.17(b)2", editions="1996 2010")
def under_wins(points: int) -> bool:
    return points < 13


@law("19:47-2.17(c)", editions="1996 2010")
def thirteen_loses(points: int) -> bool:
    return points == 13


@law("19:47-2.17(e)1", editions="1996 2010")
def pays(facts: Facts) -> Odds:
    return odds_of(WAGER, facts.table, facts.offer)[facts.bet]


def decide(facts: Facts) -> WagerDecision | None:
    cards = additional.first_cards(facts, 2)
    if not additional.is_settled(facts):
        return None
    points = over_under_points(cards)
    if thirteen_loses(points):
        return additional.lost("19:47-2.17(c)")
    if facts.bet == OVER and over_wins(points):
        return additional.won(OVER, pays(facts), "19:47-2.17(b)1")
    if facts.bet == UNDER and under_wins(points):
        return additional.won(UNDER, pays(facts), "19:47-2.17(b)2")
    return additional.lost("19:47-2.17(d)")


@option(
    "wagers.over-under-13", "the over/under 13 wager", "19:47-2.17(a)1", since=date(1992, 4, 20), editions="1996 2010"
)
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.17(e)1", editions="", since=date(1992, 4, 20))
def pays_even_money(table: TableRules) -> Breach | None:
    return next((other_than(offer, ODDS) for offer in table.offering(WAGER.name)), None)


WAGER = Wager(
    name="over-under-13",
    title="Over/under 13",
    section="19:47-2.17",
    pays_by="19:47-2.17(e)1",
    games=SUBCHAPTER_2,
    only_there=additional.one_additional_wager,
    floor=_floor,
    rows=tuple(ODDS),
    keys=("minimum", "maximum", "odds"),
    bets=_bets,
    stakes=additional.stakes,
    stakes_by="19:47-2.17(g)",
    takes_coupons=additional.with_a_coupon,
    coupons_by="19:47-2.17(f)",
    cash_by="19:47-2.17(f)",
    may_place=over_or_under,
    reads=("own", "own"),
    decide=decide,
    placed=additional.laid_on_its_area,
    layout=additional.layout,
    limits=(pays_even_money,),
    options=(offered,),
)
