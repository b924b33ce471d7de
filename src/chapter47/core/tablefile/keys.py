"""The keys of a table file: how each is read and written, its allowed values and its meaning."""

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
DAY: Final = "a date such as 2010-06-07"
YES_NO: Final = "true or false"
MOST: Final = 1_000

_SHARE: Final = re.compile(r"\d{1,9}/[1-9]\d{0,8}|[01]?\.\d{1,9}|[01]", re.ASCII)

Reader = Callable[[object], OfItsType]
"""Converts the file's value to the table's; raises `ValueError` if it does not fit."""
Writer = Callable[[OfItsType], object]
"""Converts back."""


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
    """Shown as a comment in a starter file if there is no default value."""
    kind: object = None
    """For the JSON Schema: a type, or a whole schema if a type is not enough."""


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
    """Read a share; a decimal is taken exactly."""
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
    """Require exactly this type: a number is not a string, 1 is not true. Repeated list entries count once."""

    def read(given: object) -> object:
        try:
            value = convert(given, kind)
        except ValidationError as error:
            raise ValueError(str(error)) from None
        return tuple(dict.fromkeys(value)) if isinstance(value, list) else value

    return read


MONEY_SCHEMA: Final = {"type": "string", "pattern": r"^\d+(\.\d{1,2})?$"}
ODDS_SCHEMA: Final = {"type": "string", "pattern": r"^\d+(\.\d+)? to \d+(\.\d+)?$"}
SHARE_SCHEMA: Final = {"anyOf": [{"type": "number", "minimum": 0, "maximum": 1}, {"type": "string"}]}
DAY_SCHEMA: Final = {"type": "string", "format": "date"}


def list_schema(words: tuple[str, ...]) -> dict[str, object]:
    return {"type": "array", "items": {"enum": list(words)}}


def typed_key(name: str, kind: object, allowed: str, means: str) -> Key:
    """A key that takes a value of exactly this type."""
    return Key(name, of_type(kind), allowed, means, kind=kind)


def quoted(words: tuple[str, ...]) -> str:
    return ", ".join(f'"{word}"' for word in words)


def word_key(name: str, words: object, means: str) -> Key:
    """Build a key that takes one of the words of a `Literal` type."""
    return typed_key(name, words, quoted(get_args(words)), means)


def game_key(names: tuple[str, ...]) -> Key:
    return word_key("game", Literal[names], "which game the table deals")


def flag_key(name: str, means: str, *, example: str = "") -> Key:
    return Key(name, of_type(bool), YES_NO, means, example=example, kind=bool)


def money_key(name: str, means: str) -> Key:
    return Key(name, read_money, MONEY, means, writer=money.amount, kind=MONEY_SCHEMA)


def stake_key(name: str, means: str) -> Key:
    return Key(name, read_stake, STAKE, means, writer=money.amount, kind=MONEY_SCHEMA)


def share_key(name: str, means: str, reader: Reader = read_share) -> Key:
    return Key(name, reader, FRACTION, means, writer=written_share, kind=SHARE_SCHEMA)


def count_key(name: str, means: str, *, least: int = 1, allowed: str = "") -> Key:
    """Build a key for a whole number; the bounds are wide, since a paragraph's limits are findings."""
    kind = Annotated[int, Meta(ge=least, le=MOST)]
    return typed_key(name, kind, allowed or f"a whole number from {least} to {MOST}", means)


ON: Final = Key("on", read_day, DAY, "the date whose law applies", example="on = 2010-06-07", kind=DAY_SCHEMA)
MINIMUM: Final = stake_key("minimum", "the minimum main wager")
MAXIMUM: Final = stake_key("maximum", "the maximum main wager")
CHIP: Final = stake_key("chip", "the smallest chip in use; wagers are multiples of it")
COUPONS: Final = flag_key("coupons", "whether match play coupons are accepted", example="coupons = true")
