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
    ON,
    Key,
    count_key,
    flag_key,
    game_key,
    of_type,
    quoted,
    read_odds,
    read_share,
    word_key,
    written_share,
)
from chapter47.core.tablefile.posting_form import PostingForm

MOST_SEATS: Final = 99
RATE: Final = f"{FRACTION}; or a table of such numbers by seat"


def _read_rate(given: object) -> Rate:
    """A share of the win, or one for each seat that is named."""
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


_SEATS: Final = of_type(Annotated[int, Meta(ge=1, le=MOST_SEATS)])
KEYS: Final = (
    game_key((NAME,)),
    ON,
    count_key("decks", "how many decks are in play"),
    MINIMUM,
    MAXIMUM,
    CHIP,
    Key("seats", _SEATS, f"1 to {MOST_SEATS}", "numbered seats, without 13"),
    Key("pit", of_type(Annotated[str, Meta(min_length=1, max_length=40)]), "a name", "the pit in which it stands"),
    Key("offers", _read_offers, f"a list of {quoted(KNOWN_OFFERS)}", "the wagers that may be made"),
    Key("tie_pays", read_odds, ODDS, "what a tie pays", writer=str),
    Key("vigorish", _read_rate, RATE, "the share of a Banker win that is the fee", writer=_write_rate),
    flag_key("vigorish_rounding", "whether the fee is rounded up, to 25 cents at 5 percent and to 20 at 4"),
    word_key("vigorish_when", Literal["deferred", "paid"], "whether the fee is marked and collected later, or at once"),
    count_key("cards_behind", "cards behind the first cutting card"),
    flag_key("reshuffle_after_lacing", "whether the cards are shuffled again after lacing (3.5(b))"),
    COUPONS,
)
FORM: Final[PostingForm[BaccaratTable]] = PostingForm(record=BaccaratTable, keys=KEYS, subchapters=("19:47-3",))
