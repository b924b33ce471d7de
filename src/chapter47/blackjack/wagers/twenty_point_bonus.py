"""19:47-2.24: the twenty point bonus wager."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction

from chapter47.blackjack.events import Did, Said
from chapter47.blackjack.hands import card_value, is_blackjack, total
from chapter47.blackjack.posting import TableRules, WagerOffer
from chapter47.blackjack.traits import SUBCHAPTER_2
from chapter47.blackjack.wagers.facts import LOSE, Due, Facts, Placing, WagerDecision
from chapter47.blackjack.wagers.wager import (
    PayTable,
    Price,
    Wager,
    Winner,
    below,
    clash,
    edge_of,
    needs_a_main_wager,
    odds_of,
    once,
    paytable,
    wrong_game,
)
from chapter47.core.cards import Card, card
from chapter47.core.findings import Breach, Refusal, announced, displayed, limit, option
from chapter47.core.money import DOLLAR, Odds, dollars
from chapter47.core.posting import takes_coupons
from chapter47.law import law

LEAST = {
    "A": paytable("""
        queens-of-hearts-and-dealer-blackjack  1000 to 1
        queens-of-hearts                        125 to 1
        matched                                  19 to 1
        suited                                    9 to 1
        any                                       4 to 1
    """),
    "B": paytable("""
        queens-of-hearts-and-dealer-blackjack  1000 to 1
        queens-of-hearts                        200 to 1
        matched                                  25 to 1
        suited                                   10 to 1
        any                                       4 to 1
    """),
}
TOP_PRIZE = "queens-of-hearts-and-dealer-blackjack"
LEAST_CAP = 25_000 * DOLLAR


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del table
    return LEAST[str(offer.paytable or "A")]


TWENTY = 20
QUEENS = (card("Qh"), card("Qh"))


@law("19:47-2.24(c)", editions="2010")
def beside_a_main_wager(placing: Placing) -> Refusal | None:
    """Require a stake within the posted limits, independent of the main wager."""
    return needs_a_main_wager(placing, "19:47-2.24(c)") or once(placing, "19:47-2.24(c)")


@law("19:47-2.24(b)", editions="2010")
def first_cards(facts: Facts) -> tuple[Card, ...]:
    """Decide by the first two cards, independently of other wagers."""
    return facts.own[:2]


@law("19:47-2.24(g)1", editions="2010", kind="definition")
def is_matched(cards: tuple[Card, ...]) -> bool:
    """Return whether both cards are equal in rank and suit, but not two queens of hearts."""
    return cards[0] == cards[1] and cards != QUEENS


@law("19:47-2.24(g)2", editions="2010", kind="definition")
def is_suited_twenty(cards: tuple[Card, ...]) -> bool:
    return total(cards).points == TWENTY and cards[0].suit == cards[1].suit


@law("19:47-2.24(g)3", editions="2010", kind="definition")
def is_mixed_twenty(cards: tuple[Card, ...]) -> bool:
    return total(cards).points == TWENTY and cards[0].suit != cards[1].suit


def row_of(cards: tuple[Card, ...]) -> str:
    """Return the best row of a twenty, apart from the top prize, which needs the dealer's cards."""
    if cards == QUEENS:
        return "queens-of-hearts"
    if is_mixed_twenty(cards):
        return "any"
    if is_suited_twenty(cards):
        return "matched" if is_matched(cards) else "suited"
    return LOSE


@law("19:47-2.24(f)", editions="2010")
def pays(facts: Facts, row: str) -> Odds:
    return odds_of(WAGER, facts.table, facts.offer)[row]


@law("19:47-2.24(d)", editions="2010")
def after_the_first_two_cards(facts: Facts) -> bool:
    return facts.two_each and facts.hole_dealt


@law("19:47-2.24(e)", editions="2010")
def queens_wait(facts: Facts) -> bool:
    """Return whether two queens of hearts wait under an ace or a ten-value card for the top prize."""
    return card_value(facts.dealer[0]) >= 10


@law("19:47-2.24(e)1i", editions="2010")
def reader_found_blackjack(facts: Facts) -> WagerDecision | None:
    """The top prize, paid when the main wager is settled."""
    return _won(facts, TOP_PRIZE, "19:47-2.24(e)1i", "with-main") if facts.peeked is True else None


@law("19:47-2.24(e)1ii", editions="2010")
def reader_found_none(facts: Facts) -> WagerDecision | None:
    """Pay at once, before further cards are dealt."""
    return _won(facts, "queens-of-hearts", "19:47-2.24(e)1ii") if facts.peeked is False else None


@law("19:47-2.24(e)2", editions="2010")
def by_the_second_card(facts: Facts) -> bool | None:
    """Decide without a card reader: by the dealer's first two cards, once both are seen."""
    return is_blackjack(facts.dealer[:2]) if len(facts.dealer) >= 2 else None


def _queens(facts: Facts) -> WagerDecision | None:
    if not facts.dealer:
        return None
    if not queens_wait(facts):
        return _won(facts, "queens-of-hearts", "19:47-2.24(f)")
    if facts.reader:
        return reader_found_blackjack(facts) or reader_found_none(facts)
    blackjack = by_the_second_card(facts)
    if blackjack is None:
        return None
    return _won(facts, TOP_PRIZE if blackjack else "queens-of-hearts", "19:47-2.24(e)2", "with-main")


def _won(facts: Facts, row: str, by: str, due: Due = "now") -> WagerDecision:
    return WagerDecision(row, by, pays(facts, row), due)


def is_top_pair(cards: tuple[Card, ...]) -> bool:
    return row_of(cards) == "queens-of-hearts"


def decide(facts: Facts) -> WagerDecision | None:
    cards = first_cards(facts)
    if len(cards) < 2 or not after_the_first_two_cards(facts):
        return None
    if is_top_pair(cards):
        return _queens(facts)
    row = row_of(cards)
    return WagerDecision(LOSE, "19:47-2.24(d)") if row == LOSE else _won(facts, row, "19:47-2.24(f)")


@law("19:47-2.24(e)", editions="2010", kind="script")
def before_the_floorperson(facts: Facts, decision: WagerDecision) -> Iterator[Said | Did]:
    """Return the wagers that (e) holds back."""
    del decision
    if is_top_pair(first_cards(facts)) and queens_wait(facts):
        yield Did(by="19:47-2.24(e)", what="calls a floorperson, who watches the queens of hearts being settled")


def placed(placing: Placing) -> Iterator[Said | Did]:
    yield Did(by="19:47-2.24(c)", who="player", what=f"puts {dollars(placing.amount)} on the twenty point area")


@law("19:47-2.24(h)", editions="2010")
def share(table: TableRules, offer: WagerOffer, row: str, winners: Sequence[Winner]) -> list[int]:
    """Divide a capped top prize by stakes; odd cents go one each from the dealer's far right."""
    del table
    wanted = [winner.pays for winner in winners]
    if row != TOP_PRIZE or offer.cap is None or sum(wanted) <= offer.cap:
        return wanted
    staked = sum(winner.stake for winner in winners)
    shares = [offer.cap * winner.stake // staked for winner in winners]
    odd = offer.cap - sum(shares)
    return [part + (1 if place >= len(shares) - odd else 0) for place, part in enumerate(shares)]


def _layout(table: TableRules, offer: WagerOffer) -> Iterator[str]:
    del table, offer
    yield "an area for the twenty point bonus at each place"


def figures(table: TableRules, offer: WagerOffer, price: Price) -> Mapping[str, object]:
    """Price a stake whose top prize is below the limit of (h), and what a single player pays above it."""
    del table
    if offer.cap is None or offer.maximum is None or TOP_PRIZE not in price:
        return {}
    top = price[TOP_PRIZE]
    odds = top.back - 1
    lost = max(odds - Fraction(offer.cap, offer.maximum), Fraction(0))
    return {
        "capped_above": float(Fraction(offer.cap, DOLLAR) / odds),
        "house_edge_at_maximum": float(edge_of(price) + top.chance * lost),
    }


@option("wagers.twenty-point-bonus", "the twenty point bonus wager", "19:47-2.24(a)", since=date(2006, 6, 5))
def offered(table: TableRules) -> bool:
    return bool(table.offering(WAGER.name))


@limit("19:47-2.24(a)", since=date(2006, 6, 5))
def at_a_blackjack_table(table: TableRules) -> Breach | None:
    return wrong_game(table, WAGER)


@displayed("19:47-2.24(c)", "posting")
def posted_limits(table: TableRules) -> Iterator[str]:
    for offer in table.offering(WAGER.name):
        if offer.minimum is not None and offer.maximum is not None:
            yield f"the limits of the twenty point bonus: {dollars(offer.minimum)} to {dollars(offer.maximum)}"


@limit("19:47-2.24(f)", since=date(2006, 6, 5))
def least_odds(table: TableRules) -> Breach | None:
    return next((below(offer, _floor(table, offer)) for offer in table.offering(WAGER.name)), None)


@displayed("19:47-2.24(f)", "posting")
def posted_pay_table(table: TableRules) -> Iterator[str]:
    for offer in table.offering(WAGER.name):
        yield f"pay table {offer.paytable} of the twenty point bonus"


def least_cap(table: TableRules, offer: WagerOffer) -> int:
    """Return $25,000, or what the minimum stake could win by the top prize if that is more."""
    odds = {**_floor(table, offer), **offer.odds}
    return max(LEAST_CAP, odds[TOP_PRIZE].pays(offer.minimum or 0))


@limit("19:47-2.24(h)", since=date(2006, 6, 5))
def cap_is_high_enough(table: TableRules) -> Breach | None:
    for offer in table.offering(WAGER.name):
        if offer.cap is not None and offer.cap < least_cap(table, offer):
            message = "the maximum that one round pays for the top prize is too low"
            return Breach(
                "twenty_point_bonus.cap",
                message,
                dollars(offer.cap),
                f"{dollars(least_cap(table, offer))} or more",
                "wagers.twenty-point-bonus.cap",
            )
    return None


def _caps(table: TableRules) -> list[int]:
    return [offer.cap for offer in table.offering(WAGER.name) if offer.cap is not None]


@announced("19:47-2.24(h)", "a lower limit on the top prize, where the layout does not show the limit", decrease=True)
def cap_in_force(table: TableRules) -> int | None:
    return next(iter(_caps(table)), None)


@displayed("19:46-1.10(n)", "layout", editions="")
def cap_on_the_layout(table: TableRules) -> Iterator[str]:
    for cap in _caps(table):
        yield f"the limit of {dollars(cap)} on the top prize and how several winners share it, or a posting of both"


@limit("19:47-2.24(i)", since=date(2006, 6, 5))
def excludes(table: TableRules) -> Breach | None:
    others = ("multiple-action", "progressive", "blackjack-bonus", "streak", "optional-bonus")
    return clash(table, WAGER.name, others)


WAGER = Wager(
    name="twenty-point-bonus",
    title="Twenty point bonus",
    section="19:47-2.24",
    pays_by="19:47-2.24(f)",
    games=SUBCHAPTER_2,
    only_there=at_a_blackjack_table,
    floor=_floor,
    rows=tuple(LEAST["A"]),
    keys=("minimum", "maximum", "paytable", "odds", "cap"),
    defaults={"paytable": "A"},
    stakes_by="19:47-2.24(c)",
    takes_coupons=takes_coupons,
    coupons_by="19:47-2.24(c)",
    cash_by="19:47-2.24(c)",
    may_place=beside_a_main_wager,
    placed=placed,
    reads=("own", "own", "dealer", "dealer"),
    decide=decide,
    before=before_the_floorperson,
    share=share,
    layout=_layout,
    figures=figures,
    limits=(least_odds, cap_is_high_enough, excludes),
    options=(offered,),
    notices=(posted_limits, posted_pay_table, cap_in_force, cap_on_the_layout),
)
