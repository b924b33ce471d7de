"""19:47-2.3: the main wager, its odds and who may make one during a shoe."""

from collections.abc import Iterator
from datetime import date

from chapter47.cards import show
from chapter47.findings import Breach, announced, displayed, limit, option
from chapter47.money import DOLLAR, Odds, dollars
from chapter47.posting import BLACKJACK_GAMES, TableRules

FIVE_DOLLARS = 5 * DOLLAR
FREE_REFUSAL = date(2001, 12, 3)
"""Since then 2.3(i) lets the licensee refuse whoever sat out a round; before, it chose among four options."""

OPTIONAL_ODDS = {
    "6-7-8-suited": Odds.of("2 to 1"),
    "7-7-7": Odds.of("3 to 2"),
    "designated-blackjack": Odds.of("2 to 1"),
    "five-card-21": Odds.of("2 to 1"),
}


@option("coupons", "the match play coupon", "19:47-2.3(d)", since=date(1994, 3, 21))
def takes_coupons(table: TableRules) -> bool:
    """A file that is silent on coupons means: where the law knows them."""
    return table.is_game(*BLACKJACK_GAMES) and table.coupons is True


@limit("19:47-2.3(d)", editions="1996 2001 2010", since=date(2006, 1, 17))
def multiples_of_five_at_six_to_five(table: TableRules) -> Breach | None:
    if not table.is_game("six-to-five"):
        return None
    odd = [(key, value) for key, value in (("minimum", table.minimum), ("maximum", table.maximum)) if value % FIVE_DOLLARS]
    if not odd:
        return None
    got = ", ".join(f"{key} {dollars(value)}" for key, value in odd)
    return ("minimum.multiple_of_five", "main wagers at 6 to 5 are multiples of $5", got, "multiples of $5")


@limit("19:47-2.3(e)", editions="1996 2001 2010")
def no_optional_payouts_at_six_to_five(table: TableRules) -> Breach | None:
    if not table.is_game("six-to-five") or not table.optional_payouts:
        return None
    got = ", ".join(table.optional_payouts)
    return ("optional_payouts.six_to_five", "the optional pay-outs may not be offered at 6 to 5", got, "none")


def _elects(table: TableRules, payout: str) -> bool:
    return table.is_game(*BLACKJACK_GAMES) and payout in table.optional_payouts


@option("optional_payouts", "the 6-7-8 suited pay-out", "19:47-2.3(e)1", since=date(1991, 11, 4), editions="1996 2001 2010")
def pays_suited_6_7_8(table: TableRules) -> bool:
    return _elects(table, "6-7-8-suited")


@option("optional_payouts", "the 7-7-7 pay-out", "19:47-2.3(e)2", since=date(1991, 11, 4), editions="1996 2001 2010")
def pays_three_sevens(table: TableRules) -> bool:
    return _elects(table, "7-7-7")


@option("optional_payouts", "the designated blackjack", "19:47-2.3(e)3", since=date(1991, 11, 4))
def pays_designated_blackjack(table: TableRules) -> bool:
    return _elects(table, "designated-blackjack")


@limit("19:47-2.3(e)3", editions="1996 2001 2010", since=date(1991, 11, 4))
def a_specific_ace_and_face_card(table: TableRules) -> Breach | None:
    if not pays_designated_blackjack(table):
        return None
    named = table.designated_blackjack
    if len(named) == 2 and sum(card.is_ace for card in named) == 1 and sum(card.is_face for card in named) == 1:
        return None
    message = "the designated blackjack is one particular ace with one particular face card"
    return ("designated_blackjack.ace_and_face_card", message, show(named) or "nothing", "an ace and a jack, queen or king")


@announced("19:47-2.3(e)", "the optional pay-outs", editions="1996 2001 2010", start=True, change=True)
def optional_payouts(table: TableRules) -> tuple[str, ...]:
    return tuple(sorted(table.optional_payouts)) if table.is_game(*BLACKJACK_GAMES) else ()


@announced("19:47-2.3(e)3", "the ace and face card that are designated", editions="1996 2001 2010", change=True)
def designation(table: TableRules) -> str:
    return show(table.designated_blackjack) if pays_designated_blackjack(table) else ""


def _old_options(table: TableRules) -> tuple[str, ...]:
    return () if isinstance(table.mid_shoe_entry, str) else table.mid_shoe_entry


@limit("19:47-2.3(i)", editions="1996 2001 2010")
def mid_shoe_entry_of_the_day(table: TableRules) -> Breach | None:
    if not table.is_game(*BLACKJACK_GAMES):
        return None
    if table.day < FREE_REFUSAL and table.mid_shoe_entry == "barred":
        message = f"before {FREE_REFUSAL} entry during a shoe could be restricted only by the four listed options"
        return ("mid_shoe_entry.old_text", message, "barred", 'open or a list of "i1" to "i4"')
    if table.day >= FREE_REFUSAL and _old_options(table):
        message = f"the four options were replaced on {FREE_REFUSAL}"
        return ("mid_shoe_entry.new_text", message, ", ".join(_old_options(table)), "open or barred")
    return None


@announced("19:47-2.3(i)", "the restriction of entry during a shoe", editions="1996 2001", start=True, change=True)
def restricts_entry_by_the_old_text(table: TableRules) -> tuple[str, ...]:
    in_time = table.is_game(*BLACKJACK_GAMES) and table.day < FREE_REFUSAL
    return tuple(sorted(_old_options(table))) if in_time else ()


@displayed("19:47-8.2", "posting", editions="")
def table_limits(table: TableRules) -> Iterator[str]:
    yield (
        f"a sign at the table with the minimum {dollars(table.minimum)} and the maximum {dollars(table.maximum)}; "
        "a change is posted and announced at the table"
    )
