"""19:47-2.13: several people on one box."""

from datetime import date

from msgspec.structs import replace

from chapter47.blackjack.state import Bettor, Hand, Legal, Round
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.findings import Breach, limit
from chapter47.law import law

MOST_BETTORS = 3


@limit("19:47-2.13(a)", editions="1996 2010")
def at_most_three_on_a_box(table: TableRules) -> Breach | None:
    """Up to three; only one where the progressive wager is offered."""
    progressive = table.offering("progressive") and table.day >= date(1996, 7, 15)
    most = 1 if progressive else MOST_BETTORS
    if 1 <= table.bettors_per_box <= most:
        return None
    message = (
        "a box is not shared where the progressive wager is offered" if progressive else "at most three people on a box"
    )
    return Breach("bettors_per_box.too_many", message, str(table.bettors_per_box), "1" if progressive else "1 to 3")


@law("19:47-2.13(a)", editions="1996 2010")
@law("19:47-2A.13(a)", editions="switch")
def may_join(table: TableRules, others: list[Bettor], *, consent: bool) -> bool:
    """Up to as many as the table allows, and only if the first on the box agrees."""
    return not others or (consent and len(others) < min(table.bettors_per_box, MOST_BETTORS))


@law("19:47-2.13(b)", editions="1996 2010")
@law("19:47-2A.13(b)", editions="switch")
def caller(bettors: list[Bettor]) -> Bettor:
    """Who decides for the box: whoever is seated there, else the highest wager (the first of equals)."""
    seated = [bettor for bettor in bettors if bettor.seated]
    return seated[0] if seated else max(bettors, key=lambda bettor: bettor.amount)


CALLER_DECIDES = "19:47-2.13(b)"


def leaves_it_to_the_caller(bettors: list[Bettor], name: str) -> bool:
    """Whoever has a wager on the box and does not call its decisions."""
    return any(bettor.name == name for bettor in bettors) and caller(bettors).name != name


def caller_of(state: Round, box: int) -> Bettor:
    bettors = state.bettors_of(box)
    return bettors[0] if len(bettors) == 1 else caller(bettors)


@law("19:47-2.13(c)", editions="1996 2010", kind="script")
@law("19:47-2A.13(c)", editions="switch", kind="script")
def line_of_wagers(bettors: list[Bettor]) -> list[Bettor]:
    """The caller's wager lies nearest the dealer, the others behind it."""
    first = caller(bettors)
    return [first, *(bettor for bettor in bettors if bettor is not first)]


@law("19:47-2.13(d)", editions="1996 2010")
@law("19:47-2A.13(d)", editions="switch")
def others_may_double(double: Legal) -> tuple[Legal, ...]:
    """When the caller doubles, another bettor may double too or leave the wager as it is."""
    return (Legal("decline", "19:47-2.13(d)"), replace(double, by="19:47-2.13(d)"))


@law("19:47-2.13(e)", editions="1996 2010")
def others_cover_or_choose() -> tuple[Legal, ...]:
    """When the caller splits, another bettor stakes on both hands or names the one that keeps the wager."""
    return tuple(Legal(move, "19:47-2.13(e)") for move in ("split", "keep-first", "keep-second"))


@law("19:47-2.13(f)", editions="1996 2010")
@law("19:47-2A.13(e)", editions="switch")
def insures_alone(state: Round, hand: Hand) -> list[str]:
    """Each bettor on a box with two cards, whatever the others do; but not whoever took even money instead."""
    if hand.passes < 2:
        return []
    bettors = (bettor.name for bettor in state.bettors_of(hand.at.box))
    return [name for name in bettors if ("took-even-money", hand.at, name) not in state.answered]


LIMITS = (at_most_three_on_a_box,)
