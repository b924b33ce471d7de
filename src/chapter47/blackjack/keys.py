"""The keys of a table file: what each may hold, and what it means."""

import re
from collections.abc import Callable
from dataclasses import fields
from datetime import date
from fractions import Fraction
from typing import Annotated, Any, Final, Literal, get_args

from msgspec import Meta, Struct, ValidationError, convert

from chapter47.blackjack.table_rules import EntryOption, OptionalPayout, TableRules
from chapter47.blackjack.wagers import WAGERS
from chapter47.core import money
from chapter47.core.cards import Card, cards
from chapter47.core.money import Odds

MONEY: Final = f'dollars as a string, such as "15" or "2.50", at most {money.dollars(money.MOST)}'
STAKE: Final = f'dollars as a string, such as "15" or "2.50", from $0.01 to {money.dollars(money.MOST)}'
ODDS: Final = 'odds as a string, such as "3 to 2"'
FRACTION: Final = 'a number from 0 up to 1, such as 0.25, or a string such as "1/3"'
PAYOUTS: Final = 'a table per stake, such as "1", of pay-outs in dollars with whole-number weights, such as "5" = 650'
DAY: Final = "a day such as 2010-06-07"
CARDS: Final = 'two cards such as "As Kh"'
YES_NO: Final = "true or false"
MOST: Final = 1_000
MOST_WEIGHT: Final = 10**9

_SHARE: Final = re.compile(r"\d{1,9}/[1-9]\d{0,8}|[01]?\.\d{1,9}|[01]", re.ASCII)


def _money(given: object) -> int:
    if not isinstance(given, str):
        raise ValueError(MONEY)
    return money.cents(given)


def _stake(given: object) -> int:
    if (found := _money(given)) <= 0:
        raise ValueError(STAKE)
    return found


def _odds(given: object) -> Odds:
    if not isinstance(given, str):
        raise ValueError(ODDS)
    return Odds.of(given)


def _share(given: object) -> Fraction:
    """A decimal is exactly what it says."""
    if type(given) not in (int, float, str) or (isinstance(given, str) and not _SHARE.fullmatch(given)):
        raise ValueError(FRACTION)
    found = Fraction(str(given))
    if not 0 <= found <= 1:
        raise ValueError(FRACTION)
    return found


def _rough_share(given: object) -> Fraction:
    """A place in a stack of cards: 0.333 is meant as a third."""
    exact = _share(given)
    near = exact.limit_denominator(12)
    return near if abs(near - exact) < Fraction(1, 2000) else exact


def _day(given: object) -> date:
    if type(given) is date:
        return given
    raise ValueError(DAY)


def _cards(given: object) -> tuple[Card, ...]:
    if not isinstance(given, str):
        raise ValueError(CARDS)
    return cards(given)


def _weight(given: object) -> int:
    if type(given) is not int or not 0 <= given <= MOST_WEIGHT:
        raise ValueError(PAYOUTS)
    return given


def _weights(given: object) -> dict[int, int]:
    if not isinstance(given, dict):
        raise ValueError(PAYOUTS)
    found = {_stake(amount): _weight(weight) for amount, weight in given.items()}
    if len(found) < len(given) or not sum(found.values()):
        raise ValueError(PAYOUTS)
    return found


def _payouts(given: object) -> dict[int, dict[int, int]]:
    """Two spellings of one amount ("1" and "1.00") are a mistake, not a choice."""
    if not isinstance(given, dict) or not given:
        raise ValueError(PAYOUTS)
    found = {_stake(stake): _weights(payouts) for stake, payouts in given.items()}
    if len(found) < len(given):
        raise ValueError(PAYOUTS)
    return found


Reader = Callable[[object], Any]
"""From what the file gives to what the table holds; raises `ValueError` where it does not fit."""


def _of(kind: Any) -> Reader:
    """Exactly of this type: no number for a string, no 1 for true. What a list repeats counts once."""

    def read(given: object) -> Any:
        try:
            found = convert(given, kind)
        except ValidationError as error:
            raise ValueError(str(error)) from None
        return tuple(dict.fromkeys(found)) if isinstance(found, list) else found

    return read


class Key(Struct, frozen=True):
    """A key of the table file: how it is read, and what it allows and means for people."""

    name: str
    reader: Reader
    allowed: str
    means: str = ""


_TYPES: Final[dict[str, Any]] = {field.name: field.type for field in fields(TableRules)}


def _word(name: str, means: str) -> Key:
    """A key that takes one of the words in the field's type."""
    words = _TYPES[name]
    return Key(name, _of(words), ", ".join(f'"{word}"' for word in get_args(words)), means)


def _flag(name: str, means: str) -> Key:
    return Key(name, _of(bool), YES_NO, means)


def _stake_key(name: str, means: str) -> Key:
    return Key(name, _stake, STAKE, means)


def _count(name: str, means: str, *, least: int = 1, allowed: str = "") -> Key:
    """What a paragraph forbids within these bounds is a finding, so they are wide."""
    kind = Annotated[int, Meta(ge=least, le=MOST)]
    return Key(name, _of(kind), allowed or f"a whole number from {least} to {MOST}", means)


_PAYOUT_WORDS: Final = ", ".join(f'"{word}"' for word in get_args(OptionalPayout))

KEYS: Final = (
    _word("game", "which game the table deals"),
    Key("on", _day, DAY, "the day whose law counts"),
    _count("boxes", "betting boxes on the layout"),
    _count("decks", "decks in play: of one batch of a machine, of both sides of a double shoe", least=0),
    _stake_key("minimum", "the least main wager"),
    _stake_key("maximum", "the greatest main wager"),
    _stake_key("chip", "the smallest chip in use; wagers are multiples of it"),
    _word("soft_17", "what the dealer does on soft 17"),
    _word("hole_card", "how the dealer takes the second card"),
    _flag("card_reader_visible", "whether the card reader could show the hole card to a player (2.15(j))"),
    _word("shuffle", "how the cards are shuffled"),
    _flag("preshuffled", "whether the table opens with pre-shuffled cards"),
    _word("shoe", "one shoe, or a double shoe of two sides"),
    _word("double_shoe_red_side", "the side that hearts and diamonds choose (2.6(d))"),
    Key("cut_card", _rough_share, FRACTION, "how much of the stack lies behind the cutting card"),
    _word("rounds_per_deck", "6 to 5: one round from each deck, or several"),
    _flag("burn", "6 to 5: whether a card is burned as a round begins"),
    _flag("surrender", "whether a hand may be given up for half"),
    _flag("even_money", "whether a blackjack may be paid 1 to 1 against an ace"),
    _flag("insurance_at_turn", "whether insurance may wait for one's own turn"),
    _flag("resplit_aces", "whether aces may be split more than once"),
    _count("split_hands", "how many hands a pair may become", allowed="2, 3, 4"),
    _flag("double_after_split", "whether a split hand may be doubled"),
    _word("double_card", "how the double-down card is dealt"),
    Key(
        "optional_payouts",
        _of(list[OptionalPayout]),
        f"a list of {_PAYOUT_WORDS}",
        "the pay-outs of 2.3(e) that are offered",
    ),
    Key("designated_blackjack", _cards, CARDS, "the ace and the face card of 2.3(e)3"),
    Key(
        "mid_shoe_entry",
        _of(Literal["open", "barred"] | list[EntryOption]),
        '"open", "barred", or for the older texts a list of "i1", "i2", "i3", "i4"',
        "who may begin to play during a shoe",
    ),
    _count("bettors_per_box", "how many people may stake on one box"),
    _count("boxes_per_player", "how many boxes one player may take"),
    _count("multiple_action_wagers", "multiple action: the least number of wagers", allowed="3, 2"),
    _flag("coupons", "whether match play coupons are taken"),
)

_WAGER_KEYS: Final = {
    key.name: key
    for key in (
        _stake_key("minimum", "the least stake"),
        _stake_key("maximum", "the greatest stake"),
        Key("rate", _share, FRACTION, "the share of each wager that goes to the meters"),
        Key("initial", _money, MONEY, "the meter's first amount"),
        Key("reset", _money, MONEY, "the meter's amount after it was won"),
        _flag("reset_meter", "whether there is a reset meter"),
        Key("payouts", _payouts, PAYOUTS, "what the bonus pays, per stake"),
        Key("cap", _money, MONEY, "the most that one round pays for the top prize"),
    )
}
_PAYTABLES: Final = {
    "same-suit": Key("paytable", _of(Annotated[int, Meta(ge=1, le=99)]), "1, 2, 3, 4", "which pay table"),
    "twenty-point-bonus": Key("paytable", _of(Literal["A", "B"]), '"A" or "B"', "which pay table"),
}
_ODDS_ROW: Final = Key("odds", _odds, ODDS, "what a row pays")


def wager_keys(name: str) -> dict[str, Key]:
    """The keys of a side wager's table, apart from its odds."""
    names = [key for key in WAGERS[name].keys if key != "odds"]
    return {key: _PAYTABLES[name] if key == "paytable" else _WAGER_KEYS[key] for key in names}


def odds_rows(name: str) -> dict[str, Key]:
    return dict.fromkeys(WAGERS[name].rows, _ODDS_ROW) if "odds" in WAGERS[name].keys else {}
