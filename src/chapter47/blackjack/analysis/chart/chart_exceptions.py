"""Where it pays to look at more than the total: at the number of cards, and at cards on the way to a bonus."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.best_chart import Charted, besides_by_chart, best_chart
from chapter47.blackjack.analysis.chart.chart import CELLS, HARD, SOFT, TEXT, Chart, cells_of
from chapter47.blackjack.analysis.exact.arrays import (
    CODES,
    DOUBLE_OR_HIT,
    DOUBLE_OR_STAND,
    HIT,
    STAND,
    SURRENDER_OR_HIT,
)
from chapter47.blackjack.analysis.exact.dealer import Floats, Ints
from chapter47.blackjack.analysis.exact.hands import MIXED, ONE_SUIT, SPADES, Hands
from chapter47.blackjack.analysis.priced import Played
from chapter47.blackjack.analysis.split.sevens import SEVEN, Sevens

SIZES: Final = 5
"""Two to five cards, and six or more."""
GROUPS: Final = SIZES + 3
"""Besides, two of six, seven and eight: mixed, of one suit, spades."""
MARKS: Final = {MIXED: "mixed suits", ONE_SUIT: "one suit, not spades", SPADES: "spades"}
LEAST_GAIN: Final = 1e-9


class Refinement(NamedTuple):
    """One exception to the chart, and what it gains per round where it is used with all others."""

    hand: str
    against: str
    when: str
    play: str
    chart: str
    gain: float


class Refined(NamedTuple):
    house_edge: float
    """With all of them used."""
    refinements: tuple[Refinement, ...]

    def data(self) -> dict[str, object]:
        return {"house_edge": self.house_edge, "exceptions": [one._asdict() for one in self.refinements]}


def refine(found: Played) -> Refined | None:
    """The exceptions to the chart of a game whose pay-outs go by the number of cards and by suits."""
    where = found.study
    if not where.hands.suits.sevens:
        return None
    fine = fine_cells(where.hands)
    chart, (charted,) = best_chart((where,), (found.optimal,), fine)
    notes = [*_by_group(found, chart, charted), *_sevens(found, chart, charted)]
    sevens = sum(note.gain for note in notes if note.hand == "7 7")
    value = charted.value - besides_by_chart(where, charted) + sevens
    return Refined(-value, tuple(sorted(notes, key=lambda note: -note.gain)))


def fine_cells(hands: Hands) -> Ints:
    """A cell for each total and group."""
    cells = cells_of(hands)
    groups = np.minimum(hands.size, SIZES + 1) - 2
    towards = [max(hand.cards) == 1 and sum(hand.cards[5:8]) == 2 == sum(hand.cards) for hand in hands.hands]
    groups = np.where(towards, SIZES + np.array([hand.suited for hand in hands.hands]), groups)
    return np.where(cells >= 0, cells * GROUPS + groups, -1)


def _by_group(found: Played, chart: Chart, charted: Charted) -> Iterator[Refinement]:
    columns = found.study.columns
    sums = columns.gathered(charted.sums, axis=1)
    for cell in range(CELLS):
        rows = slice(cell * GROUPS, (cell + 1) * GROUPS)
        for column in columns.shown:
            base = int(found.strategy.totals[cell, column])
            yield from _of_cell(cell, columns.names[column], base, chart.totals[rows, column], sums[rows, column])


def _of_cell(cell: int, against: str, base: int, codes: Ints, sums: Floats) -> Iterator[Refinement]:
    """Numbers of cards that follow each other and are played alike make one exception."""
    other = [_action(int(code), group) != _action(base, group) for group, code in enumerate(codes)]
    reached = [other[group] and sums[group, CODES] > 0.0 for group in range(GROUPS)]
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
    """What a code means for a hand that may always be doubled, but surrendered with two cards only."""
    if code in (DOUBLE_OR_HIT, DOUBLE_OR_STAND):
        return "D"
    if code in (HIT, STAND) or 0 < group < SIZES:
        return "H" if code in (HIT, SURRENDER_OR_HIT) else "S"
    return "R"


_CODES: Final = {"H": HIT, "S": STAND, "D": DOUBLE_OR_HIT, "R": SURRENDER_OR_HIT}


def _cards(groups: list[int]) -> str:
    first, last = groups[0] + 2, groups[-1] + 2
    if last == SIZES + 1:
        return f"{first} or more cards"
    return f"{first} cards" if first == last else f"{first} to {last} cards"


def _note(
    cell: int, against: str, when: str, play: str, base: int, sums: Floats, groups: list[int]
) -> Iterator[Refinement]:
    gain = sum(float(sums[group, _CODES[play]] - sums[group, base]) for group in groups)
    hand = f"hard {HARD[cell]}" if cell < len(HARD) else f"soft {SOFT[cell - len(HARD)]}"
    if gain > LEAST_GAIN:
        yield Refinement(hand, against, when, play, TEXT[base], gain)


def _sevens(found: Played, chart: Chart, charted: Charted) -> Iterator[Refinement]:
    """A pair of sevens as it is dealt; after a split the chart goes on."""
    where, moves = found.study, charted.moves
    sevens = Sevens(where, charted.followed.plan)
    for view in range(where.views):
        column = int(where.columns.of_view[view])
        code = TEXT[chart.pairs[SEVEN, column]]
        splits = sevens.split(view, frozenset(sevens.rows) if code in ("P", "Rp") else frozenset())
        for mark, row in sevens.rows.items():
            worth = {"H": moves.hit[row, view], "S": moves.stand[row, view], "D": moves.double[row, view]}
            worth |= {"P": splits[mark], "R": where.given_up[row, view]}
            play = max(worth, key=lambda move: float(worth[move]))
            gain = float(where.deals[row, view] * (worth[play] - worth[code[0]]))
            if gain > LEAST_GAIN:
                yield Refinement("7 7", where.columns.names[column], MARKS[mark], play, code, gain)
