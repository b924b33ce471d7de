"""Shuffle, lacing, cut, cutting cards and burn, 19:47-3.5."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final, TypeVar

from chapter47.baccarat.posting import BaccaratTable
from chapter47.baccarat.rules.cards import value
from chapter47.core.cards import DECK, Card
from chapter47.core.findings import Breach, Refusal, announced, limit, of_the_floor
from chapter47.law import law

T = TypeVar("T")
FROM_EITHER_END: Final = 10
FEWEST_BEHIND: Final = 14
RECUT_SINCE: Final = date(1996, 5, 20)
COUNTS_TEN: Final = 10


@law("19:47-3.5(b)", editions="1996", kind="script")
def laced(cards: Sequence[T]) -> tuple[T, ...]:
    """About one deck, taken from the back, goes evenly into the rest."""
    stack, deck = list(cards[: -len(DECK)]), list(cards[-len(DECK) :])
    every = max(len(stack) // max(len(deck), 1), 1)
    for number, card in enumerate(deck):
        stack.insert(min(number * (every + 1), len(stack)), card)
    return tuple(stack)


@law("19:47-3.5(b)", editions="1996")
def offers_of_the_cut(taken: Sequence[int], last_curator: int | None) -> list[int]:
    """The seats in the order in which they are offered the cut: clockwise, which is to the next lower number.

    From the highest seat that is taken, or after a shoe from its last curator; if that one is gone, from the next."""
    falling = sorted(taken, reverse=True)
    if last_curator is None:
        return falling
    return [seat for seat in falling if seat <= last_curator] + [seat for seat in falling if seat > last_curator]


@law("19:47-3.5(c)", editions="1996")
def cut_refused(stack: int, place: int) -> Refusal | None:
    """A cut nearer than ten cards to an end of the stack does not count."""
    if FROM_EITHER_END <= place <= stack - FROM_EITHER_END:
        return None
    want = f"{FROM_EITHER_END} to {stack - FROM_EITHER_END}"
    return Refusal("cut.place", "19:47-3.5(c)", "too near an end of the stack", str(place), want)


@law("19:47-3.5(d)", editions="1996", kind="script")
def front_to_the_back(cards: Sequence[T], place: int) -> tuple[T, ...]:
    return (*cards[place:], *cards[:place])


@law("19:47-3.5(d)", editions="1996")
def burned_with(first: Card) -> int:
    """How many cards go out of play with the first one: as many as it counts, here ten for tens and court cards."""
    return value(first) or COUNTS_TEN


@law("19:47-3.5(e)", editions="1996")
def may_be_recut(day: date, *, cards_dealt: int) -> bool:
    """A supervisor may order it until a card is dealt; the text has known it since 20 May 1996."""
    return day >= RECUT_SINCE and cards_dealt == 0


@limit("19:47-3.5(d)", editions="")
def enough_cards_behind(table: BaccaratTable) -> Breach | None:
    if table.cards_behind >= FEWEST_BEHIND:
        return None
    message = "the first cutting card lies at least 14 cards from the back"
    return Breach("cards_behind.too_few", message, str(table.cards_behind), f"{FEWEST_BEHIND} or more")


@announced(
    "19:47-3.5(b)",
    "the shuffle after lacing, at all tables of the pit",
    editions="1996",
    start=True,
    stop=True,
    how="30 minutes' written notice to the surveillance department and the Commission",
)
def shuffles_after_lacing(table: BaccaratTable) -> bool:
    return table.reshuffle_after_lacing


@of_the_floor("19:47-3.5(b)")
def one_way_in_a_pit(tables: Mapping[str, BaccaratTable]) -> Iterable[Breach]:
    pits: dict[str, dict[bool, list[str]]] = {}
    for name, table in sorted(tables.items()):
        pits.setdefault(table.pit, {}).setdefault(table.reshuffle_after_lacing, []).append(name)
    for pit, ways in sorted(pits.items()):
        if len(ways) > 1:
            got = f"shuffled again: {', '.join(ways[True])}; not: {', '.join(ways[False])}"
            message = f"the shuffle after lacing is used at all tables of pit {pit} or at none"
            yield Breach("reshuffle_after_lacing.one_way", message, got, "the same at all of them")
