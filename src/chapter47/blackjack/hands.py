"""Hard and soft totals, and blackjack."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from chapter47.core.cards import Card
from chapter47.law import law

LIMIT: Final = 21
ACE_HIGH: Final = 11
_VALUES: Final = {**{str(pips): pips for pips in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10, "A": ACE_HIGH}


def card_value(card: Card) -> int:
    """The point value of 2.2(b), the ace as eleven."""
    return _VALUES[card.rank]


class Total(NamedTuple):
    """A point count; soft when an ace in it counts eleven."""

    points: int
    soft: bool = False

    @property
    def bust(self) -> bool:
        return self.points > LIMIT

    def __str__(self) -> str:
        return f"soft {self.points}" if self.soft else f"{self.points}"


@law("19:47-2.2(b)3i", editions="1996 2001 2010", kind="definition")
@law("19:47-2A.2(b)3", editions="switch", kind="definition")
def ace_as_eleven(points: int, aces: int) -> Total:
    """Count each ace as eleven unless that would pass 21; two elevens always would."""
    low = points + aces
    if aces and low + 10 <= LIMIT:
        return _SOFT[low + 10]
    return _HARD[low] if low < len(_HARD) else Total(low)


_HARD: Final = tuple(Total(points) for points in range(64))
_SOFT: Final = tuple(Total(points, soft=True) for points in range(LIMIT + 1))


@law("19:47-2.2(b)3ii", editions="1996 2001 2010", kind="definition")
def over_under_points(first_two: Sequence[Card]) -> int:
    """Return the total for over/under 13, where an ace always counts one."""
    return sum(1 if card.is_ace else _VALUES[card.rank] for card in first_two)


@law("19:47-2.1", editions="2001 2010", kind="definition")
@law("19:47-2.2(b)1", "19:47-2.2(b)2", editions="1996 2001 2010", kind="definition")
@law("19:47-2A.1", "19:47-2A.2(b)1", "19:47-2A.2(b)2", editions="switch", kind="definition")
def total(hand: Iterable[Card]) -> Total:
    """Add the cards: twos to tens count their number, court cards ten; aces make the total soft or hard."""
    points = aces = 0
    for card in hand:
        value = _VALUES[card.rank]
        if value == ACE_HIGH:
            aces += 1
        else:
            points += value
    return ace_as_eleven(points, aces)


@law("19:47-2.1", editions="2001 2010", kind="definition", duty=1)
@law("19:47-2A.1", editions="switch", kind="definition", duty=1)
@law("19:47-2A.1", editions="switch", kind="definition", duty=2)
def is_blackjack(hand: Sequence[Card], *, split: bool = False, switched: bool = False) -> bool:
    """An ace and a ten-value card as the first two cards (2.1, 2A.1); not after a split, nor made by a switch."""
    return len(hand) == 2 and total(hand).points == LIMIT and not (split or switched)
