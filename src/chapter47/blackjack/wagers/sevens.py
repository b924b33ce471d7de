"""19:47-2.17(a)3: sevens among the first three cards."""

from collections.abc import Iterator
from datetime import date

from chapter47.blackjack.events import Did, Said
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.traits import SUBCHAPTER_2
from chapter47.blackjack.wagers import additional
from chapter47.blackjack.wagers.facts import LOSE, Facts, Placing, WagerDecision
from chapter47.blackjack.wagers.wager import PayTable, Stakes, Wager, exactly, odds_of, other_than, paytable
from chapter47.core.cards import Card
from chapter47.core.findings import Breach, limit, option
from chapter47.core.money import DOLLAR, Odds
from chapter47.law import law

ODDS = paytable("""
    three-suited  5000 to 1
    three          500 to 1
    two-suited     100 to 1
    two             50 to 1
    one              3 to 1
""")


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table, offer
    return ODDS


@law("19:47-2.17(a)3i", editions="2010")
def one_dollar(placing: Placing) -> Stakes:
    del placing
    return Stakes(DOLLAR, DOLLAR, DOLLAR)


@law("19:47-2.17(b)4", editions="2010")
def row_of(cards: tuple[Card, ...]) -> str:
    """Return the row: a single seven counts only as the first card, a third card only after two sevens."""
    sevens = next((n for n, card in enumerate(cards) if card.rank != "7"), len(cards))
    if sevens < 2:
        return "one" if sevens else LOSE
    suited = len({card.suit for card in cards[:sevens]}) == 1
    return ("three" if sevens == 3 else "two") + ("-suited" if suited else "")


@law("19:47-2.17(e)3", editions="2010")
def pays(facts: Facts, row: str) -> Odds:
    """Pay the best row only."""
    return odds_of(WAGER, facts.table, facts.offer)[row]


@law("19:47-2.11(f)", editions="2010")
def split_gives_up_the_third(facts: Facts) -> bool:
    """Pay two split sevens as two, before either hand gets a card."""
    return facts.hands > 1


@law("19:47-2.11(f)", editions="2010", kind="script")
def announces_the_split() -> str:
    return "Splitting sevens, no pay-out for three sevens"


def _two_sevens(facts: Facts) -> bool:
    return row_of(additional.first_cards(facts, 2)).startswith("two")


def decide(facts: Facts) -> WagerDecision | None:
    cards = additional.first_cards(facts, 3)
    if not additional.is_settled(facts):
        return None
    if _two_sevens(facts):
        if split_gives_up_the_third(facts):
            return additional.won(row_of(cards[:2]), pays(facts, row_of(cards[:2])), "19:47-2.11(f)")
        if len(cards) == 2 and not facts.own_done:
            return None
    row = row_of(cards)
    return additional.lost("19:47-2.17(d)") if row == LOSE else additional.won(row, pays(facts, row), "19:47-2.17(e)3")


def _before(facts: Facts, decision: WagerDecision) -> Iterator[Said | Did]:
    del decision
    if _two_sevens(facts) and split_gives_up_the_third(facts):
        yield Said(by="19:47-2.11(f)", words=announces_the_split())


@law("19:47-2.6(j)3", editions="2010")
def offered_a_third_card(facts: Facts) -> bool:
    """Offer a third card to a bettor with two sevens after the card reader found a dealer's blackjack."""
    return len(facts.own) == 2 and _two_sevens(facts) and not facts.own_done


@option("wagers.sevens", "the sevens wager", "19:47-2.17(a)3", since=date(1996, 7, 15), editions="2010")
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.17(a)3i", since=date(1996, 7, 15))
def exactly_one_dollar(table: TableRules) -> Breach | None:
    return exactly(table, WAGER.name, (DOLLAR,))


@limit("19:47-2.17(e)3", editions="", since=date(1996, 7, 15))
def pays_the_printed_odds(table: TableRules) -> Breach | None:
    return next((other_than(offer, ODDS) for offer in table.offering(WAGER.name)), None)


WAGER = Wager(
    name="sevens",
    title="Sevens",
    section="19:47-2.17",
    pays_by="19:47-2.17(e)3",
    games=SUBCHAPTER_2,
    only_there=additional.one_additional_wager,
    floor=_floor,
    rows=tuple(ODDS),
    keys=("minimum", "maximum", "odds"),
    defaults={"minimum": DOLLAR, "maximum": DOLLAR},
    stakes=one_dollar,
    stakes_by="19:47-2.17(a)3i",
    takes_coupons=additional.with_a_coupon,
    coupons_by="19:47-2.17(f)",
    cash_by="19:47-2.17(f)",
    may_place=additional.beside_a_main_wager,
    reads=("own", "own", "own"),
    decide=decide,
    before=_before,
    offers_card=offered_a_third_card,
    offers_card_by="19:47-2.6(j)3",
    placed=additional.laid_on_its_area,
    layout=additional.layout,
    limits=(exactly_one_dollar, pays_the_printed_odds),
    options=(offered,),
)
