"""How a baccarat table is written in a table file."""

from fractions import Fraction
from typing import Annotated, Final, Literal

from msgspec import Meta

from chapter47.baccarat.posting import KNOWN_OFFERS, NAME, UNLUCKY, BaccaratTable, Rate
from chapter47.core.tablefile.keys import (
    CHIP,
    COUPONS,
    FRACTION,
    MAXIMUM,
    MINIMUM,
    ODDS,
    ODDS_SCHEMA,
    ON,
    SHARE_SCHEMA,
    Key,
    count_key,
    flag_key,
    game_key,
    list_schema,
    of_type,
    quoted,
    read_odds,
    read_share,
    typed_key,
    word_key,
    written_share,
)
from chapter47.core.tablefile.posting_form import PostingForm

MOST_SEATS: Final = 99
RATE: Final = f"{FRACTION}; or a table of such numbers by seat"


def _read_rate(given: object) -> Rate:
    """Read a share of the win, or one for each named seat."""
    if not isinstance(given, dict):
        return read_share(given)
    if not given:
        raise ValueError(RATE)
    rates = {}
    for seat, share in given.items():
        if not (isinstance(seat, str) and seat.isascii() and seat.isdigit() and 0 < int(seat) <= MOST_SEATS + 1):
            raise ValueError(RATE)
        if int(seat) == UNLUCKY:
            raise ValueError(RATE)
        rates[int(seat)] = read_share(share)
    return rates


def _write_rate(rate: Rate) -> object:
    if isinstance(rate, Fraction):
        return written_share(rate)
    return {str(seat): written_share(share) for seat, share in rate.items()}


def _read_offers(given: object) -> tuple[str, ...]:
    words: tuple[str, ...] = of_type(list[str])(given)
    if not words or any(word not in KNOWN_OFFERS for word in words):
        raise ValueError(words)
    return words


_SEATS: Final = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
_RATE_SCHEMA: Final = {"anyOf": [*SHARE_SCHEMA["anyOf"], {"type": "object", "additionalProperties": SHARE_SCHEMA}]}
KEYS: Final = (
    game_key((NAME,)),
    ON,
    count_key("decks", "decks in play"),
    MINIMUM,
    MAXIMUM,
    CHIP,
    typed_key("seats", _SEATS, f"1 to {MOST_SEATS}", "numbered seats, without 13"),
    typed_key("pit", Annotated[str, Meta(min_length=1, max_length=40)], "a name", "the pit the table belongs to"),
    Key(
        "offers",
        _read_offers,
        f"a list of {quoted(KNOWN_OFFERS)}",
        "the wagers offered",
        kind=list_schema(KNOWN_OFFERS),
    ),
    Key("tie_pays", read_odds, ODDS, "what a tie pays", writer=str, kind=ODDS_SCHEMA),
    Key("vigorish", _read_rate, RATE, "the share of a Banker win that is the fee", _write_rate, kind=_RATE_SCHEMA),
    flag_key("vigorish_rounding", "whether the fee is rounded up: to 25 cents at 5 percent, to 20 cents at 4"),
    word_key(
        "vigorish_when", Literal["deferred", "paid"], "whether the fee is marked and collected later, or paid at once"
    ),
    count_key("cards_behind", "cards behind the first cutting card", least=0),
    flag_key("reshuffle_after_lacing", "whether the cards are shuffled again after lacing (3.5(b))"),
    COUPONS,
)
FORM: Final[PostingForm[BaccaratTable]] = PostingForm(record=BaccaratTable, keys=KEYS, subchapters=("19:47-3",))
