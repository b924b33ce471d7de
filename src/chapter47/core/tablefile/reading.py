"""From TOML to a table, or to everything that is wrong with the file."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, time
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from chapter47.blackjack.keys import KEYS, ODDS, Key, odds_rows, wager_keys
from chapter47.blackjack.table_rules import TableRules, WagerOffer
from chapter47.blackjack.variations import GAMES
from chapter47.blackjack.wagers import WAGERS
from chapter47.core import money
from chapter47.core.errors import Chapter47Error, Problem
from chapter47.core.text import LONGEST, printable
from chapter47.law.readings import choices


class TableFileError(Chapter47Error):
    """A table file that cannot be read, with every problem in it."""

    def __init__(self, problems: Sequence[Problem], source: str = "table file") -> None:
        super().__init__(problems, source)


def parse(text: str, *, source: str = "table file") -> TableRules:
    """The table that a TOML text describes; raises `TableFileError` with all problems."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise TableFileError([Problem("TOML", printable(str(error)), "a TOML file")], source) from None
    return from_data(data, source=source)


def read(path: Path) -> TableRules:
    """The table in a file."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise TableFileError([Problem("file", error.strerror or "unreadable", "a readable file")], str(path)) from None
    except UnicodeDecodeError:
        raise TableFileError([Problem("file", "not UTF-8", "a TOML file in UTF-8")], str(path)) from None
    return parse(text, source=str(path))


_TABLE_KEYS: Final = {key.name: key for key in KEYS}
_LIMITS: Final = {"minimum": TableRules().minimum, "maximum": TableRules().maximum}


def from_data(data: Mapping[str, object], *, source: str = "table file") -> TableRules:
    """The table in data as TOML gives it."""
    problems: list[Problem] = []
    plain = {key: value for key, value in data.items() if key not in ("wagers", "readings")}
    values = _values(plain, _TABLE_KEYS, "", problems)
    problems += _upside_down(values, "", {key: limit for key, limit in _LIMITS.items() if key not in plain})
    offers = _offers(data.get("wagers", {}), problems)
    readings = _readings(data.get("readings", {}), problems)
    if problems:
        raise TableFileError(problems, source)
    defaults: Any = GAMES[values.get("game", "blackjack")].defaults
    table = TableRules(**{**defaults, **values}, readings=readings)
    return replace(table, wagers={offer.name: _with_defaults(table, offer) for offer in offers})


def _values(
    given: Mapping[str, object], keys: Mapping[str, Key], prefix: str, problems: list[Problem]
) -> dict[str, Any]:
    """What is right, while everything that is wrong joins the problems."""
    found = {}
    for name, value in given.items():
        if name not in keys:
            problems.append(Problem(prefix + printable(name), "an unknown key", _nearest(name, keys)))
            continue
        try:
            found[name] = keys[name].reader(value)
        except ValueError:
            problems.append(Problem(prefix + name, shown(value), keys[name].allowed))
    return found


def _upside_down(
    values: Mapping[str, Any], prefix: str, defaults: Mapping[str, int] | None = None
) -> Iterator[Problem]:
    """A minimum above the maximum, where neither is wrong by itself; the file's own key is the one that is named."""
    both = {**(defaults or {}), **values}
    low, high = both.get("minimum"), both.get("maximum")
    if low is None or high is None or low <= high:
        return
    if "minimum" in values:
        yield Problem(f"{prefix}minimum", money.dollars(low), f"at most the maximum, {money.dollars(high)}")
    else:
        yield Problem(f"{prefix}maximum", money.dollars(high), f"at least the minimum, {money.dollars(low)}")


def _offers(given: object, problems: list[Problem]) -> list[WagerOffer]:
    if not isinstance(given, dict):
        problems.append(Problem("wagers", shown(given), "a table per side wager, such as [wagers.streak]"))
        return []
    found = []
    for name, entry in given.items():
        if name not in WAGERS:
            problems.append(Problem(f"wagers.{printable(name)}", "an unknown wager", _nearest(name, WAGERS)))
        elif not isinstance(entry, dict):
            problems.append(Problem(f"wagers.{name}", shown(entry), f"a table: [wagers.{name}]"))
        else:
            found.append(_offer(name, entry, problems))
    return found


def _offer(name: str, entry: Mapping[str, object], problems: list[Problem]) -> WagerOffer:
    prefix = f"wagers.{name}."
    rows = odds_rows(name)
    plain = {key: value for key, value in entry.items() if key != "odds" or not rows}
    values = _values(plain, wager_keys(name), prefix, problems)
    problems += _upside_down(values, prefix)
    if rows:
        values["odds"] = _odds(entry.get("odds", {}), rows, prefix, problems)
    return WagerOffer(name=name, **values)


def _odds(given: object, rows: Mapping[str, Key], prefix: str, problems: list[Problem]) -> dict[str, Any]:
    if isinstance(given, dict):
        return _values(given, rows, f"{prefix}odds.", problems)
    problems.append(Problem(f"{prefix}odds", shown(given), f"a table of {', '.join(rows)} with {ODDS}"))
    return {}


def _with_defaults(table: TableRules, offer: WagerOffer) -> WagerOffer:
    """What the file leaves out; a limit left out gives way to the one that is named."""
    general: dict[str, object] = {"minimum": min(money.DOLLAR, table.maximum), "maximum": table.maximum}
    defaults: Any = {**general, **WAGERS[offer.name].defaults}
    if offer.maximum is not None:
        defaults["minimum"] = min(defaults["minimum"], offer.maximum)
    if offer.minimum is not None:
        defaults["maximum"] = max(defaults["maximum"], offer.minimum)
    return replace(offer, **{key: value for key, value in defaults.items() if getattr(offer, key) in (None, {})})


def _readings(given: object, problems: list[Problem]) -> dict[str, str]:
    if not isinstance(given, dict):
        allowed = 'a table such as [readings] "2010 19:47-2.3(a)3" = "literal"'
        problems.append(Problem("readings", shown(given), allowed))
        return {}
    found = {}
    for key, name in given.items():
        if key not in choices():
            allowed = _nearest(key, choices())
            problems.append(Problem(f'readings."{printable(key)}"', "no passage with a choice", allowed))
        elif name != choices()[key]:
            problems.append(Problem(f'readings."{key}"', shown(name), f'"{choices()[key]}"'))
        else:
            found[key] = name
    return found


def _nearest(name: str, keys: Mapping[str, object]) -> str:
    close = get_close_matches(name[:LONGEST], keys, n=1)
    return f"perhaps {close[0]}?" if close else ", ".join(keys) or "none here"


def shown(value: object) -> str:
    """A given value for a message: as TOML writes it, on one line and not longer."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return f"a table of {len(value)}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**LONGEST:
        return "a huge number"
    if isinstance(value, (int, float, date, time)):
        return str(value)
    return f'"{printable(str(value))}"'
