"""19:47-2.23 and, at Spanish 21, 19.6: match-the-dealer."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from chapter47.cards import Card
from chapter47.events import Did, Said
from chapter47.findings import Breach, displayed, limit, option
from chapter47.law import law
from chapter47.money import DOLLAR, Odds, dollars
from chapter47.posting import BLACKJACK_GAMES, TableRules, WagerOffer
from chapter47.wagers.facts import LOSE, Decision, Denied, Facts, Placing
from chapter47.wagers.stakes import needs_a_main_wager, once, one_dollar_to_the_main_wager
from chapter47.wagers.wager import PayTable, Stakes, Wager, below, clash, odds_of, paytable, posted_limits, wrong_game

LEAST = {
    6: paytable("unsuited 4 to 1 \n suited 11 to 1"),
    8: paytable("unsuited 3 to 1 \n suited 14 to 1"),
}
SPANISH_LEAST = {
    6: paytable("unsuited 4 to 1 \n suited 9 to 1"),
    8: paytable("unsuited 3 to 1 \n suited 12 to 1"),
}


def _is_spanish(table: TableRules) -> bool:
    return table.is_game("spanish-21")


def _floor(table: TableRules, offer: WagerOffer) -> PayTable:
    del offer
    return (SPANISH_LEAST if _is_spanish(table) else LEAST).get(table.decks, {})


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
def beside_a_main_wager(placing: Placing) -> Denied | None:
    """Within the posted limits, and at blackjack whatever the main wager is."""
    return needs_a_main_wager(placing, "19:47-2.23(c)") or once(placing, "19:47-2.23(c)")


def stakes(placing: Placing) -> Stakes:
    limits = posted_limits(placing)
    if not _is_spanish(placing.table):
        return limits
    most = min(at_most_the_main_wager(placing), at_most_the_posted_maximum(limits))
    return limits._replace(least=max(limits.least, DOLLAR), most=most)


@law("19:47-19.6(b)1", editions="2001")
def at_most_the_main_wager(placing: Placing) -> int:
    return placing.main


@law("19:47-19.6(b)2", editions="2001")
def at_most_the_posted_maximum(limits: Stakes) -> int:
    return limits.most


@law("19:47-2.23(b)", editions="2010")
@law("19:47-19.6(f)", editions="2001")
def first_cards(facts: Facts) -> tuple[tuple[Card, ...], Card | None]:
    """The player's first two cards and the dealer's first; nothing of the other wagers."""
    return facts.own[:2], facts.dealer[0] if facts.dealer else None


@law("19:47-2.23(a)", editions="2010")
@law("19:47-19.6(a)", editions="2001")
def matches(card: Card, upcard: Card) -> bool:
    """By rank: tens, jacks, queens and kings match only their own kind."""
    return card.rank == upcard.rank


@law("19:47-2.23(a)2", editions="2010")
def each_match(cards: tuple[Card, ...], upcard: Card) -> tuple[str, ...]:
    """Both cards may match, and each is paid."""
    found = [SUITED if card.suit == upcard.suit else UNSUITED for card in cards if matches(card, upcard)]
    return tuple(sorted(found))


def _sum_of(facts: Facts, found: tuple[str, ...]) -> Odds:
    table = odds_of(WAGER, facts.table, facts.offer)
    return Odds(sum((table[row].ratio for row in found), Fraction(0)))


@law("19:47-2.23(f)", editions="2010")
def odds(facts: Facts, found: tuple[str, ...]) -> Odds:
    return _sum_of(facts, found)


@law("19:47-19.6(e)1", editions="2001")
def spanish_odds_with_six_decks(facts: Facts, found: tuple[str, ...]) -> Odds:
    return _sum_of(facts, found)


@law("19:47-19.6(e)2", editions="2001")
def spanish_odds_with_eight_decks(facts: Facts, found: tuple[str, ...]) -> Odds:
    return _sum_of(facts, found)


@law("19:47-2.23(a)1", editions="2010")
def paid(facts: Facts, found: tuple[str, ...]) -> Decision:
    if not _is_spanish(facts.table):
        return Decision(ROWS[found], "19:47-2.23(f)", odds(facts, found))
    if facts.table.decks == 6:
        return Decision(ROWS[found], "19:47-19.6(e)1", spanish_odds_with_six_decks(facts, found))
    return Decision(ROWS[found], "19:47-19.6(e)2", spanish_odds_with_eight_decks(facts, found))


@law("19:47-2.23(e)", editions="2010")
def after_the_second_cards(facts: Facts) -> bool:
    """Before anybody gets a further card and before a card reader is used: the lost ones first, then those that won."""
    return facts.two_each


@law("19:47-19.6(d)", editions="2001")
def after_the_dealers_second_card(facts: Facts) -> bool:
    """At Spanish 21 the dealer's hole card comes first, where one is taken; before the reader all the same."""
    return facts.two_each and facts.hole_dealt


def decide(facts: Facts) -> Decision | None:
    cards, upcard = first_cards(facts)
    spanish = _is_spanish(facts.table)
    is_the_moment = after_the_dealers_second_card if spanish else after_the_second_cards
    if len(cards) < 2 or upcard is None or not is_the_moment(facts):
        return None
    found = each_match(cards, upcard)
    return paid(facts, found) if found else Decision(LOSE, "19:47-19.6(d)" if spanish else "19:47-2.23(e)")


def _placed(placing: Placing) -> Iterator[Said | Did]:
    what = f"puts {dollars(placing.amount)} on the match-the-dealer area"
    yield Did(by="19:47-2.23(d)", who="player", what=what)


def _layout(table: TableRules, offer: WagerOffer) -> Iterator[str]:
    del table, offer
    yield "an area for match-the-dealer at each place, with its odds there or on a sign"


WAGER = Wager(
    name="match-the-dealer",
    title="Match the dealer",
    section="19:47-2.23",
    floor=_floor,
    rows=(UNSUITED, SUITED),
    keys=("minimum", "maximum", "odds"),
    stakes=stakes,
    stakes_by="19:47-2.23(c)",
    may_place=beside_a_main_wager,
    placed=_placed,
    reads=("dealer", "own", "own"),
    suits_alike=True,
    decide=decide,
    order="losers-first",
    layout=_layout,
)


def _at_blackjack(table: TableRules) -> list[WagerOffer]:
    return table.offering(WAGER.name) if table.is_game(*BLACKJACK_GAMES) else []


def _at_spanish_21(table: TableRules) -> list[WagerOffer]:
    return table.offering(WAGER.name) if _is_spanish(table) else []


@option("wagers.match-the-dealer", "the match-the-dealer wager", "19:47-2.23(a)", since=date(2004, 7, 19))
def offered(table: TableRules) -> bool:
    return bool(_at_blackjack(table))


@limit("19:47-2.23(a)", since=date(2004, 7, 19))
def at_a_blackjack_table(table: TableRules) -> Breach | None:
    return wrong_game(table, WAGER.name, ("switch",))


@displayed("19:47-2.23(c)", "posting")
def limits_at_the_table(table: TableRules) -> Iterator[str]:
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
