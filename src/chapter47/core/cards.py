"""Cards: `Ts` in text, `10♠` for people, or `10s` if a terminal lacks the symbols."""

import re
from typing import Final, NamedTuple, Protocol, Self

from msgspec import Struct

from chapter47.core.text import printable

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
RED: Final = frozenset("dh")

ACE: Final = "A"
_RANK_NAMES: Final = frozenset(RANKS)
_SUIT_NAMES: Final = frozenset(SUITS)


def _not_a_card(text: str) -> str:
    return f"'{printable(text)}' is not a card: a rank of {RANKS} and a suit of {SUITS}, as in Ah or Tc"


class Card(Struct, frozen=True, gc=False, cache_hash=True):
    """A card, written as rank and suit: `Ah`, `Tc`."""

    rank: str
    suit: str

    def __post_init__(self) -> None:
        if self.rank not in _RANK_NAMES or self.suit not in _SUIT_NAMES:
            raise ValueError(_not_a_card(self.rank + self.suit))

    def __str__(self) -> str:
        return self.rank + self.suit

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
    """Read a card as logs and programs write it: the ten is `T`."""
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise ValueError(_not_a_card(text)) from None


_SUIT_SIGNS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}


A_CARD: Final = "a rank and a suit, such as As, Th, 10h or 10♥"


def read_card(text: str) -> Card:
    """Read a card as people write it: `As`, `as`, `10s`, `T♠`, `10♠`."""
    rank, suit = text[:-1].upper(), text[-1:].lower()
    written = ("T" if rank == "10" else rank) + _SUIT_SIGNS.get(suit, suit)
    if written not in _BY_TEXT:
        raise ValueError(f"'{printable(text)}' is not a card: {A_CARD}")
    return _BY_TEXT[written]


def read_cards(text: str) -> tuple[Card, ...]:
    """Read several cards as people write them."""
    return tuple(map(read_card, text.split()))


def read_rank(text: str, suit: str) -> Card:
    """Read a card of which only the rank counts: `T`, `10`, or with a suit; otherwise it gets this suit."""
    return read_card(text + suit if text.upper() in (*RANKS, "10") else text)


def cards(text: str) -> tuple[Card, ...]:
    """Read several cards separated by spaces: `As Kh`."""
    return tuple(card(word) for word in text.split())


def show(hand: tuple[Card, ...] | list[Card]) -> str:
    return " ".join(map(str, hand))


def decks(count: int, *, spanish: bool = False) -> tuple[Card, ...]:
    """Return `count` whole decks in factory order."""
    return (SPANISH_DECK if spanish else DECK) * count


_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_IN_TEXT: Final = re.compile(rf"\b([{RANKS}])([{SUITS}])\b")


class HasEncoding(Protocol):
    @property
    def encoding(self) -> str: ...


class Faces(NamedTuple):
    """Suits as symbols, or as letters if the terminal lacks them."""

    signs: bool = True

    @classmethod
    def of(cls, console: HasEncoding) -> Self:
        return cls(console.encoding.lower().startswith("utf"))

    @property
    def back(self) -> str:
        return "▒▒" if self.signs else "##"

    @property
    def turn(self) -> str:
        return "◀" if self.signs else "<"

    def card(self, card: Card | str) -> str:
        text = str(card)
        rank, suit = text[0], text[1]
        return ("10" if rank == "T" else rank) + (_SIGNS[suit] if self.signs else suit)

    def cards(self, cards: tuple[str | None, ...]) -> str:
        """Show cards in order, a back for each that is hidden."""
        return " ".join(self.back if card is None else self.card(card) for card in cards)

    def in_text(self, text: str) -> str:
        """Rewrite the cards named in a text in the form people see."""
        return _IN_TEXT.sub(lambda match: self.card(match[0]), text)
