"""What a round needs next, and the result of an act: the state after it with its events, or a refusal."""

from msgspec import Struct

from chapter47.blackjack.events import Event, Place
from chapter47.blackjack.posting import Weights
from chapter47.blackjack.state import Legal, Round
from chapter47.core.cards import Card
from chapter47.core.findings import Refusal


class NeedBets(Struct, frozen=True, gc=False):
    """Wagers, until the bets are closed."""


class NeedCard(Struct, frozen=True, gc=False):
    """A card to a hand; face down nobody sees it, concealed only its box does. `given` if it must be a card that is
    already exposed."""

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
    """Whether the hole card makes a blackjack: yes or no; the card stays unseen."""

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
    """The dealer has all cards; only settlement is left."""

    by: str = "19:47-2.3(e)"


class NeedAmount(Struct, frozen=True, gc=False):
    """What a display chooses for a winning side wager: one of the amounts, by weight."""

    at: Place
    bettor: str
    wager: str
    bet: str
    stake: int
    amounts: Weights


class Settled(Struct, frozen=True, gc=False):
    """The round is over."""


Need = NeedBets | NeedCard | NeedTurn | NeedPeek | NeedMove | NeedSettlement | NeedAmount | Settled


class Step(Struct, frozen=True, gc=False):
    """A performed act: the state after it and everything that happened."""

    state: Round
    events: tuple[Event, ...]


Result = Step | Refusal
