"""Card values, the point count of a hand and its third card, 19:47-3.1 and 3.9 (whose text is not held)."""

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
    """Return a card's value in a hand."""
    rank = card.rank
    if counts_its_number(rank):
        return int(rank)
    if counts_nothing(rank):
        return 0
    if counts_one(rank):
        return 1
    raise ValueError(f"{card} has no rank among {RANKS}")


@law("19:47-3.1(c)", "19:47-3.1(c)1", "19:47-3.1(c)2", editions="1996", kind="definition")
def last_digit(total: int) -> int:
    """Return the last digit of a sum: tens are dropped, as in the regulation's two examples."""
    return total % DIGITS


def point_count(hand: Iterable[Card]) -> int:
    return last_digit(sum(map(value, hand)))


SECTION: Final = "19:47-3.9"
NATURALS: Final = (8, 9)
MOST_TO_DRAW: Final = 5
"""The Player's Hand draws on this count or less, and so does the Banker's Hand if the Player's Hand stood."""

# Rows: the Banker's point count of two cards, 0 to 7. Columns: what the Player's third card counts, 0 to 9.
_BANKER: Final = """
    D D D D D D D D D D
    D D D D D D D D D D
    D D D D D D D D D D
    D D D D D D D D S D
    S S D D D D D D S S
    S S S S D D D D S S
    S S S S S S D D S S
    S S S S S S S S S S
"""
BANKER_DRAWS: Final = tuple(tuple(action == "D" for action in row.split()) for row in _BANKER.strip().splitlines())


def is_natural(points: int) -> bool:
    """Return whether a two-card hand is a natural."""
    return points in NATURALS


def player_draws(player: int, banker: int) -> bool:
    """Return whether the Player's Hand draws; both counts are of two cards, and a natural in either ends the
    drawing."""
    return not is_natural(player) and not is_natural(banker) and player <= MOST_TO_DRAW


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """Return whether the Banker's Hand draws; `third` is the value of the Player's third card, None (not 0)
    without one."""
    if is_natural(player) or is_natural(banker):
        return False
    if third is None:
        return banker <= MOST_TO_DRAW
    return BANKER_DRAWS[banker][third]
