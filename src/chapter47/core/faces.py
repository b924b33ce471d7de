"""How cards look to people: `10♠`, or `10s` where a terminal has no signs. The same form everywhere."""

import re
from typing import Final, NamedTuple, Protocol, Self

from chapter47.core.cards import RANKS, SUITS, Card

_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_IN_TEXT: Final = re.compile(rf"\b([{RANKS}])([{SUITS}])\b")


class HasEncoding(Protocol):
    @property
    def encoding(self) -> str: ...


class Faces(NamedTuple):
    """Suits as signs, or as letters where the terminal has no signs."""

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
        """Cards as they lie, a back for each that is not seen."""
        return " ".join(self.back if card is None else self.card(card) for card in cards)

    def in_text(self, text: str) -> str:
        """Text in which cards are named, each in the form that people see."""
        return _IN_TEXT.sub(lambda match: self.card(match[0]), text)
