"""19:47-2.25: the optional bonus wager on a dealer's bust with the third card."""

from collections.abc import Iterator
from datetime import date

from chapter47.blackjack.events import Did, Said
from chapter47.blackjack.hands import LIMIT, card_value, total
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.traits import SUBCHAPTER_2
from chapter47.blackjack.wagers.facts import LOSE, Facts, Placing, WagerDecision
from chapter47.blackjack.wagers.wager import (
    PayTable,
    Stakes,
    Wager,
    clash,
    needs_a_main_wager,
    odds_of,
    once,
    one_dollar_to_the_main_wager,
    other_than,
    paytable,
    posted_limits,
    wrong_game,
)
from chapter47.core.cards import Card
from chapter47.core.findings import Breach, Refusal, displayed, limit, option
from chapter47.core.money import DOLLAR, dollars
from chapter47.law import law

BY_THIRD_CARD = paytable("""
    10   3 to 1
    9    5 to 1
    8    7 to 1
    7    9 to 1
    6   15 to 1
""")
THREE_EIGHTS = paytable("""
    eights-color   50 to 1
    eights-suit   200 to 1
""")
ODDS = {**BY_THIRD_CARD, **THREE_EIGHTS}


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table, offer
    return ODDS


ENOUGH = 17


@law("19:47-2.25(b)", editions="2010")
def beside_a_main_wager(placing: Placing) -> Refusal | None:
    return needs_a_main_wager(placing, "19:47-2.25(b)") or once(placing, "19:47-2.25(b)")


@law("19:47-2.25(c)", editions="2010")
def one_dollar_up_to_the_main_wager(placing: Placing) -> Stakes:
    limits = posted_limits(placing)
    return limits._replace(least=max(limits.least, DOLLAR), most=min(limits.most, placing.main))


@law("19:47-2.25(g)", editions="2010")
def dealers_cards(facts: Facts) -> tuple[Card, ...]:
    """Decide by the dealer's first three cards alone."""
    return facts.dealer[:3]


@law("19:47-2.25(d)", editions="2010")
def third_card_busts(cards: tuple[Card, ...]) -> bool | None:
    """Decide: lost with 17 or more in two cards, soft or hard; otherwise by the third card. None while it is to
    come."""
    if len(cards) < 2:
        return None
    if total(cards[:2]).points >= ENOUGH:
        return False
    return total(cards).points > LIMIT if len(cards) == 3 else None


@law("19:47-2.25(f)", editions="2010")
def three_eights(cards: tuple[Card, ...]) -> str | None:
    """Pay only the best row; eights of mixed colour are paid by the row for eight."""
    if any(card.rank != "8" for card in cards):
        return None
    if len({card.suit for card in cards}) == 1:
        return "eights-suit"
    return "eights-color" if len({card.is_red for card in cards}) == 1 else None


@law("19:47-2.25(e)", editions="2010")
def by_the_third_card(cards: tuple[Card, ...]) -> str:
    """Settle before all other wagers, from the dealer's far right, by the value of the third card."""
    return str(card_value(cards[2]))


def decide(facts: Facts) -> WagerDecision | None:
    cards = dealers_cards(facts)
    busts = third_card_busts(cards)
    if busts is None:
        return None
    if not busts:
        return WagerDecision(LOSE, "19:47-2.25(d)")
    eights = three_eights(cards)
    row = eights or by_the_third_card(cards)
    odds = odds_of(WAGER, facts.table, facts.offer)[row]
    return WagerDecision(row, "19:47-2.25(f)" if eights else "19:47-2.25(e)", odds)


def third_card_is_due(facts: Facts) -> bool:
    """Draw a third card below 17, whatever happened to the players' hands."""
    return len(facts.dealer) == 2 and third_card_busts(facts.dealer) is None


def _placed(placing: Placing) -> Iterator[Said | Did]:
    yield Did(by="19:47-2.25(b)", who="player", what=f"puts {dollars(placing.amount)} on the optional bonus area")


def _layout(table: TableRules, offer: WagerOffer) -> Iterator[str]:
    del table, offer
    yield "an area for the optional bonus at each place, with its odds there or on a sign"


@option("wagers.optional-bonus", "the optional bonus wager", "19:47-2.25(a)", since=date(2007, 11, 19))
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.25(a)", since=date(2007, 11, 19))
def at_a_blackjack_table(table: TableRules) -> Breach | None:
    return wrong_game(table, WAGER)


@limit("19:47-2.25(c)", since=date(2007, 11, 19))
def stakes(table: TableRules) -> Breach | None:
    return one_dollar_to_the_main_wager(table, WAGER.name)


@displayed("19:47-2.25(c)", "posting")
def posted_maximum(table: TableRules) -> Iterator[str]:
    for offer in table.offering(WAGER.name):
        if offer.maximum is not None:
            yield f"the maximum of the optional bonus wager: {dollars(offer.maximum)}"


@limit("19:47-2.25(e)", editions="", since=date(2007, 11, 19))
def pays_the_printed_odds(table: TableRules) -> Breach | None:
    return next((other_than(offer, BY_THIRD_CARD) for offer in table.offering(WAGER.name)), None)


@limit("19:47-2.25(f)", editions="", since=date(2007, 11, 19))
def pays_the_printed_odds_on_eights(table: TableRules) -> Breach | None:
    return next((other_than(offer, THREE_EIGHTS) for offer in table.offering(WAGER.name)), None)


@limit("19:47-2.25(h)", since=date(2007, 11, 19))
def excludes(table: TableRules) -> Breach | None:
    others = (
        "multiple-action",
        "progressive",
        "blackjack-bonus",
        "streak",
        "match-the-dealer",
        "twenty-point-bonus",
    )
    return clash(table, WAGER.name, others)


WAGER = Wager(
    name="optional-bonus",
    title="Optional bonus",
    section="19:47-2.25",
    pays_by="19:47-2.25(e)",
    games=SUBCHAPTER_2,
    only_there=at_a_blackjack_table,
    floor=_floor,
    rows=tuple(ODDS),
    keys=("minimum", "maximum", "odds"),
    stakes=one_dollar_up_to_the_main_wager,
    cash_by="19:47-2.25(b)",
    stakes_by="19:47-2.25(c)",
    may_place=beside_a_main_wager,
    placed=_placed,
    reads=("dealer",) * 3,
    suits_alike=True,
    decide=decide,
    draws_to_dealer=third_card_is_due,
    draws_to_dealer_by="19:47-2.25(d)",
    layout=_layout,
    limits=(stakes, pays_the_printed_odds, pays_the_printed_odds_on_eights, excludes),
    options=(offered,),
    notices=(posted_maximum,),
)
