"""The chart: one action for each total, soft total and pair against each up card."""

from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.arrays import LOWEST_DOUBLED, Floats, Ints, Plan
from chapter47.blackjack.analysis.exact.game import UP_CARD, ChartColumns
from chapter47.blackjack.analysis.exact.hands import HandTable, PairRows
from chapter47.blackjack.analysis.exact.values import NAMES, SHOWN, VALUES
from chapter47.blackjack.chart_codes import (
    CHART_CODES,
    DOUBLE_OR_HIT,
    DOUBLE_OR_STAND,
    HARD,
    HIT,
    RESCUE_CODES,
    SOFT,
    SPLIT,
    STAND,
    SURRENDER_OR_HIT,
    SURRENDER_OR_SPLIT,
    SURRENDER_OR_STAND,
    TEXTS,
    TOTAL_CODES,
    is_rescued,
    moves_of,
    number_of,
)
from chapter47.blackjack.hands import LIMIT
from chapter47.core.json_object import Json, JsonMapping

CELLS: Final = len(HARD) + len(SOFT)
DOUBLED: Final = range(LOWEST_DOUBLED, LIMIT)
"""The totals of doubled hands."""

_HITS, _DOUBLES, _SURRENDERS, _SPLITS = (
    np.array([move in code.moves for code in CHART_CODES]) for move in ("hit", "double", "surrender", "split")
)


class Chart(NamedTuple):
    """Codes by cell and column, for totals (hard, then soft) and pairs; and the decisions on insurance and even
    money."""

    totals: Ints
    pairs: Ints
    insurance: bool = False
    even_money: bool = False
    columns: ChartColumns = UP_CARD
    rescues: Ints | None = None
    """Whether a doubled hand is given up, by total from four and column, if that is allowed."""

    def same_as(self, other: "Chart") -> bool:
        same = (self.totals == other.totals).all() and (self.pairs == other.pairs).all()
        return bool(same and np.array_equal(self.rescues, other.rescues))  # type: ignore[arg-type]

    def data(self) -> Json:
        """The chart as a strategy file."""
        hard = {str(total): self._row(self.totals[number]) for number, total in enumerate(HARD)}
        soft = {str(total): self._row(self.totals[len(HARD) + number]) for number, total in enumerate(SOFT)}
        pairs = {NAMES[value]: self._row(self.pairs[value]) for value in SHOWN}
        surrender = [
            f"{hand} against {column}"
            for kind, rows in (("hard", hard), ("soft", soft), ("pair of", pairs))
            for hand, row in ((f"{kind} {name}", row) for name, row in rows.items())
            for column, code in row.items()
            if "surrender" in moves_of(code)
        ]
        data = {
            "hard": hard,
            "soft": soft,
            "pairs": pairs,
            "insurance": self.insurance,
            "even_money": self.even_money,
            "surrender": surrender,
        }
        return data if self.rescues is None else {**data, "rescue": self._rescue_rows()}

    def _rescue_rows(self) -> dict[str, dict[str, str]]:
        assert self.rescues is not None
        return {
            str(total): {self.columns.names[column]: RESCUE_CODES[row[column]] for column in self.columns.shown}
            for total, row in zip(DOUBLED, self.rescues, strict=True)
        }

    def _row(self, codes: Ints) -> dict[str, str]:
        return {self.columns.names[column]: TEXTS[codes[column]] for column in self.columns.shown}


def chart_of(data: JsonMapping, columns: ChartColumns = UP_CARD) -> Chart:
    """Build the chart from a strategy file."""
    totals = np.zeros((CELLS, len(columns.names)), dtype=np.int64)
    pairs = np.zeros((VALUES, len(columns.names)), dtype=np.int64)
    for column, name in ((column, columns.names[column]) for column in columns.shown):
        for number, total in enumerate(HARD):
            totals[number, column] = number_of(data["hard"][str(total)][name])
        for number, total in enumerate(SOFT):
            totals[len(HARD) + number, column] = number_of(data["soft"][str(total)][name])
        for value in range(VALUES):
            pairs[value, column] = number_of(data["pairs"][NAMES[value]][name])
    answers = bool(data.get("insurance")), bool(data.get("even_money"))
    return Chart(totals, pairs, *answers, columns, _rescues_of(data, columns))


def _rescues_of(data: JsonMapping, columns: ChartColumns) -> Ints | None:
    if "rescue" not in data:
        return None
    rescues = np.zeros((len(DOUBLED), len(columns.names)), dtype=np.int64)
    for number, total in enumerate(DOUBLED):
        for column in columns.shown:
            rescues[number, column] = is_rescued(data["rescue"].get(str(total), {}).get(columns.names[column]))
    return rescues


def cells_of(hands: HandTable) -> Ints:
    """Return the cell of each hand's total; none for 21 and for a single card."""
    cells = np.where(hands.soft == 1, len(HARD) + hands.points - SOFT.start, hands.points - HARD.start)
    return np.where((hands.points < LIMIT) & (hands.size >= 2), cells, -1)


class FollowedChart(NamedTuple):
    """A chart expanded to every hand and view; `splits` by row of the pairs."""

    plan: Plan
    surrenders: Ints
    splits: Ints


def follow(chart: Chart, hands: HandTable, cells: Ints, pairs: PairRows) -> FollowedChart:
    totals, of_pairs = chart.totals[:, chart.columns.of_view], chart.pairs[pairs.value][:, chart.columns.of_view]
    codes = totals[np.maximum(cells, 0)]
    hits, doubles = _HITS[codes].astype(np.int64), _DOUBLES[codes].astype(np.int64)
    gives_up = _SURRENDERS[codes] & (hands.size == 2)[:, None]
    splits = _SPLITS[of_pairs]
    rows = pairs.rows
    hits[rows] = np.where(splits, hits[rows], _HITS[of_pairs])
    doubles[rows] = np.where(splits, doubles[rows], _DOUBLES[of_pairs])
    gives_up[rows] = _SURRENDERS[of_pairs]
    return FollowedChart(Plan(hits, doubles, _rescued(chart, hands)), gives_up, splits)


def _rescued(chart: Chart, hands: HandTable) -> Ints:
    if chart.rescues is None:
        return np.zeros((len(hands.hands), len(chart.columns.of_view)), dtype=np.int64)
    totals = np.clip(hands.points - DOUBLED.start, 0, len(DOUBLED) - 1)
    rescued: Ints = np.where(hands.points[:, None] < LIMIT, chart.rescues[:, chart.columns.of_view][totals], 0)
    return rescued


CLOSE: Final = 1e-13
"""Values closer than this are equal: the simpler code is taken."""


def best_codes(sums: Floats) -> Ints:
    """Choose the best code for each cell and view over the hands that reach it.

    Of equal ones take the first of H, S, D, Ds, Rh, Rs; but the second choice after D or R is always the better of H
    and S."""
    frequency = sums[..., TOTAL_CODES]
    values = sums[..., :TOTAL_CODES]
    good = values >= (values.max(axis=-1) - CLOSE * np.maximum(frequency, 1e-30))[..., None]
    codes: Ints = good.argmax(axis=-1)
    stands = sums[..., STAND] > sums[..., HIT]
    for code, instead in ((DOUBLE_OR_HIT, DOUBLE_OR_STAND), (SURRENDER_OR_HIT, SURRENDER_OR_STAND)):
        codes = np.where((codes == code) & stands & good[..., instead], instead, codes)
    return codes


def best_pair_codes(stand: Floats, hit: Floats, double: Floats, given_up: Floats, split: Floats) -> Ints:
    """Choose the best move for each pair and view."""
    alone = np.where(stand > hit, STAND, HIT)
    value = np.maximum(stand, hit)
    doubles = double > value + CLOSE
    codes = np.where(doubles, np.where(alone == STAND, DOUBLE_OR_STAND, DOUBLE_OR_HIT), alone)
    value = np.maximum(value, double)
    splits = split > value + CLOSE
    codes = np.where(splits, SPLIT, codes)
    gives_up = given_up > np.maximum(value, split) + CLOSE
    otherwise = np.where(splits, SURRENDER_OR_SPLIT, np.where(alone == STAND, SURRENDER_OR_STAND, SURRENDER_OR_HIT))
    return np.where(gives_up, otherwise, codes)
