"""The variance of a round of Switch: both hands, played by the chart.

Squares of single hands are exact. Products of two hands are those of hands that are independent given the dealer's
outcome; a hand over 21 is taken as independent of that outcome, and so are the hands of a split pair of each other."""

from typing import NamedTuple

import numpy as np

from chapter47.analysis.arrays import NOT_OPEN, Over, Pays
from chapter47.analysis.best_chart import played
from chapter47.analysis.chart import Chart, cells_of, follow
from chapter47.analysis.dealer import Floats, Ints
from chapter47.analysis.rulebook import Busts, switched_21_is_safe
from chapter47.analysis.splits import hand_numbers
from chapter47.analysis.study import Study
from chapter47.analysis.switch_study import NATURAL, TWOS, Deals, Round, Studies
from chapter47.analysis.values import VALUES

NOTE = (
    "of both hands together, in units of both wagers; they are taken as independent given the dealer's "
    "outcome, and so are split hands: an approximation without a bound"
)
_NOTHING = Over(0.0, 0.0, 0.0, 0.0)
_SQUARES = Over(-1.0, -4.0, 0.0, 0.0)


class Hands(NamedTuple):
    """By other hand, hand and up card, where the dealer has no blackjack."""

    chances: Floats
    """Of each dealer's outcome."""
    means: Floats
    """What is won together with each outcome."""
    squares: Floats


def variance(found: Studies, dealt: Deals, chart: Chart, rounds: Round, by_chart: Floats, mean: float) -> float:
    played_on = _hands(found, chart, by_chart)
    as_dealt = _with_blackjacks(found, played_on)
    up, clear = np.arange(VALUES), found.clear[dealt.one, dealt.other, np.arange(VALUES)]
    unswitched = 2 - dealt.unswitched_blackjacks
    made = (dealt.one_switched == NATURAL).astype(np.int64) + (dealt.other_switched == NATURAL)
    read = found.table.hole_card == "card-reader"
    lost = unswitched if read else 2 - made * switched_21_is_safe(found.table)
    kept = _square(as_dealt, dealt.one, dealt.other, up) + (1.0 - clear) * unswitched**2
    switched = _square(played_on, dealt.one_switched, dealt.other_switched, up) + (1.0 - clear) * lost**2
    return float((dealt.often * np.where(rounds.switches, switched, kept)).sum()) - mean**2


def _square(hands: Hands, one: Ints, other: Ints, up: Ints) -> Floats:
    """The mean square of both hands together."""
    first, second = (other, one, up), (one, other, up)
    found = hands.squares[first] + hands.squares[second]
    for outcome in range(len(hands.means)):
        chance = np.maximum(hands.chances[outcome][first], 1e-300)
        found += 2.0 * hands.means[outcome][first] * hands.means[outcome][second] / chance
    return found


def _with_blackjacks(found: Studies, hands: Hands) -> Hands:
    """Hands as they were dealt: an ace and a ten are a blackjack."""
    means, squares, odds = hands.means.copy(), hands.squares.copy(), found.each[0].blackjack.usual
    for outcome in range(len(means)):
        means[outcome, :, NATURAL] = hands.chances[outcome, :, NATURAL] * odds[outcome]
    squares[:, NATURAL] = (hands.chances[:, :, NATURAL] * odds[: len(means), None, None] ** 2).sum(axis=0)
    return Hands(hands.chances, means, squares)


def _hands(found: Studies, chart: Chart, by_chart: Floats) -> Hands:
    outcomes = found.each[0].deal.outcomes.shape[2]
    shape = (len(TWOS), len(TWOS), VALUES)
    hands = Hands(np.zeros((outcomes, *shape)), np.zeros((outcomes, *shape)), np.zeros(shape))
    for number, where in enumerate(found.each):
        sets = where.removed.of_hand[found.rows]
        hands.chances[:, number] = np.moveaxis(where.deal.outcomes[sets], 2, 0)
        for outcome in range(outcomes):
            only = np.arange(outcomes) == outcome
            hands.means[outcome, number] = _worth(found, _paid(where, only, 1, _NOTHING), chart)
        hands.squares[number] = _worth(found, _paid(where, np.ones(outcomes), 2, _SQUARES), chart)
    over = by_chart - hands.means.sum(axis=0)
    hands.means[:] += over * hands.chances / np.maximum(hands.chances.sum(axis=0), 1e-300)
    hands.squares[:] += _of_split_hands(found, chart, hands)
    return hands


def _worth(found: Studies, where: Study, chart: Chart) -> Floats:
    result = played(where, chart, cells_of(where.hands))
    value: Floats = result.value[found.rows]
    value[NATURAL] = result.moves.stand[found.rows[NATURAL]]
    return value


def _paid(where: Study, outcomes: Floats, power: int, over: Over) -> Study:
    """The same hands, paid so on some outcomes only, or the squares of what they are paid."""
    no_busts = Busts(doubled=False, split=False, split_doubled=False, insurance=False)
    part = where.parts[0]
    ends = (where.deal.outcomes[where.removed.of_hand] * outcomes).sum(axis=2)
    given_up = np.where(where.given_up > NOT_OPEN, (-0.5) ** power * ends, NOT_OPEN)
    parts = (part._replace(pays=_changed(part.pays, outcomes, power, over)),)
    pays = _changed(where.pays, outcomes, power, over)
    return where._replace(pays=pays, parts=parts, busts=no_busts, given_up=given_up, deals=np.zeros_like(where.deals))


def _changed(pays: Pays, outcomes: Floats, power: int, over: Over) -> Pays:
    return pays._replace(once=pays.once**power * outcomes, doubled=pays.doubled**power * outcomes, over=over)


def _of_split_hands(found: Studies, chart: Chart, hands: Hands) -> Floats:
    """Products of two hands of a pair, twice each."""
    where = found.each[0]
    more = np.zeros((len(TWOS), VALUES))
    followed = follow(chart, where.hands, cells_of(where.hands), where.pairs)
    for number, view in np.argwhere(followed.splits):
        pair, row = int(where.pairs.value[number]), where.pairs.rows[number]
        seen = where.deal.view_cards[view : view + 1]
        numbers = hand_numbers(where.deal.shoe, seen, where.deal.view_size, pair, where.most[pair])
        mean = sum(count * chance for count, chance in numbers.items())
        pairs = sum(count * (count - 1) * chance for count, chance in numbers.items())
        more[found.rows == row, view] = pairs / mean**2
    products: Floats = (hands.means**2 / np.maximum(hands.chances, 1e-300)).sum(axis=0)
    return products * more
