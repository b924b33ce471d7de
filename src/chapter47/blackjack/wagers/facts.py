"""What a side wager may read, and how it is decided."""

from typing import Final, Literal, NamedTuple

from chapter47.blackjack.posting import TableRules, WagerOffer, Weights
from chapter47.core.cards import Card
from chapter47.core.money import Odds

LOSE: Final = "lose"
"""The row of an outcome that wins nothing."""

Result = Literal["win", "lose", "push", ""]
"""The outcome of a main wager; empty while it is open."""
Due = Literal["now", "with-main", "last"]
"""When a decided wager is settled: at once, with the main wager, or after all others."""


class Facts(NamedTuple):
    """What a wager may read of a round; an enumeration fills in the same record."""

    table: TableRules
    offer: WagerOffer
    bet: str = ""
    stake: int = 0
    own: tuple[Card, ...] = ()
    """The cards dealt to the box, in order."""
    dealer: tuple[Card, ...] = ()
    """The dealer's open cards."""
    two_each: bool = True
    """Every player has two cards."""
    two_on_each_hand: bool = True
    """Each hand of the box has its first two cards; a missed or dead one may lack them."""
    hole_dealt: bool = True
    """The dealer has the hole card, if one is dealt before the players act."""
    reader: bool = False
    """A card reader is in use."""
    peeked: bool | None = None
    hands: int = 1
    own_done: bool = False
    """No further card will come to the box."""
    results: tuple[Result, ...] | None = None
    """Results of the bettor's main wagers on the box, once all of them are settled."""
    won: int = 0
    """Hands won in a row before this round."""
    others_standing: bool = False
    """The bettor has further bets of this wager in play."""
    first: bool = True
    """Whether it is the first of them."""


class FixedPrize(NamedTuple):
    """A prize fixed in cents."""

    cents: int


class Shown(NamedTuple):
    """A prize that a display chooses: amounts in cents with their weights."""

    weights: Weights


class WholeMeter(NamedTuple):
    """The full amount on the progressive meter."""


Prize = Odds | FixedPrize | Shown | WholeMeter


class WagerDecision(NamedTuple):
    """The decision of a side wager: the row of its pay table, the paragraph, and what that row wins."""

    row: str
    by: str
    prize: Prize | None = None
    due: Due = "now"


class Placing(NamedTuple):
    """A side wager that somebody wants to make."""

    table: TableRules
    offer: WagerOffer
    bet: str
    amount: int
    main: int
    """The bettor's main wager on that box; 0 if there is none."""
    same_round: tuple[str, ...] = ()
    """The bets this bettor has made on the same wager for this round."""
    standing: tuple[str, ...] = ()
    """Wagers that stand from earlier rounds."""
    light_failed: bool = False
    least_main: int = 0
    """The lowest of the main wagers, if `main` is the sum of several."""
