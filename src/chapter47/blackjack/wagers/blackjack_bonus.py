"""19:47-2.20: the blackjack bonus wager."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Final

from chapter47.blackjack.events import Did, Said
from chapter47.blackjack.hands import is_blackjack
from chapter47.blackjack.posting import TableRules, WagerOffer, Weights
from chapter47.blackjack.rules.decks import stacks
from chapter47.blackjack.traits import SUBCHAPTER_2
from chapter47.blackjack.wagers.facts import LOSE, Facts, Placing, Shown, WagerDecision
from chapter47.blackjack.wagers.wager import (
    Displaying,
    PayTable,
    Price,
    Stakes,
    Wager,
    clash,
    exactly,
    needs_a_main_wager,
    once,
    wrong_game,
)
from chapter47.core.cards import Card
from chapter47.core.findings import Breach, Refusal, limit, of_the_floor, option
from chapter47.core.money import DOLLAR, Odds, amount, cents, dollars
from chapter47.core.text import percent
from chapter47.law import law

AMOUNTS = {1 * DOLLAR: (5 * DOLLAR, 1000 * DOLLAR), 5 * DOLLAR: (50 * DOLLAR, 5000 * DOLLAR)}
"""The minimum and maximum pay-out for each stake."""
MOST_EDGE = Fraction(30, 100)
A_TENTH_OF_A_POINT = Fraction(1, 1000)

DEFAULT_PAYOUTS: dict[int, dict[int, int]] = {
    1 * DOLLAR: {5 * DOLLAR: 650, 10 * DOLLAR: 200, 25 * DOLLAR: 100, 100 * DOLLAR: 44, 1000 * DOLLAR: 6},
    5 * DOLLAR: {50 * DOLLAR: 850, 100 * DOLLAR: 100, 250 * DOLLAR: 30, 500 * DOLLAR: 15, 5000 * DOLLAR: 5},
}


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table, offer
    return {}


WITHOUT_A_DISPLAY: Final = Odds.of("21 to 1")
CONFIRMED_FROM: Final = 100 * DOLLAR


def _bets(table: TableRules, offer: WagerOffer) -> tuple[str, ...]:
    """Return a bet for each denomination that has pay-outs."""
    del table
    least, most = offer.minimum or 0, offer.maximum or max(offer.payouts, default=0)
    return tuple(amount(stake) for stake in sorted(offer.payouts) if least <= stake <= most)


def prizes(table: TableRules, offer: WagerOffer) -> dict[str, str]:
    """Return the range of amounts that the display can choose, for each denomination."""
    del table
    return {
        f"Blackjack, {dollars(stake)}": f"{dollars(min(payouts))} to {dollars(max(payouts))}"
        for stake, payouts in sorted(offer.payouts.items())
    }


@law("19:47-2.20(a)", editions="2010")
def its_denomination(placing: Placing) -> Stakes:
    stake = cents(placing.bet)
    return Stakes(stake, stake, stake)


@law("19:47-2.20(c)", editions="2010")
def beside_a_main_wager(placing: Placing) -> Refusal | None:
    return needs_a_main_wager(placing, "19:47-2.20(c)") or one_chip_on_its_area(placing)


@law("19:47-2.20(b)", editions="2010")
def one_chip_on_its_area(placing: Placing) -> Refusal | None:
    return once(placing, "19:47-2.20(b)")


@law("19:47-2.20(b)", editions="2010", kind="script")
def laid_on_its_area(placing: Placing) -> Iterator[Said | Did]:
    yield Did(
        by="19:47-2.20(b)", who="player", what=f"puts {dollars(placing.amount)} on the bonus area, ${placing.bet}"
    )


@law("19:47-2.20(i)", editions="2010")
def first_two_cards(facts: Facts) -> tuple[Card, ...]:
    """Decide by these alone, not by the dealer's cards or other wagers."""
    return facts.own[:2]


@law("19:47-2.20(d)", editions="2010")
def wins(cards: tuple[Card, ...]) -> bool:
    return is_blackjack(cards)


@law("19:47-2.20(e)", editions="2010")
def is_sorted(facts: Facts) -> bool:
    """Settle once everybody has a second card, and before anybody draws."""
    return len(facts.own) >= 2 and facts.two_each


@law("19:47-2.20(e)1", editions="2010")
def taken_in(cards: tuple[Card, ...]) -> WagerDecision | None:
    return None if wins(cards) else WagerDecision(LOSE, "19:47-2.20(e)1")


@law("19:47-2.20(f)", editions="2010")
def shown_last(weights: Weights) -> WagerDecision:
    """Pay after all other wagers, from the dealer's left: the button brings up the amount."""
    return WagerDecision("blackjack", "19:47-2.20(f)", Shown(weights), due="last")


@law("19:47-2.20(j)", editions="2010")
def amounts(offer: WagerOffer, stake: int) -> Weights:
    return offer.payouts[stake]


def decide(facts: Facts) -> WagerDecision | None:
    if not is_sorted(facts):
        return None
    return taken_in(first_two_cards(facts)) or shown_last(amounts(facts.offer, cents(facts.bet)))


@law("19:47-2.15(o)", editions="2010")
def nothing_shown(stake: int) -> int:
    """Pay 21 to 1 and return the stake if the system failed and the amount cannot be determined."""
    return WITHOUT_A_DISPLAY.pays(stake)


@law("19:47-2.20(e)2", editions="2010", kind="script")
def cards_under_the_wager() -> Did:
    return Did(by="19:47-2.20(e)2", what="slides the cards under the bonus wager")


@law("19:47-2.20(f)", editions="2010", kind="script")
def button_before_the_winner() -> Did:
    return Did(by="19:47-2.20(f)", what="sets the bonus button before the winner, who presses it once")


@law("19:47-2.20(g)1", "19:47-2.20(g)2", editions="2010", kind="script")
def checks(shown: int) -> Iterator[Said | Did]:
    yield Did(by="19:47-2.20(g)1", what="checks that the cards are a blackjack")
    yield Did(by="19:47-2.20(g)2", what=f"checks the display: {dollars(shown)}")


@law("19:47-2.20(g)3", editions="2010", kind="script")
def announces(shown: int) -> Said:
    return Said(by="19:47-2.20(g)3", words=f"Bonus of {dollars(shown)}")


@law("19:47-2.20(g)4", editions="2010", kind="script")
def confirms(shown: int) -> Did:
    return Did(by="19:47-2.20(g)4", who="supervisor", what=f"confirms the bonus of {dollars(shown)}")


def before_a_prize(shown: int) -> Iterator[Said | Did]:
    yield from checks(shown)
    yield announces(shown) if shown < CONFIRMED_FROM else confirms(shown)


@law("19:47-2.20(h)", editions="2010", kind="script")
def clears_the_layout() -> Did:
    return Did(by="19:47-2.20(h)", what="clears the cards and the bonus wagers from the layout")


@law("19:47-2.20(h)", editions="2010")
def stake_goes_back(table: TableRules) -> bool:
    """Remove what is left on the layout; by the other reading the stake is returned with the amount."""
    return table.reads("19:47-2.20(j)", "returned")


def figures(table: TableRules, offer: WagerOffer, price: Price) -> Mapping[str, object]:
    """Return the mean pay-outs that 2.20(k) allows, for a house advantage from 0 to 30 percent."""
    chance = sum((line.chance for row, line in price.items() if row != LOSE), Fraction(0))
    del offer
    returned = 1 if stake_goes_back(table) else 0
    least, most = ((1 - edge) / chance - returned for edge in (MOST_EDGE, Fraction(0)))
    return {"mean_payout_allowed": {"least": float(least), "most": float(most), "unit": "times the stake"}}


def _layout(table: TableRules, offer: WagerOffer) -> Iterator[str]:
    del table, offer
    yield "a bonus area at each place, a bonus button and a bonus display"


def chance_of_blackjack(table: TableRules) -> Fraction:
    """Return the probability of an ace and a ten-value card in two cards of a full shoe; both sides of a double shoe
    are equally likely to deal."""
    each = [_chance(len(stack) // len(table.traits.deck)) for stack in stacks(table) if stack]
    return sum(each, Fraction(0)) / len(each)


def _chance(decks: int) -> Fraction:
    cards = 52 * decks
    return Fraction(2 * (4 * decks) * (16 * decks), cards * (cards - 1))


def house_advantage(table: TableRules, stake: int, payouts: Weights) -> Fraction:
    """Return the exact advantage: the stake less the mean pay-out times the probability; the stake is not returned
    (2.20(h))."""
    mean = Fraction(sum(amount * weight for amount, weight in payouts.items()), sum(payouts.values()))
    returned = stake if stake_goes_back(table) else 0
    return 1 - chance_of_blackjack(table) * (mean + returned) / stake


@option("wagers.blackjack-bonus", "the blackjack bonus wager", "19:47-2.20(a)", since=date(1999, 1, 4))
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.20(a)", since=date(1999, 1, 4))
def one_or_five_dollars(table: TableRules) -> Breach | None:
    if wrong := wrong_game(table, WAGER):
        return wrong
    for offer in table.offering(WAGER.name):
        others = [stake for stake in offer.payouts if stake not in AMOUNTS]
        if others:
            return Breach(
                "blackjack_bonus.stake",
                "the bonus wager must be $1 or $5",
                ", ".join(map(dollars, others)),
                "$1 or $5",
                "wagers.blackjack-bonus.payouts",
            )
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
            return Breach(
                "blackjack_bonus.amount", "a pay-out is outside its bounds", got, want, "wagers.blackjack-bonus.payouts"
            )
    return None


@limit("19:47-2.20(k)", since=date(1999, 1, 4))
def house_advantage_within_bounds(table: TableRules) -> Breach | None:
    """Require 0 to 30 percent, from the exact probability of a blackjack."""
    if table.decks < 1:
        return None
    for offer in table.offering(WAGER.name):
        edges = {stake: house_advantage(table, stake, payouts) for stake, payouts in sorted(offer.payouts.items())}
        wrong = {stake: edge for stake, edge in edges.items() if not 0 <= edge <= MOST_EDGE}
        if wrong:
            got = ", ".join(f"{percent(float(edge))} on {dollars(stake)}" for stake, edge in wrong.items())
            return Breach(
                "blackjack_bonus.house_advantage",
                "the house advantage is outside its band",
                got,
                "0 % to 30 %",
                "wagers.blackjack-bonus.payouts",
            )
    return None


@limit("19:47-2.20(l)", since=date(1999, 1, 4))
def excludes(table: TableRules) -> Breach | None:
    others = ("multiple-action", "progressive", "streak", "twenty-point-bonus", "optional-bonus")
    return clash(table, WAGER.name, others)


@of_the_floor("19:47-2.20(k)", editions="2010", duty=2)
def one_house_advantage(tables: Mapping[str, TableRules]) -> Iterator[Breach]:
    by_stake: dict[int, dict[str, Fraction]] = defaultdict(dict)
    for name, table in sorted(tables.items()):
        for offer in table.offering(WAGER.name):
            for stake, payouts in offer.payouts.items():
                if table.decks:
                    by_stake[stake][name] = house_advantage(table, stake, payouts)
    for stake, edges in sorted(by_stake.items()):
        if max(edges.values()) - min(edges.values()) > A_TENTH_OF_A_POINT:
            got = ", ".join(f"{name} {percent(float(edge))}" for name, edge in edges.items())
            message = f"the house advantage of the {dollars(stake)} bonus wager must be the same at all tables"
            want = "equal to within a tenth of a percentage point"
            yield Breach("blackjack_bonus.one_advantage", message, got, want, "wagers.blackjack-bonus.payouts")


WAGER = Wager(
    name="blackjack-bonus",
    title="Blackjack bonus",
    section="19:47-2.20",
    pays_by="19:47-2.20(j)",
    games=SUBCHAPTER_2,
    only_there=one_or_five_dollars,
    floor=_floor,
    prizes=prizes,
    keys=("minimum", "maximum", "payouts"),
    defaults={"minimum": 1 * DOLLAR, "maximum": 5 * DOLLAR, "payouts": DEFAULT_PAYOUTS},
    bets=_bets,
    stakes=its_denomination,
    cash_by="19:47-2.20(b)",
    stakes_by="19:47-2.20(a)",
    display=Displaying(
        held=cards_under_the_wager,
        asked=button_before_the_winner,
        before=before_a_prize,
        paid_by="19:47-2.20(f)",
        failed=nothing_shown,
        failed_by="19:47-2.15(o)",
        cleared=clears_the_layout,
        cleared_by="19:47-2.20(h)",
    ),
    may_place=beside_a_main_wager,
    placed=laid_on_its_area,
    reads=("own", "own"),
    decide=decide,
    order="from-left",
    returns_stake=stake_goes_back,
    layout=_layout,
    layout_by="19:46-1.10(k)",
    figures=figures,
    limits=(amounts_within_bounds, house_advantage_within_bounds, excludes),
    options=(offered,),
    floor_rules=(one_house_advantage,),
)
