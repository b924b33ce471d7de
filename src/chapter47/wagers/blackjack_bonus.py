"""19:47-2.20: the blackjack bonus wager."""

from datetime import date
from fractions import Fraction

from chapter47.findings import Breach, limit, option
from chapter47.money import DOLLAR, dollars
from chapter47.posting import TableRules, WagerOffer, Weights
from chapter47.wagers.stakes import exactly
from chapter47.wagers.wager import PayTable, Wager, clash, wrong_game

AMOUNTS = {1 * DOLLAR: (5 * DOLLAR, 1000 * DOLLAR), 5 * DOLLAR: (50 * DOLLAR, 5000 * DOLLAR)}
"""For each stake the least and the greatest pay-out."""
MOST_EDGE = Fraction(30, 100)

DEFAULT_PAYOUTS: dict[int, dict[int, int]] = {
    1 * DOLLAR: {5 * DOLLAR: 650, 10 * DOLLAR: 200, 25 * DOLLAR: 100, 100 * DOLLAR: 44, 1000 * DOLLAR: 6},
    5 * DOLLAR: {50 * DOLLAR: 850, 100 * DOLLAR: 100, 250 * DOLLAR: 30, 500 * DOLLAR: 15, 5000 * DOLLAR: 5},
}


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table, offer
    return {}


WAGER = Wager(
    name="blackjack-bonus",
    title="Blackjack bonus",
    section="19:47-2.20",
    floor=_floor,
    keys=("minimum", "maximum", "payouts"),
    defaults={"minimum": 1 * DOLLAR, "maximum": 5 * DOLLAR, "payouts": DEFAULT_PAYOUTS},
)


def chance_of_blackjack(decks: int) -> Fraction:
    """Of an ace and a ten-value card in two cards of a full shoe."""
    cards = 52 * decks
    return Fraction(2 * (4 * decks) * (16 * decks), cards * (cards - 1))


def house_advantage(table: TableRules, stake: int, payouts: Weights) -> Fraction:
    """Exact: the stake less the mean pay-out times the chance; the stake itself is not returned (2.20(h))."""
    mean = Fraction(sum(amount * weight for amount, weight in payouts.items()), sum(payouts.values()))
    returned = stake if table.reads("19:47-2.20(j)", "returned") else 0
    return 1 - chance_of_blackjack(table.decks) * (mean + returned) / stake


@option("wagers.blackjack-bonus", "the blackjack bonus wager", "19:47-2.20(a)", since=date(1999, 1, 4))
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.20(a)", since=date(1999, 1, 4))
def one_or_five_dollars(table: TableRules) -> Breach | None:
    if wrong := wrong_game(table, WAGER.name, ("spanish-21",)):
        return wrong
    for offer in table.offering(WAGER.name):
        others = [stake for stake in offer.payouts if stake not in AMOUNTS]
        if others:
            return ("blackjack_bonus.stake", "the bonus wager is $1 or $5", ", ".join(map(dollars, others)), "$1 or $5")
    return exactly(table, WAGER.name, tuple(AMOUNTS))


@limit("19:47-2.20(j)", since=date(1999, 1, 4))
def amounts_within_bounds(table: TableRules) -> Breach | None:
    for offer in table.offering(WAGER.name):
        wrong = [
            (stake, amount)
            for stake, payouts in sorted(offer.payouts.items())
            for amount in sorted(payouts)
            if stake in AMOUNTS and not AMOUNTS[stake][0] <= amount <= AMOUNTS[stake][1]
        ]
        if wrong:
            got = ", ".join(f"{dollars(amount)} on {dollars(stake)}" for stake, amount in wrong)
            want = ", ".join(
                f"{dollars(least)} to {dollars(most)} on {dollars(stake)}" for stake, (least, most) in AMOUNTS.items()
            )
            return ("blackjack_bonus.amount", "a pay-out lies outside its bounds", got, want)
    return None


@limit("19:47-2.20(k)", since=date(1999, 1, 4))
def house_advantage_within_bounds(table: TableRules) -> Breach | None:
    """Between nothing and 30 percent, from the exact chance of a blackjack."""
    if table.decks < 1:
        return None
    for offer in table.offering(WAGER.name):
        edges = {stake: house_advantage(table, stake, payouts) for stake, payouts in sorted(offer.payouts.items())}
        wrong = {stake: edge for stake, edge in edges.items() if not 0 <= edge <= MOST_EDGE}
        if wrong:
            got = ", ".join(f"{float(edge):.3%} on {dollars(stake)}" for stake, edge in wrong.items())
            return ("blackjack_bonus.house_advantage", "the house advantage leaves its band", got, "0 % to 30 %")
    return None


@limit("19:47-2.20(l)", since=date(1999, 1, 4))
def excludes(table: TableRules) -> Breach | None:
    others = ("multiple-action", "progressive", "streak", "twenty-point-bonus", "optional-bonus")
    return clash(table, WAGER.name, others)
