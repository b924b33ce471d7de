"""What can happen at a table. Every event names the paragraph it follows; a log is a list of them."""

from collections.abc import Callable
from functools import cache
from typing import Any, get_type_hints

from chapter47.blackjack.side_events import AmountShown as AmountShown
from chapter47.blackjack.side_events import CarriedOver as CarriedOver
from chapter47.blackjack.side_events import HeldBack as HeldBack
from chapter47.blackjack.side_events import LightFailed as LightFailed
from chapter47.blackjack.side_events import LightOut as LightOut
from chapter47.blackjack.side_events import LightRepaired as LightRepaired
from chapter47.blackjack.side_events import Lit as Lit
from chapter47.blackjack.side_events import MeterMoved as MeterMoved
from chapter47.blackjack.side_events import SideBet as SideBet
from chapter47.core.cards import Card, card
from chapter47.core.event import DEALER as DEALER
from chapter47.core.event import Event as Event
from chapter47.core.event import Place as Place
from chapter47.core.text import legible, printable

# The table and its cards -------------------------------------------------------------------------------------------


class Did(Event, frozen=True, kw_only=True):
    """A step of the dealer or the floor staff that shows at the table: cards spread, washed, stacked, picked up."""

    what: str
    who: str = "dealer"


class Said(Event, frozen=True, kw_only=True):
    """The dealer's words."""

    words: str


class Shuffled(Event, frozen=True, kw_only=True):
    """So many cards were brought into random order. Nobody is told the order."""

    cards: int
    where: str = "shoe"
    """The shoe, a side of a double shoe, a batch of a machine, the discards."""


class CutOffered(Event, frozen=True, kw_only=True):
    """A player was offered the cut and took it, or did not."""

    player: str
    taken: bool


class Cut(Event, frozen=True, kw_only=True):
    """The cutting card was put in `cards` from the front."""

    player: str
    cards: int


class CuttingCardPlaced(Event, frozen=True, kw_only=True):
    """So many cards lie behind the cutting card."""

    behind: int
    where: str = "shoe"


class CuttingCardOut(Event, frozen=True, kw_only=True):
    """The cutting card came out on this hand; the round is finished, then the cards are shuffled."""

    at: Place
    where: str = "shoe"


class Burned(Event, frozen=True, kw_only=True):
    """A card went out of play unseen (`card` is then unknown) or seen."""

    card: Card | None = None
    where: str = "shoe"


class BurnCardShown(Event, frozen=True, kw_only=True):
    """A player asked to see the card that was burned last."""

    card: Card


class DeterminantDrawn(Event, frozen=True, kw_only=True):
    """The card that tells from which side of a double shoe the round is dealt."""

    card: Card
    drawn_from: str
    deals: str


class Sat(Event, frozen=True, kw_only=True):
    """A player came to the table and took a seat."""

    box: int
    player: str


class Left(Event, frozen=True, kw_only=True):
    """A player left the table; the licensee may have agreed to hold the place."""

    player: str
    held: bool = False


class LetIn(Event, frozen=True, kw_only=True):
    """The licensee lets somebody wager whom it could keep out."""

    player: str


class DealerRelieved(Event, frozen=True, kw_only=True):
    """A new dealer came to the table."""

    dealer: str


class RecutOrdered(Event, frozen=True, kw_only=True):
    """A supervisor wants the cards cut anew: by whoever cut them, or else by the next in turn."""

    same_player: bool


class WentIdle(Event, frozen=True, kw_only=True):
    """Nobody plays any more; the cards are to lie spread out."""

    face_up: bool


class Resumed(Event, frozen=True, kw_only=True):
    """Somebody has come to the idle table; `asked` to see the cards of the machine too."""

    asked: bool


class ReaderRepaired(Event, frozen=True, kw_only=True):
    """The card reader works again."""


class RoundBegan(Event, frozen=True, kw_only=True):
    """The table takes wagers for its next round."""

    number: int


# The round ---------------------------------------------------------------------------------------------------------


class Bet(Event, frozen=True, kw_only=True):
    """A bettor's main wager on a box; where a box has several hands, as much on each of them."""

    box: int
    bettor: str
    amount: int
    seated: bool = True
    spot: int = 0
    """Against which of the dealer's hands, where the game has several; the first is 0."""
    hands: int = 1


class BetsClosed(Event, frozen=True, kw_only=True):
    """From here on no wager is made, increased or withdrawn but as a paragraph allows."""


class Dealt(Event, frozen=True, kw_only=True):
    """A card to a hand; without a card it lies face down and nobody has seen it."""

    at: Place
    card: Card | None
    concealed: bool = False
    """Face down, for the box alone to look at."""


class Turned(Event, frozen=True, kw_only=True):
    """A card that lay face down is turned up."""

    at: Place
    card: Card


class Opened(Event, frozen=True, kw_only=True):
    """The cards that only a box knew are turned up for all to see."""

    at: Place


class TakenIn(Event, frozen=True, kw_only=True):
    """The cards of a hand went to the discard rack before the end of the round."""

    at: Place


class Peeked(Event, frozen=True, kw_only=True):
    """The card reader said whether the hole card makes a blackjack; nobody saw the card."""

    blackjack: bool


class Insured(Event, frozen=True, kw_only=True):
    """A bettor insured a hand, or declined (an amount of nothing)."""

    at: Place
    bettor: str
    amount: int
    spot: int = 0


class EvenMoney(Event, frozen=True, kw_only=True):
    """A bettor with blackjack took, or declined, even money."""

    at: Place
    bettor: str
    taken: bool


class Stood(Event, frozen=True, kw_only=True):
    at: Place


class Hit(Event, frozen=True, kw_only=True):
    at: Place


class Doubled(Event, frozen=True, kw_only=True):
    """A bettor doubled; the caller's double brings the card, the others' only their money."""

    at: Place
    bettor: str
    amount: int
    face_down: bool = False
    spot: int = 0


class Split(Event, frozen=True, kw_only=True):
    """A hand became two; `new` is the hand that was formed."""

    at: Place
    new: Place


class SplitStaked(Event, frozen=True, kw_only=True):
    """A bettor staked on the new hand (`both`), or chose the one hand that keeps the first wager."""

    at: Place
    new: Place
    bettor: str
    both: bool
    keeps: Place | None = None


class Switched(Event, frozen=True, kw_only=True):
    """A box exchanged the second cards of its hands (`switch`), left them (`keep`) or took it back (`switch-back`)."""

    at: Place
    bettor: str
    how: str


class Surrendered(Event, frozen=True, kw_only=True):
    at: Place


class Rescued(Event, frozen=True, kw_only=True):
    """A bettor took a double back and gave the first wager up, or let both stand."""

    at: Place
    bettor: str
    taken: bool


class Collected(Event, frozen=True, kw_only=True):
    """Chips of a wager taken in by the house."""

    at: Place
    bettor: str
    wager: str
    amount: int
    why: str
    spot: int = 0
    bet: str = ""


class Paid(Event, frozen=True, kw_only=True):
    """Winnings paid by the house; the wager itself is returned beside."""

    at: Place
    bettor: str
    wager: str
    amount: int
    why: str
    spot: int = 0
    bet: str = ""


class Returned(Event, frozen=True, kw_only=True):
    """Chips of a wager given back to the bettor."""

    at: Place
    bettor: str
    wager: str
    amount: int
    why: str
    spot: int = 0
    bet: str = ""


class DealerDone(Event, frozen=True, kw_only=True):
    """The dealer has all the cards this round gives; the wagers are settled next."""

    total: int


class NextDealerHand(Event, frozen=True, kw_only=True):
    """The dealer's cards go to the discard rack but for the up card, with which the next dealer's hand begins."""

    number: int


class RoundOver(Event, frozen=True, kw_only=True):
    """Every wager is decided and the cards are picked up."""


# Irregularities ----------------------------------------------------------------------------------------------------


class Called(Event, frozen=True, kw_only=True):
    """An irregularity was called by the dealer or a supervisor."""

    kind: str
    at: Place | None = None
    card: Card | None = None


class Answered(Event, frozen=True, kw_only=True):
    """A bettor used the option that an irregularity gives."""

    at: Place
    bettor: str
    answer: str


class Dead(Event, frozen=True, kw_only=True):
    """A hand is dead; its wagers go back."""

    at: Place


class Voided(Event, frozen=True, kw_only=True):
    """The round is void: whatever is still staked goes back, and the cards are shuffled again."""


# The text form -----------------------------------------------------------------------------------------------------

EVENTS: dict[str, type[Event]] = {kind.__name__: kind for kind in Event.__subclasses__()}
Json = dict[str, Any]


def to_json(event: Event) -> Json:
    """A plain form: names and texts, `from_json` reads it back to the same event."""
    data: Json = {"event": type(event).__name__}
    for name in event.__struct_fields__:
        value = getattr(event, name)
        data[name] = str(value) if isinstance(value, (Place, Card)) else value
    return data


class BadEventError(ValueError):
    """A line of a log that is no event."""


def from_json(data: object) -> Event:
    name = data.get("event") if isinstance(data, dict) else None
    if not isinstance(data, dict) or not isinstance(name, str) or name not in EVENTS:
        raise BadEventError("an event has a name: " + ", ".join(EVENTS))
    given = {field: value for field, value in data.items() if field != "event"}
    try:
        return EVENTS[name](**{field: _value(name, field, value) for field, value in given.items()})
    except (TypeError, ValueError) as error:
        raise BadEventError(f"{name}: {error}") from None


@cache
def _hints(name: str) -> dict[str, Any]:
    return get_type_hints(EVENTS[name])


_WRITTEN: dict[Any, Callable[[str], Any]] = {Place: Place.of, Place | None: Place.of, Card: card, Card | None: card}
"""What stands in a log as a text."""
_LOOKS: dict[Any, str] = {
    str: "a text without control characters",
    int: "a whole number of at most 63 bits",
    bool: "true or false",
    **dict.fromkeys((Place, Place | None), "a hand such as 3, 3.1 or D"),
    **dict.fromkeys((Card, Card | None), "a card such as Ah"),
}


def _value(name: str, field: str, value: object) -> Any:
    hint = _hints(name).get(field)
    if hint is None:
        raise ValueError(f"it has no '{printable(field)}', only {', '.join(_hints(name))}")
    if value is None and hint in (Place | None, Card | None):
        return None
    plain = str if hint in _WRITTEN else hint
    if type(value) is not plain or not _in_bounds(value):
        raise ValueError(f"{field} is {_LOOKS[hint]}")
    return _WRITTEN[hint](value) if hint in _WRITTEN else value


def _in_bounds(value: object) -> bool:
    return legible(value) if isinstance(value, str) else isinstance(value, int) and value.bit_length() < 64
