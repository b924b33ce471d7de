"""19:47-2.3: the main wager, its odds and who may make one during a shoe."""

from collections.abc import Iterator
from datetime import date
from math import lcm
from typing import Literal, NamedTuple

from chapter47.blackjack.hands import LIMIT, Total
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.five_card_21 import five_card_21_against, five_card_21_elected, is_five_card_21
from chapter47.blackjack.state import Hand, Round
from chapter47.core.cards import Card, show
from chapter47.core.event import Did, cash_changed
from chapter47.core.findings import Breach, Refusal, announced, displayed, limit, option
from chapter47.core.money import EVEN, Odds, dollars
from chapter47.core.posting import COUPONS_SINCE
from chapter47.law import law

FREE_REFUSAL = date(2001, 12, 3)
"""From this day 2.3(i) lets the licensee refuse anyone who sat out a round; before, it chose among four options."""

OPTIONAL_ODDS = {
    "6-7-8-suited": Odds.of("2 to 1"),
    "7-7-7": Odds.of("3 to 2"),
    "designated-blackjack": Odds.of("2 to 1"),
    "five-card-21": Odds.of("2 to 1"),
}


@option("coupons", "the match play coupon", "19:47-2.3(d)", since=COUPONS_SINCE, editions="1996 2001")
def takes_coupons(table: TableRules) -> bool:
    """Return whether the table takes coupons; by default, whenever the law has them."""
    return table.coupons is True


@option(
    "optional_payouts",
    "the 6-7-8 suited pay-out",
    "19:47-2.3(e)1",
    since=date(1991, 11, 4),
    editions="1996 2001 2010",
)
def pays_suited_6_7_8(table: TableRules) -> bool:
    return "6-7-8-suited" in table.optional_payouts


@option(
    "optional_payouts",
    "the 7-7-7 pay-out",
    "19:47-2.3(e)2",
    since=date(1991, 11, 4),
    editions="1996 2001 2010",
)
def pays_three_sevens(table: TableRules) -> bool:
    return "7-7-7" in table.optional_payouts


@option("optional_payouts", "the designated blackjack", "19:47-2.3(e)3", since=date(1991, 11, 4))
def pays_designated_blackjack(table: TableRules) -> bool:
    return "designated-blackjack" in table.optional_payouts


@limit("19:47-2.3(e)3", editions="1996 2001 2010", since=date(1991, 11, 4))
def a_specific_ace_and_face_card(table: TableRules) -> Breach | None:
    if not pays_designated_blackjack(table):
        return None
    named = table.designated_blackjack
    if len(named) == 2 and sum(card.is_ace for card in named) == 1 and sum(card.is_face for card in named) == 1:
        return None
    message = "the designated blackjack is one particular ace with one particular face card"
    return Breach(
        "designated_blackjack.ace_and_face_card",
        message,
        show(named) or "nothing",
        "an ace and a jack, queen or king",
    )


@announced("19:47-2.3(e)", "the optional pay-outs", editions="1996 2001 2010", start=True)
def optional_payouts(table: TableRules) -> frozenset[str]:
    return frozenset(table.optional_payouts)


@announced("19:47-2.3(e)3", "the ace and face card that are designated", editions="1996 2001 2010", change=True)
def designation(table: TableRules) -> str:
    return show(table.designated_blackjack) if pays_designated_blackjack(table) else ""


def _old_options(table: TableRules) -> tuple[str, ...]:
    return () if isinstance(table.mid_shoe_entry, str) else table.mid_shoe_entry


@limit("19:47-2.3(i)", editions="1996 2001 2010")
def mid_shoe_entry_of_the_day(table: TableRules) -> Breach | None:
    if table.day < FREE_REFUSAL and table.mid_shoe_entry == "barred":
        message = f"before {FREE_REFUSAL}, only the four listed options could restrict entry during a shoe"
        return Breach("mid_shoe_entry.old_text", message, "barred", 'open or a list of "i1" to "i4"')
    refusals_only = table.reads("19:47-2.3(i)", "narrower") and set(_old_options(table)) <= {"i1", "i3"}
    if table.day >= FREE_REFUSAL and _old_options(table) and not refusals_only:
        message = f"the four options were replaced on {FREE_REFUSAL}"
        return Breach("mid_shoe_entry.new_text", message, ", ".join(_old_options(table)), "open or barred")
    return None


@announced("19:47-2.3(i)", "the restriction of entry during a shoe", editions="1996 2001", start=True)
def restricts_entry_by_the_old_text(table: TableRules) -> frozenset[str]:
    return frozenset(_old_options(table) if table.day < FREE_REFUSAL else ())


@displayed("19:47-8.2", "posting", editions="")
def table_limits(table: TableRules) -> Iterator[str]:
    yield (
        f"a sign at the table with the minimum {dollars(table.minimum)} and the maximum {dollars(table.maximum)}; "
        "a change is posted and announced at the table"
    )


Result = Literal["win", "lose", "push"]


class Outcome(NamedTuple):
    """The outcome of a main wager, and the paragraph behind it."""

    result: Result
    by: str


@law("19:47-2.3(a)1", editions="1996 2001 2010")
@law("19:47-19.5(a)1", editions="2001")
def wins_by_dealer_bust(player: Total, dealer: Total) -> bool:
    return player.points <= LIMIT < dealer.points


@law("19:47-2.3(a)2", editions="1996 2001 2010")
@law("19:47-2A.5(a)2", editions="switch")
@law("19:47-19.5(a)2", editions="2001")
def wins_by_score(player: Total, dealer: Total) -> bool:
    return dealer.points < player.points <= LIMIT


@law("19:47-2.3(a)3", editions="1996 2001 2010")
def wins_by_blackjack(table: TableRules, hand: Hand, dealer: Hand) -> bool:
    """Return whether a blackjack beats a longer 21; by the literal reading any two-card 21 does, even a split one."""
    two_cards = hand.blackjack or (table.reads("19:47-2.3(a)3", "literal") and _two_card_21(hand))
    return two_cards and dealer.total.points == LIMIT and not dealer.blackjack


def _two_card_21(hand: Hand) -> bool:
    return len(hand.cards) == 2 and hand.total.points == LIMIT


@law("19:47-2.3(b)", editions="1996 2001 2010")
def void_or_lost_to_blackjack(hand: Hand, dealer: Hand) -> Result | None:
    """Return the outcome of equal scores: void, but a dealer's blackjack beats an ordinary 21."""
    if hand.total.points != dealer.total.points or hand.total.bust:
        return None
    return "lose" if dealer.blackjack and not hand.blackjack else "push"


@law("19:47-2.3(a)", editions="1996 2001 2010")
def outcome(table: TableRules, hand: Hand, dealer: Hand) -> Outcome:
    """Decide a wager against the dealer: won, void or lost, each under its paragraph."""
    if hand.total.bust:
        return Outcome("lose", "19:47-2.3(a)")
    if wins_by_blackjack(table, hand, dealer):
        return Outcome("win", "19:47-2.3(a)3")
    if five_card_21_elected(table) and is_five_card_21(hand):
        return Outcome(*five_card_21_against(table, dealer))
    if void := void_or_lost_to_blackjack(hand, dealer):
        return Outcome(void, "19:47-2.3(b)")
    if wins_by_dealer_bust(hand.total, dealer.total):
        return Outcome("win", "19:47-2.3(a)1")
    if wins_by_score(hand.total, dealer.total):
        return Outcome("win", "19:47-2.3(a)2")
    return Outcome("lose", "19:47-2.3(a)")


@law("19:47-2.3(c)", editions="1996 2001 2010")
@law("19:47-2A.5(e)", editions="switch")
@law("19:47-19.5(d)", editions="2001")
def too_late(state: Round, got: str, *, withdrawing: bool = False) -> Refusal | None:
    """Refuse bets, additions and withdrawals after the first card, unless a paragraph allows them."""
    if not state.closed or (withdrawing and state.over):
        return None
    first = "determinant card" if state.rules.shoe == "double" else "first card"
    if withdrawing:
        return Refusal(
            "bet.closed", CLOSED, f"wagers cannot be withdrawn after the {first}", got, "before the next round's deal"
        )
    return Refusal("bet.closed", CLOSED, f"no wagers after the {first}", got, "the next round")


@law("19:47-2.3(j)", editions="2010", kind="definition")
@law("19:47-2.3(k)", editions="1996 2001", kind="definition")
def may_be_determinant(state: Round) -> bool:
    """Return whether this may be the determinant card, which replaces the first card of a round from a double shoe and
    closes the betting."""
    return state.rules.shoe == "double" and not any(hand.passes for hand in state.hands)


STEPS = "19:47-2.3(d)"
CLOSED = "19:47-2.3(c)"


@law("19:47-2.3(d)", editions="2010")
@law("19:47-2A.5(d)", editions="switch")
def wager_step(table: TableRules) -> int:
    """Return the step of main wagers, doubles and splits: the chip, and the game's own step if it has one."""
    return lcm(table.traits.wager_step, table.chip)


@law("19:47-2.3(e)1", editions="1996 2001 2010")
def suited_6_7_8(cards: tuple[Card, ...]) -> bool:
    return len({card.suit for card in cards}) == 1 and sorted(card.rank for card in cards) == ["6", "7", "8"]


@law("19:47-2.3(e)2", editions="1996 2001 2010")
def three_sevens(cards: tuple[Card, ...]) -> bool:
    return [card.rank for card in cards] == ["7", "7", "7"]


@law("19:47-2.3(e)3", editions="1996 2001 2010")
def is_designated(table: TableRules, hand: Hand) -> bool:
    return hand.blackjack and set(hand.cards) == set(table.designated_blackjack)


class Payout(NamedTuple):
    """The odds of a winning hand; `extra` on money staked after the deal, if a reading distinguishes the two."""

    odds: Odds
    extra: Odds
    by: str
    optional: bool = False
    """One of the optional pay-outs of the licensee (2.3(e)1 to 4)."""


@law("19:47-2.3(e)", editions="1996 2001 2010")
def pays(table: TableRules, hand: Hand, blackjack: Odds) -> Payout:
    """Return the pay-out: even money, a blackjack at the table's odds, or an optional pay-out that the table offers."""
    if hand.blackjack:
        if "designated-blackjack" in table.optional_payouts and is_designated(table, hand):
            return Payout(OPTIONAL_ODDS["designated-blackjack"], EVEN, "19:47-2.3(e)3", optional=True)
        return Payout(blackjack, EVEN, "19:47-2.3(e)")
    for name, by in _OPTIONAL.items():
        if name in table.optional_payouts and _MADE[name](hand):
            odds = OPTIONAL_ODDS[name]
            return Payout(odds, EVEN if table.reads("19:47-2.3(e)", "first-wager") else odds, by, optional=True)
    return Payout(EVEN, EVEN, "19:47-2.3(e)")


_OPTIONAL = {"6-7-8-suited": "19:47-2.3(e)1", "7-7-7": "19:47-2.3(e)2", "five-card-21": "19:47-2.3(e)4"}
_MADE = {
    "6-7-8-suited": lambda hand: suited_6_7_8(hand.cards),
    "7-7-7": lambda hand: three_sevens(hand.cards),
    "five-card-21": is_five_card_21,
}


def posted_payouts(table: TableRules) -> dict[str, str]:
    """Return the optional pay-outs of this table, with their odds."""
    names = {"designated-blackjack": show(table.designated_blackjack)} if table.designated_blackjack else {}
    return {
        names.get(name, name.replace("-suited", " suited")): str(OPTIONAL_ODDS[name]) for name in table.optional_payouts
    }


@law("19:47-2.3(d)", editions="1996 2001 2010", kind="script")
@law("19:47-2.17(f)", editions="1996 2010", kind="script", duty=3)
@law("19:47-2.17(f)", editions="1996 2010", kind="script", duty=4)
@law("19:47-2.20(b)", editions="2010", kind="script", duty=3)
@law("19:47-2.23(d)", "19:47-2.24(c)", "19:47-2.25(b)", editions="2010", kind="script")
@law("19:47-2A.5(d)", editions="switch", kind="script")
@law("19:47-19.5(c)", "19:47-19.6(c)", editions="2001", kind="script")
def spoken_with_cash(bettor: str, amount: int, by: str) -> tuple[Did, ...]:
    """Confirm a spoken bet with cash, made while betting is open, and change the cash into chips."""
    return cash_changed(bettor, amount, by)


LIMITS = (a_specific_ace_and_face_card, mid_shoe_entry_of_the_day)
OPTIONS = (takes_coupons, pays_suited_6_7_8, pays_three_sevens, pays_designated_blackjack)
NOTICES = (optional_payouts, designation, restricts_entry_by_the_old_text)
