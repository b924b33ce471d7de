"""The rows of a chart and the codes of its cells: the only definition of the codes, and of how they are read."""

from collections.abc import Container
from typing import Final, NamedTuple

from chapter47.blackjack.hands import LIMIT

HARD: Final = range(4, LIMIT)
SOFT: Final = range(12, LIMIT)
"""The hard and the soft totals that a chart has rows for."""


class ChartCode(NamedTuple):
    """What a cell can say: moves in the order they are tried, the next if one is not allowed."""

    text: str
    moves: tuple[str, ...]
    meaning: str


CHART_CODES: Final = (
    ChartCode("H", ("hit",), "hit"),
    ChartCode("S", ("stand",), "stand"),
    ChartCode("D", ("double", "hit"), "double, else hit"),
    ChartCode("Ds", ("double", "stand"), "double, else stand"),
    ChartCode("Rh", ("surrender", "hit"), "surrender, else hit"),
    ChartCode("Rs", ("surrender", "stand"), "surrender, else stand"),
    ChartCode("P", ("split",), "split, else as the total"),
    ChartCode("Rp", ("surrender", "split"), "surrender, else split"),
)
"""Codes by number; of codes with equal value, the first is chosen. After P and Rp, which only pairs have, the cell of
the pair's total applies."""
HIT, STAND, DOUBLE_OR_HIT, DOUBLE_OR_STAND, SURRENDER_OR_HIT, SURRENDER_OR_STAND, SPLIT, SURRENDER_OR_SPLIT = range(8)
TOTAL_CODES: Final = SPLIT
"""How many codes the cell of a total can have: those before SPLIT."""

TEXTS: Final[tuple[str, ...]] = tuple(code.text for code in CHART_CODES)
SHORT_FORMS: Final = {"R": "Rh"}
"""Alternative spellings of a code in a strategy file."""
LETTERS: Final = {"hit": "H", "stand": "S", "double": "D", "surrender": "R", "split": "P"}
"""Letters of single moves, for exceptions to a chart."""
RESCUE_CODES: Final = (LETTERS["stand"], LETTERS["surrender"])
"""What a chart says of a doubled hand: stand, or give it up for the first wager."""
LEGEND: Final = {code.text: code.meaning for code in sorted(CHART_CODES, key=lambda code: "HSDPR".index(code.text[0]))}
"""Ranks in the order in which people read them."""
_MOVES: Final = {code.text: code.moves for code in CHART_CODES}


def number_of(text: str) -> int:
    return TEXTS.index(text)


def is_rescued(code: str | None) -> bool:
    """Return whether a chart gives up a doubled hand."""
    return code == RESCUE_CODES[True]


def moves_of(code: int | str) -> tuple[str, ...]:
    """Return the moves that a code, by text or number, names in turn."""
    return CHART_CODES[code].moves if isinstance(code, int) else _MOVES[code]


def open_move(code: int | str, is_open: Container[str]) -> str | None:
    """Return the first allowed move of the code; None if only the cell of the total decides."""
    return next((move for move in moves_of(code) if move in is_open), None)
