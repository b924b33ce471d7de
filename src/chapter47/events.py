"""What can happen at a table. Every event names the paragraph it follows; a log is a list of them."""

from dataclasses import dataclass, fields
from functools import cache
from typing import Any, get_type_hints

from chapter47.cards import Card, card
from chapter47.event import DEALER as DEALER
from chapter47.event import At as At
from chapter47.event import Event as Event
from chapter47.side_events import AmountShown as AmountShown
from chapter47.side_events import CarriedOver as CarriedOver
from chapter47.side_events import HeldBack as HeldBack
from chapter47.side_events import LightFailed as LightFailed
from chapter47.side_events import LightOut as LightOut
from chapter47.side_events import LightRepaired as LightRepaired
from chapter47.side_events import Lit as Lit
from chapter47.side_events import MeterMoved as MeterMoved
from chapter47.side_events import SideBet as SideBet

# The table and its cards -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Did(Event):
    """A step of the dealer or the floor staff that shows at the table: cards spread, washed, stacked, picked up."""

    what: str
    who: str = "dealer"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Said(Event):
    """The dealer's words."""

    words: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Shuffled(Event):
    """So many cards were brought into random order. Nobody is told the order."""

    cards: int
    where: str = "shoe"
    """The shoe, a side of a double shoe, a batch of a machine, the discards."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CutOffered(Event):
    """A player was offered the cut and took it, or did not."""

    player: str
    taken: bool


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Cut(Event):
    """The cutting card was put in `cards` from the front."""

    player: str
    cards: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CuttingCardPlaced(Event):
    """So many cards lie behind the cutting card."""

    behind: int
    where: str = "shoe"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CuttingCardOut(Event):
    """The cutting card came out on this hand; the round is finished, then the cards are shuffled."""

    at: At
    where: str = "shoe"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Burned(Event):
    """A card went out of play unseen (`card` is then unknown) or seen."""

    card: Card | None = None
    where: str = "shoe"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BurnCardShown(Event):
    """A player asked to see the card that was burned last."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DeterminantDrawn(Event):
    """The card that tells from which side of a double shoe the round is dealt."""

    card: Card
    drawn_from: str
    deals: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Left(Event):
    """A player left the table; the licensee may have agreed to hold the place."""

    player: str
    held: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LetIn(Event):
    """The licensee lets somebody wager whom it could keep out."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DealerRelieved(Event):
    """A new dealer came to the table."""

    dealer: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ReaderRepaired(Event):
    """The card reader works again."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RoundBegan(Event):
    """The table takes wagers for its next round."""

    number: int


# The round ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Bet(Event):
    """A bettor's main wager on a box; where a box has several hands, as much on each of them."""

    box: int
    bettor: str
    amount: int
    seated: bool = True
    spot: int = 0
    """Against which of the dealer's hands, where the game has several; the first is 0."""
    hands: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class BetsClosed(Event):
    """From here on no wager is made, increased or withdrawn but as a paragraph allows."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Dealt(Event):
    """A card to a hand; without a card it lies face down and nobody has seen it."""

    at: At
    card: Card | None
    concealed: bool = False
    """Face down, for the box alone to look at."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Turned(Event):
    """A card that lay face down is turned up."""

    at: At
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Opened(Event):
    """The cards that only a box knew are turned up for all to see."""

    at: At


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TakenIn(Event):
    """The cards of a hand went to the discard rack before the end of the round."""

    at: At


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Peeked(Event):
    """The card reader said whether the hole card makes a blackjack; nobody saw the card."""

    blackjack: bool


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Insured(Event):
    """A bettor insured a hand, or declined (an amount of nothing)."""

    at: At
    bettor: str
    amount: int
    spot: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class EvenMoney(Event):
    """A bettor with blackjack took, or declined, even money."""

    at: At
    bettor: str
    taken: bool


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Stood(Event):
    at: At


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Hit(Event):
    at: At


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Doubled(Event):
    """A bettor doubled; the caller's double brings the card, the others' only their money."""

    at: At
    bettor: str
    amount: int
    face_down: bool = False
    spot: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Split(Event):
    """A hand became two; `new` is the hand that was formed."""

    at: At
    new: At


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SplitStaked(Event):
    """A bettor staked on the new hand (`both`), or chose the one hand that keeps the first wager."""

    at: At
    new: At
    bettor: str
    both: bool
    keeps: At | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Switched(Event):
    """A box exchanged the second cards of its hands (`switch`), left them (`keep`) or took it back (`switch-back`)."""

    at: At
    bettor: str
    how: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Surrendered(Event):
    at: At


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rescued(Event):
    """A bettor took a double back and gave the first wager up, or let both stand."""

    at: At
    bettor: str
    taken: bool


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Collected(Event):
    """Chips of a wager taken in by the house."""

    at: At
    bettor: str
    wager: str
    amount: int
    why: str
    spot: int = 0
    bet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Paid(Event):
    """Winnings paid by the house; the wager itself is returned beside."""

    at: At
    bettor: str
    wager: str
    amount: int
    why: str
    spot: int = 0
    bet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Returned(Event):
    """Chips of a wager given back to the bettor."""

    at: At
    bettor: str
    wager: str
    amount: int
    why: str
    spot: int = 0
    bet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DealerDone(Event):
    """The dealer has all the cards this round gives; the wagers are settled next."""

    total: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class NextDealerHand(Event):
    """The dealer's cards go to the discard rack but for the up card, with which the next dealer's hand begins."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RoundOver(Event):
    """Every wager is decided and the cards are picked up."""


# Irregularities ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Called(Event):
    """An irregularity was called by the dealer or a supervisor."""

    kind: str
    at: At | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Answered(Event):
    """A bettor used the option that an irregularity gives."""

    at: At
    bettor: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Dead(Event):
    """A hand is dead; its wagers go back."""

    at: At


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Voided(Event):
    """The round is void: whatever is still staked goes back, and the cards are shuffled again."""


# The text form -----------------------------------------------------------------------------------------------------

EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in Event.__subclasses__()}
Json = dict[str, Any]


def to_json(event: Event) -> Json:
    """A plain form: names and texts, `from_json` reads it back to the same event."""
    data: Json = {"event": type(event).__name__}
    for field in fields(event):
        value = getattr(event, field.name)
        data[field.name] = str(value) if isinstance(value, (At, Card)) else value
    return data


class BadEventError(ValueError):
    """A line of a log that is no event."""


def from_json(data: object) -> Event:
    if not isinstance(data, dict) or data.get("event") not in EVENTS:
        raise BadEventError("an event has a name: " + ", ".join(EVENTS))
    kind = EVENTS[data["event"]]
    given = {name: value for name, value in data.items() if name != "event"}
    try:
        hints = _hints(data["event"])
        return kind(**{name: _value(hints[name], value) for name, value in given.items()})
    except (KeyError, TypeError, ValueError) as error:
        raise BadEventError(f"{data['event']}: {error}") from None


@cache
def _hints(name: str) -> dict[str, Any]:
    return get_type_hints(EVENTS[name])


def _value(hint: Any, value: Any) -> Any:
    if value is None and hint in (Card | None, At | None):
        return None
    if hint in (At, At | None):
        return At.of(value)
    if hint in (Card, Card | None):
        return card(value)
    if type(value) is not hint:
        raise ValueError(f"{value!r} is not of type {hint.__name__}")
    return value
