"""Exceptions to the chart: when it pays to look at more than the total, such as the number of cards."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.best_chart import ChartWorth, best_chart
from chapter47.blackjack.analysis.chart.best_play import AnalysedHand
from chapter47.blackjack.analysis.chart.chart import CELLS, Chart, cells_of
from chapter47.blackjack.analysis.exact.arrays import Floats, Ints
from chapter47.blackjack.analysis.exact.hands import MIXED, ONE_SUIT, SPADES, HandTable
from chapter47.blackjack.analysis.split.sevens import SEVEN, SplitSevens
from chapter47.blackjack.chart_codes import (
    DOUBLE_OR_HIT,
    HARD,
    HIT,
    LETTERS,
    SOFT,
    STAND,
    SURRENDER_OR_HIT,
    TEXTS,
    TOTAL_CODES,
    moves_of,
    open_move,
)

SIZES: Final = 5
"""Groups by number of cards: two to five, and six or more."""
GROUPS: Final = SIZES + 3
"""Further groups: two of six, seven and eight, of mixed suits, one suit, or spades."""
MARKS: Final = {MIXED: "mixed suits", ONE_SUIT: "one suit, not spades", SPADES: "spades"}
LEAST_GAIN: Final = 1e-9


class ChartException(NamedTuple):
    """One exception to the chart, and what it gains per round when used with all others."""

    hand: str
    against: str
    when: str
    play: str
    chart: str
    gain: float


class ChartExceptions(NamedTuple):
    house_edge: float
    """The house edge with all exceptions used."""
    refinements: tuple[ChartException, ...]

    def data(self) -> dict[str, object]:
        return {"house_edge": self.house_edge, "exceptions": [exception._asdict() for exception in self.refinements]}


def chart_exceptions(analysed: AnalysedHand) -> ChartExceptions | None:
    """Find the exceptions to the chart of a game with pay-outs by number of cards and by suits."""
    prepared = analysed.prepared
    if not prepared.hands.suits.sevens:
        return None
    fine_cells_of_hands = fine_cells(prepared.hands)
    chart, (by_fine_chart,) = best_chart((prepared,), (analysed.optimal,), fine_cells_of_hands)
    exceptions = [*_by_group(analysed, chart, by_fine_chart), *_sevens(analysed, chart, by_fine_chart)]
    sevens = sum(exception.gain for exception in exceptions if exception.hand == "7 7")
    value = by_fine_chart.value + sevens
    return ChartExceptions(-value, tuple(sorted(exceptions, key=lambda exception: -exception.gain)))


def fine_cells(hands: HandTable) -> Ints:
    """Number a cell for each total and group."""
    cells = cells_of(hands)
    groups = np.minimum(hands.size, SIZES + 1) - 2
    towards = [max(hand.cards) == 1 and sum(hand.cards[5:8]) == 2 == sum(hand.cards) for hand in hands.hands]
    groups = np.where(towards, SIZES + np.array([hand.suited for hand in hands.hands]), groups)
    return np.where(cells >= 0, cells * GROUPS + groups, -1)


def _by_group(analysed: AnalysedHand, chart: Chart, by_fine_chart: ChartWorth) -> Iterator[ChartException]:
    columns = analysed.prepared.columns
    sums = columns.gathered(by_fine_chart.sums, axis=1)
    for cell in range(CELLS):
        rows = slice(cell * GROUPS, (cell + 1) * GROUPS)
        for column in columns.shown:
            base = int(analysed.strategy.totals[cell, column])
            yield from _of_cell(cell, columns.names[column], base, chart.totals[rows, column], sums[rows, column])


def _of_cell(cell: int, against: str, base: int, codes: Ints, sums: Floats) -> Iterator[ChartException]:
    """Merge consecutive numbers of cards that are played alike into one exception."""
    played_otherwise = [_action(int(code), group) != _action(base, group) for group, code in enumerate(codes)]
    reached = [played_otherwise[group] and sums[group, TOTAL_CODES] > 0.0 for group in range(GROUPS)]
    runs = groupby(range(SIZES), key=lambda group: (reached[group], _action(int(codes[group]), group)))
    for (differs, play), run in runs:
        groups = list(run)
        if differs:
            yield from _note(cell, against, _cards(groups), play, base, sums, groups)
    for mark, name in MARKS.items():
        group = SIZES + mark
        if reached[group]:
            when = f"two cards towards 6-7-8, {name}"
            yield from _note(cell, against, when, _action(int(codes[group]), group), base, sums, [group])


def _action(code: int, group: int) -> str:
    """Translate a code for a hand that may always be doubled, but surrendered with two cards only."""
    is_open = {"hit", "stand", "double"} if 0 < group < SIZES else {"hit", "stand", "double", "surrender"}
    return LETTERS[open_move(code, is_open) or "stand"]


_CODES: Final = {"H": HIT, "S": STAND, "D": DOUBLE_OR_HIT, "R": SURRENDER_OR_HIT}


def _cards(groups: list[int]) -> str:
    first, last = groups[0] + 2, groups[-1] + 2
    if last == SIZES + 1:
        return f"{first} or more cards"
    return f"{first} cards" if first == last else f"{first} to {last} cards"


def _note(
    cell: int, against: str, when: str, play: str, base: int, sums: Floats, groups: list[int]
) -> Iterator[ChartException]:
    gain = sum(float(sums[group, _CODES[play]] - sums[group, base]) for group in groups)
    hand = f"hard {HARD[cell]}" if cell < len(HARD) else f"soft {SOFT[cell - len(HARD)]}"
    if gain > LEAST_GAIN:
        yield ChartException(hand, against, when, play, TEXTS[base], gain)


def _sevens(analysed: AnalysedHand, chart: Chart, by_fine_chart: ChartWorth) -> Iterator[ChartException]:
    """Find exceptions for a pair of sevens as dealt; after a split the chart applies."""
    prepared, moves = analysed.prepared, by_fine_chart.moves
    sevens = SplitSevens(prepared, by_fine_chart.followed.plan)
    for view in range(prepared.views):
        column = int(prepared.columns.of_view[view])
        code = TEXTS[chart.pairs[SEVEN, column]]
        splits = sevens.split(view, frozenset(sevens.rows) if "split" in moves_of(code) else frozenset())
        for mark, row in sevens.rows.items():
            worth = {"H": moves.hit[row, view], "S": moves.stand[row, view], "D": moves.double[row, view]}
            worth |= {"P": splits[mark], "R": prepared.surrender_values[row, view]}
            play = max(worth, key=lambda move: float(worth[move]))
            gain = float(prepared.deal_chances[row, view] * (worth[play] - worth[code[0]]))
            if gain > LEAST_GAIN:
                yield ChartException("7 7", prepared.columns.names[column], MARKS[mark], play, code, gain)
