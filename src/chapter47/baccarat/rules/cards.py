"""Values of cards and the point count of a hand, 19:47-3.1."""

from collections.abc import Iterable
from typing import Final

from chapter47.baccarat.posting import BaccaratTable
from chapter47.core.cards import ACE, RANKS, Card
from chapter47.core.findings import Breach, limit
from chapter47.law import law

FEWEST_DECKS: Final = 6
DIGITS: Final = 10


@limit("19:47-3.1(a)", editions="1996")
def at_least_six_decks(table: BaccaratTable) -> Breach | None:
    if table.decks >= FEWEST_DECKS:
        return None
    message = f"baccarat-punto banco needs at least {FEWEST_DECKS} decks"
    return Breach("decks.too_few", message, str(table.decks), f"{FEWEST_DECKS} or more")


@law("19:47-3.1(b)1", editions="1996", kind="definition")
def counts_its_number(rank: str) -> bool:
    """Twos to nines."""
    return rank in "23456789"


@law("19:47-3.1(b)2", editions="1996", kind="definition")
def counts_nothing(rank: str) -> bool:
    """Tens and court cards."""
    return rank in "TJQK"


@law("19:47-3.1(b)3", editions="1996", kind="definition")
def counts_one(rank: str) -> bool:
    return rank == ACE


def value(card: Card) -> int:
    """What a card counts in a hand."""
    rank = card.rank
    if counts_its_number(rank):
        return int(rank)
    if counts_nothing(rank):
        return 0
    if counts_one(rank):
        return 1
    raise ValueError(f"{card} has none of the ranks {RANKS}")


@law("19:47-3.1(c)", "19:47-3.1(c)1", "19:47-3.1(c)2", editions="1996", kind="definition")
def last_digit(total: int) -> int:
    """A point count is one digit: the tens of a sum are dropped, as the two examples have it."""
    return total % DIGITS


def point_count(hand: Iterable[Card]) -> int:
    return last_digit(sum(map(value, hand)))
