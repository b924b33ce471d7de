"""The log of a table: JSON lines, the table first, then every event with its paragraph."""

import json
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, TextIO

from chapter47.blackjack.events import BadEventError, from_json, to_json
from chapter47.blackjack.table.in_play import ROUND, SHOE, TABLE, Entry
from chapter47.blackjack.table_rules import TableRules
from chapter47.core.tablefile import TableFileError, from_data, to_data

FORM = 1


class LogError(Exception):
    """A log that cannot be read or does not reproduce: the line, and why."""

    def __init__(self, line: int, why: str) -> None:
        self.line = line
        self.why = why
        super().__init__(f"line {line}: {why}")


def head(rules: TableRules, seed: int | None) -> dict[str, Any]:
    """The first line: which form the log has, the table, and the seed of its shuffles where there is one."""
    return {"chapter47": "log", "form": FORM, "seed": seed, "table": _plain(to_data(rules))}


def write(file: TextIO, rules: TableRules, entries: Iterable[Entry], *, seed: int | None = None) -> None:
    for line in lines(rules, entries, seed=seed):
        file.write(line + "\n")


def lines(rules: TableRules, entries: Iterable[Entry], *, seed: int | None = None) -> Iterator[str]:
    yield json.dumps(head(rules, seed), ensure_ascii=False)
    for entry in entries:
        yield line_of(entry)


def line_of(entry: Entry) -> str:
    return json.dumps({"of": entry.source, **to_json(entry.event)}, ensure_ascii=False)


def read(path: Path) -> tuple[TableRules, list[Entry]]:
    """The table and its log; raises `LogError` with the first line that is wrong."""
    return parse(text_of(path))


def text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LogError(0, f"cannot be read: {error}") from None


def parse(text: str) -> tuple[TableRules, list[Entry]]:
    if not text:
        raise LogError(1, "an empty log")
    found = text.split("\n")  # not at the other line breaks of Unicode, which are told as what they are
    rules = _table(_json(1, found[0]))
    return rules, [_entry(number, line) for number, line in enumerate(found[1:], start=2) if line.strip()]


def seed_of(text: str) -> int | None:
    """The seed that a log names in its first line."""
    seed = _json(1, text.split("\n", 1)[0]).get("seed")
    if seed is not None and type(seed) is not int:
        raise LogError(1, "seed is a whole number or null")
    return seed


def line_in_file(entry: Entry, number: int) -> int:
    """Where the entry stood in its file, blank lines counted; `number` where it comes from no file."""
    return entry.line or number


def _json(number: int, line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        raise LogError(number, "not JSON") from None
    except ValueError:
        raise LogError(number, "a number of thousands of digits") from None
    if not isinstance(data, dict):
        raise LogError(number, "not a JSON object")
    return data


def _table(data: dict[str, Any]) -> TableRules:
    if data.get("chapter47") != "log" or data.get("form") != FORM or not isinstance(data.get("table"), dict):
        raise LogError(1, f'the first line is the table: {{"chapter47": "log", "form": {FORM}, "table": …}}')
    try:
        return from_data(_with_day(data["table"]))
    except TableFileError as error:
        raise LogError(1, str(error)) from None


def _entry(number: int, line: str) -> Entry:
    data = _json(number, line)
    source = data.pop("of", None)
    if source not in (TABLE, SHOE, ROUND):
        raise LogError(number, f'"of" is {TABLE}, {SHOE} or {ROUND}')
    try:
        return Entry(source, from_json(data), number)
    except BadEventError as error:
        raise LogError(number, str(error)) from None


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    """JSON has no days: write them as text."""
    return {**data, "on": str(data["on"])} if "on" in data else data


def _with_day(data: dict[str, Any]) -> dict[str, Any]:
    try:
        return {**data, "on": date.fromisoformat(data["on"])} if "on" in data else data
    except (TypeError, ValueError):
        raise LogError(1, "table.on is a day such as 2010-06-07") from None
