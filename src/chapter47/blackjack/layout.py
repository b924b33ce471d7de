"""What lies on the layout and who sits there: bettors, hands, questions."""

from msgspec import Struct

from chapter47.blackjack.events import Place
from chapter47.blackjack.hands import LIMIT, Total, is_blackjack
from chapter47.core.cards import Card


class Bettor(Struct, frozen=True, gc=False):
    """Somebody with a wager on a box."""

    box: int
    name: str
    amount: int
    """What was staked before the deal, on all spots together."""
    seated: bool = True


class Hand(Struct, frozen=True, gc=False):
    """The cards in front of a box or of the dealer, and what was done with them."""

    at: Place
    cards: tuple[Card, ...] = ()
    total: Total = Total(0)
    down: int = 0
    """Cards that lie face down and that nobody has seen."""
    concealed: int = 0
    """How many of its cards, the first ones, only its box knows."""
    taken_in: bool = False
    """Its cards are in the discard rack already."""
    passes: int = 0
    """How many of the first two cards were dealt or missed."""
    split: bool = False
    of: int = 0
    """The number of the hand, as it was dealt, from which it came by splitting."""
    switched: bool = False
    from_aces: bool = False
    doubled: bool = False
    face_down: bool = False
    """The double card is to lie face down until the hand is settled (2.10(c))."""
    stood: bool = False
    surrendered: bool = False
    dead: bool = False
    owed: int = 0
    """Cards asked for and not yet dealt."""

    @property
    def size(self) -> int:
        return len(self.cards) + self.down

    @property
    def blackjack(self) -> bool:
        return self.total.points == LIMIT and is_blackjack(self.cards, split=self.split, switched=self.switched)


class Question(Struct, frozen=True, gc=False):
    """A question to a bettor who shares the box with its caller; after an irregularity to the caller (no name)."""

    kind: str
    at: Place
    bettor: str
    new: Place | None = None
    spot: int = 0
