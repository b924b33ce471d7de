"""The price of a table over the values of some of its options."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from itertools import product
from typing import Final, get_args

from chapter47.blackjack.analysis.main_game import analyse
from chapter47.blackjack.keys import KEYS
from chapter47.blackjack.posting import OptionalPayout, TableRules
from chapter47.blackjack.variations import GAMES
from chapter47.core.errors import NotPricedError, Problem
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.money import dollars
from chapter47.core.pricing import VariedTable
from chapter47.core.tablefile.keys import Key
from chapter47.core.tablefile.problems import TableFileError
from chapter47.core.varying import named, written

NUMBERS: Final[Mapping[str, tuple[int, ...]]] = {
    "boxes": tuple(range(1, 8)),
    "decks": tuple(range(1, 9)),
    "split_hands": (2, 3, 4),
    "multiple_action_wagers": (3, 2),
    "bettors_per_box": (1, 2, 3),
    "boxes_per_player": tuple(range(1, 8)),
}
"""Values of a numeric option if none are named."""
_KEYS: Final = {key.name: key for key in KEYS}

Choices = Mapping[str, Sequence[object]]


def choices(words: Sequence[str], source: str = "vary") -> Choices:
    """Parse `soft_17,decks` or `decks=1,2,6`: which options take which values; raises with all problems."""
    problems: list[Problem] = []
    chosen = {name: _values(name, given, problems) for name, given in named(words, _KEYS).items()}
    if problems:
        raise TableFileError(problems, source)
    return chosen


def possible(name: str) -> tuple[object, ...]:
    """Return every value of an option that has few; empty for others."""
    if name in NUMBERS:
        return NUMBERS[name]
    if name == "optional_payouts":
        return ((), *((payout,) for payout in get_args(OptionalPayout)))
    kind = next(field.type for field in fields(TableRules) if field.name == name)
    return (False, True) if kind is bool else get_args(kind) if name in _WORDS else ()


_WORDS: Final = (
    "game",
    "soft_17",
    "hole_card",
    "shuffle",
    "shoe",
    "double_shoe_red_side",
    "rounds_per_deck",
    "double_card",
)


def _values(name: str, given: list[str], problems: list[Problem]) -> Sequence[object]:
    if name not in _KEYS:
        problems.append(Problem(name or "vary", "no such option", ", ".join(_KEYS)))
        return ()
    if not given:
        if not possible(name):
            problems.append(Problem(name, "no values", f"values such as {name}=…,…: {_KEYS[name].allowed}"))
        return possible(name)
    return [_value(_KEYS[name], text, problems) for text in given]


def _value(key: Key, text: str, problems: list[Problem]) -> object:
    """Parse a value; a list of one may omit its brackets."""
    value = written(key, text, problems, '["{}"]')
    return None if value is None else key.reader(value)


def tables(table: TableRules, chosen: Choices) -> list[tuple[Json, TableRules]]:
    """Yield every combination of the values, the last option changing fastest; raises if limits cross."""
    rows = [dict(zip(chosen, values, strict=True)) for values in product(*chosen.values())]
    varied = [(options, _as_varied(table, options)) for options in rows]
    crossed = dict.fromkeys(
        (each_table.minimum, each_table.maximum) for _, each_table in varied if each_table.minimum > each_table.maximum
    )
    if crossed:
        problems = [Problem("minimum", dollars(low), f"at most the maximum, {dollars(high)}") for low, high in crossed]
        raise TableFileError(problems, "vary")
    return varied


def _as_varied(table: TableRules, options: JsonMapping) -> TableRules:
    """Give every key that has the default of the file's game the default of another game."""
    varied = replace(table, **options)
    usual, here, there = TableRules(), GAMES[table.game].defaults, GAMES[varied.game].defaults
    brought: Json = {
        name: there.get(name, getattr(usual, name))
        for name in {**here, **there}
        if getattr(table, name) == here.get(name, getattr(usual, name))
    }
    return replace(varied, **{**brought, **options})


def priced(options: JsonMapping, table: TableRules) -> VariedTable[TableRules]:
    try:
        price = analyse(table)
    except NotPricedError as error:
        return VariedTable(options, table, None, None, error.why)
    return VariedTable(options, table, price.house_edge, price.house_edge_optimal)
