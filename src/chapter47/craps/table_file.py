"""How a craps table is written in a table file."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final, Literal

from chapter47.core.errors import Problem
from chapter47.core.json_object import Json
from chapter47.core.money import Odds
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
    game_key,
    list_schema,
    of_type,
    quoted,
    read_odds,
    share_key,
    stake_key,
    typed_key,
    word_key,
)
from chapter47.core.tablefile.posting_form import PostingForm, Subtable
from chapter47.core.tablefile.problems import nearest, shown, upside_down, values_of
from chapter47.core.tablefile.schema import key_schema, object_schema
from chapter47.core.text import printable
from chapter47.craps.posting import (
    FULL_DOUBLE,
    NAME,
    NOT_PERMISSIBLE,
    PERMISSIBLE,
    THREE_FOUR_FIVE,
    CrapsPosting,
    Number,
    OddsMultiple,
    WagerTerms,
    times,
)
from chapter47.craps.rules.line_wagers import POINTS
from chapter47.craps.rules.payout_odds import LEAST_ODDS
from chapter47.craps.wagers import WAGERS

BY_POINT: Final = "by point"
MULTIPLES: Final = '"1x", "2x" and so on, "full-double", "3-4-5", or a table of multiples for 4, 5, 6, 8, 9 and 10'
_TIMES: Final = re.compile(r"([1-9]\d{0,3})x", re.ASCII)
_MULTIPLE: Final = re.compile(r"\d{1,4}(?:\.\d{1,2})?", re.ASCII)
_NUMBERS: Final = list[Number]


def _read_offers(given: object) -> tuple[str, ...]:
    words: tuple[str, ...] = of_type(list[str])(given)
    if any(word not in (*PERMISSIBLE, *NOT_PERMISSIBLE) for word in words):
        raise ValueError(words)
    return words


def _read_multiple(given: object) -> OddsMultiple:
    if isinstance(given, dict):
        return _read_multiples(given)
    named = {multiple.name: multiple for multiple in (FULL_DOUBLE, THREE_FOUR_FIVE)}
    if isinstance(given, str) and given in named:
        return named[given]
    number = _TIMES.fullmatch(given) if isinstance(given, str) else None
    if number is None:
        raise ValueError(MULTIPLES)
    return times(int(number[1]))


def _read_multiples(given: Mapping[str, object]) -> OddsMultiple:
    if sorted(given) != sorted(map(str, POINTS)):
        raise ValueError(MULTIPLES)
    multiples = {}
    for point in POINTS:
        value = str(given[str(point)])
        if type(given[str(point)]) not in (int, float) or not _MULTIPLE.fullmatch(value) or not Fraction(value):
            raise ValueError(MULTIPLES)
        multiples[point] = Fraction(value)
    return OddsMultiple(BY_POINT, multiples)


def _written_multiple(multiple: OddsMultiple) -> object:
    if multiple.name != BY_POINT:
        return multiple.name
    return {str(point): _number(times) for point, times in multiple.by_point.items()}


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


KEYS: Final = (
    game_key((NAME,)),
    ON,
    MINIMUM,
    MAXIMUM,
    CHIP,
    count_key("positions", "places at the rail"),
    count_key("dice", "dice in the table's set"),
    Key(
        "offers",
        _read_offers,
        f"a list of {quoted(PERMISSIBLE)}; {quoted(NOT_PERMISSIBLE)} are known but not lawful",
        "the wagers the layout takes",
        kind=list_schema((*PERMISSIBLE, *NOT_PERMISSIBLE)),
    ),
    typed_key("bars", Literal[12, 2], "12, 2", "the total that is void for don't pass and don't come"),
    typed_key("buy", _NUMBERS, "a list of 4, 5, 6, 8, 9, 10", "numbers that may be bought at true odds, for a fee"),
    typed_key("lay", _NUMBERS, "a list of 4, 5, 6, 8, 9, 10", "numbers that may be laid at true odds, for a fee"),
    share_key("vigorish", "the fee on buy and lay bets"),
    word_key("vigorish_when", Literal["made", "won"], "whether the fee is paid when the wager is made or when it wins"),
    word_key("lay_vigorish_of", Literal["win", "wager"], "what the fee on a lay bet is a share of"),
    Key(
        "odds_multiple",
        _read_multiple,
        MULTIPLES,
        "odds as a multiple of the wager",
        writer=_written_multiple,
        kind={"anyOf": [{"type": "string", "pattern": "^([1-9][0-9]*x|full-double|3-4-5)$"}, {"type": "object"}]},
    ),
    flag_key("horn_high_area", "whether the layout has an area for horn high"),
    COUPONS,
)
_LIMITS: Final = {
    "minimum": stake_key("minimum", "the minimum stake"),
    "maximum": stake_key("maximum", "the maximum stake"),
}
_ODDS: Final = Key("odds", read_odds, ODDS, "what a row pays", kind=ODDS_SCHEMA)
_OFFERABLE: Final = {name: wager for name, wager in WAGERS.items() if not wager.supports}


def _read_terms(given: object, problems: list[Problem]) -> dict[str, WagerTerms]:
    if not isinstance(given, dict):
        problems.append(Problem("wagers", shown(given), "a table per wager, such as [wagers.field]"))
        return {}
    terms = {}
    for name, entry in given.items():
        if name not in _OFFERABLE:
            problems.append(Problem(f"wagers.{printable(name)}", "an unknown wager", nearest(name, _OFFERABLE)))
        elif not isinstance(entry, dict):
            problems.append(Problem(f"wagers.{name}", shown(entry), f"a table: [wagers.{name}]"))
        else:
            terms[name] = _read_wager(name, entry, problems)
    return terms


def _read_wager(name: str, entry: Mapping[str, object], problems: list[Problem]) -> WagerTerms:
    prefix = f"wagers.{name}."
    rows = LEAST_ODDS.get(name, {})
    plain = {key: value for key, value in entry.items() if key != "odds" or not rows}
    values = values_of(plain, _LIMITS, prefix, problems)
    problems += upside_down(values, prefix)
    odds = _read_odds(entry["odds"], tuple(rows), prefix, problems) if rows and "odds" in entry else {}
    return WagerTerms(**values, odds=odds)


def _read_odds(given: object, rows: tuple[str, ...], prefix: str, problems: list[Problem]) -> dict[str, Odds]:
    """Read one string for all rows, or a table by row."""
    if isinstance(given, dict) and rows != ("",):
        return values_of(given, dict.fromkeys(rows, _ODDS), f"{prefix}odds.", problems)
    for_all_rows: dict[str, Odds] = values_of({"odds": given}, {"odds": _ODDS}, prefix, problems)
    return dict.fromkeys(rows, for_all_rows["odds"]) if for_all_rows else {}


def _with_terms(table: CrapsPosting, terms: dict[str, WagerTerms]) -> CrapsPosting:
    return replace(table, wagers=terms)


def _out_of_reach(table: CrapsPosting) -> Iterator[Problem]:
    """List limits of a wager that leave nothing to stake within those of the table."""
    for name, terms in table.wagers.items():
        own = {"minimum": terms.minimum, "maximum": terms.maximum}
        given = {key: limit for key, limit in own.items() if limit is not None}
        yield from upside_down(given, f"wagers.{name}.", {"minimum": table.minimum, "maximum": table.maximum})


def _write_terms(table: CrapsPosting) -> dict[str, object]:
    return {name: _written_terms(terms) for name, terms in table.wagers.items()}


def _written_terms(terms: WagerTerms) -> dict[str, object]:
    limits = {name: getattr(terms, name) for name in _LIMITS}
    written = {name: _LIMITS[name].writer(value) for name, value in limits.items() if value is not None}
    if "" in terms.odds:
        return {**written, "odds": str(terms.odds[""])}
    rows = {row: str(odds) for row, odds in terms.odds.items()}
    return {**written, "odds": rows} if rows else written


def _schema() -> Json:
    """The JSON Schema of [wagers]."""
    tables = {}
    for name in _OFFERABLE:
        properties = {key.name: key_schema(key) for key in _LIMITS.values()}
        if rows := LEAST_ODDS.get(name, {}):
            by_row = object_schema({row: key_schema(_ODDS) for row in rows})
            properties["odds"] = key_schema(_ODDS) if tuple(rows) == ("",) else {"anyOf": [key_schema(_ODDS), by_row]}
        tables[name] = object_schema(properties)
    return object_schema(tables)


FORM: Final = PostingForm(
    record=CrapsPosting,
    keys=KEYS,
    subchapters=("19:47-1",),
    subtables=(
        Subtable(
            name="wagers",
            read=_read_terms,
            completed=_with_terms,
            write=_write_terms,
            contradictions=_out_of_reach,
            schema=_schema,
            example=("Limits and odds of single wagers, for example", "[wagers.field]", 'minimum = "1"'),
        ),
    ),
)
