"""The keys of a blackjack table file: what each may hold, and what it means."""

from dataclasses import fields
from fractions import Fraction
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from chapter47.blackjack.posting import EntryOption, OptionalPayout, TableRules
from chapter47.blackjack.wagers import WAGERS
from chapter47.core import money
from chapter47.core.cards import Card, read_cards, show
from chapter47.core.json_object import Json
from chapter47.core.tablefile.keys import (
    CHIP,
    COUPONS,
    MAXIMUM,
    MINIMUM,
    ODDS,
    ODDS_SCHEMA,
    ON,
    Key,
    count_key,
    flag_key,
    money_key,
    quoted,
    read_odds,
    read_share,
    read_stake,
    share_key,
    stake_key,
    typed_key,
    word_key,
)
from chapter47.core.tablefile.schema import key_schema, object_schema

PAYOUTS: Final = 'a table per stake, such as "1", of pay-outs in dollars with whole-number weights, such as "5" = 650'
CARDS: Final = 'two cards such as "As Kh"'
MOST_WEIGHT: Final = 10**9


def _rough_share(given: object) -> Fraction:
    """Read a position in a stack of cards: 0.333 means a third."""
    exact = read_share(given)
    near = exact.limit_denominator(12)
    return near if abs(near - exact) < Fraction(1, 2000) else exact


def _cards(given: object) -> tuple[Card, ...]:
    if not isinstance(given, str):
        raise ValueError(CARDS)
    return read_cards(given)


def _weight(given: object) -> int:
    if type(given) is not int or not 0 <= given <= MOST_WEIGHT:
        raise ValueError(PAYOUTS)
    return given


def _weights(given: object) -> dict[int, int]:
    if not isinstance(given, dict):
        raise ValueError(PAYOUTS)
    payouts = {read_stake(amount): _weight(weight) for amount, weight in given.items()}
    if len(payouts) < len(given) or not sum(payouts.values()):
        raise ValueError(PAYOUTS)
    return payouts


def _payouts(given: object) -> dict[int, dict[int, int]]:
    """Read pay-outs; two spellings of one amount ("1" and "1.00") are a mistake."""
    if not isinstance(given, dict) or not given:
        raise ValueError(PAYOUTS)
    payouts = {read_stake(stake): _weights(payouts) for stake, payouts in given.items()}
    if len(payouts) < len(given):
        raise ValueError(PAYOUTS)
    return payouts


def _written_payouts(payouts: dict[int, dict[int, int]]) -> dict[str, dict[str, int]]:
    return {
        money.amount(stake): {money.amount(amount): weight for amount, weight in weights.items()}
        for stake, weights in payouts.items()
    }


_TYPES: Final[Json] = {field.name: field.type for field in fields(TableRules)}


def _word(name: str, means: str) -> Key:
    """A key that takes one of the words in the field's type."""
    return word_key(name, _TYPES[name], means)


KEYS: Final = (
    _word("game", "which game the table deals"),
    ON,
    count_key("boxes", "betting boxes on the layout"),
    count_key("decks", "decks in play: per batch with a shuffling machine, in total with a double shoe", least=0),
    MINIMUM,
    MAXIMUM,
    CHIP,
    _word("soft_17", "what the dealer does on soft 17"),
    _word("hole_card", "how the dealer gets the second card"),
    flag_key("card_reader_visible", "whether the card reader could show the hole card to a player (2.15(j))"),
    _word("shuffle", "how the cards are shuffled"),
    flag_key("preshuffled", "whether the table opens with pre-shuffled cards"),
    _word("shoe", "one shoe, or a double shoe of two sides"),
    _word("double_shoe_red_side", "the side that hearts and diamonds choose (2.6(d))"),
    share_key("cut_card", "the share of the stack behind the cutting card", _rough_share),
    _word("rounds_per_deck", "6 to 5: one round per deck, or several"),
    flag_key("burn", "6 to 5: whether a card is burned at the start of a round"),
    flag_key("surrender", "whether a hand may be given up for half"),
    flag_key("even_money", "whether a blackjack may be paid 1 to 1 against a dealer's ace"),
    flag_key("insurance_at_turn", "whether insurance may wait for the player's own turn"),
    flag_key("resplit_aces", "whether aces may be split more than once"),
    count_key("split_hands", "how many hands one pair may become", allowed="2, 3, 4"),
    flag_key("double_after_split", "whether a split hand may be doubled"),
    _word("double_card", "how the double-down card is dealt"),
    typed_key(
        "optional_payouts",
        list[OptionalPayout],
        f"a list of {quoted(get_args(OptionalPayout))}",
        "the optional pay-outs of 2.3(e) offered",
    ),
    Key(
        "designated_blackjack",
        _cards,
        CARDS,
        "the ace and face card of 2.3(e)3",
        writer=show,
        example='designated_blackjack = "As Kh"',
        kind=str,
    ),
    typed_key(
        "mid_shoe_entry",
        Literal["open", "barred"] | list[EntryOption],
        '"open", "barred", or for the older texts a list of "i1", "i2", "i3", "i4"',
        "who may start to play during a shoe",
    ),
    count_key("bettors_per_box", "how many people may bet on one box"),
    count_key("boxes_per_player", "how many boxes one player may take"),
    count_key("multiple_action_wagers", "multiple action: the minimum number of wagers", allowed="3, 2"),
    COUPONS,
)

_PAYOUTS_TYPE: Final = dict[str, dict[str, int]]
_WAGER_KEYS: Final = {
    key.name: key
    for key in (
        stake_key("minimum", "the minimum stake"),
        stake_key("maximum", "the maximum stake"),
        share_key("rate", "the share of each wager that goes to the meters"),
        money_key("initial", "the meter's starting amount"),
        money_key("reset", "the meter's amount after a win"),
        flag_key("reset_meter", "whether there is a reset meter"),
        Key("payouts", _payouts, PAYOUTS, "what the bonus pays, per stake", _written_payouts, kind=_PAYOUTS_TYPE),
        money_key("cap", "the maximum that one round pays for the top prize"),
    )
}
_PAYTABLES: Final = {
    "same-suit": typed_key("paytable", Annotated[int, Meta(ge=1, le=99)], "1, 2, 3, 4", "which pay table"),
    "twenty-point-bonus": typed_key("paytable", Literal["A", "B"], '"A" or "B"', "which pay table"),
}
_ODDS_ROW: Final = Key("odds", read_odds, ODDS, "what a row pays", writer=str, kind=ODDS_SCHEMA)


def wager_keys(name: str) -> dict[str, Key]:
    """The keys of a side wager's table, apart from its odds."""
    names = [key for key in WAGERS[name].keys if key != "odds"]
    return {key: _PAYTABLES[name] if key == "paytable" else _WAGER_KEYS[key] for key in names}


def odds_rows(name: str) -> dict[str, Key]:
    return dict.fromkeys(WAGERS[name].rows, _ODDS_ROW) if "odds" in WAGERS[name].keys else {}


def wagers_schema() -> Json:
    """The JSON Schema of [wagers]: a table for each side wager offered."""
    tables = {}
    for name in WAGERS:
        properties = {key.name: key_schema(key) for key in wager_keys(name).values()}
        if rows := odds_rows(name):
            properties["odds"] = object_schema({row: key_schema(key) for row, key in rows.items()})
        tables[name] = object_schema(properties)
    return object_schema(tables)


def as_written(name: str, value: object) -> object:
    """A key's value as a table file writes it: money in dollars, cards as words."""
    return next(key for key in KEYS if key.name == name).writer(value)
