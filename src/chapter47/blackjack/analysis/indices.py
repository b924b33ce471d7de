"""Index numbers: the count at which the best play of a hand changes, computed from the average shoe at each count."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from chapter47.blackjack.analysis.chart.best_play import OptimalPlay, optimal
from chapter47.blackjack.analysis.chart.chart import cells_of
from chapter47.blackjack.analysis.exact.arrays import NOT_OPEN, Floats, Ints
from chapter47.blackjack.analysis.exact.kernels import reach
from chapter47.blackjack.analysis.exact.prepared import PreparedShoe, prepare
from chapter47.blackjack.analysis.exact.shoe import CardCounts
from chapter47.blackjack.analysis.exact.values import ACE, NAMES, SHOWN, VALUES, value_index
from chapter47.blackjack.analysis.main_game import analyse, analysed_game
from chapter47.blackjack.analysis.one_wager import OneWagerAnalysis
from chapter47.blackjack.analysis.removal import single_shoe
from chapter47.blackjack.chart_codes import HARD, SOFT
from chapter47.blackjack.posting import TableRules
from chapter47.blackjack.rules.decks import full_set
from chapter47.core.cards import Card
from chapter47.core.count_file import CountReading, count_data, count_path
from chapter47.core.errors import NotPricedError, Problem
from chapter47.core.json_object import Json
from chapter47.core.text import printable

SELDOM: Final = 1e-300
NORMAL: Final = NormalDist()
USUAL_VARIANCE: Final = 1.33
"""Assumed variance of a round, for the bets of a risk-averse player."""
INDEX_DEPTH: Final = 1 / 6
"""How much of the shoe is dealt where indices by a true count are worked out: one deck of six. Print generates them
early in the shoe; later, a play changes at another true count."""
EFFICIENCY_LEFT: Final = 24
"""Cards of one deck that are left where the playing efficiency is worked out."""
DRAWN_TO: Final = (12, 13, 14, 15, 16)
DOUBLED_ON: Final = (8, 9, 10, 11)
"""Hard totals whose decisions make up the playing efficiency."""
COUNTS: Final = tuple(range(-12, 13))
"""True counts at which shoes are analysed."""
ROWS: Final = (*(f"hard {total}" for total in HARD), *(f"soft {total}" for total in SOFT))
STRIDE: Final = 13
"""Step that takes cards of a value evenly from the shoe, so that suits stay mixed; it has no common factor with any
number of decks."""
BET_SQUARE, DOUBLED_SQUARE, GIVEN_UP_SQUARE = 1.0, 4.0, 0.25
"""Mean squares of the result of a wager, a double and a surrender; pushes are left out."""


class Index(NamedTuple):
    """From this count on, `move` is better than `instead`; with `below`, it is better below the count."""

    hand: str
    up: str
    move: str
    instead: str
    exact: float
    risk_averse: float | None
    below: bool


@dataclass(frozen=True)
class CellValues:
    """What each move is worth: by row (totals, then pairs) and view; weighted by how often the cell is dealt."""

    stand: Floats
    hit: Floats
    double: Floats
    split: Floats
    surrender: Floats
    drawn: Floats
    """The better of standing and hitting, for two-card hands only, as doubling, splitting and surrender are."""
    insurance: float
    round: float
    frequency: Floats
    """How often each cell is dealt."""

    @property
    def unsplit(self) -> Floats:
        return np.maximum(self.drawn, self.double)

    @property
    def played(self) -> Floats:
        return np.maximum(self.unsplit, self.split)


def index_numbers(table: TableRules, tags: Mapping[str, float], depth: float) -> list[Index]:
    """Return the indices of every cell and move, by true counts of balanced tags with this share of the shoe dealt."""
    _check_indices(table)
    (shoe,) = single_shoe(table)
    return _index_numbers(MeanShoes(table, shoe, np.array([tags[name] for name in NAMES]), depth))


def _check_indices(table: TableRules) -> None:
    if table.hole_card == "face-up" or not isinstance(analyse(table), OneWagerAnalysis):
        raise NotPricedError("indices are computed only for one hand against one up card")


def _index_numbers(means: "MeanShoes") -> list[Index]:
    by_count = means.values_at(COUNTS)
    return [*_insurance(by_count, means), *_indices(by_count, means)]


class MeanShoes:
    """Shoes with the mean composition at a count and depth: whole cards, and a correction for rounding."""

    def __init__(self, table: TableRules, shoe: CardCounts, tags: Floats, depth: float | None) -> None:
        self.table, self.shoe, self.game = table, shoe, analysed_game(table)
        self.per_deck = len(full_set(table, 1))
        full = shoe.counts
        dealt = (1.0 - float(table.cut_card)) / 2 if depth is None else depth
        self.left = round(int(full.sum()) * (1.0 - dealt))
        self.shares = full / full.sum()
        mean = float(self.shares @ tags)
        spread = float(self.shares @ (tags - mean) ** 2)
        if spread <= 0.0:
            raise NotPricedError("a count whose tags are all alike has no indices")
        self.direction = -self.shares * (tags - mean) / spread
        self.drift, self.tags = mean, tags - mean

    def composition(self, count: float) -> Floats:
        """Return how many cards of each value are left on average."""
        cards: Floats = self.left * self.shares + count * self.left / self.per_deck * self.direction
        return np.clip(cards, 0.0, None)

    def values_at(self, counts: tuple[int, ...]) -> dict[float, CellValues]:
        """Return the values at a count, corrected for rounding by the effects of removing one card of each value at
        count 0."""
        neutral = self._rounded(self.composition(0.0))
        base = self._values(neutral, None)
        weights = self.weights
        effects = [self._values(_less(neutral, value), weights) for value in range(VALUES)]
        values_by_count: dict[float, CellValues] = {}
        for count in counts:
            wanted = self.composition(count)
            whole = self._rounded(wanted)
            values = self._values(whole, weights)
            values_by_count[count] = _corrected(values, base, effects, wanted - whole)
        return values_by_count

    def effects_of_removal(self) -> tuple[CellValues, list[CellValues]]:
        """Return the values at count 0, and the effect of removing one card of each value."""
        neutral = self._rounded(self.composition(0.0))
        base = self._values(neutral, None)
        return base, [self._values(_less(neutral, value), self.weights) for value in range(VALUES)]

    def as_counted(self, before: float | None, row: int, up: int, *, two: bool) -> float | None:
        """Convert a count before the deal into the count at the decision, with the hand and the up card seen; `two`: of
        two-card hands only."""
        if before is None:
            return None
        counted, cards = (float(each[row, up]) for each in self.tags_in_cell[two])
        return (before * self.left / self.per_deck + counted) * self.per_deck / (self.left - cards)

    def shoe_at(self, count: float) -> CardCounts:
        """Return the average shoe at this count, in whole cards."""
        return self._shoe_of(self._rounded(self.composition(count)))

    def _rounded(self, wanted: Floats) -> Ints:
        """Round to whole cards with the same sum: the largest fractions are rounded up."""
        whole = np.floor(wanted).astype(np.int64)
        missing = self.left - int(whole.sum())
        for value in np.argsort(whole - wanted)[: max(missing, 0)]:
            whole[value] += 1
        return whole

    def _values(self, counts: Ints, weights: Floats | None) -> CellValues:
        prepared = prepare(self.table, self._shoe_of(counts), self.game)
        played = optimal(prepared)
        if weights is None:
            weights = self.weights = _reached(prepared, played)
            self.tags_in_cell = [_cell_tags(prepared, of_hands, self.tags) for of_hands in _by_size(prepared, weights)]
        return _cell_values(prepared, played, weights)

    def _shoe_of(self, counts: Ints) -> CardCounts:
        """Choose cards of the full shoe with suits and ranks of tens mixed evenly, repeating cards if it has too
        few."""
        by_value: list[list[Card]] = [[] for _ in range(VALUES)]
        for card in self.shoe.cards:
            by_value[value_index(card)].append(card)
        cards: list[Card] = []
        for value, number in enumerate(counts.tolist()):
            held = by_value[value]
            cards += [held[(place * STRIDE) % len(held)] for place in range(number)] if held else []
        return CardCounts(tuple(cards), suits_are_even=True)


def _less(counts: Ints, value: int) -> Ints:
    less = counts.copy()
    less[value] -= 1
    return less


def _reached(prepared: PreparedShoe, played: OptimalPlay) -> Floats:
    """Return how often each hand occurs with optimal play, without split hands and blackjacks."""
    weight = prepared.deal_chances.copy()
    weight[prepared.blackjack_row] = 0.0
    dealt = weight.copy()
    weight[prepared.pairs.rows] = 0.0
    reach(prepared.deal, prepared.unsplit_hands, played.plan, weight)
    weight[prepared.pairs.rows] = dealt[prepared.pairs.rows]
    return weight


def _places(prepared: PreparedShoe) -> tuple[Ints, Ints]:
    """List the hands that have a cell in the chart, with that cell: of a pair, or of a total."""
    cells = cells_of(prepared.hands)
    pairs = dict(zip(prepared.pairs.rows.tolist(), prepared.pairs.value.tolist(), strict=True))
    place = np.array([len(ROWS) + pairs[row] if row in pairs else cell for row, cell in enumerate(cells.tolist())])
    rows = np.flatnonzero(place >= 0)
    return rows, place[rows]


def _summed(prepared: PreparedShoe, by_hand: Floats) -> Floats:
    rows, place = _places(prepared)
    sums = np.zeros((len(ROWS) + VALUES, by_hand.shape[1]))
    np.add.at(sums, place, by_hand[rows])
    return sums


def _by_size(prepared: PreparedShoe, weights: Floats) -> tuple[Floats, Floats]:
    """Weights of all hands, and of those of two cards."""
    return weights, np.where(prepared.hands.size[:, None] == 2, weights, 0.0)


def _cell_tags(prepared: PreparedShoe, weights: Floats, tags: Floats) -> tuple[Floats, Floats]:
    """Return the average count of the hand and up card in each cell, and their number of cards."""
    seen = prepared.deal.cards @ tags, prepared.deal.cards.sum(axis=1)
    views = prepared.deal.view_cards @ tags
    total = np.maximum(_summed(prepared, weights), SELDOM)
    counted = _summed(prepared, weights * (seen[0][:, None] + views[None, :])) / total
    return counted, _summed(prepared, weights * (seen[1][:, None] + 1.0)) / total


def _cell_values(prepared: PreparedShoe, played: OptimalPlay, weights: Floats) -> CellValues:
    """Average the moves by cell: standing and hitting over all hands that reach it, other moves over two-card hands,
    given that the dealer has no blackjack."""
    moves, (_, two) = played.moves, _by_size(prepared, weights)
    splits = np.full_like(moves.stand, NOT_OPEN)
    splits[prepared.pairs.rows] = played.split
    double = np.where(prepared.may_double[:, None] == 1, moves.double, NOT_OPEN)

    def mean(values: Floats, over: Floats) -> Floats:
        total = _summed(prepared, over)
        return np.where(total > 0.0, _summed(prepared, over * values) / np.maximum(total, SELDOM), NOT_OPEN)

    tens, unseen = float(prepared.deal.shoe[VALUES - 1]), float(prepared.deal.shoe.sum() - 1)
    return CellValues(
        stand=mean(moves.stand, weights),
        hit=mean(moves.hit, weights),
        double=mean(double, two),
        split=mean(splits, two),
        surrender=mean(prepared.surrender_values, two),
        drawn=mean(np.maximum(moves.stand, moves.hit), two),
        insurance=_insured(tens, unseen) if prepared.insurable else NOT_OPEN,
        round=played.value,
        frequency=_summed(prepared, weights),
    )


def _corrected(values: CellValues, base: CellValues, effects: list[CellValues], missing: Floats) -> CellValues:
    """Correct values for rounding: a card that was rounded away has the opposite effect of a card removed."""
    changed = {}
    for name in CellValues.__dataclass_fields__:
        value, at_base = getattr(values, name), getattr(base, name)
        for effect, cards in zip(effects, missing.tolist(), strict=True):
            value = value - cards * (getattr(effect, name) - at_base)
        changed[name] = value
    return CellValues(**changed)


def _insurance(by_count: Mapping[float, CellValues], means: MeanShoes) -> Iterator[Index]:
    """Yield the count from which insurance pays: the dealer's ace is seen; the player's cards are any."""
    if min(values.insurance for values in by_count.values()) < NOT_OPEN / 2:
        return
    gains = {count: _insured(float(means.composition(count)[VALUES - 1]), means.left - 1) for count in by_count}
    for before, rising in _crossings(gains):
        ace = float(means.tags[ACE])
        exact = (before * means.left / means.per_deck + ace) * means.per_deck / (means.left - 1)
        yield Index("insurance", "A", "insure", "decline", exact, exact, below=not rising)


def _insured(tens: float, unseen: float) -> float:
    """Return what insurance is worth in units of the wager."""
    return 0.5 * (3.0 * tens / unseen - 1.0)


class IndexQuestion(NamedTuple):
    """A move, the best of its alternatives, and how much more variance it has."""

    move: str
    gain: Callable[[CellValues], Floats]
    more_variance: float


TOTALS: Final = (
    IndexQuestion("S", lambda values: values.stand - values.hit, 0.0),
    IndexQuestion("D", lambda values: values.double - values.drawn, DOUBLED_SQUARE - BET_SQUARE),
    IndexQuestion("R", lambda values: values.surrender - values.played, GIVEN_UP_SQUARE - BET_SQUARE),
)
PAIRS: Final = (
    IndexQuestion("P", lambda values: values.split - values.unsplit, BET_SQUARE),
    IndexQuestion("R", lambda values: values.surrender - values.played, GIVEN_UP_SQUARE - BET_SQUARE),
)


def _indices(by_count: Mapping[float, CellValues], means: MeanShoes) -> Iterator[Index]:
    for row, hand in enumerate((*ROWS, *(f"pair {name}" for name in NAMES))):
        for question in TOTALS if row < len(ROWS) else PAIRS:
            gains = {count: question.gain(values)[row] for count, values in by_count.items()}
            for up in SHOWN:
                at_up = {count: float(gain[up]) for count, gain in gains.items()}
                if min(at_up.values()) > NOT_OPEN / 2:
                    for index in _of_cell(by_count, hand, row, up, question, at_up):
                        counts = index.exact, index.risk_averse
                        exact, averse = (means.as_counted(at, row, up, two=question.move != "S") for at in counts)
                        assert exact is not None
                        yield index._replace(exact=exact, risk_averse=averse)


def _of_cell(
    by_count: Mapping[float, CellValues],
    hand: str,
    row: int,
    up: int,
    question: IndexQuestion,
    gains: Mapping[float, float],
) -> Iterator[Index]:
    averse = {count: gain - _bet_share(by_count[count]) / 2 * question.more_variance for count, gain in gains.items()}
    crossed = [*_crossings(averse)]
    for exact, rising in _crossings(gains):
        alike = [at for at, rises in crossed if rises == rising]
        near = min(alike, key=lambda at: abs(at - exact), default=None)
        nearest = by_count[min(by_count, key=lambda count: abs(count - exact))]
        yield Index(hand, NAMES[up], question.move, _instead(nearest, row, up, question.move), exact, near, not rising)


def _instead(values: CellValues, row: int, up: int, move: str) -> str:
    """The best of the other moves."""
    others = {"S": values.stand, "H": values.hit, "D": values.double, "P": values.split}
    weaker = {"S": "H", "D": "SH", "P": "SHD", "R": "SHDP"}[move]
    return max(weaker, key=lambda name: float(others[name][row, up]))


def _bet_share(values: CellValues) -> float:
    """Return the share of the bankroll that a full Kelly player bets at this count."""
    return max(values.round, 0.0) / USUAL_VARIANCE


def _crossings(gains: Mapping[float, float]) -> Iterator[tuple[float, bool]]:
    """Find where a gain changes sign between two neighbouring counts, by linear interpolation, and whether it rises."""
    counts = sorted(gains)
    for low, high in pairwise(counts):
        before, after = gains[low], gains[high]
        if (before < 0.0) != (after < 0.0):
            yield low + (high - low) * before / (before - after), before < 0.0


def rounded_index(exact: float, rounding: str) -> int:
    """Return the lowest whole count at which the play gains, on average over the counts that round to it. A count
    rounded down stands for half a count more on average; a count rounded to the nearest stands for itself."""
    return ceil(exact - 0.5) if rounding in ("floor", "truncate") else ceil(exact)


# A shoe that is known in part -----------------------------------------------------------------------------------------


def known_shoe(table: TableRules, known: Mapping[str, str], problems: list[Problem]) -> CardCounts | None:
    """Return the full shoe without the cards `seen` and those missing (`without`), or the mean shoe at a `count`."""
    (shoe,) = single_shoe(table)
    if "count" in known:
        if len(known) > 1:
            problems.append(Problem("count", known["count"], "either a count or cards, not both"))
        return _shoe_at(table, shoe, known["count"], problems)
    left = [*shoe.cards]
    for key, text in known.items():
        for word in text.replace(",", " ").split():
            name, _, number = word.partition("=")
            if (number and not number.isdigit()) or not _removed(left, name, int(number or 1)):
                problems.append(Problem(key, printable(word), "cards still in the shoe, such as As, 5 or 5=4"))
    return CardCounts(tuple(left)) if not problems else None


def _removed(left: list[Card], name: str, number: int) -> bool:
    """Remove this many cards of a name (a card, or a rank of any suit); T stands for every ten."""
    ranks = "TJQK" if name in ("T", "t", "10") else name.upper() if len(name) == 1 else ""
    fitting = [card for card in left if str(card) == name or card.rank in ranks]
    for card in fitting[:number]:
        left.remove(card)
    return 0 < number <= len(fitting)


def _shoe_at(table: TableRules, shoe: CardCounts, text: str, problems: list[Problem]) -> CardCounts | None:
    name, _, number = text.replace("=", " ").rpartition(" ")
    try:
        true = float(number)
        path = count_path(Path(name.strip() or "hi-lo"))
        reading = CountReading(data := count_data(path), tuple(data))
        tags = reading.tags()
        tags |= {rank: (tags[rank] + red) / 2 for rank, red in reading.red_tags().items()}
        means = MeanShoes(table, shoe, np.array([tags[value] for value in NAMES]), None)
    except (ValueError, KeyError) as error:
        problems.append(Problem("count", printable(text), f"a count and a true count, such as hi-lo +4 ({error})"))
        return None
    return means.shoe_at(true)


# Playing efficiency ---------------------------------------------------------------------------------------------------


def playing_efficiency(table: TableRules, tags: Mapping[str, float]) -> float:
    """Return how much of the gain of perfect play variations a count gets with flat bets (Griffin).

    As in The Theory of Blackjack: one deck, the dealer hits soft 17; drawing to hard 12 to 16, doubling hard totals and
    insurance, no soft hands and no pairs. The gain of each decision is linear in the cards gone and normally
    distributed. With 24 cards left the printed figures of twelve counts are met within 0.007."""
    (shoe,) = single_shoe(one_deck := replace(table, decks=1, soft_17="hit"))
    means = MeanShoes(one_deck, shoe, np.array([tags[name] for name in NAMES]), 0.0)
    base, effects = means.effects_of_removal()
    scale = (means.left - 1) * (means.left - EFFICIENCY_LEFT) / EFFICIENCY_LEFT
    perfect = counted = 0.0
    for weight, behind, each in _decisions(base, effects, float(means.shares[ACE])):
        effect = each - float(means.shares @ each)
        variance = float(means.shares @ effect**2)
        if variance <= 0.0:
            continue
        together = float(means.shares @ (effect * means.tags))
        followed = abs(together) / sqrt(variance * float(means.shares @ means.tags**2))
        deviation = sqrt(variance * scale)
        perfect += weight * _gain(behind, deviation)
        counted += weight * _gain(behind, deviation * followed)
    return counted / perfect


def _decisions(base: CellValues, effects: list[CellValues], aces: float) -> Iterator[tuple[float, float, Floats]]:
    """Yield how often each decision comes up, by how much the usual play is better, and the effects of removal on that;
    insurance is asked as often as an ace is turned up."""
    drawing, doubling, _ = TOTALS
    for question, totals in ((drawing, DRAWN_TO), (doubling, DOUBLED_ON)):
        for row in map(HARD.index, totals):
            gain = question.gain(base)[row]
            each = np.array([question.gain(effect)[row] - gain for effect in effects])
            for up in np.flatnonzero(gain > NOT_OPEN / 2):
                yield float(base.frequency[row, up]), abs(float(gain[up])), each[:, up]
    if base.insurance > NOT_OPEN / 2:
        yield aces, abs(base.insurance), np.array([effect.insurance - base.insurance for effect in effects])


def _gain(behind: float, deviation: float) -> float:
    """Return the mean gain from a normal variable above this threshold."""
    if deviation <= 0.0:
        return 0.0
    at = behind / deviation
    return deviation * (NORMAL.pdf(at) - at * NORMAL.cdf(-at))


def index_rows(
    table: TableRules, tags: Mapping[str, float], rounding: str, start: float, depth: float | None = None
) -> list[Json]:
    """Return every index as an answer holds it; where the running count decides, as a running count at that depth.

    The depth is the share of the shoe dealt: by default `INDEX_DEPTH`, for a running count half of the penetration."""
    _check_indices(table)
    (shoe,) = single_shoe(table)
    depth = INDEX_DEPTH if depth is None and rounding != "running" else depth
    means = MeanShoes(table, shoe, np.array([tags[name] for name in NAMES]), depth)
    drifted = start + means.drift * (int(shoe.counts.sum()) - means.left)

    def reported(true: float | None) -> float | None:
        if true is None or rounding != "running":
            return true
        return drifted + true * means.left / means.per_deck

    rows = []
    for index in _index_numbers(means):
        exact = reported(index.exact)
        assert exact is not None
        rows.append(
            {
                "hand": index.hand,
                "up": index.up,
                "move": index.move,
                "instead": index.instead,
                "index": rounded_index(exact, rounding),
                "exact": exact,
                "risk_averse": reported(index.risk_averse),
                "below": index.below,
            }
        )
    return rows
