"""How cards, hands and citations look in a terminal."""

from typing import Final, NamedTuple

from rich.console import Console
from rich.text import Text

from chapter47.blackjack.events import Place
from chapter47.blackjack.state import Hand
from chapter47.core.cards import Card

_SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RED_CARD: Final = r"(?:10|[2-9AJQK])[♦♥]"


class Faces(NamedTuple):
    """Suits as signs, or as letters where the terminal has no signs."""

    signs: bool = True

    @classmethod
    def of(cls, console: Console) -> "Faces":
        return cls(console.encoding.lower().startswith("utf"))

    @property
    def back(self) -> str:
        return "▒▒" if self.signs else "##"

    @property
    def turn(self) -> str:
        return "◀" if self.signs else "<"

    def card(self, card: Card) -> str:
        rank = "10" if card.rank == "T" else card.rank
        return rank + (_SUITS[card.suit] if self.signs else card.suit)

    def hand(self, hand: Hand, *, mine: bool = True) -> str:
        """`mine` tells whether the cards that only the box knows are shown."""
        hidden = 0 if mine else hand.concealed
        return " ".join([*[self.back] * hidden, *map(self.card, hand.cards[hidden:]), *[self.back] * hand.down])


def coloured(text: str, style: str = "") -> Text:
    """Text from anywhere, never read as markup; red cards in red."""
    shown = Text(text, style=style)
    shown.highlight_regex(RED_CARD, "bold red")
    return shown


def place(at: Place) -> str:
    return "the dealer" if at.is_dealer else f"box {at}"


def worth(hand: Hand, *, mine: bool = True) -> str:
    """The total of a hand as people say it; of cards that lie face down nothing is said."""
    if not hand.cards or (hand.concealed and not mine):
        return ""
    if hand.blackjack and not hand.down:
        return "blackjack"
    return f"{hand.total}" + (", over 21" if hand.total.bust else "")


def short(citation: str) -> str:
    """2.3(a)1 for 19:47-2.3(a)1; `chapter47 law` understands it."""
    return citation.removeprefix("19:47-").removeprefix("19:")
