"""A strategy file: the chart that `chapter47 strategy --json` prints, read with all its problems."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from chapter47.blackjack.chart_codes import HARD, SHORT_FORMS, SOFT, SPLIT, SURRENDER_OR_HIT, TEXTS
from chapter47.blackjack.hands import card_value, total
from chapter47.core.cards import Card
from chapter47.core.errors import Chapter47Error, Problem, ProblemInWords, unknown_key
from chapter47.core.files import UnreadableFileError, read_text
from chapter47.core.json_object import Json, JsonMapping
from chapter47.core.tablefile.problems import shown
from chapter47.core.text import printable

UPCARDS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "A")
ROWS: Final = {
    "hard": tuple(map(str, HARD)),
    "soft": tuple(map(str, SOFT)),
    "pairs": UPCARDS,
}
CODES: Final = (*TEXTS[:SURRENDER_OR_HIT], *SHORT_FORMS, *TEXTS[SURRENDER_OR_HIT:SPLIT])
PAIR_CODES: Final = (*CODES, *TEXTS[SPLIT:])
QUESTIONS: Final = ("insurance", "even_money")
OPEN_CARDS: Final = (*map(str, HARD), *(f"soft {total}" for total in SOFT))
"""Columns for a dealer with two open cards: their total."""
SCORED: Final = (
    "blackjack as dealt",
    "21 by a switch",
    *(f"hard {total}" for total in HARD),
    *(f"soft {total}" for total in SOFT),
    *(f"pair of {name}" for name in UPCARDS),
)
"""Hands that a switching rule scores."""
BESIDES: Final = ("surrender", "rescue", "switch", "refinements", "version", "table_hash")
"""Further keys of some games' charts, and those with which `chapter47 strategy --json` states its origin."""
FORM: Final = "the JSON of chapter47 strategy --json"


class StrategyFileError(Chapter47Error):
    """A strategy file that cannot be used, with every problem in it."""

    def __init__(self, problems: Sequence[Problem], source: str = "strategy file") -> None:
        super().__init__(problems, source)


class ChartCell(NamedTuple):
    """A hand's cell in the chart, and its code."""

    part: str
    row: str
    upcard: str
    code: str

    def __str__(self) -> str:
        what = f"pair of {self.row}" if self.part == "pairs" else f"{self.part} {self.row}"
        return f"{what} against {self.upcard}: {self.code}"


Chart = Mapping[str, Mapping[str, Mapping[str, str]]]


class PlayedStrategy(NamedTuple):
    """A code for every total, soft total and pair against every up card, and two answers."""

    chart: Chart
    insurance: bool = False
    even_money: bool = False
    besides: JsonMapping = MappingProxyType({})
    """Further parts for the game: rescues, scores for the switch."""

    @property
    def for_open_cards(self) -> bool:
        """Whether both of the dealer's cards are visible."""
        return OPEN_CARDS[-1] in self.chart["hard"]["4"]

    def cells(self, hand: tuple[Card, ...], upcard: Card) -> list[ChartCell]:
        """Return the cells to look up in order: a pair's own, then that of its total."""
        against, (points, soft) = name_of(upcard), total(hand)
        rows = [("soft" if soft else "hard", str(points))]
        if len(hand) == 2 and name_of(hand[0]) == name_of(hand[1]):
            rows.insert(0, ("pairs", name_of(hand[0])))
        return [ChartCell(part, row, against, self.chart[part][row][against]) for part, row in rows]

    def data(self) -> Json:
        """Return the data of the file."""
        return {**self.chart, "insurance": self.insurance, "even_money": self.even_money, **self.besides}


def name_of(card: Card) -> str:
    """Return a card's name in charts: every ten-value card is T."""
    return "A" if card.is_ace else "T" if card_value(card) == 10 else str(card_value(card))


def read(path: Path) -> PlayedStrategy:
    """The strategy in a file; raises `StrategyFileError` with all problems."""
    try:
        data = json.loads(read_text(path))
    except UnreadableFileError as error:
        raise StrategyFileError([ProblemInWords("file", str(error), FORM)], str(path)) from None
    except (ValueError, RecursionError):
        raise StrategyFileError([Problem("file", "not JSON", FORM)], str(path)) from None
    return from_data(data, source=str(path))


def from_data(data: object, *, source: str = "strategy file") -> PlayedStrategy:
    """Read the strategy from JSON data."""
    if not isinstance(data, dict):
        raise StrategyFileError([Problem("file", shown(data), FORM)], source)
    problems = [*_unknown(data, (*ROWS, *QUESTIONS, *BESIDES), "")]
    columns = _columns(data)
    for part in ROWS:
        problems += _part_problems(part, data.get(part), columns)
    problems += [*_besides_problems(data)]
    for question in QUESTIONS:
        if not isinstance(data.get(question, False), bool):
            problems.append(Problem(question, shown(data[question]), "true or false"))
    if problems:
        raise StrategyFileError(problems, source)
    chart = {part: {row: _spelled_out(data[part][row], columns) for row in rows} for part, rows in ROWS.items()}
    besides = {key: data[key] for key in ("rescue", "switch") if key in data}
    return PlayedStrategy(chart, data.get("insurance", False), data.get("even_money", False), besides)


def _columns(data: JsonMapping) -> tuple[str, ...]:
    """Return the up cards, or the totals of two open cards if a row has one."""
    rows = [row for part in ROWS if isinstance(data.get(part), dict) for row in data[part].values()]
    seen = {column for row in rows if isinstance(row, dict) for column in row}
    return OPEN_CARDS if seen & (set(OPEN_CARDS) - set(UPCARDS)) else UPCARDS


def _besides_problems(data: JsonMapping) -> Iterator[Problem]:
    """Check S and R answers for rescues, and whole scores for a switch, by hand and up card."""
    switch = data.get("switch", {})
    if not isinstance(switch, dict):
        yield Problem("switch", shown(switch), "a table with scores")
        switch = {}
    yield from _hands_problems("rescue", data.get("rescue", {}), ROWS["hard"], "S, R", lambda code: code in ("S", "R"))
    scores = switch.get("scores", {})
    yield from _hands_problems("switch.scores", scores, SCORED, "a whole number", lambda score: type(score) is int)


def _hands_problems(
    key: str, table: object, hands: tuple[str, ...], allowed: str, is_good: Callable[[object], bool]
) -> Iterator[Problem]:
    if not isinstance(table, dict):
        yield Problem(key, shown(table), f"a row for each hand: {allowed}")
        return
    yield from _unknown(table, hands, f"{key}.")
    for hand, row in table.items():
        row_key = f"{key}.{printable(hand)}"
        if not isinstance(row, dict):
            yield Problem(row_key, shown(row), f"{allowed} against each of {', '.join(UPCARDS)}")
            continue
        yield from _unknown(row, UPCARDS, f"{row_key}.")
        for upcard, entry in row.items():
            if not is_good(entry):
                yield Problem(f"{row_key}.{printable(upcard)}", shown(entry), allowed)


def _spelled_out(row: Mapping[str, str], columns: tuple[str, ...]) -> dict[str, str]:
    return {upcard: SHORT_FORMS.get(row[upcard], row[upcard]) for upcard in columns}


def _part_problems(part: str, rows: object, columns: tuple[str, ...]) -> Iterator[Problem]:
    allowed = f"a row for each of {', '.join(ROWS[part])}"
    if not isinstance(rows, dict):
        yield Problem(part, _given(rows), allowed)
        return
    yield from _unknown(rows, ROWS[part], f"{part}.")
    for row in ROWS[part]:
        yield from _row_problems(part, row, rows.get(row), columns)


def _row_problems(part: str, row: str, codes: object, columns: tuple[str, ...]) -> Iterator[Problem]:
    if not isinstance(codes, dict):
        yield Problem(f"{part}.{row}", _given(codes), f"a code against each of {', '.join(columns)}")
        return
    yield from _unknown(codes, columns, f"{part}.{row}.")
    allowed = PAIR_CODES if part == "pairs" else CODES
    for upcard in columns:
        if codes.get(upcard) not in allowed:
            yield Problem(f"{part}.{row}.{upcard}", _given(codes.get(upcard)), ", ".join(allowed))


def _unknown(given: Mapping[str, object], known: tuple[str, ...], prefix: str) -> Iterator[Problem]:
    for key in given:
        if key not in known:
            yield unknown_key(key, known, prefix)


def _given(value: object) -> str:
    return "nothing" if value is None else shown(value)
