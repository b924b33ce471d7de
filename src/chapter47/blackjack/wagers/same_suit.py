"""19:47-2.17(a)2: the first two cards of one suit."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Final

from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.traits import SUBCHAPTER_2
from chapter47.blackjack.wagers import additional
from chapter47.blackjack.wagers.facts import Facts, WagerDecision
from chapter47.blackjack.wagers.wager import PayTable, Wager, other_than, printed
from chapter47.core.cards import Card
from chapter47.core.findings import Breach, Limit, announced, limit, of_the_floor, option
from chapter47.core.money import Odds
from chapter47.law import law

ROWS: Final = ("king-and-queen", "suited")
_ROWS: Final = " ".join(ROWS)

PAY_TABLES: Final[dict[int, dict[int, dict[str, Odds]]]] = {
    1: printed(_ROWS, 1, 2, 3, 4, text="50  10   5  25 \n  2.5  3    3    2.5"),
    2: printed(_ROWS, 1, 2, 3, 4, text="10   5  25  20 \n  3    3    2.5  2.5"),
    4: printed(_ROWS, 1, 2, 3, 4, text=" 5  25  20  50 \n  3    2.5  2.5  2  "),
    6: printed(_ROWS, 1, 2, 3, 4, text=" 5  25  20  15 \n  3    2.5  2.5  2.5"),
    8: printed(_ROWS, 1, 2, 3, text="   5  25  50     \n  3    2.5  2       "),
}
"""By number of decks and option: king and queen of one suit, then any other two cards of one suit."""


def _chosen(offer: WagerOffer) -> int:
    return offer.paytable if isinstance(offer.paytable, int) else 1


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    return PAY_TABLES.get(table.decks, {}).get(_chosen(offer), {})


NUMERALS: Final = dict(zip(PAY_TABLES, ("i", "ii", "iii", "iv", "v"), strict=True))


@law("19:47-2.17(b)3", editions="1996 2010")
def same_suit(cards: tuple[Card, ...]) -> bool:
    return cards[0].suit == cards[1].suit


def row_of(cards: tuple[Card, ...]) -> str:
    """Return the better row: king and queen of one suit, or any other two cards of one suit."""
    return ROWS[0] if {card.rank for card in cards} == {"K", "Q"} else ROWS[1]


Pays = Callable[[Facts, str], Odds]


def _pays_with(decks: int, numeral: str) -> Pays:
    def pays_by_the_option(facts: Facts, row: str) -> Odds:
        return facts.offer.odds.get(row) or PAY_TABLES[decks][_chosen(facts.offer)][row]

    pays_by_the_option.__qualname__ = f"pays_with_{decks}_decks"
    return law(f"19:47-2.17(e)2{numeral}", editions="1996 2010")(pays_by_the_option)


PAYS: Final = {decks: _pays_with(decks, numeral) for decks, numeral in NUMERALS.items()}


def decide(facts: Facts) -> WagerDecision | None:
    cards = additional.first_cards(facts, 2)
    if not additional.is_settled(facts):
        return None
    if not same_suit(cards):
        return additional.lost("19:47-2.17(d)")
    decks = facts.table.decks
    odds = PAYS[decks](facts, row_of(cards))
    return additional.won(row_of(cards), odds, f"19:47-2.17(e)2{NUMERALS[decks]}")


@option("wagers.same-suit", "the same-suit wager", "19:47-2.17(a)2", since=date(1994, 2, 22), editions="1996 2010")
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.17(e)2", editions="1996 2010", since=date(1994, 2, 22))
def deck_count_has_a_pay_table(table: TableRules) -> Breach | None:
    if not offered(table) or table.decks in PAY_TABLES:
        return None
    message = "same suit has pay tables only for one, two, four, six and eight decks"
    return Breach("same_suit.decks", message, str(table.decks), "1, 2, 4, 6 or 8", "decks")


def _breach_with(table: TableRules, decks: int) -> Breach | None:
    if table.decks != decks:
        return None
    for offer in table.offering(WAGER.name):
        tables = PAY_TABLES[decks]
        if _chosen(offer) not in tables:
            message = f"with {decks} deck{'s' * (decks > 1)} the options are {', '.join(map(str, tables))}"
            return Breach(
                "same_suit.paytable", message, str(_chosen(offer)), f"1 to {len(tables)}", "wagers.same-suit.paytable"
            )
        return other_than(offer, tables[_chosen(offer)])
    return None


def _option_of(numeral: str, decks: int) -> Limit[TableRules]:
    def option_of_the_pay_table(table: TableRules) -> Breach | None:
        return _breach_with(table, decks)

    option_of_the_pay_table.__qualname__ = f"option_with_{decks}_decks"
    return limit(f"19:47-2.17(e)2{numeral}", editions="1996 2010", since=date(1994, 2, 22))(option_of_the_pay_table)


OPTIONS_BY_DECKS: Final = {decks: _option_of(numeral, decks) for decks, numeral in NUMERALS.items()}


@announced("19:47-2.17(e)2", "the same-suit pay-out option", editions="1996 2010", change=True)
def payout_option(table: TableRules) -> tuple[int, int] | None:
    return next(((table.decks, _chosen(offer)) for offer in table.offering(WAGER.name)), None)


@of_the_floor("19:47-2.17(e)2", editions="1996 2010", duty=2)
def one_option_for_each_number_of_decks(tables: Mapping[str, TableRules]) -> Iterator[Breach]:
    by_decks: dict[int, dict[object, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, table in sorted(tables.items()):
        for offer in table.offering(WAGER.name):
            by_decks[table.decks][offer.paytable].append(name)
    for decks, options in sorted(by_decks.items()):
        if len(options) > 1:
            got = "; ".join(f"option {option}: {', '.join(names)}" for option, names in options.items())
            message = f"all tables with {decks} deck{'s' * (decks > 1)} must use the same same-suit option"
            yield Breach(
                "same_suit.one_option", message, got, "one option for all of them", "wagers.same-suit.paytable"
            )


WAGER = Wager(
    name="same-suit",
    title="Same suit",
    section="19:47-2.17",
    pays_by="19:47-2.17(e)2",
    games=SUBCHAPTER_2,
    only_there=additional.one_additional_wager,
    floor=_floor,
    rows=ROWS,
    keys=("minimum", "maximum", "paytable", "odds"),
    defaults={"paytable": 1},
    stakes=additional.stakes,
    stakes_by="19:47-2.17(g)",
    takes_coupons=additional.with_a_coupon,
    coupons_by="19:47-2.17(f)",
    cash_by="19:47-2.17(f)",
    may_place=additional.beside_a_main_wager,
    reads=("own", "own"),
    decide=decide,
    placed=additional.laid_on_its_area,
    layout=additional.layout,
    limits=(deck_count_has_a_pay_table, *OPTIONS_BY_DECKS.values()),
    options=(offered,),
    notices=(payout_option,),
    floor_rules=(one_option_for_each_number_of_decks,),
)
