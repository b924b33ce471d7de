"""Events at a table of any game: each names its paragraph, and has one JSON form."""

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, Self, get_type_hints

from msgspec import Struct

from chapter47.core.cards import Card, card
from chapter47.core.json_object import Json
from chapter47.core.money import dollars
from chapter47.core.text import legible, printable

DEALER = 0
"""The dealer's place; boxes are numbered from 1 at the dealer's left."""
VIGORISH: Final = "vigorish"
"""The name under which a fee collected separately from its wager is booked."""
_PLACE: Final = re.compile(r"(D|[1-9][0-9]?)(?:\.([1-9][0-9]?))?")


class Place(NamedTuple):
    """A hand on the layout: box and hand, or the dealer's. Written `3`, `3.1` for a split hand, `D` for the dealer."""

    box: int
    hand: int = 0

    @property
    def is_dealer(self) -> bool:
        return self.box == DEALER

    def __str__(self) -> str:
        place = "D" if self.box == DEALER else str(self.box)
        return f"{place}.{self.hand}" if self.hand else place

    @classmethod
    def of(cls, text: str) -> Self:
        match = _PLACE.fullmatch(text)
        if match is None:
            raise ValueError(f"'{printable(text)}' is not a hand: a box such as 3, a split hand such as 3.1, or D")
        return cls(DEALER if match[1] == "D" else int(match[1]), int(match[2] or 0))


class Event(Struct, frozen=True, kw_only=True, gc=False):
    """One event of a game, and its paragraph. It has no reference cycles, hence `gc=False`."""

    by: str


# Events of every game ------------------------------------------------------------------------------------------------


class Did(Event, frozen=True, kw_only=True):
    """A visible step of the dealer or the floor staff: cards spread, washed, stacked, picked up."""

    what: str
    who: str = "dealer"


def cash_changed(bettor: str, amount: int, by: str) -> tuple[Did, ...]:
    """Return the steps of a spoken bet with cash: both confirm it, and the cash becomes chips (19:45-1.18)."""
    return (
        Did(by=by, who=bettor, what=f"calls the bet aloud and hands over {dollars(amount)} in cash"),
        Did(by=by, what="confirms the bet"),
        Did(by=by, who="supervisor", what="confirms the bet"),
        Did(by=by, what=f"changes {dollars(amount)} in cash into chips for the bet"),
    )


class Said(Event, frozen=True, kw_only=True):
    """The dealer's words."""

    words: str


class RoundBegan(Event, frozen=True, kw_only=True):
    """The table takes wagers for its next round."""

    number: int


class RoundOver(Event, frozen=True, kw_only=True):
    """Every wager is decided and the cards are picked up."""


class ChipsMoved(Event, frozen=True, kw_only=True):
    """Chips of one wager that change hands. Bookkeeping reads these events and no others."""

    at: Place
    bettor: str
    wager: str
    amount: int
    why: str
    spot: int = 0
    bet: str = ""

    @property
    def is_fee(self) -> bool:
        """Return whether it is a fee: chips for the house without a stake."""
        return self.wager == VIGORISH


class Collected(ChipsMoved, frozen=True, kw_only=True):
    """Chips of a wager taken in by the house."""


class Paid(ChipsMoved, frozen=True, kw_only=True):
    """Winnings paid by the house; the wager itself is returned separately."""


class Returned(ChipsMoved, frozen=True, kw_only=True):
    """Chips of a wager returned to the bettor."""


class CouponMoved(Event, frozen=True, kw_only=True):
    """A match play coupon placed with a wager. It is not a chip: what it wins is paid with the wager, in chips."""

    at: Place
    bettor: str
    wager: str
    amount: int
    spot: int = 0
    bet: str = ""


class CouponLaid(CouponMoved, frozen=True, kw_only=True):
    """A coupon placed with a wager."""


class CouponTaken(CouponMoved, frozen=True, kw_only=True):
    """A coupon taken in by the house: it has won or lost."""


class CouponReturned(CouponMoved, frozen=True, kw_only=True):
    """A coupon returned because nothing was decided."""


# Events of games that are dealt from a shoe --------------------------------------------------------------------------


class CutOffered(Event, frozen=True, kw_only=True):
    """A player was offered the cut and took or declined it."""

    player: str
    taken: bool


class Cut(Event, frozen=True, kw_only=True):
    """The cutting card was put in `cards` from the front."""

    player: str
    cards: int


class RecutOrdered(Event, frozen=True, kw_only=True):
    """A supervisor orders a new cut, by the player who cut or by the next in turn."""

    same_player: bool


class BetsClosed(Event, frozen=True, kw_only=True):
    """Betting is closed: no wager is made, increased or withdrawn unless a paragraph allows it."""


class Voided(Event, frozen=True, kw_only=True):
    """The round is void: all stakes are returned, and the cards are shuffled again."""


# The form in JSON --------------------------------------------------------------------------------------------------

COMMON_EVENTS: Final[Mapping[str, type[Event]]] = {
    "Did": Did,
    "Said": Said,
    "RoundBegan": RoundBegan,
    "RoundOver": RoundOver,
    "Collected": Collected,
    "Paid": Paid,
    "Returned": Returned,
}

COUPON_EVENTS: Final[Mapping[str, type[Event]]] = {
    "CouponLaid": CouponLaid,
    "CouponTaken": CouponTaken,
    "CouponReturned": CouponReturned,
}
"""Events of the games that take match play coupons."""
SHOE_EVENTS: Final[Mapping[str, type[Event]]] = {
    "CutOffered": CutOffered,
    "Cut": Cut,
    "RecutOrdered": RecutOrdered,
    "BetsClosed": BetsClosed,
    "Voided": Voided,
}
"""For games dealt from a shoe."""


class BadEventError(ValueError):
    """A line of a log that is not an event."""


class UnknownEventError(Exception):
    """An event unknown to the game, which neither its log nor its fold can process."""

    def __init__(self, event: Event) -> None:
        super().__init__(f"{type(event).__name__} is not an event of this game")


class TextForm(NamedTuple):
    """A value written as text in a log: how it is read, and how it looks."""

    read: Callable[[str], object]
    looks: str


TEXTS: Final[Mapping[type, TextForm]] = {
    Place: TextForm(Place.of, "a hand such as 3, 3.1 or D"),
    Card: TextForm(card, "a card such as Ah"),
}
_PLAIN: Final[Mapping[type, str]] = {
    str: "a text without control characters",
    int: "a whole number of at most 63 bits",
    bool: "true or false",
}


# Read here and not by `msgspec.convert`: it takes a named tuple (a place, a card) for an array and does not ask its
# `dec_hook` about it, lets control characters and unknown fields pass, and answers "Expected `int`, got `str` - at
# `$.amount`" while the reader of a log needs the field and what belongs there.
class _Field(NamedTuple):
    """A field of an event, and what a log may contain there."""

    name: str
    kind: type
    optional: bool
    text: TextForm | None

    @property
    def looks(self) -> str:
        return self.text.looks if self.text else _PLAIN[self.kind]

    def read(self, value: object) -> object:
        """Read the value of the field; `None` is allowed for an optional one."""
        if value is None and self.optional:
            return None
        if type(value) is not (str if self.text else self.kind) or not _in_bounds(value):
            raise ValueError(f"{self.name} is {self.looks}")
        return self.text.read(value) if self.text and isinstance(value, str) else value


def _in_bounds(value: object) -> bool:
    return legible(value) if isinstance(value, str) else isinstance(value, int) and value.bit_length() < 64


class EventTypes:
    """The events of a game by their log tags: a tag stays when its class is renamed."""

    def __init__(self, by_tag: Mapping[str, type[Event]], texts: Mapping[type, TextForm] = TEXTS) -> None:
        self.by_tag = by_tag
        self.texts = texts
        self._tags = {kind: tag for tag, kind in by_tag.items()}
        self._fields: dict[str, dict[str, _Field]] = {}

    def tag(self, event: Event) -> str:
        try:
            return self._tags[type(event)]
        except KeyError:
            raise UnknownEventError(event) from None

    def to_json(self, event: Event) -> Json:
        """Convert to plain values and texts; `from_json` restores the same event."""
        data: Json = {"event": self.tag(event)}
        for name in event.__struct_fields__:
            value = getattr(event, name)
            data[name] = str(value) if type(value) in self.texts else value
        return data

    def from_json(self, data: object) -> Event:
        tag = data.get("event") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(tag, str) or tag not in self.by_tag:
            raise BadEventError("an event must have a name: " + ", ".join(self.by_tag))
        given = {name: value for name, value in data.items() if name != "event"}
        try:
            fields: Json = {name: self._read(tag, name, value) for name, value in given.items()}
            return self.by_tag[tag](**fields)
        except (TypeError, ValueError) as error:
            raise BadEventError(f"{tag}: {error}") from None

    def _read(self, tag: str, name: str, value: object) -> object:
        fields = self._fields.setdefault(tag, {}) or self._fields_of(tag)
        if name not in fields:
            raise ValueError(f"it has no field '{printable(name)}', only {', '.join(fields)}")
        return fields[name].read(value)

    def _fields_of(self, tag: str) -> dict[str, _Field]:
        for name, hint in get_type_hints(self.by_tag[tag]).items():
            kinds = [kind for kind in getattr(hint, "__args__", (hint,)) if kind is not type(None)]
            self._fields[tag][name] = _Field(name, kinds[0], kinds != [hint], self.texts.get(kinds[0]))
        return self._fields[tag]
