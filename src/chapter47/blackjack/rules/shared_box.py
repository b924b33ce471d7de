"""19:47-2.13 and 2.14: several people on one box, and one player on several boxes."""

from datetime import date

from msgspec.structs import replace

from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.state import Bettor, Hand, Legal, Round
from chapter47.core.findings import Breach, limit
from chapter47.law import law

# 19:47-2.13, several people on one box -------------------------------------------------------------------------------


MOST_BETTORS = 3


@limit("19:47-2.13(a)", editions="1996 2010")
def at_most_three_on_a_box(table: TableRules) -> Breach | None:
    """Limit bettors on a box to three; to one if the progressive wager is offered."""
    progressive = table.offering("progressive") and table.day >= date(1996, 7, 15)
    most = 1 if progressive else MOST_BETTORS
    if 1 <= table.bettors_per_box <= most:
        return None
    message = (
        "a box must not be shared where the progressive wager is offered"
        if progressive
        else "at most three people may bet on a box"
    )
    return Breach("bettors_per_box.too_many", message, str(table.bettors_per_box), "1" if progressive else "1 to 3")


@law("19:47-2.13(a)", editions="1996 2010")
@law("19:47-2A.13(a)", editions="switch")
def may_join(table: TableRules, others: list[Bettor], *, consent: bool) -> bool:
    """Return whether a person may join: up to the table's limit, and only if the first on the box agrees."""
    return not others or (consent and len(others) < min(table.bettors_per_box, MOST_BETTORS))


@law("19:47-2.13(b)", editions="1996 2010")
@law("19:47-2A.13(b)", editions="switch")
def caller(bettors: list[Bettor]) -> Bettor:
    """Return who decides for the box: the seated player, otherwise the bettor with the highest wager (the first if
    equal)."""
    seated = [bettor for bettor in bettors if bettor.seated]
    return seated[0] if seated else max(bettors, key=lambda bettor: bettor.amount)


CALLER_DECIDES = "19:47-2.13(b)"


def leaves_it_to_the_caller(bettors: list[Bettor], name: str) -> bool:
    """Return whether a bettor on the box leaves its decisions to somebody else."""
    return any(bettor.name == name for bettor in bettors) and caller(bettors).name != name


def caller_of(state: Round, box: int) -> Bettor:
    bettors = state.bettors_of(box)
    return bettors[0] if len(bettors) == 1 else caller(bettors)


@law("19:47-2.13(c)", editions="1996 2010", kind="script")
@law("19:47-2A.13(c)", editions="switch", kind="script")
def line_of_wagers(bettors: list[Bettor]) -> list[Bettor]:
    """Order the wagers: the caller's is nearest the dealer, the others behind it."""
    first = caller(bettors)
    return [first, *(bettor for bettor in bettors if bettor is not first)]


@law("19:47-2.13(d)", editions="1996 2010")
@law("19:47-2A.13(d)", editions="switch")
def others_may_double(double: Legal) -> tuple[Legal, ...]:
    """Let another bettor double too, or leave the wager unchanged, when the caller doubles."""
    return (Legal("decline", "19:47-2.13(d)"), replace(double, by="19:47-2.13(d)"))


@law("19:47-2.13(e)", editions="1996 2010")
def others_cover_or_choose() -> tuple[Legal, ...]:
    """Let another bettor stake on both hands, or choose the one that keeps the wager, when the caller splits."""
    return tuple(Legal(move, "19:47-2.13(e)") for move in ("split", "keep-first", "keep-second"))


@law("19:47-2.13(f)", editions="1996 2010")
@law("19:47-2A.13(e)", editions="switch")
def insures_alone(state: Round, hand: Hand) -> list[str]:
    """Return whether a bettor may insure independently: anybody on a box with two cards who has not taken even
    money."""
    if hand.passes < 2:
        return []
    bettors = (bettor.name for bettor in state.bettors_of(hand.at.box))
    return [name for name in bettors if ("took-even-money", hand.at, name) not in state.answered]


# 19:47-2.14, one player on several boxes -----------------------------------------------------------------------------


@limit("19:47-2.14", editions="1996 2010")
def as_many_boxes_as_there_are(table: TableRules) -> Breach | None:
    """Check the boxes per player: the licensee may allow more, up to all boxes of the table."""
    if 1 <= table.boxes_per_player <= table.boxes:
        return None
    message = "the extra boxes of one player must be boxes of this table"
    return Breach("boxes_per_player.too_many", message, str(table.boxes_per_player), f"1 to {table.boxes}")


@law("19:47-2.14", editions="1996 2010")
@law("19:47-2A.14", editions="switch")
def may_take_box(table: TableRules, bettors: tuple[Bettor, ...], player: str, box: int) -> bool:
    """Return whether a player may take a box: one, or as many as the licensee allows."""
    boxes = {bettor.box for bettor in bettors if bettor.name == player} | {box}
    return len(boxes) <= table.boxes_per_player


LIMITS = (as_many_boxes_as_there_are, at_most_three_on_a_box)
