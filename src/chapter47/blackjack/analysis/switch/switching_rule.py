"""When to switch, as a rule that can be learned: a score for every hand, and the higher sum of two scores.

The scores are the hands' values under the chart, averaged over the other hand and rounded to hundredths of a wager. The
cost of the rule compared with exact values is computed over every first deal."""

from typing import NamedTuple

import numpy as np

from chapter47.blackjack.analysis.exact.arrays import Floats, Ints
from chapter47.blackjack.analysis.exact.rulebook import switched_21_is_safe
from chapter47.blackjack.analysis.exact.values import ACE, NAMES, SHOWN, TEN, VALUES
from chapter47.blackjack.analysis.switch.prepared import NATURAL, TWO_CARDS
from chapter47.blackjack.analysis.switch.price import SwitchAnalysis, hands_played
from chapter47.core.json_object import Json

GROUPS = {"2 to 6": tuple(range(1, 6)), "7 to ace": (6, 7, 8, 9, 0)}
"""Up cards that the shorter rule combines."""
BLACKJACK_AS_DEALT = "blackjack as dealt"


class SwitchingRule(NamedTuple):
    """Scores by hand (the last row is a blackjack as dealt) and up card; the edge when switching by them."""

    scores: Ints
    house_edge: float
    cost: float


def kinds() -> dict[str, tuple[int, ...]]:
    """Group two-card hands as the chart names them: pairs, soft totals, hard totals."""
    numbers_by_kind: dict[str, list[int]] = {}
    for number, (low, high) in enumerate(TWO_CARDS):
        numbers_by_kind.setdefault(_kind(low, high), []).append(number)
    return {name: tuple(numbers) for name, numbers in numbers_by_kind.items()}


def _kind(low: int, high: int) -> str:
    if low == high:
        return f"pair of {NAMES[low]}"
    if low == ACE:
        return "21 by a switch" if high == TEN else f"soft {high + 12}"
    return f"hard {low + high + 2}"


def switching_rule(analysis: SwitchAnalysis, *, grouped: bool) -> SwitchingRule:
    """Build the rule; with `grouped` there are two columns of scores instead of ten."""
    value, frequency = _averages(analysis)
    if grouped:
        for views in GROUPS.values():
            columns = list(views)
            mean = (value[:, columns] * frequency[:, columns]).sum(axis=1) / frequency[:, columns].sum(axis=1)
            value[:, columns] = mean[:, None]
    scores = np.rint(100 * value).astype(np.int64)
    edge = _edge(analysis, scores)
    return SwitchingRule(scores, edge, edge - analysis.house_edge)


def _averages(analysis: SwitchAnalysis) -> tuple[Floats, Floats]:
    """Return the average value of each kind of hand against each up card, dealer's blackjacks included, and its
    frequency."""
    dealt, switch = analysis.dealt, analysis.prepared_hands
    frequency = hands_played(dealt, np.zeros(dealt.first_hand.shape, dtype=bool)) + 1e-15
    whole = analysis.by_chart - (1.0 - switch.no_blackjack)
    kept = switch.blackjack_values
    if switched_21_is_safe(switch.table):
        whole[:, NATURAL] += 1.0 - switch.no_blackjack[:, NATURAL]
    value, weight = np.zeros((len(TWO_CARDS) + 1, VALUES)), np.zeros((len(TWO_CARDS) + 1, VALUES))
    for numbers in kinds().values():
        rows = list(numbers)
        sums = frequency[:, rows].sum(axis=(0, 1))
        value[rows] = (frequency[:, rows] * whole[:, rows]).sum(axis=(0, 1)) / sums
        weight[rows] = sums
    value[-1] = (frequency[:, NATURAL] * kept).sum(axis=0) / frequency[:, NATURAL].sum(axis=0)
    weight[-1] = frequency[:, NATURAL].sum(axis=0)
    return value, weight


def _edge(analysis: SwitchAnalysis, scores: Ints) -> float:
    dealt, up = analysis.dealt, np.arange(VALUES)
    as_dealt = scores.copy()
    as_dealt[NATURAL] = scores[-1]
    kept = as_dealt[dealt.first_hand, up] + as_dealt[dealt.second_hand, up]
    switched = scores[dealt.first_switched, up] + scores[dealt.second_switched, up]
    worth = np.where(switched > kept, analysis.rounds.switched, analysis.rounds.kept)
    exact = np.maximum(analysis.rounds.switched, analysis.rounds.kept)
    return analysis.house_edge + float((dealt.chance * (exact - worth)).sum()) / 2


def switch_data(analysis: SwitchAnalysis) -> Json:
    """Return the part of a strategy file that says when to switch."""
    full, short = switching_rule(analysis, grouped=False), switching_rule(analysis, grouped=True)
    return {
        "rule": "add the scores of both hands as dealt, and as they would be after a switch; take the higher sum, "
        "and leave them if both are equal",
        "scores": {name: {NAMES[view]: int(row[view]) for view in SHOWN} for name, row in _rows(full)},
        "house_edge": full.house_edge,
        "cost": full.cost,
        "short": {
            "scores": {
                name: {group: int(row[views[0]]) for group, views in GROUPS.items()} for name, row in _rows(short)
            },
            "house_edge": short.house_edge,
            "cost": short.cost,
        },
    }


def _rows(rule: SwitchingRule) -> list[tuple[str, Ints]]:
    """Sort scores, best hands first."""
    rows = [(name, rule.scores[numbers[0]]) for name, numbers in kinds().items()]
    rows.append((BLACKJACK_AS_DEALT, rule.scores[-1]))
    return sorted(rows, key=lambda row: -int(row[1].sum()))
