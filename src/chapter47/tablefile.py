"""Table files: TOML to `TableRules` and back, with all errors at once."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from difflib import get_close_matches
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model

from chapter47 import money
from chapter47.cards import Card, cards, show
from chapter47.games import GAMES
from chapter47.law.readings import choices
from chapter47.money import Odds
from chapter47.posting import EntryOption, GameName, OptionalPayout, TableRules, WagerOffer
from chapter47.wagers import WAGERS


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a file: which key, what was given, what is allowed."""

    key: str
    got: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.key}: {self.got} is not allowed; allowed: {self.allowed}"


class TableFileError(Exception):
    """A table file that cannot be read, with every problem in it."""

    def __init__(self, problems: list[Problem], source: str = "table file") -> None:
        self.problems = problems
        self.source = source
        super().__init__(f"{source}: " + "; ".join(map(str, problems)))


MONEY: Final = 'dollars as a string, such as "15" or "2.50"'
ODDS: Final = 'odds as a string, such as "3 to 2"'
FRACTION: Final = 'a number from 0 up to 1, such as 0.25, or a string such as "1/3"'
MOST: Final = 1_000


def _money(given: object) -> int:
    if not isinstance(given, str):
        raise ValueError(MONEY)
    return money.cents(given)


def _stake(given: object) -> int:
    if (found := _money(given)) <= 0:
        raise ValueError(MONEY)
    return found


def _odds(given: object) -> Odds:
    if not isinstance(given, str):
        raise ValueError(ODDS)
    return Odds.of(given)


def _fraction(given: object) -> Fraction:
    """Decimals are read as the fraction meant: 0.3333 is a third."""
    if isinstance(given, bool) or not isinstance(given, (int, float, str)):
        raise ValueError(FRACTION)
    try:
        exact = Fraction(given) if isinstance(given, (int, str)) else Fraction(repr(given))
    except (ValueError, ZeroDivisionError, OverflowError):
        raise ValueError(FRACTION) from None
    if not 0 <= exact <= 1 or len(str(given)) > 40:
        raise ValueError(FRACTION)
    near = exact.limit_denominator(100)
    return near if abs(near - exact) < Fraction(1, 2000) else exact


def _day(given: object) -> date:
    if type(given) is date:
        return given
    raise ValueError("a day such as 2010-06-07")


def _cards(given: object) -> tuple[Card, ...]:
    if not isinstance(given, str):
        raise ValueError('cards such as "As Kh"')
    return cards(given)


def _entry(given: object) -> object:
    return tuple(given) if isinstance(given, list) else given


def _weights(given: object) -> dict[int, int]:
    if not isinstance(given, dict) or not given:
        raise ValueError(WEIGHTS)
    found = {_stake(amount): weight for amount, weight in given.items()}
    if not all(type(weight) is int and 0 <= weight <= 10**9 for weight in found.values()) or not sum(found.values()):
        raise ValueError(WEIGHTS)
    return found


WEIGHTS: Final = 'pay-outs in dollars with whole-number weights, such as "5" = 650'


def _payouts(given: object) -> dict[int, dict[int, int]]:
    if not isinstance(given, dict) or not given:
        raise ValueError('a table per stake, such as [wagers.blackjack-bonus.payouts."1"] "5" = 650')
    return {_stake(stake): _weights(payouts) for stake, payouts in given.items()}


Money = Annotated[int, BeforeValidator(_money)]
Stake = Annotated[int, BeforeValidator(_stake)]
OddsText = Annotated[Odds, BeforeValidator(_odds)]
Share = Annotated[Fraction, BeforeValidator(_fraction)]
Count = Annotated[int, Field(ge=0, le=MOST, strict=True)]
Several = Annotated[int, Field(ge=1, le=MOST, strict=True)]

_STRICT: Final = ConfigDict(strict=True, extra="forbid", arbitrary_types_allowed=True, frozen=True)

_COUNT: Final = f"a whole number from 0 to {MOST}"
_SEVERAL: Final = f"a whole number from 1 to {MOST}"
_YES_NO: Final = "true or false"


def _words(name: str) -> str:
    """The words a key may have, from the type of the field."""
    kind = next(field.type for field in fields(TableRules) if field.name == name)
    return ", ".join(map(repr, get_args(kind))).replace("'", '"')


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the table file: its type for the reader, and what it allows and means for people."""

    name: str
    kind: Any
    allowed: str
    means: str


KEYS: Final = (
    Key("game", GameName, _words("game"), "which game the table deals"),
    Key("on", Annotated[date, BeforeValidator(_day)], "a day such as 2010-06-07", "the day whose law counts"),
    Key("boxes", Several, _SEVERAL, "betting boxes on the layout"),
    Key("decks", Count, _COUNT, "decks in play: of one batch of a machine, of both sides of a double shoe"),
    Key("minimum", Stake, MONEY, "the least main wager"),
    Key("maximum", Stake, MONEY, "the greatest main wager"),
    Key("chip", Stake, MONEY, "the smallest chip in use; wagers are multiples of it"),
    Key("soft_17", TableRules.__annotations__["soft_17"], _words("soft_17"), "what the dealer does on soft 17"),
    Key("hole_card", TableRules.__annotations__["hole_card"], _words("hole_card"), "how the dealer takes the second card"),
    Key("card_reader_visible", bool, _YES_NO, "whether the card reader could show the hole card to a player (2.15(j))"),
    Key("shuffle", TableRules.__annotations__["shuffle"], _words("shuffle"), "how the cards are shuffled"),
    Key("preshuffled", bool, _YES_NO, "whether the table opens with pre-shuffled cards"),
    Key("shoe", TableRules.__annotations__["shoe"], _words("shoe"), "one shoe, or a double shoe of two sides"),
    Key(
        "double_shoe_red_side",
        TableRules.__annotations__["double_shoe_red_side"],
        _words("double_shoe_red_side"),
        "the side that hearts and diamonds choose (2.6(d))",
    ),
    Key("cut_card", Share, FRACTION, "how much of the stack lies behind the cutting card"),
    Key(
        "rounds_per_deck",
        TableRules.__annotations__["rounds_per_deck"],
        _words("rounds_per_deck"),
        "6 to 5: one round from each deck, or several",
    ),
    Key("burn", bool, _YES_NO, "6 to 5: whether a card is burned as a round begins"),
    Key("surrender", bool, _YES_NO, "whether a hand may be given up for half"),
    Key("even_money", bool, _YES_NO, "whether a blackjack may be paid 1 to 1 against an ace"),
    Key("insurance_at_turn", bool, _YES_NO, "whether insurance may wait for one's own turn"),
    Key("resplit_aces", bool, _YES_NO, "whether aces may be split more than once"),
    Key("split_hands", Several, "2, 3, 4", "how many hands a pair may become"),
    Key("double_after_split", bool, _YES_NO, "whether a split hand may be doubled"),
    Key("double_card", TableRules.__annotations__["double_card"], _words("double_card"), "how the double-down card is dealt"),
    Key(
        "optional_payouts",
        list[OptionalPayout],
        "a list of " + ", ".join(f'"{word}"' for word in get_args(OptionalPayout)),
        "the pay-outs of 2.3(e) that are offered",
    ),
    Key("designated_blackjack", Annotated[tuple[Card, ...], BeforeValidator(_cards)], 'two cards such as "As Kh"', "2.3(e)3"),
    Key(
        "mid_shoe_entry",
        Annotated[Literal["open", "barred"] | tuple[EntryOption, ...], BeforeValidator(_entry)],
        '"open", "barred", or for the older texts a list of "i1", "i2", "i3", "i4"',
        "who may begin to play during a shoe",
    ),
    Key("bettors_per_box", Several, _SEVERAL, "how many people may stake on one box"),
    Key("boxes_per_player", Several, _SEVERAL, "how many boxes one player may take"),
    Key("multiple_action_wagers", Several, "3, 2", "multiple action: the least number of wagers"),
    Key("coupons", bool, _YES_NO, "whether match play coupons are taken"),
)

WAGER_KEYS: Final = {
    "minimum": Key("minimum", Stake, MONEY, "the least stake"),
    "maximum": Key("maximum", Stake, MONEY, "the greatest stake"),
    "odds": Key("odds", dict[str, OddsText], "a table of odds", "odds better than the floor"),
    "rate": Key("rate", Share, 'a number up to 1, such as 0.7', "the share of each wager that goes to the meters"),
    "initial": Key("initial", Money, MONEY, "the meter's first amount"),
    "reset": Key("reset", Money, MONEY, "the meter's amount after it was won"),
    "reset_meter": Key("reset_meter", bool, _YES_NO, "whether there is a reset meter"),
    "payouts": Key("payouts", Annotated[dict[int, dict[int, int]], BeforeValidator(_payouts)], WEIGHTS, "per stake"),
    "cap": Key("cap", Money, MONEY, "the most that one round pays for the top prize"),
}
_PAYTABLES: Final[dict[str, tuple[Any, str]]] = {
    "same-suit": (Annotated[int, Field(ge=1, le=99, strict=True)], "1, 2, 3, 4"),
    "twenty-point-bonus": (Annotated[str, Field(pattern="^[AB]$")], '"A" or "B"'),
}


def _model(name: str, keys: dict[str, Any]) -> type[BaseModel]:
    made: type[BaseModel] = create_model(name, __config__=_STRICT, **{key: (kind, None) for key, kind in keys.items()})
    return made


def _wager_keys(name: str) -> dict[str, Key]:
    found = {}
    for key in WAGERS[name].keys:
        if key == "paytable":
            kind, allowed = _PAYTABLES[name]
            found[key] = Key("paytable", kind, allowed, "which pay table")
        else:
            found[key] = WAGER_KEYS[key]
    return found


def parse(text: str, *, source: str = "table file") -> TableRules:
    """The table that a TOML text describes; raises `TableFileError` with all problems."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TableFileError([Problem("TOML", str(error) or "too deeply nested", "a TOML file")], source) from None
    return from_data(data, source=source)


def read(path: Path) -> TableRules:
    """The table in a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise TableFileError([Problem("file", error.strerror or "unreadable", "a readable file")], str(path)) from None
    except UnicodeDecodeError:
        raise TableFileError([Problem("file", "not UTF-8", "a TOML file in UTF-8")], str(path)) from None
    return parse(text, source=str(path))


def from_data(data: Mapping[str, object], *, source: str = "table file") -> TableRules:
    plain = {key: value for key, value in data.items() if key not in ("wagers", "readings")}
    values, problems = _validated(plain, {key.name: key for key in KEYS}, prefix="")
    offers = _offers(data.get("wagers", {}), problems)
    readings = _readings(data.get("readings", {}), problems)
    _cross_checks(values, problems)
    if problems:
        raise TableFileError(problems, source)
    return _rules(values, offers, readings)


def _rules(values: dict[str, Any], offers: dict[str, WagerOffer], readings: dict[str, str]) -> TableRules:
    defaults: Any = GAMES[values.get("game", "blackjack")].defaults
    if "optional_payouts" in values:
        values["optional_payouts"] = tuple(dict.fromkeys(values["optional_payouts"]))
    table = TableRules(**{**defaults, **values}, readings=readings)
    wagers = {name: _with_defaults(table, offer) for name, offer in offers.items()}
    return replace(table, wagers=wagers)


def _with_defaults(table: TableRules, offer: WagerOffer) -> WagerOffer:
    general: dict[str, object] = {"minimum": min(money.DOLLAR, table.maximum), "maximum": table.maximum}
    defaults: Any = {**general, **WAGERS[offer.name].defaults}
    missing = {key: value for key, value in defaults.items() if getattr(offer, key) in (None, {})}
    return replace(offer, **missing)


def _validated(data: Mapping[str, object], keys: Mapping[str, Key], *, prefix: str) -> tuple[dict[str, Any], list[Problem]]:
    model = _model("Keys", {name: key.kind for name, key in keys.items()})
    try:
        found = model.model_validate(dict(data))
    except ValidationError as error:
        return {}, _problems(error, data, keys, prefix)
    return {name: getattr(found, name) for name in found.model_fields_set}, []


def _problems(error: ValidationError, data: Mapping[str, object], keys: Mapping[str, Key], prefix: str) -> list[Problem]:
    found: dict[str, Problem] = {}
    for one in error.errors(include_url=False, include_context=False):
        name = str(one["loc"][0])
        if name in keys:
            problem = Problem(prefix + name, shown(data[name]), keys[name].allowed)
        else:
            problem = Problem(prefix + name, "an unknown key", _nearest(name, keys))
        found.setdefault(name, problem)
    return list(found.values())


def _nearest(name: str, keys: Mapping[str, object]) -> str:
    close = get_close_matches(name, keys, n=1)
    return f"perhaps {close[0]}?" if close else ", ".join(keys)


def shown(value: object, most: int = 80) -> str:
    """A given value for a message: as TOML writes it, and not longer than a line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        text = f'"{value}"'
    elif isinstance(value, (int, float, date)):
        text = str(value) if not isinstance(value, int) or abs(value) < 10**most else "a huge number"
    else:
        text = _shown_nested(value)
    return text if len(text) <= most else text[: most - 1] + "…"


def _shown_nested(value: object) -> str:
    kind = {dict: "a table", list: "a list"}.get(type(value), type(value).__name__)
    return f"{kind} of {len(value)}" if isinstance(value, (dict, list)) else kind


def _offers(given: object, problems: list[Problem]) -> dict[str, WagerOffer]:
    if not isinstance(given, dict):
        problems.append(Problem("wagers", shown(given), "a table per side wager, such as [wagers.streak]"))
        return {}
    found = {}
    for name, entry in given.items():
        if name not in WAGERS:
            problems.append(Problem(f"wagers.{name}", "an unknown wager", _nearest(name, WAGERS)))
        elif not isinstance(entry, dict):
            problems.append(Problem(f"wagers.{name}", shown(entry), f"a table: [wagers.{name}]"))
        else:
            found[name] = _offer(name, entry, problems)
    return found


def _offer(name: str, entry: Mapping[str, object], problems: list[Problem]) -> WagerOffer:
    prefix = f"wagers.{name}."
    values, wrong = _validated(entry, _wager_keys(name), prefix=prefix)
    problems.extend(wrong)
    rows = WAGERS[name].rows
    for row in values.get("odds", {}):
        if row not in rows:
            problems.append(Problem(f"{prefix}odds.{row}", "an unknown row", ", ".join(rows)))
    if not wrong and values.get("minimum", 0) > values.get("maximum", values.get("minimum", 0)):
        problems.append(_upside_down(f"{prefix}maximum", values))
    return WagerOffer(name=name, **values) if not wrong else WagerOffer(name=name)


def _upside_down(key: str, values: Mapping[str, Any]) -> Problem:
    return Problem(key, money.dollars(values["maximum"]), f"at least the minimum, {money.dollars(values['minimum'])}")


def _readings(given: object, problems: list[Problem]) -> dict[str, str]:
    if not isinstance(given, dict):
        problems.append(Problem("readings", shown(given), 'a table such as [readings] "2010 19:47-2.3(a)3" = "literal"'))
        return {}
    found = {}
    for key, name in given.items():
        if key not in choices():
            problems.append(Problem(f'readings."{key}"', "no passage with a choice", _nearest(key, choices())))
        elif name != choices()[key]:
            problems.append(Problem(f'readings."{key}"', shown(name), f'"{choices()[key]}"'))
        else:
            found[key] = name
    return found


def _cross_checks(values: Mapping[str, Any], problems: list[Problem]) -> None:
    limits = {"minimum": 10_00, "maximum": 1000_00, **values}
    if limits["minimum"] > limits["maximum"]:
        problems.append(_upside_down("maximum", limits))


def to_data(table: TableRules) -> dict[str, object]:
    """The table as a TOML document's data; `from_data` reads it back to the same table."""
    found: dict[str, object] = {}
    for key in KEYS:
        value = getattr(table, key.name)
        if value is None or (key.name == "designated_blackjack" and not value):
            continue
        found[key.name] = _toml_value(key.name, value)
    if table.wagers:
        found["wagers"] = {name: _offer_data(offer) for name, offer in table.wagers.items()}
    if table.readings:
        found["readings"] = dict(table.readings)
    return found


def _toml_value(name: str, value: object) -> object:
    if name in ("minimum", "maximum", "chip", "initial", "reset", "cap") and isinstance(value, int):
        return money.amount(value)
    if name == "designated_blackjack" and isinstance(value, tuple):
        return show(value)
    if isinstance(value, Fraction):
        return float(value) if Fraction(repr(float(value))) == value else str(value)
    return list(value) if isinstance(value, tuple) else value


def _offer_data(offer: WagerOffer) -> dict[str, object]:
    found: dict[str, object] = {}
    for name in WAGERS[offer.name].keys:
        value = getattr(offer, name)
        if value is None or value == {} or (name == "reset_meter" and not value):
            continue
        if name == "odds":
            found[name] = {row: str(odds) for row, odds in offer.odds.items()}
        elif name == "payouts":
            found[name] = {
                money.amount(stake): {money.amount(amount): weight for amount, weight in payouts.items()}
                for stake, payouts in offer.payouts.items()
            }
        else:
            found[name] = _toml_value(name, value)
    return found


def starter(game: str) -> str:
    """A commented table file with the lawful defaults of a game."""
    import tomlkit

    table = from_data({"game": game})
    document = tomlkit.document()
    document.add(tomlkit.comment(f"A table of {GAMES[game].title}. Every key is optional; these are its defaults."))
    document.add(tomlkit.nl())
    for key in KEYS:
        value = getattr(table, key.name)
        document.add(tomlkit.comment(f"{key.means}: {key.allowed}"))
        if value is None or (key.name == "designated_blackjack" and not value):
            document.add(tomlkit.comment(_example(key.name)))
        else:
            document.add(key.name, tomlkit.item(_toml_value(key.name, value)))
    document.add(tomlkit.nl())
    document.add(tomlkit.comment("Side wagers: a table for each one offered, for example"))
    document.add(tomlkit.comment("[wagers.over-under-13]" if game != "switch" else "[wagers.match]"))
    return tomlkit.dumps(document)


def _example(name: str) -> str:
    return {"on": "on = 2010-06-07", "coupons": "coupons = true", "designated_blackjack": 'designated_blackjack = "As Kh"'}[
        name
    ]


def dumps(table: TableRules) -> str:
    """The table as TOML."""
    import tomlkit

    return tomlkit.dumps(to_data(table))
