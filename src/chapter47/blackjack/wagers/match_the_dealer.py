"""19:47-2.23: match-the-dealer; Spanish 21 has it in 19.6."""

from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction

from chapter47.blackjack.events import Did, Said
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.traits import SUBCHAPTER_2
from chapter47.blackjack.wagers.facts import LOSE, Facts, Placing, WagerDecision
from chapter47.blackjack.wagers.wager import (
    PayTable,
    Wager,
    below,
    clash,
    needs_a_main_wager,
    odds_of,
    once,
    paytable,
    wrong_game,
)
from chapter47.core.cards import Card
from chapter47.core.findings import Breach, Refusal, displayed, limit, option
from chapter47.core.money import Odds, dollars
from chapter47.core.posting import takes_coupons
from chapter47.law import law

LEAST = {
    6: paytable("unsuited 4 to 1 \n suited 11 to 1"),
    8: paytable("unsuited 3 to 1 \n suited 14 to 1"),
}


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del offer
    return LEAST.get(table.decks, {})


UNSUITED, SUITED = "unsuited", "suited"
ROWS = {
    (): LOSE,
    (UNSUITED,): UNSUITED,
    (SUITED,): SUITED,
    (UNSUITED, UNSUITED): "two-unsuited",
    (SUITED, UNSUITED): "suited-and-unsuited",
    (SUITED, SUITED): "two-suited",
}


@law("19:47-2.23(c)", editions="2010")
@law("19:47-19.6(b)", editions="2001")
def beside_a_main_wager(placing: Placing) -> Refusal | None:
    """Require a stake within the posted limits, at blackjack independent of the main wager."""
    return needs_a_main_wager(placing, "19:47-2.23(c)") or once(placing, "19:47-2.23(c)")


@law("19:47-2.23(b)", editions="2010")
@law("19:47-19.6(f)", editions="2001")
def first_cards(facts: Facts) -> tuple[tuple[Card, ...], Card | None]:
    """Decide by the player's first two cards and the dealer's first alone."""
    return facts.own[:2], facts.dealer[0] if facts.dealer else None


@law("19:47-2.23(a)", editions="2010")
@law("19:47-19.6(a)", editions="2001")
def matches(card: Card, upcard: Card) -> bool:
    """Match by rank: tens, jacks, queens and kings match only their own kind."""
    return card.rank == upcard.rank


@law("19:47-2.23(a)2", editions="2010")
def each_match(cards: tuple[Card, ...], upcard: Card) -> tuple[str, ...]:
    """Pay each card that matches."""
    matched = [SUITED if card.suit == upcard.suit else UNSUITED for card in cards if matches(card, upcard)]
    return tuple(sorted(matched))


def sum_of(pays: PayTable, matched: tuple[str, ...]) -> Odds:
    return Odds(sum((pays[row].ratio for row in matched), Fraction(0)))


@law("19:47-2.23(a)1", "19:47-2.23(f)", editions="2010")
def paid(facts: Facts, matched: tuple[str, ...]) -> tuple[Odds, str]:
    """Pay each match at the odds for the number of decks, or the better posted ones."""
    return sum_of(odds_of(WAGER, facts.table, facts.offer), matched), "19:47-2.23(f)"


@law("19:47-2.23(e)", editions="2010")
def after_the_second_cards(facts: Facts) -> bool:
    """Settle before any further card and before a card reader is used: losers first, then winners."""
    return facts.two_each


Pays = Callable[[Facts, tuple[str, ...]], tuple[Odds, str]]
"""The odds of these matches, and by which paragraph."""


def decided(facts: Facts, paid: Pays, *, lost_by: str) -> WagerDecision | None:
    cards, upcard = first_cards(facts)
    if len(cards) < 2 or upcard is None:
        return None
    matched = each_match(cards, upcard)
    if not matched:
        return WagerDecision(LOSE, lost_by)
    pays, by = paid(facts, matched)
    return WagerDecision(ROWS[matched], by, pays)


def decide(facts: Facts) -> WagerDecision | None:
    return decided(facts, paid, lost_by="19:47-2.23(e)") if after_the_second_cards(facts) else None


def _placed(placing: Placing) -> Iterator[Said | Did]:
    what = f"puts {dollars(placing.amount)} on the match-the-dealer area"
    yield Did(by="19:47-2.23(d)", who="player", what=what)


def _layout(table: TableRules, offer: WagerOffer) -> Iterator[str]:
    del table, offer
    yield "an area for match-the-dealer at each place, with its odds there or on a sign"


@option("wagers.match-the-dealer", "the match-the-dealer wager", "19:47-2.23(a)", since=date(2004, 7, 19))
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.23(a)", since=date(2004, 7, 19))
def at_a_blackjack_table(table: TableRules) -> Breach | None:
    return wrong_game(table, WAGER)


@displayed("19:47-2.23(c)", "posting")
def limits_at_the_table(table: TableRules) -> Iterator[str]:
    for offer in table.offering(WAGER.name):
        if offer.minimum is not None and offer.maximum is not None:
            yield f"the limits of match-the-dealer: {dollars(offer.minimum)} to {dollars(offer.maximum)}"


@limit("19:47-2.23(f)", since=date(2004, 7, 19))
def least_odds(table: TableRules) -> Breach | None:
    """Return the minimum odds, for six and for eight decks; other numbers are lawful only under the other reading of
    2.2(a)4."""
    offers = table.offering(WAGER.name)
    if offers and table.decks > 6 and table.decks != 8 and table.reads("19:47-2.2(a)4", "at-least"):
        message = "match-the-dealer has odds only for six and for eight decks"
        return Breach("wagers.match-the-dealer.odds", message, f"{table.decks} decks", "6 or 8 decks")
    return next((below(offer, _floor(table, offer)) for offer in offers), None)


@limit("19:47-2.23(g)", since=date(2007, 11, 19))
def excludes(table: TableRules) -> Breach | None:
    return clash(table, WAGER.name, ("optional-bonus",))


WAGER = Wager(
    name="match-the-dealer",
    title="Match the dealer",
    section="19:47-2.23",
    pays_by="19:47-2.23(f)",
    games=SUBCHAPTER_2,
    only_there=at_a_blackjack_table,
    floor=_floor,
    rows=(UNSUITED, SUITED),
    keys=("minimum", "maximum", "odds"),
    stakes_by="19:47-2.23(c)",
    takes_coupons=takes_coupons,
    coupons_by="19:47-2.23(d)",
    cash_by="19:47-2.23(d)",
    may_place=beside_a_main_wager,
    placed=_placed,
    reads=("dealer", "own", "own"),
    suits_alike=True,
    decide=decide,
    order="losers-first",
    layout=_layout,
    limits=(least_odds, excludes),
    options=(offered,),
    notices=(limits_at_the_table,),
)
