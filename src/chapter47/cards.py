"""Cards and decks: 52 cards, or the 48 of a Spanish deck."""

from dataclasses import dataclass
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
RED: Final = frozenset("dh")

ACE: Final = "A"
_VALUES: Final = {**{str(n): n for n in range(2, 10)}, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 11}


@dataclass(frozen=True, slots=True)
class Card:
    """A card, written as rank and suit: `Ah`, `Tc`."""

    rank: str
    suit: str

    def __post_init__(self) -> None:
        if len(self.rank) != 1 or len(self.suit) != 1 or self.rank not in RANKS or self.suit not in SUITS:
            raise ValueError(
                f"{self.rank}{self.suit} is no card: a rank of {RANKS} and a suit of {SUITS}, as in Ah or Tc"
            )

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def value(self) -> int:
        """The point value of 2.2(b), the ace as eleven."""
        return _VALUES[self.rank]

    @property
    def is_ace(self) -> bool:
        return self.rank == ACE

    @property
    def is_red(self) -> bool:
        return self.suit in RED

    @property
    def is_face(self) -> bool:
        return self.rank in "JQK"


DECK: Final = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
SPANISH_DECK: Final = tuple(card for card in DECK if card.rank != "T")
_BY_TEXT: Final = {str(card): card for card in DECK}


def card(text: str) -> Card:
    """The card that `text` names; the ten is `T`."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(f"{text!r} is no card: a rank of {RANKS} and a suit of {SUITS}, as in Ah or Tc") from None


def cards(text: str) -> tuple[Card, ...]:
    """Several cards, separated by blanks: `As Kh`."""
    return tuple(card(word) for word in text.split())


def show(hand: tuple[Card, ...] | list[Card]) -> str:
    return " ".join(map(str, hand))


def decks(count: int, *, spanish: bool = False) -> tuple[Card, ...]:
    """`count` whole decks in factory order."""
    return (SPANISH_DECK if spanish else DECK) * count
