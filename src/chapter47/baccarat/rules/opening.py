"""Opening a table, 19:47-3.4; its limits and its layout."""

from collections.abc import Iterator

from chapter47.baccarat.posting import BaccaratTable
from chapter47.core.event import Did
from chapter47.core.findings import displayed
from chapter47.core.money import dollars
from chapter47.law import law

CALLER = "caller"
FLOORPERSON = "floorperson"


@law("19:47-3.4(a)", editions="1996", kind="script")
def inspects(decks: int) -> Did:
    return Did(by="19:47-3.4(a)", who=CALLER, what=f"sorts and inspects the {decks} decks")


@law("19:47-3.4(b)", editions="1996", kind="script")
def shows_the_cards() -> tuple[Did, Did]:
    spread = "spreads the cards face up by deck, suit and rank for the first participants"
    return (
        Did(by="19:47-3.4(b)", who=FLOORPERSON, what="verifies the cards"),
        Did(by="19:47-3.4(b)", who=CALLER, what=spread),
    )


@law("19:47-3.4(c)", editions="1996", kind="script")
def washes() -> Did:
    return Did(by="19:47-3.4(c)", who=CALLER, what="turns the cards face down, washes and stacks them")


def opening_steps(table: BaccaratTable) -> tuple[Did, ...]:
    return (inspects(table.decks), *shows_the_cards(), washes())


@displayed("19:47-8.2", "sign", editions="")
def limits_sign(table: BaccaratTable) -> Iterator[str]:
    yield f"the least wager, {dollars(table.minimum)}, and the greatest, {dollars(table.maximum)}"


@displayed("19:46-1.10", "layout", editions="")
def layout(table: BaccaratTable) -> Iterator[str]:
    yield "the name or trade name of the licensee"
    yield f"numbered seats {table.numbers[0]} to {table.numbers[-1]}, with areas for Banker, Player and Tie at each"
    yield f'"Tie pays {table.tie_pays}", in a form with "to" and not with "for"'
    yield "a space with each seat's number in front of the dealers, for fees that are owed"
