"""What a round needs next, and how it refuses what it does not need."""

from msgspec import Struct

from chapter47.blackjack.events import Place
from chapter47.blackjack.state import Legal
from chapter47.blackjack.table_rules import Weights
from chapter47.core.cards import Card
from chapter47.core.findings import Refusal


class NeedBets(Struct, frozen=True, gc=False):
    """Wagers, until the bets are closed."""


class NeedCard(Struct, frozen=True, gc=False):
    """A card to a hand; face down nobody sees it, concealed only its box does. `given` where it must be a card that
    already lies exposed."""

    at: Place
    by: str
    face_down: bool = False
    given: Card | None = None
    concealed: bool = False


class NeedTurn(Struct, frozen=True, gc=False):
    """The face-down card of a hand, turned up."""

    at: Place
    by: str


class NeedPeek(Struct, frozen=True, gc=False):
    """Whether the hole card makes a blackjack: yes or no, the card stays unseen."""

    by: str = "19:47-2.6(j)"


class NeedMove(Struct, frozen=True, gc=False):
    """A decision of one bettor about one hand."""

    at: Place
    bettor: str
    legal: tuple[Legal, ...]
    question: str = "play"
    spot: int = 0

    def named(self, move: str) -> Legal | None:
        for legal in self.legal:
            if legal.name == move:
                return legal
        return None


class NeedSettlement(Struct, frozen=True, gc=False):
    """The dealer has all cards; nothing is left but to settle."""

    by: str = "19:47-2.3(e)"


class NeedAmount(Struct, frozen=True, gc=False):
    """What a display chooses for a side wager that has won: one of the amounts, each with its weight."""

    at: Place
    bettor: str
    wager: str
    bet: str
    stake: int
    amounts: Weights


class Settled(Struct, frozen=True, gc=False):
    """The round is over."""


Need = NeedBets | NeedCard | NeedTurn | NeedPeek | NeedMove | NeedSettlement | NeedAmount | Settled


__all__ = [
    "Legal",
    "Need",
    "NeedBets",
    "NeedCard",
    "NeedMove",
    "NeedPeek",
    "NeedSettlement",
    "NeedTurn",
    "Refusal",
    "Settled",
]
