"""19:47-2A.6: the match wager of Blackjack Switch."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

from chapter47.blackjack.events import Did, Said
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.traits import SWITCH
from chapter47.blackjack.wagers.facts import LOSE, Facts, Placing, WagerDecision
from chapter47.blackjack.wagers.wager import PayTable, Wager, needs_a_main_wager, odds_of, once, paytable, wrong_game
from chapter47.core.cards import Card
from chapter47.core.findings import Breach, Refusal, limit, option
from chapter47.core.money import Odds, dollars
from chapter47.core.posting import takes_coupons
from chapter47.law import law

PAIR, THREE, TWO_PAIRS, FOUR = "pair", "three-of-a-kind", "two-pairs", "four-of-a-kind"
LEAST = {
    6: paytable("pair 1 to 1 \n three-of-a-kind 5 to 1 \n two-pairs 8 to 1 \n four-of-a-kind 40 to 1"),
    8: paytable("pair 1 to 1 \n three-of-a-kind 5 to 1 \n two-pairs 7 to 1 \n four-of-a-kind 50 to 1"),
}


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del offer
    return LEAST.get(table.decks, {})


# Matches -------------------------------------------------------------------------------------------------------------


@law("19:47-2A.2(c)", editions="switch", kind="definition")
def of_each_rank(cards: tuple[Card, ...]) -> list[int]:
    """Count the cards of each rank, regardless of suit; ten, jack, queen and king are four ranks."""
    return list(Counter(card.rank for card in cards).values())


@law("19:47-2A.6(a)1", editions="switch", kind="definition")
def one_pair(ranks: list[int]) -> bool:
    return max(ranks) >= 2


@law("19:47-2A.6(a)2", editions="switch", kind="definition")
def two_pairs(ranks: list[int]) -> bool:
    """Return whether there are two pairs of different ranks: four of a kind are not."""
    return sum(count >= 2 for count in ranks) == 2


@law("19:47-2A.6(a)3", editions="switch", kind="definition")
def three_of_a_kind(ranks: list[int]) -> bool:
    return max(ranks) >= 3


@law("19:47-2A.6(a)4", editions="switch", kind="definition")
def four_of_a_kind(ranks: list[int]) -> bool:
    return max(ranks) == 4


MATCHES = {PAIR: one_pair, TWO_PAIRS: two_pairs, THREE: three_of_a_kind, FOUR: four_of_a_kind}


@law("19:47-2A.6(a)", editions="switch")
def matches(cards: tuple[Card, ...]) -> list[str]:
    """Return every kind of match in the four cards."""
    ranks = of_each_rank(cards)
    return [name for name, makes in MATCHES.items() if makes(ranks)]


# Play ----------------------------------------------------------------------------------------------------------------


@law("19:47-2A.6(b)", editions="switch")
def beside_both_main_wagers(placing: Placing) -> Refusal | None:
    """Require both main wagers of Switch, one on each hand."""
    return needs_a_main_wager(placing, "19:47-2A.6(b)") or once(placing, "19:47-2A.6(b)")


@law("19:47-2A.6(e)", editions="switch")
def first_four_cards(facts: Facts) -> tuple[Card, ...]:
    """Decide by both hands as dealt, independently of the dealer's cards and other wagers."""
    return facts.own[:4]


@law("19:47-2A.7(e)", editions="switch")
def after_the_first_four_cards(facts: Facts) -> bool:
    """Settle before the card reader, insurance and the switch. A box without its four cards has nothing to decide."""
    return facts.two_each and facts.two_on_each_hand


@law("19:47-2A.6(c)", editions="switch")
def odds(facts: Facts, match: str) -> Odds:
    return odds_of(WAGER, facts.table, facts.offer)[match]


@law("19:47-2A.6(d)", editions="switch")
def best_only(facts: Facts, made: list[str]) -> WagerDecision:
    """Pay once, for the match with the highest odds."""
    best = max(made, key=lambda match: odds(facts, match).ratio)
    return WagerDecision(best, "19:47-2A.6(c)", odds(facts, best))


def decide(facts: Facts) -> WagerDecision | None:
    cards = first_four_cards(facts)
    if len(cards) < 4 or not after_the_first_four_cards(facts):
        return None
    made = matches(cards)
    return best_only(facts, made) if made else WagerDecision(LOSE, "19:47-2A.7(e)")


def _placed(placing: Placing) -> Iterator[Said | Did]:
    yield Did(by="19:47-2A.5(d)", who="player", what=f"puts {dollars(placing.amount)} on the match area")


# What may be offered -------------------------------------------------------------------------------------------------


@limit("19:47-2A.6(a)", editions="")
def at_a_switch_table(table: TableRules) -> Breach | None:
    return wrong_game(table, WAGER)


@option("wagers.match", "the match wager", "19:47-2A.6(a)", since=date(2007, 11, 20), by=date(2010, 12, 31))
def offered(table: TableRules) -> bool:
    """Return whether the match wager is offered; it is as old as Switch itself."""
    return bool(table.offering(WAGER.name)) and not table.having(*SWITCH)


WAGER = Wager(
    name="match",
    title="Switch match",
    section="19:47-2A.6",
    pays_by="19:47-2A.6(c)",
    games=SWITCH,
    only_there=at_a_switch_table,
    options=(offered,),
    floor=_floor,
    rows=tuple(LEAST[6]),
    keys=("minimum", "maximum", "odds"),
    stakes_by="19:47-2A.6(b)",
    takes_coupons=takes_coupons,
    coupons_by="19:47-2A.6(b)",
    cash_by="19:47-2A.5(d)",
    may_place=beside_both_main_wagers,
    placed=_placed,
    reads=("own", "own", "own", "own"),
    ranks_only=True,
    decide=decide,
    order="losers-first",
)
