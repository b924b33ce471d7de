"""A strategy file: the chart that `chapter47 strategy --json` prints, read with all that is wrong with it."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from chapter47.cards import Card
from chapter47.hands import LIMIT
from chapter47.state import Hand
from chapter47.tablefile.reading import Problem, printable, shown

UPCARDS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
ROWS: Final = {
    "hard": tuple(str(total) for total in range(4, LIMIT)),
    "soft": tuple(str(total) for total in range(12, LIMIT)),
    "pairs": UPCARDS,
}
CODES: Final = ("H", "S", "D", "Ds", "R", "Rh", "Rs")
PAIR_CODES: Final = (*CODES, "P", "Rp")
"""R alone is Rh: surrender, or else hit."""
QUESTIONS: Final = ("insurance", "even_money")
FORM: Final = "the JSON of chapter47 strategy --json"


class StrategyFileError(Exception):
    """A strategy file that cannot be used, with every problem in it."""

    def __init__(self, problems: list[Problem], source: str = "strategy file") -> None:
        self.problems = problems
        self.source = source
        super().__init__(f"{source}: " + "; ".join(map(str, problems)))


class Cell(NamedTuple):
    """Where a hand stands in the chart, and what the chart says there."""

    part: str
    row: str
    upcard: str
    code: str

    def __str__(self) -> str:
        what = f"pair of {self.row}" if self.part == "pairs" else f"{self.part} {self.row}"
        return f"{what} against {self.upcard}: {self.code}"


Chart = Mapping[str, Mapping[str, Mapping[str, str]]]


class Strategy(NamedTuple):
    """A code for every total, soft total and pair against every up card, and two answers."""

    chart: Chart
    insurance: bool = False
    even_money: bool = False

    def cells(self, hand: Hand, upcard: Card) -> list[Cell]:
        """The cells to look into, the first before the second: a pair's own, then the one of its total."""
        against, (points, soft) = name_of(upcard), hand.total
        rows = [("soft" if soft else "hard", str(points))]
        if len(hand.cards) == 2 and name_of(hand.cards[0]) == name_of(hand.cards[1]):
            rows.insert(0, ("pairs", name_of(hand.cards[0])))
        return [Cell(part, row, against, self.chart[part][row][against]) for part, row in rows]

    def data(self) -> dict[str, Any]:
        """As it stood in the file."""
        return {**self.chart, "insurance": self.insurance, "even_money": self.even_money}


def name_of(card: Card) -> str:
    """A card as charts name it: every card that counts ten is T."""
    return "A" if card.is_ace else "T" if card.value == 10 else str(card.value)


def read(path: Path) -> Strategy:
    """The strategy in a file; raises `StrategyFileError` with all problems."""
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        wrong = Problem("file", error.strerror or "unreadable", "a readable file")
        raise StrategyFileError([wrong], str(path)) from None
    except (ValueError, RecursionError):
        raise StrategyFileError([Problem("file", "not JSON", FORM)], str(path)) from None
    return from_data(data, source=str(path))


def from_data(data: object, *, source: str = "strategy file") -> Strategy:
    """The strategy in data as JSON gives it."""
    if not isinstance(data, dict):
        raise StrategyFileError([Problem("file", shown(data), FORM)], source)
    problems = [*_unknown(data, (*ROWS, *QUESTIONS, "surrender"), "")]
    for part in ROWS:
        problems += _part_problems(part, data.get(part))
    for question in QUESTIONS:
        if not isinstance(data.get(question, False), bool):
            problems.append(Problem(question, shown(data[question]), "true or false"))
    if problems:
        raise StrategyFileError(problems, source)
    chart = {part: {row: _spelled_out(data[part][row]) for row in rows} for part, rows in ROWS.items()}
    return Strategy(chart, *(data.get(question, False) for question in QUESTIONS))


def _spelled_out(row: Mapping[str, str]) -> dict[str, str]:
    return {upcard: "Rh" if row[upcard] == "R" else row[upcard] for upcard in UPCARDS}


def _part_problems(part: str, rows: object) -> Iterator[Problem]:
    allowed = f"a row for each of {', '.join(ROWS[part])}"
    if not isinstance(rows, dict):
        yield Problem(part, _given(rows), allowed)
        return
    yield from _unknown(rows, ROWS[part], f"{part}.")
    for row in ROWS[part]:
        yield from _row_problems(part, row, rows.get(row))


def _row_problems(part: str, row: str, codes: object) -> Iterator[Problem]:
    if not isinstance(codes, dict):
        yield Problem(f"{part}.{row}", _given(codes), f"a code against each of {', '.join(UPCARDS)}")
        return
    yield from _unknown(codes, UPCARDS, f"{part}.{row}.")
    allowed = PAIR_CODES if part == "pairs" else CODES
    for upcard in UPCARDS:
        if codes.get(upcard) not in allowed:
            yield Problem(f"{part}.{row}.{upcard}", _given(codes.get(upcard)), ", ".join(allowed))


def _unknown(given: Mapping[str, object], known: tuple[str, ...], prefix: str) -> Iterator[Problem]:
    for key in given:
        if key not in known:
            yield Problem(f"{prefix}{printable(key)}", "an unknown key", ", ".join(known))


def _given(value: object) -> str:
    return "nothing" if value is None else shown(value)
