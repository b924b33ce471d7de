"""Opening a table, shuffle, lacing, cut, cutting cards and burn, 19:47-3.4 and 3.5."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Final, TypeVar

from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.cards import value
from chapter47.core.cards import DECK, Card
from chapter47.core.event import Did
from chapter47.core.findings import COMMISSION, SURVEILLANCE, Breach, Refusal, announced, displayed, limit, of_the_floor
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
    yield f"the minimum wager, {dollars(table.minimum)}, and the maximum, {dollars(table.maximum)}"


@displayed("19:46-1.10", "layout", editions="")
def layout(table: BaccaratTable) -> Iterator[str]:
    yield "the name or trade name of the licensee"
    yield f"numbered seats {table.numbers[0]} to {table.numbers[-1]}, with areas for Banker, Player and Tie at each"
    yield f'"Tie pays {table.tie_pays}", in a form with "to" and not with "for"'
    yield "a space with each seat's number in front of the dealers, for outstanding fees"


T = TypeVar("T")
FROM_EITHER_END: Final = 10
FEWEST_BEHIND: Final = 14
RECUT_SINCE: Final = date(1996, 5, 20)
COUNTS_TEN: Final = 10


@law("19:47-3.5(b)", editions="1996", kind="script")
def laced(cards: Sequence[T]) -> tuple[T, ...]:
    """Lace about one deck from the back evenly into the rest."""
    stack, deck = list(cards[: -len(DECK)]), list(cards[-len(DECK) :])
    every = max(len(stack) // max(len(deck), 1), 1)
    for number, card in enumerate(deck):
        stack.insert(min(number * (every + 1), len(stack)), card)
    return tuple(stack)


@law("19:47-3.5(b)", editions="1996")
def offers_of_the_cut(taken: Sequence[int], last_curator: int | None) -> list[int]:
    """Order the seats for the cut: clockwise, which means to the next lower number.

    Start from the highest occupied seat, or after a shoe from its last curator; if they have left, from the next."""
    falling = sorted(taken, reverse=True)
    if last_curator is None:
        return falling
    return [seat for seat in falling if seat <= last_curator] + [seat for seat in falling if seat > last_curator]


@law("19:47-3.5(c)", editions="1996")
def cut_refused(stack: int, place: int) -> Refusal | None:
    """Refuse a cut closer than ten cards to an end of the stack."""
    if FROM_EITHER_END <= place <= stack - FROM_EITHER_END:
        return None
    want = f"{FROM_EITHER_END} to {stack - FROM_EITHER_END}"
    return Refusal("cut.place", "19:47-3.5(c)", "too close to an end of the stack", str(place), want)


@law("19:47-3.5(d)", editions="1996", kind="script")
def front_to_the_back(cards: Sequence[T], place: int) -> tuple[T, ...]:
    return (*cards[place:], *cards[:place])


@law("19:47-3.5(d)", editions="1996")
def burned_with(first: Card) -> int:
    """Return how many cards are burned with the first one: its value, with ten for tens and court cards."""
    return value(first) or COUNTS_TEN


@law("19:47-3.5(e)", editions="1996")
def may_be_recut(day: date, *, cards_dealt: int) -> bool:
    """Return whether a recut is possible: until a card is dealt; in the text since 20 May 1996."""
    return day >= RECUT_SINCE and cards_dealt == 0


@limit("19:47-3.5(d)", editions="")
def enough_cards_behind(table: BaccaratTable) -> Breach | None:
    if table.cards_behind >= FEWEST_BEHIND:
        return None
    message = "the first cutting card must be at least 14 cards from the back"
    return Breach("cards_behind.too_few", message, str(table.cards_behind), f"{FEWEST_BEHIND} or more")


@announced(
    "19:47-3.5(b)",
    "the shuffle after lacing, at all tables of the pit",
    editions="1996",
    start=True,
    stop=True,
    how="30 minutes' written notice to the surveillance department and the Commission",
    to=(SURVEILLANCE, COMMISSION),
)
def shuffles_after_lacing(table: BaccaratTable) -> bool:
    return table.reshuffle_after_lacing


@of_the_floor("19:47-3.5(b)", editions="1996")
def one_way_in_a_pit(tables: Mapping[str, BaccaratTable]) -> Iterable[Breach]:
    pits: dict[str, dict[bool, list[str]]] = {}
    for name, table in sorted(tables.items()):
        pits.setdefault(table.pit, {}).setdefault(table.reshuffle_after_lacing, []).append(name)
    for pit, ways in sorted(pits.items()):
        if len(ways) > 1:
            got = f"shuffled again: {', '.join(ways[True])}; not: {', '.join(ways[False])}"
            message = f"the shuffle after lacing must be used at all tables of pit {pit} or at none"
            yield Breach("reshuffle_after_lacing.one_way", message, got, "the same at all tables")
