"""The keys of a table file: how each is read and written, what it allows and what it means for people."""

import re
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct, ValidationError, convert

from chapter47.core import money
from chapter47.core.loose_types import OfItsType
from chapter47.core.money import Odds

MONEY: Final = f'dollars as a string, such as "15" or "2.50", at most {money.dollars(money.MOST)}'
STAKE: Final = f'dollars as a string, such as "15" or "2.50", from $0.01 to {money.dollars(money.MOST)}'
ODDS: Final = 'odds as a string, such as "3 to 2"'
FRACTION: Final = 'a number from 0 up to 1, such as 0.25, or a string such as "1/3"'
DAY: Final = "a day such as 2010-06-07"
YES_NO: Final = "true or false"
MOST: Final = 1_000

_SHARE: Final = re.compile(r"\d{1,9}/[1-9]\d{0,8}|[01]?\.\d{1,9}|[01]", re.ASCII)

Reader = Callable[[object], OfItsType]
"""From what the file gives to what the table holds; raises `ValueError` where it does not fit."""
Writer = Callable[[OfItsType], object]
"""The way back."""


def as_it_is(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


class Key(Struct, frozen=True):
    """A key of the table file."""

    name: str
    reader: Reader
    allowed: str
    means: str = ""
    writer: Writer = as_it_is
    example: str = ""
    """What a starter file shows, as a comment, where there is no value by default."""


def read_money(given: object) -> int:
    if not isinstance(given, str):
        raise ValueError(MONEY)
    return money.cents(given)


def read_stake(given: object) -> int:
    if (cents := read_money(given)) <= 0:
        raise ValueError(STAKE)
    return cents


def read_odds(given: object) -> Odds:
    if not isinstance(given, str):
        raise ValueError(ODDS)
    return Odds.of(given)


def read_share(given: object) -> Fraction:
    """A decimal is exactly what it says."""
    if type(given) not in (int, float, str) or (isinstance(given, str) and not _SHARE.fullmatch(given)):
        raise ValueError(FRACTION)
    share = Fraction(str(given))
    if not 0 <= share <= 1:
        raise ValueError(FRACTION)
    return share


def written_share(share: Fraction) -> object:
    return float(share) if Fraction(repr(float(share))) == share else str(share)


def read_day(given: object) -> date:
    if type(given) is date:
        return given
    raise ValueError(DAY)


def of_type(kind: object) -> Reader:
    """Exactly of this type: no number for a string, no 1 for true. What a list repeats counts once."""

    def read(given: object) -> object:
        try:
            value = convert(given, kind)
        except ValidationError as error:
            raise ValueError(str(error)) from None
        return tuple(dict.fromkeys(value)) if isinstance(value, list) else value

    return read


def quoted(words: tuple[str, ...]) -> str:
    return ", ".join(f'"{word}"' for word in words)


def word_key(name: str, words: object, means: str) -> Key:
    """A key that takes one of the words of a `Literal` type."""
    return Key(name, of_type(words), quoted(get_args(words)), means)


def game_key(names: tuple[str, ...]) -> Key:
    return word_key("game", Literal[names], "which game the table deals")


def flag_key(name: str, means: str, *, example: str = "") -> Key:
    return Key(name, of_type(bool), YES_NO, means, example=example)


def money_key(name: str, means: str) -> Key:
    return Key(name, read_money, MONEY, means, writer=money.amount)


def stake_key(name: str, means: str) -> Key:
    return Key(name, read_stake, STAKE, means, writer=money.amount)


def share_key(name: str, means: str, reader: Reader = read_share) -> Key:
    return Key(name, reader, FRACTION, means, writer=written_share)


def count_key(name: str, means: str, *, least: int = 1, allowed: str = "") -> Key:
    """What a paragraph forbids within these bounds is a finding, so they are wide."""
    kind = Annotated[int, Meta(ge=least, le=MOST)]
    return Key(name, of_type(kind), allowed or f"a whole number from {least} to {MOST}", means)


ON: Final = Key("on", read_day, DAY, "the day whose law counts", example="on = 2010-06-07")
MINIMUM: Final = stake_key("minimum", "the least main wager")
MAXIMUM: Final = stake_key("maximum", "the greatest main wager")
CHIP: Final = stake_key("chip", "the smallest chip in use; wagers are multiples of it")
COUPONS: Final = flag_key("coupons", "whether match play coupons are taken", example="coupons = true")
