"""The problems of a table file, each with its key, the value found and what is allowed."""

from collections.abc import Mapping, Sequence
from datetime import date, time
from difflib import get_close_matches
from typing import Final

from chapter47.core import money
from chapter47.core.errors import Chapter47Error, Problem, unknown_key
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.tablefile.keys import Key
from chapter47.core.text import LONGEST, printable

MOST_ITEMS: Final = 5
"""Most items of a list shown in a message."""


class TableFileError(Chapter47Error):
    """A table file that cannot be read, with every problem in it."""

    def __init__(self, problems: Sequence[Problem], source: str = "table file") -> None:
        super().__init__(problems, source)


def values_of(given: Mapping[str, object], keys: Mapping[str, Key], prefix: str, problems: list[Problem]) -> Json:
    """Return the valid values; each invalid one adds a problem."""
    values = {}
    for name, value in given.items():
        if name not in keys:
            problems.append(unknown_key(name, keys, prefix))
            continue
        try:
            values[name] = keys[name].reader(value)
        except ValueError:
            problems.append(Problem(prefix + name, _found(keys[name], value), keys[name].allowed))
    return values


def _found(key: Key, value: object) -> str:
    """Show the value or, for a list, the items that the key does not allow."""
    is_list = isinstance(key.kind, dict) and key.kind.get("type") == "array"
    if not isinstance(value, list) or not (is_list or _takes(key, [])):
        return shown(value)
    wrong = [shown(item) for item in value if not _takes(key, [item])]
    more = f" and {len(wrong) - MOST_ITEMS} more" if len(wrong) > MOST_ITEMS else ""
    return ", ".join(wrong[:MOST_ITEMS]) + more or shown(value)


def _takes(key: Key, value: object) -> bool:
    try:
        key.reader(value)
    except ValueError:
        return False
    return True


def upside_down(values: JsonMapping, prefix: str, defaults: Mapping[str, int] | None = None) -> list[Problem]:
    """Report a minimum above the maximum when both are valid by themselves, naming the key that the file sets."""
    both = {**(defaults or {}), **values}
    low, high = both.get("minimum"), both.get("maximum")
    if low is None or high is None or low <= high:
        return []
    if "minimum" in values:
        return [Problem(f"{prefix}minimum", money.dollars(low), f"at most the maximum, {money.dollars(high)}")]
    return [Problem(f"{prefix}maximum", money.dollars(high), f"at least the minimum, {money.dollars(low)}")]


def nearest(name: str, keys: Mapping[str, object]) -> str:
    close = get_close_matches(name[:LONGEST], keys, n=1)
    return f"Did you mean {close[0]}?" if close else ", ".join(keys) or "none here"


def shown(value: object) -> str:
    """Show a value in a message: as TOML writes it, on one line and shortened."""
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
